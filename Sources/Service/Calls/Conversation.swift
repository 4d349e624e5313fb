import HandsetDialing
import HandsetInterface
import HandsetPlatform

/// A conversation of the house: cellular or an app's, from the wish or the first ring to its end.
struct Conversation: Hashable, Sendable {
    enum Carrier: Hashable, Sendable {
        case none
        case modem(String)
        case app(String)
    }

    let id: String
    let isIncoming: Bool
    let started: Int64
    var state: CallInfo.State
    var carrier = Carrier.none
    var handles: [HandleInfo] = []
    var isWithheld = false
    var line: String?
    var iccid: String?
    /// The app that asked for it.
    var requester: String?
    var isEmergency = false
    /// What was spoken elsewhere has made room for it: a call for help alone has the microphone.
    var isAlone = false
    var isMuted = false
    var isSilenced = false
    var isHeldByOther = false
    /// It is being taken, or turned away: it rings no longer.
    var isSettled = false
    var group: String?
    var connected: Int64?
    /// On the clock that nobody sets; nil for one that was connected in an earlier life of the daemon.
    var connectedAt: MonotonicTime?
    var ended: Int64?
    var ending: CallEnding?
    /// When it ended, on the other clock.
    var endedAt: MonotonicTime?

    var router: CallRouter?
    /// Who waits to hear what became of the wish.
    var tickets: [UInt64] = []
    /// Bits of `Conversation.Capabilities`, of an app's.
    var capabilities = Capabilities()
    /// What is to be sent once the other side has answered.
    var tones = ToneProgram()
    /// Whether it leaves a row in the history: what was only asked about, and what an app keeps to itself, does not.
    var isKept = true
    /// The calling app was offered it.
    var wasOffered = false
    /// An app has its media on.
    var hasSound = false

    struct Capabilities: OptionSet, Hashable, Sendable {
        var rawValue: UInt32 = 0
        static let pausing = Capabilities(rawValue: 1)
        static let merging = Capabilities(rawValue: 2)
        static let unmerging = Capabilities(rawValue: 4)
        static let tones = Capabilities(rawValue: 16)
    }

    init(id: String, isIncoming: Bool, started: Int64, state: CallInfo.State) {
        self.id = id
        self.isIncoming = isIncoming
        self.started = started
        self.state = state
    }

    var isLive: Bool { state != .ended }
    var isRinging: Bool { state == .incoming || state == .waiting }
    var modem: String? { if case .modem(let modem) = carrier { modem } else { nil } }
    /// The app that carries it or is offered it.
    var app: String? {
        if case .app(let app) = carrier { return app }
        if case .offered(let app, _)? = router?.stage { return app }
        return nil
    }
}

/// Tones behind a number: after the answer, with pauses, and where the person is to say so (TS 22.101, annex A).
struct ToneProgram: Hashable, Sendable {
    private(set) var steps: [DialSequence.Step] = []
    /// When the pause that it is in ends.
    private(set) var until: MonotonicTime?
    /// The person has to say go on.
    private(set) var waits = false
    private var hasBegun = false

    /// Most that a modem takes at once (`VoiceCapability.sendTones`).
    static let atOnce = 32

    init(_ steps: [DialSequence.Step] = []) { self.steps = steps }

    /// The other side has answered.
    mutating func begin(now: MonotonicTime) -> [String] {
        guard !hasBegun else { return [] }
        hasBegun = true
        return go(now)
    }

    /// The person says go on.
    mutating func proceed(now: MonotonicTime) -> [String] {
        guard waits else { return [] }
        waits = false
        return go(now)
    }

    mutating func time(now: MonotonicTime) -> [String] {
        guard let until, until <= now else { return [] }
        self.until = nil
        return go(now)
    }

    private mutating func go(_ now: MonotonicTime) -> [String] {
        var sent: [String] = []
        while let step = steps.first {
            steps.removeFirst()
            switch step {
            case .pause:
                until = now + DialSequence.pause
                return sent
            case .wait:
                waits = true
                return sent
            case .tones(let tones): sent += Self.pieces(tones.text)
            }
        }
        return sent
    }

    static func pieces(_ tones: String) -> [String] {
        var rest = tones[...]
        var pieces: [String] = []
        while !rest.isEmpty {
            pieces.append(String(rest.prefix(atOnce)))
            rest = rest.dropFirst(atOnce)
        }
        return pieces
    }
}
