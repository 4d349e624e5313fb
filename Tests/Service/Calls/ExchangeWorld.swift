import HandsetDialing
import HandsetInterface
import HandsetLines
import HandsetPlatform
import Testing

@testable import HandsetService

/// Seeded randomness: the same seed is the same world (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// An exchange with the modems, apps and people around it, who do anything at any time; and what must hold whatever they do.
struct ExchangeWorld {
    struct SimulatedModem {
        var calls: [ModemCall] = []
        var gone: [EndedCall] = []
        /// Which call each number is, whatever its link does; and under which conversation it was shown.
        var births: [Int: Int] = [:]
        var conversations: [Int: String] = [:]
        /// Since when its link is cut.
        var awaySince: UInt64?
    }

    static let apps = ["app.voip", "app.other"]
    static let names = ["one", "two"]

    var random: SeededRandom
    var exchange: Exchange
    var modems: [String: SimulatedModem] = ["one": SimulatedModem(), "two": SimulatedModem()]
    var dials: [(id: String, modem: String, request: CallRequest)] = []
    var operations: [(run: UInt64, modem: String, step: Exchange.ModemStep)] = []
    var asks: [String] = []
    var now: UInt64 = 1_000_000_000
    var tickets: UInt64 = 0
    var births = 0

    // What was told.
    var dialTickets: [UInt64: Int] = [:]
    var controlTickets: [UInt64: Int] = [:]
    var ringing: Set<String> = []
    var records: [String: CallRecord] = [:]
    var isAudioOn = false
    var journal: [String] = []
    var faults: [String] = []

    init(seed: UInt64) {
        random = SeededRandom(state: seed)
        let counter = Lock(0)
        exchange = Exchange {
            "id-\(counter.withLock { count in count += 1; return count })"
        }
        exchange.surroundings = CallSurroundings(
            lines: [
                .init(id: "line-1", label: "Personal", iccid: "1", modem: "one"),
                .init(id: "line-2", label: "Work", iccid: "2", modem: "two"),
            ], preferredLine: "line-1", modems: ["one", "two"], callingApp: "app.voip", canAsk: true)
    }

    // MARK: Doing

    mutating func act(_ name: String, _ body: (inout Exchange) -> Void) {
        journal.append(name)
        exchange.now = MonotonicTime(nanoseconds: now)
        exchange.date = 1_700_000_000_000 + Int64(now / 1_000_000)
        body(&exchange)
        for effect in exchange.take() { take(effect) }
        check()
    }

    private mutating func take(_ effect: Exchange.Effect) {
        switch effect {
        case .ask(let id): asks.append(id)
        case .dial(let id, let modem, let request, let clearing):
            for operation in clearing { apply(operation, modem) }
            if !request.number.allSatisfy({ "+0123456789*#ABCD".contains($0) }) {
                faults.append("a bad number is dialled")
            }
            dials.append((id, modem, request))
        case .operate(let run, let modem, let step): operations.append((run, modem, step))
        case .answer(let ticket, _): dialTickets[ticket, default: 0] += 1
        case .finish(let ticket, _): controlTickets[ticket, default: 0] += 1
        case .ring(let id, _): ringing.insert(id)
        case .stopRinging(let id):
            if ringing.remove(id) == nil { faults.append("\(id) stops to ring that did not") }
        case .record(let record):
            if records[record.id]?.isFinished == true { faults.append("\(record.id) is written after its end") }
            records[record.id] = record
        case .audio(let isOn):
            if isAudioOn == isOn { faults.append("the sound is told twice") }
            isAudioOn = isOn
        case .launch, .missed, .notMade, .wake, .callsChanged, .timer: break
        }
    }

    // MARK: What must hold

    private mutating func check() {
        for (ticket, count) in dialTickets where count > 1 {
            faults.append("dial \(ticket) is answered \(count) times")
        }
        for (ticket, count) in controlTickets where count > 1 {
            faults.append("control \(ticket) is answered \(count) times")
        }
        let live = exchange.live
        let wanted = Set(live.filter { $0.isRinging && !$0.isSettled }.map(\.id))
        if wanted != ringing { faults.append("rings \(ringing), should \(wanted)") }
        if exchange.isBusy != !live.isEmpty { faults.append("awake for nothing, or asleep in a call") }
        for conversation in live {
            let id = conversation.id
            switch conversation.carrier {
            case .app(let app):
                if exchange.apps[app] == nil { faults.append("\(id) is of an app that is gone") }
            case .modem(let modem):
                let isOnItsWay = exchange.runs.values.contains { $0.purpose == .dial(id) }
                if exchange.boards[modem]?[id] == nil, !isOnItsWay { faults.append("\(id) is nobody's on \(modem)") }
            case .none:
                let isOffered = conversation.state == .offered && conversation.app.flatMap { exchange.apps[$0] } != nil
                if conversation.state != .asking, !isOffered {
                    faults.append("\(id) has no owner: \(conversation.state)")
                }
            }
            if conversation.isKept, conversation.state != .asking, records[id]?.isFinished != false {
                faults.append("\(id) has no open row")
            }
        }
        for (modem, board) in exchange.boards {
            for entry in board.entries where exchange[entry.id]?.isLive != true {
                faults.append("the board of \(modem) keeps \(entry.id)")
            }
        }
        let open = records.values.filter { !$0.isFinished }.map(\.id)
        for id in open where exchange[id]?.isLive != true { faults.append("the row of \(id) stays open") }
    }

    mutating func pick<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }

    mutating func ticket() -> UInt64 {
        tickets += 1
        return tickets
    }

    // MARK: One thing that happens

    mutating func step() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0, 1: dialSomething()
        case 2, 3, 4: resolveDial()
        case 5, 6, 7: resolveOperation()
        case 8: networkCalls()
        case 9, 10: networkChanges()
        case 11, 12, 13: controlSomething()
        case 14:
            guard let id = pick(asks) else { return }
            asks.removeAll { $0 == id }
            let answer = [true, true, false, nil].randomElement(using: &random) ?? nil
            act("answered \(id) \(answer.map(String.init) ?? "nobody")") { $0.answered(id, answer) }
        case 15, 16: appSays()
        case 17: appFinishes()
        case 18:
            now += UInt64.random(in: 0...20, using: &random) * 1_000_000_000
            act("time") { $0.time() }
        default: rare()
        }
    }

    mutating func dialSomething() {
        let ticket = ticket()
        dialTickets[ticket] = 0
        let kind = Int.random(in: 0..<5, using: &random)
        let number = kind == 0 ? "112" : "+4477009001\(Int.random(in: 10..<99, using: &random))"
        guard let text = try? DialString(number) else { return }
        let wish = CallWish(
            kind == 1 ? .other : .number(.init(number: text)), handle: HandleInfo(value: number),
            requester: pick(["dialer", "app.voip", "app.other"]), isAllowed: Bool.random(using: &random),
            line: pick([nil, nil, "line-1", "line-2", "line-9"]) ?? nil, isEmergency: kind == 0)
        act("dial \(number) \(wish.requester ?? "-") \(wish.isAllowed)") { $0.dial(wish, ticket: ticket) }
    }

    mutating func resolveDial() {
        guard !dials.isEmpty else { return }
        let dial = dials.remove(at: Int.random(in: 0..<dials.count, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            act("refused \(dial.id)") {
                $0.refused(dial.id, by: dial.modem, CallEnding(CallRefusal(.noService, reason: "no network")))
            }
        case 1: act("unknown \(dial.id)") { $0.unknown(dial.id, by: dial.modem) }
        default:
            guard modems[dial.modem]?.awaySince == nil, let index = freeIndex(dial.modem) else {
                return act("no room \(dial.id)") { $0.refused(dial.id, by: dial.modem, .unknownRequest) }
            }
            add(
                ModemCall(index: index, isIncoming: false, state: .dialing, number: .known(dial.request.number)),
                to: dial.modem)
            if Int.random(in: 0..<5, using: &random) == 0 {
                return act("unknown, and calls \(dial.id)") { $0.unknown(dial.id, by: dial.modem) }
            }
            // The modem's list and its answer come in any order.
            if Bool.random(using: &random) { report(dial.modem) }
            let told = Bool.random(using: &random) ? index : nil
            act("taken \(dial.id) \(told ?? 0)") { $0.taken(dial.id, by: dial.modem, index: told) }
            report(dial.modem)
        }
    }

    mutating func resolveOperation() {
        resolve(succeeds: Int.random(in: 0..<5, using: &random) > 0, reportsFirst: Bool.random(using: &random))
    }

    /// One modem does one thing after the other.
    mutating func resolve(succeeds: Bool, reportsFirst: Bool = false) {
        guard !operations.isEmpty else { return }
        let operation = operations.removeFirst()
        guard succeeds, modems[operation.modem]?.awaySince == nil else {
            return act("not done \(operation.run)") {
                $0.done(run: operation.run, CallRefusal(.wrongState, reason: "not now"))
            }
        }
        if case .operation(let what) = operation.step { apply(what, operation.modem) }
        if reportsFirst { report(operation.modem) }
        act("done \(operation.run) \(operation.step)") { $0.done(run: operation.run, nil) }
        report(operation.modem)
    }

    mutating func controlSomething() {
        guard let info = pick(exchange.infos) else { return }
        let offered = Array(info.actions).sorted { $0.rawValue < $1.rawValue }
        let action = Int.random(in: 0..<5, using: &random) == 0 ? pick(CallInfo.Action.allCases) : pick(offered)
        guard let action else { return }
        let ticket = ticket()
        controlTickets[ticket] = 0
        act("control \(info.id) \(action)") {
            $0.control(info.id, action, tones: action == .tones ? "12" : nil, ticket: ticket)
        }
    }

    mutating func appSays() {
        guard let app = pick(Self.apps) else { return }
        let own = exchange.live.filter { $0.carrier == .app(app) }.map(\.id)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: act("attach \(app)") { $0.attach(app, CallingAppInfo(conversations: own)) }
        case 1, 2:
            let id = "\(app)-\(ticket())"
            act("incoming \(id)") {
                try? $0.incoming(
                    id, ConversationUpdateInfo(members: [HandleInfo(kind: .generic, value: "ada")], capabilities: 31),
                    of: app)
            }
        case 3:
            guard let id = pick(own), let kind = pick([ConversationEventInfo.Kind.connecting, .connected, .ended])
            else {
                return
            }
            act("report \(id) \(kind)") { try? $0.report(ConversationEventInfo(kind, date: 0), id, of: app) }
        case 4:
            let id = "\(app)-\(ticket())"
            act("start \(id)") {
                try? $0.perform(
                    [ConversationActionInfo(id: "start-\(id)", conversation: id, kind: .start, deadline: 0)], of: app)
            }
        default:
            guard let id = pick(own), let kind = pick([ConversationActionInfo.Kind.join, .end, .pause, .mute]) else {
                return
            }
            let action = ConversationActionInfo(
                id: "act-\(ticket())", conversation: id, kind: kind, deadline: 0, isOn: Bool.random(using: &random))
            act("perform \(kind) \(id)") { try? $0.perform([action], of: app) }
        }
    }

    mutating func appFinishes() {
        guard let app = pick(Self.apps), exchange.apps[app]?.isAttached == true else { return }
        while exchange.nextEvent(of: app) != nil {}
        guard let action = pick(exchange.apps[app]?.actions.pending ?? []) else { return }
        let isFulfilled = Int.random(in: 0..<3, using: &random) > 0
        act("finish \(action.info.kind) \(action.info.conversation) \(isFulfilled)") {
            try? $0.finished(action.info.id, isFulfilled: isFulfilled, date: 0, of: app)
        }
    }

    mutating func rare() {
        guard let app = pick(Self.apps) else { return }
        switch Int.random(in: 0..<8, using: &random) {
        case 6, 7:
            guard let name = pick(Self.names) else { return }
            if modems[name]?.awaySince == nil { cut(name) } else { comeBack(name) }
        case 0: act("gone \(app)") { $0.appGone(app) }
        case 1: act("detach \(app)") { $0.detach(app) }
        case 2: act("cut off") { $0.cutOff() }
        case 3: act("launch failed \(app)") { $0.launchFailed(app) }
        default:
            let known = try? DialString("+447700900111")
            guard let id = exchange.handedBack(where: { _ in known != nil }) else { return }
            let ticket = ticket()
            dialTickets[ticket] = 0
            act("hand back \(id)") { $0.handBack(id, ticket: ticket) }
        }
    }

    // MARK: The end of the world

    /// Everybody answers, hangs up and leaves: nothing may be left.
    mutating func wind() {
        for _ in 0..<50 {
            for id in asks { act("no \(id)") { $0.answered(id, false) } }
            asks = []
            while let dial = dials.popLast() {
                act("at last refused \(dial.id)") { $0.refused(dial.id, by: dial.modem, .unknownRequest) }
            }
            while !operations.isEmpty {
                let operation = operations.removeFirst()
                act("at last not done") { $0.done(run: operation.run, CallRefusal(.silent, reason: "gone")) }
            }
            for app in Self.apps { act("at last gone \(app)") { $0.appGone(app) } }
            for name in Self.names {
                comeBack(name)
                let lost = modems[name]?.calls.map { EndedCall(index: $0.index, cause: .modemLost) } ?? []
                modems[name]?.gone += lost
                modems[name]?.calls = []
                report(name)
            }
            now += 61_000_000_000
            act("time") { $0.time() }
            if dials.isEmpty, operations.isEmpty, asks.isEmpty, exchange.live.isEmpty { break }
        }
        for conversation in exchange.live { faults.append("\(conversation.id) never ends: \(conversation.state)") }
        for (ticket, count) in dialTickets where count != 1 {
            faults.append("dial \(ticket) is answered \(count) times")
        }
        for (ticket, count) in controlTickets where count != 1 {
            faults.append("control \(ticket) is answered \(count) times")
        }
        for record in records.values where !record.isFinished { faults.append("the row of \(record.id) is open") }
        if !ringing.isEmpty { faults.append("it rings for ever") }
        if isAudioOn { faults.append("the microphone stays open") }
        if !exchange.runs.isEmpty { faults.append("steps are left over") }
    }
}
