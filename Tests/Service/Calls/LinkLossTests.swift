import HandsetDialing
import HandsetInterface
import HandsetLines
import HandsetPlatform
import Testing

@testable import HandsetService

/// A call whose modem goes and comes back is the same call, with one row.
@Suite struct LinkLossTests {
    private static let ada = ModemCall.Number.known("+15550123")
    private static let ben = ModemCall.Number.known("+15550124")

    /// A world whose first modem has these calls, and the ids of their conversations.
    private static func world(_ calls: ModemCall...) -> (ExchangeWorld, [String]) {
        var world = ExchangeWorld(seed: 1)
        world.exchange.surroundings.callingApp = nil
        world.modems["one"]?.calls = calls
        world.report("one")
        return (world, world.exchange.order)
    }

    private static func back(_ world: inout ExchangeWorld, after seconds: UInt64 = 2, _ calls: ModemCall...) {
        world.now += seconds * 1_000_000_000
        world.modems["one"]?.calls = calls
        world.modems["one"]?.awaySince = nil
        world.report("one", isFirst: true)
    }

    private static func call(
        _ index: Int, _ state: ModemCall.State, _ number: ModemCall.Number = ada, incoming: Bool = true
    ) -> ModemCall { ModemCall(index: index, isIncoming: incoming, state: state, number: number) }

    @discardableResult
    private static func dial(_ number: String, emergency: Bool = false, _ world: inout ExchangeWorld) throws -> String {
        let text = try DialString(number)
        let ticket = world.ticket()
        var id = ""
        world.act("dial") { exchange in
            id = exchange.dial(
                CallWish(
                    .number(.init(number: text)), handle: HandleInfo(value: number), requester: "dialer",
                    isAllowed: true, isEmergency: emergency), ticket: ticket)
        }
        return id
    }

    @Test(arguments: [true, false])
    func aCallThatComesIntoSightAgainIsTheSame(isIncoming: Bool) throws {
        var (world, ids) = Self.world(Self.call(1, .active, incoming: isIncoming))
        let before = try #require(world.exchange[ids[0]])
        world.cut("one")
        #expect(world.exchange.infos.map(\.state) == [.active], "it is still there")
        #expect(world.exchange.infos.map(\.actions) == [[.hangUp]])
        Self.back(&world, Self.call(1, .active, incoming: isIncoming))
        let after = try #require(world.exchange[ids[0]])
        #expect((after.connected, after.connectedAt) == (before.connected, before.connectedAt))
        #expect(world.exchange.infos[0].actions.contains(.hold))
        world.now += 3_000_000_000
        world.modems["one"]?.calls = []
        world.report("one")
        #expect(world.records.count == 1)
        #expect(world.records[ids[0]]?.duration == 5_000)
        #expect(world.faults.isEmpty)
    }

    /// Numbered anew, told without the country's code, or without any number: where they stood and who they are with decides.
    @Test func severalAreToldApart() {
        var (world, ids) = Self.world(
            Self.call(1, .held), Self.call(2, .active, Self.ben), Self.call(3, .waiting, .withheld))
        world.cut("one")
        Self.back(
            &world, Self.call(1, .active, .known("5550124")), Self.call(2, .held, .known("5550123")),
            Self.call(3, .waiting, .unavailable))
        #expect(world.exchange.order == ids)
        #expect(ids.map { world.exchange[$0]?.state } == [.held, .active, .waiting])
        #expect(world.exchange[ids[2]]?.isWithheld == true)
        #expect(world.faults.isEmpty)
    }

    @Test func oneThatIsNotThereAnyMoreHasLastedUntilTheLinkWasLost() {
        var (world, ids) = Self.world(Self.call(1, .held), Self.call(2, .active, Self.ben))
        world.now += 7_000_000_000
        world.cut("one")
        Self.back(&world, Self.call(1, .held))
        #expect(world.exchange.live.map(\.id) == [ids[0]])
        #expect(world.records[ids[1]]?.cause == .modemLost)
        #expect(world.records[ids[1]]?.duration == 7_000)
        #expect(world.faults.isEmpty)
    }

    @Test func aModemThatStaysAwayEndsIt() {
        var (world, ids) = Self.world(Self.call(1, .active))
        world.cut("one")
        world.now += 9_999_000_000
        world.act("time") { $0.time() }
        #expect(world.exchange[ids[0]]?.isLive == true)
        world.now += 1_000_000
        world.act("time") { $0.time() }
        #expect(world.exchange[ids[0]]?.ending?.cause == .modemLost)
        #expect(world.records[ids[0]]?.status == .connected && world.records[ids[0]]?.duration == 0)
        Self.back(&world, Self.call(1, .active))
        #expect(world.exchange.live.count == 1 && world.exchange.live[0].id != ids[0])
        #expect(world.faults.isEmpty)
    }

    @Test(arguments: [
        call(1, .active, ben), call(1, .active, .withheld), call(1, .active, incoming: false), call(1, .incoming),
    ])
    func whatCannotBeItIsAnother(other: ModemCall) {
        var (world, ids) = Self.world(Self.call(1, .active))
        world.cut("one")
        Self.back(&world, other)
        #expect(world.exchange[ids[0]]?.ending?.cause == .modemLost)
        #expect(world.exchange.live.count == 1 && world.records.count == 2)
        #expect(world.faults.isEmpty)
    }

    @Test func withAnotherCardItIsAnother() {
        var (world, ids) = Self.world(Self.call(1, .active))
        world.cut("one")
        world.exchange.surroundings.lines[0] = .init(id: "line-3", label: "Third", modem: "one")
        Self.back(&world, Self.call(1, .active))
        #expect(world.exchange[ids[0]]?.ending?.cause == .modemLost)
        #expect(world.exchange.live.map(\.line) == ["line-3"])
        #expect(world.faults.isEmpty)
    }

    /// The person has hung up; the modem is told when it is back.
    @Test(arguments: [true, false], [CallInfo.Action.hangUp, .decline])
    func anEndThatIsWishedForMeanwhileIsKept(isThere: Bool, action: CallInfo.Action) {
        let state: ModemCall.State = action == .hangUp ? .active : .incoming
        var (world, ids) = Self.world(Self.call(1, state))
        world.cut("one")
        let ticket = world.ticket()
        world.act("control") { $0.control(ids[0], action, ticket: ticket) }
        #expect(world.controlTickets[ticket] == 1 && world.operations.isEmpty && world.ringing.isEmpty)
        if isThere {
            Self.back(&world, Self.call(2, state))
            #expect(world.operations.map(\.step) == [.operation(.hangUp(index: 2))])
            world.resolve(succeeds: true)
        } else {
            Self.back(&world)
        }
        #expect(world.exchange[ids[0]]?.ending?.cause == (action == .hangUp ? .local : .declined))
        #expect(world.records.count == 1)
        #expect(world.faults.isEmpty)
    }

    // MARK: Dialling

    @Test func aCallOfWhichTheModemSaidNothingIsTheOneThatItShows() throws {
        var (world, _) = Self.world()
        let id = try Self.dial("+15550123", &world)
        world.cut("one")
        world.act("unknown") { $0.unknown(id, by: "one") }
        #expect(world.dialTickets.values.allSatisfy { $0 == 0 }, "nobody knows yet")
        Self.back(&world, Self.call(1, .alerting, .known("5550123"), incoming: false))
        #expect(world.exchange.live.map(\.id) == [id] && world.exchange[id]?.state == .alerting)
        #expect(world.dialTickets.values.allSatisfy { $0 == 1 })
        #expect(world.records.count == 1)
        #expect(world.faults.isEmpty)
    }

    @Test func aCallThatNothingWasHeardOfHasFailed() throws {
        var (world, _) = Self.world()
        let id = try Self.dial("+15550123", &world)
        world.act("unknown") { $0.unknown(id, by: "one") }
        #expect(world.exchange[id]?.isLive == true)
        world.now += 10_000_000_000
        world.act("time") { $0.time() }
        #expect(world.exchange[id]?.ending == .unknownRequest)
        #expect(world.dialTickets.values.allSatisfy { $0 == 1 })
        #expect(world.faults.isEmpty)
    }

    /// The modem took it, and its link went before it showed the call.
    @Test func aCallThatWasTakenAndNeverShownEnds() throws {
        var (world, _) = Self.world()
        let id = try Self.dial("+15550123", &world)
        world.act("taken") { $0.taken(id, by: "one", index: nil) }
        world.cut("one")
        world.now += 10_000_000_000
        world.act("time") { $0.time() }
        #expect(world.exchange[id]?.isLive == false)
        #expect(world.faults.isEmpty)
    }

    @Test func theOtherLineIsFreeMeanwhile() throws {
        var (world, _) = Self.world(Self.call(1, .active))
        world.cut("one")
        world.exchange.surroundings.preferredLine = "line-2"
        try Self.dial("+15550124", &world)
        #expect(world.dials.map(\.modem) == ["two"])
        #expect(world.faults.isEmpty)
    }

    // MARK: Emergencies

    @Test func anEmergencyCallWaitsForNoModem() throws {
        var (world, _) = Self.world()
        let id = try Self.dial("112", emergency: true, &world)
        world.modems["one"]?.calls = [Self.call(1, .dialing, .known("112"), incoming: false)]
        world.act("taken") { $0.taken(id, by: "one", index: nil) }
        world.report("one")
        world.cut("one")
        #expect(world.dials.map(\.modem) == ["one", "two"])
        #expect(world.faults.isEmpty)
    }

    @Test func aLostEmergencyCallIsInNoOthersWay() throws {
        var (world, _) = Self.world()
        let id = try Self.dial("112", emergency: true, &world)
        world.modems["one"]?.calls = [Self.call(1, .active, .known("112"), incoming: false)]
        world.report("one")
        world.cut("one")
        #expect(world.exchange[id]?.isLive == true)
        world.exchange.surroundings.modems = ["two"]
        try Self.dial("112", emergency: true, &world)
        #expect(world.dials.map(\.modem) == ["one", "two"])
        Self.back(&world, Self.call(1, .active, .known("112"), incoming: false))
        #expect(world.exchange[id]?.state == .active)
        #expect(world.faults.isEmpty)
    }

    // MARK: An earlier life

    /// What a crash left open is looked for in the first listing, and not among the calls of the day after.
    @Test(arguments: [true, false])
    func aRowThatWasLeftOpenIsTakenUpOnceOrNever(isThere: Bool) {
        var (world, _) = Self.world()
        var record = CallRecord(
            id: "old", handles: [HandleInfo(value: "+15550123")], line: "line-1", date: 1, connected: 2,
            isIncoming: true)
        record.status = .connected
        world.exchange.unfinished = [record]
        if isThere {
            Self.back(&world, Self.call(1, .active))
            #expect(world.exchange.live.map(\.id) == ["old"])
        } else {
            Self.back(&world)
            Self.back(&world, Self.call(1, .active))
            #expect(world.exchange.live.count == 1 && world.exchange["old"] == nil)
        }
        #expect(world.faults.isEmpty)
    }
}
