import HandsetDialing
import HandsetInterface
import HandsetLines
import HandsetPlatform

/// Somebody's wish to call, as it was understood.
struct CallWish: Hashable, Sendable {
    enum Destination: Hashable, Sendable {
        case number(Dialling.Call)
        /// Not a number: only an app can reach it.
        case other
    }

    var destination: Destination
    var handle: HandleInfo
    /// The bundle id of the app that asks; nil for a program without one.
    var requester: String?
    /// The dialer, a person's tool, a call that is handed back: nobody is asked.
    var isAllowed: Bool
    /// The line that is asked for.
    var line: String?
    var isEmergency: Bool
    /// Who opened it sees no answer.
    var isLink: Bool

    init(
        _ destination: Destination, handle: HandleInfo, requester: String?, isAllowed: Bool, line: String? = nil,
        isEmergency: Bool = false, isLink: Bool = false
    ) {
        self.isLink = isLink
        self.destination = destination
        self.handle = handle
        self.requester = requester
        self.isAllowed = isAllowed
        self.line = line
        self.isEmergency = isEmergency
    }

    var call: Dialling.Call? { if case .number(let call) = destination { call } else { nil } }
}

/// What the way of a call depends on: the lines and modems as they are, who is set, who can be asked.
struct CallSurroundings: Hashable, Sendable {
    struct Line: Hashable, Sendable {
        var id: String
        var label: String
        var iccid: String?
        var modem: String?
        /// Why no call can be made on it now.
        var obstacle: CallEnding?
    }

    var lines: [Line] = []
    /// The person's choice, where there is one.
    var preferredLine: String?
    /// Every modem that has voice, for an emergency: the ones with a network first.
    var modems: [String] = []
    /// The default calling app, if it can be reached.
    var callingApp: String?
    /// Somebody is there to be asked.
    var canAsk = false

    func line(_ id: String) -> Line? { lines.first { $0.id == id } }
    func line(on modem: String) -> Line? { lines.first { $0.modem == modem } }
}

/// The way of one wish to call: asked about, offered to the calling app, made on a line. As a value, without I/O and clock.
struct CallRouter: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        case new
        case asking
        case offered(app: String, until: MonotonicTime)
        /// The calling app has taken it: no wish any more, a conversation of the app.
        case carried(app: String)
        /// Told to a modem; for an emergency, with those that are left to try.
        case dialing(modem: String, left: [String])
        case failed
    }

    enum Event: Hashable, Sendable {
        case begin
        case answered(Bool)
        /// The app has fulfilled its action.
        case taken
        /// The app has said no, is gone, was silent for too long, or hands the call back.
        case offerEnded
        /// A modem did not take the call.
        case refused(CallEnding)
    }

    enum Step: Hashable, Sendable {
        case ask
        case offer(app: String)
        case carried
        case dial(modem: String, line: CallSurroundings.Line?)
        case fail(CallEnding)
        /// What happened changes nothing.
        case none
    }

    /// How long the calling app has (docs/calls.md).
    static let patience = Duration.seconds(30)

    let wish: CallWish
    private(set) var stage = Stage.new

    init(_ wish: CallWish) { self.wish = wish }

    mutating func handle(_ event: Event, _ surroundings: CallSurroundings, now: MonotonicTime) -> Step {
        switch (stage, event) {
        case (.new, .begin):
            guard !wish.isAllowed else { return route(surroundings, now) }
            // Nobody is asked for a yes to what cannot be done.
            if let obstacle = obstacle(surroundings) { return fail(obstacle) }
            guard surroundings.canAsk else { return fail(Self.nobodyToAsk) }
            stage = .asking
            return .ask
        case (.asking, .answered(true)): return route(surroundings, now)
        case (.asking, .answered(false)): return fail(Self.saidNo)
        case (.offered(let app, _), .taken):
            stage = .carried(app: app)
            return .carried
        case (.offered, .offerEnded), (.carried, .offerEnded): return dial(surroundings)
        case (.dialing(_, let left), .refused(let ending)):
            guard wish.isEmergency, let next = left.first else { return fail(ending) }
            return dial(on: next, left: Array(left.dropFirst()), surroundings)
        default: return .none
        }
    }

    private mutating func fail(_ ending: CallEnding) -> Step {
        stage = .failed
        return .fail(ending)
    }

    /// Why a yes would be of no use now.
    private func obstacle(_ surroundings: CallSurroundings) -> CallEnding? {
        if !wish.isEmergency, let app = surroundings.callingApp, app != wish.requester { return nil }
        guard wish.call != nil else { return Self.noApp }
        if wish.isEmergency { return surroundings.modems.isEmpty ? Self.noModem : nil }
        switch choose(surroundings) {
        case .success(let line): return line.modem == nil ? line.obstacle ?? Self.noModem : nil
        case .failure(let failure): return failure.ending
        }
    }

    private mutating func route(_ surroundings: CallSurroundings, _ now: MonotonicTime) -> Step {
        // An emergency call waits for nobody, and no app may keep it (3GPP TS 22.101, clause 10).
        if !wish.isEmergency, let app = surroundings.callingApp, app != wish.requester {
            stage = .offered(app: app, until: now + Self.patience)
            return .offer(app: app)
        }
        return dial(surroundings)
    }

    private mutating func dial(_ surroundings: CallSurroundings) -> Step {
        guard wish.call != nil else {
            let wasOffered: Bool
            switch stage {
            case .offered, .carried: wasOffered = true
            default: wasOffered = false
            }
            return fail(wasOffered ? .appFailed : Self.noApp)
        }
        if wish.isEmergency {
            guard let first = surroundings.modems.first else { return fail(Self.noModem) }
            return dial(on: first, left: Array(surroundings.modems.dropFirst()), surroundings)
        }
        switch choose(surroundings) {
        case .success(let line):
            guard let modem = line.modem else { return fail(line.obstacle ?? Self.noModem) }
            return dial(on: modem, left: [], surroundings)
        case .failure(let failure): return fail(failure.ending)
        }
    }

    private mutating func dial(on modem: String, left: [String], _ surroundings: CallSurroundings) -> Step {
        stage = .dialing(modem: modem, left: left)
        return .dial(modem: modem, line: surroundings.line(on: modem))
    }

    // MARK: The line

    private struct NoLine: Error { var ending: CallEnding }

    /// The one that is asked for, else the preferred one, else the only one.
    private func choose(_ surroundings: CallSurroundings) -> Result<CallSurroundings.Line, NoLine> {
        func usable(_ line: CallSurroundings.Line) -> Result<CallSurroundings.Line, NoLine> {
            if let obstacle = line.obstacle { return .failure(NoLine(ending: obstacle)) }
            return .success(line)
        }
        if let asked = wish.line {
            guard let line = surroundings.line(asked) else { return .failure(NoLine(ending: Self.noSuchLine)) }
            return usable(line)
        }
        if let preferred = surroundings.preferredLine.flatMap({ surroundings.line($0) }) { return usable(preferred) }
        let able = surroundings.lines.filter { $0.obstacle == nil }
        if able.count == 1 { return .success(able[0]) }
        if able.isEmpty, surroundings.lines.count == 1 { return usable(surroundings.lines[0]) }
        guard !able.isEmpty else {
            // Each has its reason: of several the first is as good as any.
            return .failure(NoLine(ending: surroundings.lines.first?.obstacle ?? Self.noLine))
        }
        // The lines are nobody's to know who may not call by himself.
        guard wish.isAllowed else { return .failure(NoLine(ending: Self.severalLines)) }
        let names = able.map { "\($0.label) (\($0.id))" }.joined(separator: ", ")
        return .failure(
            NoLine(
                ending: CallEnding(
                    .noLine, "There are several lines: say which one, or set preferredLine. They are \(names).")))
    }

    static let nobodyToAsk = CallEnding(
        .refused, "Nobody can be asked: no session here shows notifications. Use `handset call`.")
    static let saidNo = CallEnding(.refused, "The person said no.")
    static let noApp = CallEnding(
        .noLine, "This is not a phone number, and no app for internet calls is set: `handset role calling APP`.")
    static let severalLines = CallEnding(
        .noLine, "There are several lines, and none is preferred: set preferredLine, or use `handset call --line`.")
    static let noModem = CallEnding(.noLine, "No modem that can call is here: see `handset status`.")
    static let noLine = CallEnding(.noLine, "There is no line: see `handset lines`.")
    static let noSuchLine = CallEnding(.noLine, "There is no line of that id: see `handset lines`.")
}
