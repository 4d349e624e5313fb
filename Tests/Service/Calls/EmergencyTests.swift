import HandsetDialing
import HandsetInterface
import HandsetLines
import Testing

@testable import HandsetService

/// A call for help while somebody is spoken with elsewhere.
@Suite struct EmergencyTests {
    private static let app = "app.voip"

    /// A world in which the second modem, or the app, is spoken on.
    private static func world(_ calls: ModemCall..., capabilities: UInt32? = nil) -> ExchangeWorld {
        var world = ExchangeWorld(seed: 1)
        world.modems["two"]?.calls = calls
        world.report("two")
        guard let capabilities else { return world }
        world.act("attach") { $0.attach(app, CallingAppInfo()) }
        world.act("incoming") { exchange in
            try? exchange.incoming("v", ConversationUpdateInfo(members: [], capabilities: capabilities), of: app)
        }
        world.act("connected") { try? $0.report(ConversationEventInfo(.connected, date: 0), "v", of: app) }
        return world
    }

    private static func call(_ index: Int, _ state: ModemCall.State) -> ModemCall {
        ModemCall(index: index, isIncoming: state != .dialing, state: state, number: .known("+1555010\(index)"))
    }

    private static func help(_ world: inout ExchangeWorld) throws -> String {
        let number = try DialString("112")
        let ticket = world.ticket()
        var id = ""
        world.act("dial") { exchange in
            id = exchange.dial(
                CallWish(
                    .number(.init(number: number)), handle: HandleInfo(value: "112"), requester: "dialer",
                    isAllowed: true, isEmergency: true), ticket: ticket)
        }
        return id
    }

    /// Lets the first modem take the call, and say so in one way or the other.
    private static func taken(_ id: String, _ world: inout ExchangeWorld, isShown: Bool = false) {
        world.modems["one"]?.calls = [
            ModemCall(index: 1, isIncoming: false, state: .dialing, number: .known("112"))
        ]
        if isShown { world.report("one") }
        world.act("taken") { $0.taken(id, by: "one", index: 1) }
        world.report("one")
    }

    @Test(arguments: [true, false])
    func whatIsSpokenOnAnotherLineIsHeldOnceItIsDialled(isShown: Bool) throws {
        var world = Self.world(Self.call(1, .active))
        let id = try Self.help(&world)
        #expect(world.dials.map(\.modem) == ["one"])
        #expect(world.operations.isEmpty, "nothing before it is dialled")
        Self.taken(id, &world, isShown: isShown)
        #expect(world.operations.map(\.modem) == ["two"])
        #expect(world.operations.map(\.step) == [.operation(.swap)])
        world.resolve(succeeds: true)
        #expect(world.exchange.live.map(\.state) == [.held, .dialing])
        #expect(world.operations.isEmpty, "once")
        #expect(world.faults.isEmpty)
    }

    @Test func whatCannotBeHeldIsMutedAndWhatFailsIsLeft() throws {
        var world = Self.world(Self.call(1, .active))
        let id = try Self.help(&world)
        Self.taken(id, &world)
        world.resolve(succeeds: false)
        #expect(world.operations.map(\.step) == [.mute(true)])
        world.resolve(succeeds: false)
        #expect(world.operations.isEmpty)
        #expect(world.exchange[id]?.isLive == true)
        #expect(world.exchange.live.map(\.isMuted) == [false, false])
        #expect(world.faults.isEmpty)
    }

    static let unholdable: [[ModemCall]] = [
        [call(1, .active), call(2, .held)], [call(1, .active), call(2, .waiting)], [call(1, .dialing)],
    ]

    /// The same command would take up the held call, or the one that waits.
    @Test(arguments: unholdable)
    func nothingIsTakenUpByHolding(calls: [ModemCall]) throws {
        var world = Self.world()
        world.modems["two"]?.calls = calls
        world.report("two")
        let id = try Self.help(&world)
        Self.taken(id, &world)
        #expect(world.operations.map(\.step) == [.mute(true)])
        world.resolve(succeeds: true)
        #expect(world.exchange.live.filter { $0.modem == "two" }.allSatisfy { $0.isMuted })
        #expect(world.exchange[id]?.isMuted == false)
        #expect(world.faults.isEmpty)
    }

    @Test(arguments: [UInt32(31), 0], [true, false])
    func anAppPausesOrMutes(capabilities: UInt32, isDone: Bool) throws {
        var world = Self.world(capabilities: capabilities)
        let id = try Self.help(&world)
        while world.exchange.nextEvent(of: Self.app) != nil {}
        Self.taken(id, &world)
        var kinds: [ConversationActionInfo.Kind] = []
        while let action = world.exchange.apps[Self.app]?.actions.pending.first?.info {
            kinds.append(action.kind)
            #expect(action.isOn)
            world.act("finish") { try? $0.finished(action.id, isFulfilled: isDone, date: 0, of: Self.app) }
        }
        #expect(kinds == (capabilities == 0 ? [.mute] : isDone ? [.pause] : [.pause, .mute]))
        #expect(world.exchange[id]?.isLive == true)
        #expect(world.faults.isEmpty)
    }

    /// The one that was tried first refused: what is spoken on the next is ended there, and nothing is held for a call that is not.
    @Test func aModemThatRefusesHoldsNothing() throws {
        var world = Self.world(Self.call(1, .active))
        let id = try Self.help(&world)
        world.act("refused") { $0.refused(id, by: "one", CallEnding(.network)) }
        #expect(world.dials.map(\.modem) == ["one", "two"])
        #expect(world.operations.isEmpty)
        #expect(world.modems["two"]?.calls.isEmpty == true)
    }
}
