import HandsetDialing
import HandsetInterface
import HandsetLines
import HandsetPlatform
import Testing

@testable import HandsetService

/// Conversations of apps and of modems side by side.
@Suite struct ExchangeTests {
    private static let app = "app.voip"

    private static func ringing(_ id: String, in world: inout ExchangeWorld, capabilities: UInt32 = 31) {
        world.act("incoming") { exchange in
            try? exchange.incoming(
                id,
                ConversationUpdateInfo(members: [HandleInfo(kind: .generic, value: "ada")], capabilities: capabilities),
                of: app)
        }
    }

    private static func attached() -> ExchangeWorld {
        var world = ExchangeWorld(seed: 1)
        world.act("attach") { $0.attach(app, CallingAppInfo()) }
        return world
    }

    /// Has the app do the next thing that it is told, and says what it was.
    @discardableResult
    private static func obey(_ world: inout ExchangeWorld, _ isFulfilled: Bool = true) -> ConversationActionInfo? {
        while let event = world.exchange.nextEvent(of: app) {
            guard event.kind == .perform, let action = event.action else { continue }
            world.act("finish \(action.kind)") {
                try? $0.finished(action.id, isFulfilled: isFulfilled, date: 0, of: app)
            }
            return action
        }
        return nil
    }

    private static func control(_ world: inout ExchangeWorld, _ id: String, _ action: CallInfo.Action) {
        let ticket = world.ticket()
        world.act("control \(action)") { $0.control(id, action, ticket: ticket) }
    }

    @discardableResult
    private static func dial(
        _ world: inout ExchangeWorld, _ number: String = "+15550100", isAllowed: Bool = true,
        from requester: String = "dialer"
    ) throws -> String {
        let text = try DialString(number)
        let ticket = world.ticket()
        var id = ""
        world.act("dial") { exchange in
            id = exchange.dial(
                CallWish(
                    .number(.init(number: text)), handle: HandleInfo(value: number), requester: requester,
                    isAllowed: isAllowed), ticket: ticket)
        }
        return id
    }

    private static func state(_ world: ExchangeWorld, _ id: String) -> CallInfo.State? { world.exchange[id]?.state }

    @Test func anAppsConversationRingsIsTakenAndEndsLikeACellularOne() {
        var world = Self.attached()
        Self.ringing("v", in: &world)
        #expect(world.ringing == ["v"])
        Self.control(&world, "v", .answer)
        #expect(world.ringing.isEmpty)
        #expect(Self.obey(&world)?.kind == .join)
        #expect(Self.state(world, "v") == .active)
        #expect(world.exchange.nextEvent(of: Self.app)?.kind == .audioOn)
        Self.control(&world, "v", .hangUp)
        #expect(Self.obey(&world)?.kind == .end)
        #expect(world.exchange[("v")]?.ending?.cause == .local)
        #expect(world.records["v"]?.status == .connected && world.records["v"]?.app == Self.app)
        #expect(world.faults.isEmpty)
    }

    @Test func aCellularCallIsHeldBeforeAnAppsIsTaken() {
        var world = Self.attached()
        world.modems["one"]?.calls = [ModemCall(index: 1, isIncoming: true, state: .active)]
        world.report("one")
        Self.ringing("v", in: &world)
        #expect(Self.state(world, "v") == .waiting)
        let possible = world.exchange.infos.first { $0.id == "v" }?.actions
        #expect(possible == [.holdAndAnswer, .endAndAnswer, .decline, .silence])
        Self.control(&world, "v", .holdAndAnswer)
        #expect(Self.obey(&world) == nil, "not before the modem has held its call")
        world.resolve(succeeds: true)
        #expect(Self.obey(&world)?.kind == .join)
        #expect(world.exchange.infos.map(\.state) == [.held, .active])
        #expect(world.faults.isEmpty)
    }

    @Test func anAppPausesBeforeACellularCallIsTaken() {
        var world = Self.attached()
        Self.ringing("v", in: &world)
        Self.control(&world, "v", .answer)
        Self.obey(&world)
        world.modems["one"]?.calls = [ModemCall(index: 1, isIncoming: true, state: .incoming)]
        world.report("one")
        let id = world.exchange.order.last ?? ""
        #expect(Self.state(world, id) == .waiting)
        Self.control(&world, id, .holdAndAnswer)
        #expect(world.operations.isEmpty)
        let pause = Self.obey(&world)
        #expect(pause?.kind == .pause && pause?.isOn == true)
        #expect(world.operations.map(\.step) == [.operation(.answer)])
        world.resolve(succeeds: true)
        #expect(world.exchange.infos.map(\.state) == [.held, .active])
        // And back: the call is held first.
        Self.control(&world, "v", .swap)
        world.resolve(succeeds: true)
        #expect(Self.obey(&world)?.isOn == false)
        #expect(world.exchange.infos.map(\.state) == [.active, .held])
        #expect(world.faults.isEmpty)
    }

    @Test func anAppThatCannotPauseKeepsTheSecondCallWaiting() {
        var world = Self.attached()
        Self.ringing("v", in: &world, capabilities: 0)
        Self.control(&world, "v", .answer)
        Self.obey(&world)
        world.modems["one"]?.calls = [ModemCall(index: 1, isIncoming: true, state: .incoming)]
        world.report("one")
        #expect(world.exchange.infos.last?.actions == [.endAndAnswer, .decline, .silence])
        Self.control(&world, world.exchange.order.last ?? "", .endAndAnswer)
        #expect(Self.obey(&world)?.kind == .end)
        world.resolve(succeeds: true)
        #expect(world.exchange.infos.map(\.state) == [.ended, .active])
        #expect(world.faults.isEmpty)
    }

    enum EndOfOffer: CaseIterable, Sendable { case fail, silence, crash, link, launchFails }

    @Test(arguments: EndOfOffer.allCases)
    func whateverEndsTheOfferACallIsMadeWithoutAQuestion(end: EndOfOffer) throws {
        var world = end == .launchFails ? ExchangeWorld(seed: 1) : Self.attached()
        let id = try Self.dial(&world)
        #expect(Self.state(world, id) == .offered)
        #expect(world.dials.isEmpty)
        switch end {
        case .fail: #expect(Self.obey(&world, false)?.kind == .start)
        case .silence:
            world.now += 30_000_000_000
            world.act("time") { $0.time() }
        case .crash: world.act("gone") { $0.appGone(Self.app) }
        case .launchFails: world.act("launch") { $0.launchFailed(Self.app) }
        case .link:
            let found = world.exchange.handedBack { $0.text == "+15550100" }
            #expect(found == id)
            let ticket = world.ticket()
            world.act("link") { $0.handBack(id, ticket: ticket) }
        }
        #expect(world.dials.map(\.id) == [id])
        #expect(world.asks.isEmpty)
        #expect(world.records.count == 1)
        #expect(world.faults.isEmpty)
    }

    @Test func whatTheAppTookIsItsOwn() throws {
        var world = Self.attached()
        let id = try Self.dial(&world)
        #expect(Self.obey(&world)?.kind == .start)
        #expect(world.exchange[id]?.carrier == .app(Self.app))
        #expect(world.dialTickets.values.allSatisfy { $0 <= 1 } && world.dials.isEmpty)
        world.act("connected") { try? $0.report(ConversationEventInfo(.connected, date: 0), id, of: Self.app) }
        #expect(Self.state(world, id) == .active)
        #expect(world.exchange.handedBack { _ in true } == nil, "a call that is connected is not handed back")
        world.act("gone") { $0.appGone(Self.app) }
        #expect(world.exchange[id]?.ending?.cause == .appFailed)
        #expect(world.faults.isEmpty)
    }

    @Test func theAppsOwnWishesComeBackToIt() {
        var world = Self.attached()
        let start = ConversationActionInfo(id: "s", conversation: "v", kind: .start, deadline: 0)
        world.act("perform") { try? $0.perform([start], of: Self.app) }
        #expect(Self.obey(&world) == start)
        world.act("connected") { try? $0.report(ConversationEventInfo(.connected, date: 0), "v", of: Self.app) }
        let mute = ConversationActionInfo(id: "m", conversation: "v", kind: .mute, deadline: 0, isOn: true)
        let bad = ConversationActionInfo(id: "x", conversation: "nobody", kind: .mute, deadline: 0)
        #expect(throws: ServiceError.self) { try world.exchange.perform([mute, bad], of: Self.app) }
        #expect(Self.obey(&world) == nil, "all or none")
        world.act("perform") { try? $0.perform([mute], of: Self.app) }
        #expect(Self.obey(&world) == mute)
        #expect(world.exchange["v"]?.isMuted == true)
        #expect(world.faults.isEmpty)
    }

    @Test func twoOfAnAppAreJoinedAndParted() {
        var world = Self.attached()
        for id in ["v", "w"] {
            Self.ringing(id, in: &world)
            Self.control(&world, id, id == "v" ? .answer : .holdAndAnswer)
            Self.obey(&world)
            if id == "w" { Self.obey(&world) }
        }
        #expect(world.exchange.infos.map(\.state) == [.held, .active])
        Self.control(&world, "w", .merge)
        let merge = Self.obey(&world)
        #expect(merge?.kind == .merge && merge?.other == "v")
        #expect(Set(world.exchange.infos.map(\.group)) == ["v"])
        Self.control(&world, "w", .split)
        #expect(Self.obey(&world)?.kind == .unmerge)
        #expect(world.exchange.infos.allSatisfy { $0.group == nil })
        #expect(world.faults.isEmpty)
    }

    @Test func anAppThatComesBackKeepsItsConversations() {
        var world = Self.attached()
        for id in ["v", "w"] { Self.ringing(id, in: &world) }
        world.act("cut off") { $0.cutOff() }
        #expect(world.exchange.live.count == 2)
        world.act("attach") { $0.attach(Self.app, CallingAppInfo(conversations: ["v"])) }
        #expect(world.exchange.live.map(\.id) == ["v"])
        world.act("cut off") { $0.cutOff() }
        world.now += 30_000_000_000
        world.act("time") { $0.time() }
        #expect(world.exchange.live.isEmpty)
        #expect(world.faults.isEmpty)
    }

    private static let uuids = (0..<16).map { "9D2F1E5C-0000-4000-8000-0000000000\(10 + $0)" }

    private static func row(_ id: String, of app: String?) -> CallRecord {
        CallRecord(id: id, handles: [], app: app, date: 1_600_000_000_000, connected: nil, isIncoming: true)
    }

    /// After a restart of the service: what an app says that it carries is believed where a row was left open.
    @Test func onlyWhatWasThereBeforeIsAdopted() {
        var world = ExchangeWorld(seed: 1)
        let (own, other, cellular) = (Self.uuids[0], Self.uuids[1], Self.uuids[2])
        world.exchange.unfinished = [
            Self.row(own, of: Self.app), Self.row(other, of: "app.other"), Self.row(cellular, of: nil),
            Self.row("no-uuid", of: Self.app),
        ]
        world.act("attach") { exchange in
            exchange.attach(
                Self.app, CallingAppInfo(conversations: ["no-uuid", other, cellular, own] + Self.uuids.suffix(8)))
        }
        #expect(world.exchange.live.map(\.id) == [own] && world.records.keys.sorted() == [own])
        #expect(world.exchange.unfinished.map(\.id) == [other, cellular, "no-uuid"])
        for round in 0..<4 {
            world.act("attach") { $0.attach(Self.app, CallingAppInfo(conversations: [Self.uuids[4 + round]])) }
        }
        #expect(world.exchange.conversations.count == 1)
        #expect(world.faults.isEmpty)
    }

    /// Of conversations that leave no row nothing is known: as many as the app may carry.
    @Test func anAppWithoutRowsIsBelievedWithinItsLimit() {
        var world = ExchangeWorld(seed: 1)
        for ids in [Self.uuids.prefix(4), Self.uuids.suffix(4)] {
            world.act("attach") { exchange in
                exchange.attach(
                    Self.app,
                    CallingAppInfo(
                        maximumGroups: 2, maximumPerGroup: 1, includesRecents: false, conversations: Array(ids)))
            }
        }
        #expect(world.exchange.live.map(\.id) == Array(Self.uuids.prefix(2)))
        #expect(world.records.isEmpty && world.faults.isEmpty)
    }

    /// The app's own wish whose conversation ends while another one is being held for it: the app waits for an answer.
    @Test func aWishThatComesTooLateIsGivenBack() {
        var world = Self.attached()
        world.modems["one"]?.calls = [ModemCall(index: 1, isIncoming: true, state: .active)]
        world.report("one")
        let start = ConversationActionInfo(id: "s", conversation: "v", kind: .start, deadline: 0)
        world.act("perform") { try? $0.perform([start], of: Self.app) }
        #expect(world.exchange.nextEvent(of: Self.app) == nil, "the call is being held")
        world.act("ended") { try? $0.report(ConversationEventInfo(.ended, date: 0), "v", of: Self.app) }
        world.resolve(succeeds: true)
        let event = world.exchange.nextEvent(of: Self.app)
        #expect(event?.kind == .timedOut && event?.action == start)
        #expect(world.faults.isEmpty)
    }

    @Test func anAppCarriesAsManyAsItSaid() {
        var world = Self.attached()
        for id in ["v", "w"] { Self.ringing(id, in: &world) }
        #expect(throws: ServiceError.self) {
            try world.exchange.incoming("x", ConversationUpdateInfo(), of: Self.app)
        }
        #expect(throws: Never.self, "what is reported twice is nothing new") {
            try world.exchange.incoming("v", ConversationUpdateInfo(), of: Self.app)
        }
    }

    /// Two apps with one id: the second is told what is wrong, and nothing of the first.
    @Test func anIDThatAnotherAppHasIsNotGivenAgain() {
        var world = Self.attached()
        Self.ringing("v", in: &world)
        world.act("attach") { $0.attach("app.other", CallingAppInfo()) }
        func message(_ body: (inout Exchange) throws(ServiceError) -> Void) -> String {
            do throws(ServiceError) { try body(&world.exchange) } catch { return error.message }
            return ""
        }
        let incoming = message { exchange throws(ServiceError) in
            try exchange.incoming("v", ConversationUpdateInfo(), of: "app.other")
        }
        let started = message { exchange throws(ServiceError) in
            let start = ConversationActionInfo(id: "s", conversation: "v", kind: .start, deadline: 0)
            try exchange.perform([start], of: "app.other")
        }
        #expect(incoming.contains("UUID of its own") && started == incoming)
        world.act("over") { try? $0.report(ConversationEventInfo(.ended, date: 0), "v", of: Self.app) }
        #expect(
            message { exchange throws(ServiceError) in
                try exchange.incoming("v", ConversationUpdateInfo(), of: Self.app)
            } == "the conversation is over")
        #expect(world.faults.isEmpty)
    }

    @Test func anEmergencyCallEndsWhatIsInItsWay() throws {
        var world = Self.attached()
        world.modems["one"]?.calls = [
            ModemCall(index: 1, isIncoming: true, state: .held), ModemCall(index: 2, isIncoming: true, state: .active),
        ]
        world.report("one")
        let number = try DialString("112")
        let ticket = world.ticket()
        world.act("dial") { exchange in
            exchange.dial(
                CallWish(
                    .number(.init(number: number)), handle: HandleInfo(value: "112"), requester: "dialer",
                    isAllowed: true, isEmergency: true), ticket: ticket)
        }
        #expect(world.dials.map(\.request) == [CallRequest(number: "112", isEmergency: true)])
        #expect(world.modems["one"]?.calls.isEmpty == true)
        world.report("one")
        #expect(world.exchange.live.map(\.isEmergency) == [true])
        #expect(world.faults.isEmpty)
    }

    /// The modem does not say whether it has taken the call.
    @Test(arguments: [true, false])
    func aCallThatIsBeingTakenCanBeHungUp(wasTaken: Bool) {
        var world = ExchangeWorld(seed: 1)
        world.modems["one"]?.calls = [ModemCall(index: 1, isIncoming: true, state: .incoming)]
        world.report("one")
        let id = world.exchange.order[0]
        Self.control(&world, id, .answer)
        #expect(world.exchange.infos[0].actions == [.hangUp])
        Self.control(&world, id, .hangUp)
        #expect(world.operations.map(\.step) == [.operation(.answer), .operation(.hangUp(index: 1))])
        #expect(world.exchange.infos[0].actions.isEmpty)
        if wasTaken { world.modems["one"]?.calls[0].state = .active }
        let answer = world.operations.removeFirst()
        world.act("not done") { $0.done(run: answer.run, CallRefusal(.silent, reason: "silent")) }
        #expect(world.ringing.isEmpty, "it does not ring again")
        world.report("one")
        world.resolve(succeeds: true)
        #expect(world.exchange[id]?.ending?.cause == (wasTaken ? .local : .declined))
        #expect(world.records.count == 1 && world.records[id]?.isRead == true)
        #expect(world.faults.isEmpty)
    }

    @Test func tonesAreSentAfterTheAnswerWithTheirPauses() throws {
        var world = ExchangeWorld(seed: 1)
        world.exchange.surroundings.callingApp = nil
        let sequence = try DialSequence("+15550100,12;34")
        let ticket = world.ticket()
        var id = ""
        world.act("dial") { exchange in
            id = exchange.dial(
                CallWish(
                    .number(.init(number: sequence.number, steps: sequence.steps)), handle: HandleInfo(value: "x"),
                    requester: "dialer", isAllowed: true), ticket: ticket)
        }
        world.modems["one"]?.calls = [ModemCall(index: 1, isIncoming: false, state: .active)]
        world.report("one")
        #expect(world.operations.isEmpty, "first the pause")
        world.now += 3_000_000_000
        world.act("time") { $0.time() }
        #expect(world.operations.map(\.step) == [.tones("12")])
        world.resolve(succeeds: true)
        #expect(world.exchange.infos.last?.actions.contains(.proceed) == true)
        Self.control(&world, id, .proceed)
        #expect(world.operations.map(\.step) == [.tones("34")])
        #expect(world.faults.isEmpty)
    }
}
