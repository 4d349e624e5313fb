import HandsetInterface
import HandsetLines
import HandsetPlatform

/// All conversations of the house, cellular and of apps, and what is to be done about them: as a value, without I/O.
///
/// A method takes in what happened; `settle` then tells what follows from how things stand: who rings, what is written down, who
/// is told. What has to be done comes out as effects, in their order (docs/calls.md).
struct Exchange: Sendable {
    enum ModemStep: Hashable, Sendable {
        case operation(CallOperation)
        case tones(String)
        case mute(Bool)
    }

    enum Effect: Hashable, Sendable {
        /// Asks the person whether to call.
        case ask(String)
        /// Starts an app, so that it takes what waits for it.
        case launch(app: String)
        /// Has a modem call, after what is in the way has been ended.
        case dial(String, modem: String, CallRequest, clearing: [CallOperation])
        /// Has a modem do something; `run` is told how it ended, 0 is nobody.
        case operate(run: UInt64, modem: String, ModemStep)
        case answer(ticket: UInt64, DialResult)
        case finish(ticket: UInt64, ServiceError?)
        case ring(String, Ring)
        case stopRinging(String)
        case record(CallRecord)
        /// Nobody here took the call.
        case missed(String)
        /// A link cannot be called, and who opened it sees no answer.
        case notMade(String)
        /// There is something for the app.
        case wake(app: String)
        case callsChanged
        case timer(MonotonicTime?)
        /// Whether a modem's call has the microphone and the speaker.
        case audio(Bool)
    }

    struct Ring: Hashable, Sendable {
        enum Kind: String, Hashable, Sendable { case incoming, waiting }
        var kind: Kind
        var isSilenced: Bool
        var actions: Set<CallInfo.Action>
    }

    enum Step: Hashable, Sendable {
        case modem(String, ModemStep)
        case app(String, ConversationActionInfo)
        /// The microphone of a modem's calls has been closed or opened.
        case muted(modem: String, Bool)
    }

    struct Run: Hashable, Sendable {
        enum Purpose: Hashable, Sendable {
            case control(ticket: UInt64, conversation: String)
            case dial(String)
            /// An app's own action, which comes back to it.
            case deliver(app: String, ConversationActionInfo, until: MonotonicTime)
            /// What nobody waits for, about a conversation; when it fails, the fallback is done in its place.
            case aside(String, fallback: [Step])

            /// The conversation that somebody does something to.
            var controlled: String? { if case .control(_, let id) = self { id } else { nil } }
        }
        var purpose: Purpose
        var steps: [Step]
    }

    /// Those that ended are shown for a while: whoever asked has to see why.
    static let remembrance = Duration.seconds(60)
    static let rememberedLimit = 32
    /// How long an app may be away after the bus was.
    static let reattachment = Duration.seconds(30)

    /// How long a call whose modem is out of reach, or silent about it, may go on unseen.
    var linkPatience = Duration.seconds(10)

    let makeID: @Sendable () -> String
    /// Oldest first.
    private(set) var order: [String] = []
    private(set) var table: [String: Conversation] = [:]
    var boards: [String: CallBoard] = [:]
    var apps: [String: CallingApp] = [:]
    var runs: [UInt64: Run] = [:]
    var lastRun: UInt64 = 0
    /// Rows that an earlier life of the daemon could not finish: their calls may go on.
    var unfinished: [CallRecord] = []
    /// Those that are to be hung up as soon as the modem says which they are.
    var doomed: Set<String> = []

    var surroundings = CallSurroundings()
    var now = MonotonicTime(nanoseconds: 0)
    /// Milliseconds since 1970.
    var date: Int64 = 0
    var effects: [Effect] = []

    // What has been told.
    private var rings: [String: Ring] = [:]
    private var records: [String: CallRecord] = [:]
    private var infosTold: [CallInfo] = []
    private var timerTold: MonotonicTime?
    private var audioTold = false

    init(makeID: @escaping @Sendable () -> String) { self.makeID = makeID }

    // MARK: The table

    subscript(id: String) -> Conversation? { table[id] }

    var conversations: [Conversation] { order.compactMap { table[$0] } }
    var live: [Conversation] { conversations.filter(\.isLive) }
    /// The machine stays awake.
    var isBusy: Bool { table.values.contains { $0.isLive } }

    mutating func insert(_ conversation: Conversation) {
        table[conversation.id] = conversation
        order.append(conversation.id)
    }

    mutating func change(_ id: String, _ body: (inout Conversation) -> Void) {
        guard var conversation = table[id] else { return }
        body(&conversation)
        table[id] = conversation
    }

    /// The end of a conversation, once.
    mutating func end(_ id: String, _ ending: CallEnding) {
        guard let before = table[id], before.isLive else { return }
        let (now, date) = (now, date)
        change(id) { conversation in
            if conversation.state == .asking { conversation.isKept = false }
            conversation.state = .ended
            conversation.ending = ending
            conversation.ended = date
            conversation.endedAt = now
            conversation.group = nil
            conversation.hasSound = false
            conversation.tickets = []
        }
        doomed.remove(id)
        for ticket in before.tickets {
            effects.append(
                .answer(
                    ticket: ticket,
                    DialResult(
                        .failed, call: id, cause: ending.cause, reason: ending.reason.isEmpty ? nil : ending.reason)))
        }
        if let app = before.app {
            for action in apps[app]?.actions.removeAll(of: id) ?? [] {
                if let run = action.run { fail(run, ServiceError(.refused, "the call is over")) }
            }
        }
        dissolve()
    }

    /// A group of one is none.
    mutating func dissolve() {
        for (group, members) in Dictionary(grouping: live.filter { $0.group != nil }, by: { $0.group })
        where members.count < 2 && group != nil {
            for member in members { change(member.id) { $0.group = nil } }
        }
    }

    // MARK: What follows

    /// Takes what is to be done.
    mutating func take() -> [Effect] {
        settle()
        defer { effects = [] }
        return effects
    }

    private mutating func settle() {
        mirror()
        hangUpDoomed()
        settleAudio()
        settleRings()
        settleRecords()
        forget()
        let infos = infos
        if infos != infosTold {
            infosTold = infos
            effects.append(.callsChanged)
        }
        let timer = deadline
        if timer != timerTold {
            timerTold = timer
            effects.append(.timer(timer))
        }
    }

    private mutating func hangUpDoomed() {
        for id in doomed.sorted() {
            guard let modem = table[id]?.modem, let call = boards[modem]?[id] else {
                doomed.remove(id)
                continue
            }
            guard let index = call.index, call.lostAt == nil else { continue }
            doomed.remove(id)
            effects.append(.operate(run: 0, modem: modem, .operation(.hangUp(index: index))))
        }
    }

    private mutating func settleRings() {
        var wanted: [String: Ring] = [:]
        for conversation in live where conversation.isRinging && !conversation.isSettled {
            wanted[conversation.id] = Ring(
                kind: conversation.state == .waiting ? .waiting : .incoming, isSilenced: conversation.isSilenced,
                actions: actions(of: conversation))
        }
        for id in rings.keys.sorted() where wanted[id] == nil {
            effects.append(.stopRinging(id))
            if let conversation = table[id], conversation.state == .ended, conversation.ending?.cause == .missed {
                effects.append(.missed(id))
            }
        }
        for (id, ring) in wanted.sorted(by: { $0.key < $1.key }) where rings[id] != ring {
            effects.append(.ring(id, ring))
        }
        rings = wanted
    }

    private mutating func settleRecords() {
        for conversation in conversations where conversation.isKept && conversation.state != .asking {
            let record = CallRecord(conversation)
            guard records[record.id] != record else { continue }
            records[record.id] = record
            // Before all else: what is done about it may end us.
            effects.insert(.record(record), at: 0)
        }
    }

    private mutating func settleAudio() {
        for app in apps.keys.sorted() {
            let wanted = live.contains { $0.carrier == .app(app) && $0.hasSound && $0.state != .held }
            guard var state = apps[app], state.isAttached, state.hasAudio != wanted else { continue }
            state.hasAudio = wanted
            state.actions.tell(CallingEventInfo(wanted ? .audioOn : .audioOff))
            apps[app] = state
        }
        for app in apps.keys.sorted() where apps[app]?.actions.hasEvents == true { effects.append(.wake(app: app)) }
        let isCalling = live.contains { $0.modem != nil && !$0.isRinging }
        if isCalling != audioTold {
            audioTold = isCalling
            effects.append(.audio(isCalling))
        }
    }

    private mutating func forget() {
        let over = conversations.filter { !$0.isLive }
        let old = over.filter { now >= ($0.endedAt ?? now) + Self.remembrance }.map(\.id)
        let surplus = over.dropLast(Self.rememberedLimit).map(\.id)
        for id in Set(old + surplus) {
            table[id] = nil
            records[id] = nil
            order.removeAll { $0 == id }
        }
    }

    // MARK: Time

    private var deadline: MonotonicTime? {
        var times: [MonotonicTime] = []
        for conversation in live {
            if case .offered(_, let until)? = conversation.router?.stage { times.append(until) }
            if let until = conversation.tones.until { times.append(until) }
        }
        if let linkDeadline { times.append(linkDeadline) }
        for app in apps.values { times += [app.actions.deadline, app.reattachBy].compactMap(\.self) }
        return times.min()
    }

    /// Something that was waited for has not come.
    mutating func time() {
        linkTime()
        for id in apps.keys.sorted() {
            for action in apps[id]?.actions.expire(now: now) ?? [] { unfulfilled(action, of: id) }
            if let until = apps[id]?.reattachBy, until <= now { appGone(id) }
        }
        for conversation in live {
            if case .offered(_, let until)? = conversation.router?.stage, until <= now { offerEnded(conversation.id) }
            let id = conversation.id
            guard let until = table[id]?.tones.until, until <= now else { continue }
            let now = now
            var pieces: [String] = []
            change(id) { pieces = $0.tones.time(now: now) }
            send(pieces, in: id)
        }
    }
}
