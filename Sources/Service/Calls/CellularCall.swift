import HandsetLines
import HandsetPlatform

/// The life of one call on a modem: as a value, without I/O and clock.
///
/// The modem says where the call stands, and may pass over states; we say what was asked for here. Both together say how it ended.
struct CellularCall: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// The modem was told to call, and has shown no call yet.
        case requested
        case dialing, alerting, incoming, waiting, active, held
        case ended(CallEnding)
    }

    /// What somebody here has asked for that ends the call.
    enum Intent: Hashable, Sendable { case hangUp, decline }

    /// At the modem; nil until it has told.
    private(set) var index: Int?
    let isIncoming: Bool
    private(set) var number: ModemCall.Number
    private(set) var state: State
    private(set) var isMultiparty = false
    private(set) var isHeldByOther = false
    private(set) var wasConnected = false
    private(set) var intent: Intent?
    /// The modem has taken our request; until then what became of it is still to be told.
    private(set) var wasTaken = false
    /// Since when the modem is out of reach, or silent about a call that it was told to make; nil while the call is in sight.
    private(set) var lostAt: MonotonicTime?

    /// One that we ask for.
    init(requested number: String) {
        isIncoming = false
        self.number = .known(number)
        state = .requested
    }

    /// One that the modem tells of.
    init(_ call: ModemCall, isHeldByOther: Bool = false) {
        index = call.index
        isIncoming = call.isIncoming
        number = call.number
        state = Self.state(call.state)
        isMultiparty = call.isMultiparty
        self.isHeldByOther = isHeldByOther
        wasConnected = state == .active || state == .held
    }

    var isEnded: Bool { if case .ended = state { true } else { false } }
    var isRinging: Bool { state == .incoming || state == .waiting }
    /// The modem has been told to call and has not answered.
    var isUnanswered: Bool { state == .requested && !wasTaken }
    /// On its way out: no other may be made meanwhile.
    var isBeingMade: Bool { state == .requested || state == .dialing || state == .alerting }

    /// Whether what the modem shows can be this call: a number is given to another once a call is over.
    func matches(_ call: ModemCall) -> Bool {
        guard !isEnded, call.isIncoming == isIncoming else { return false }
        if let index { return index == call.index && !(wasConnected && Self.isSetup(call.state)) }
        return !call.isIncoming
    }

    /// Whether a call that the modem shows when it is back can be this one, which was lost: who it is with and where it stood decide.
    func mayBe(_ call: ModemCall) -> Bool {
        guard lostAt != nil, !isEnded, call.isIncoming == isIncoming else { return false }
        return !(wasConnected && Self.isSetup(call.state)) && !number.isOther(than: call.number)
    }

    private static func isSetup(_ state: ModemCall.State) -> Bool {
        switch state {
        case .dialing, .alerting, .incoming, .waiting: true
        case .active, .held: false
        }
    }

    /// The modem shows it so.
    mutating func update(_ call: ModemCall, isHeldByOther: Bool = false) {
        guard matches(call) else { return }
        lostAt = nil
        index = call.index
        state = Self.state(call.state)
        isMultiparty = call.isMultiparty
        self.isHeldByOther = isHeldByOther
        // What the modem does not tell again is not forgotten, and a number that we dialled is what was dialled.
        if isIncoming, call.number != .unavailable { number = call.number }
        if state == .active || state == .held { wasConnected = true }
    }

    /// The link to the modem is gone, or the modem silent: nobody knows how it stands.
    mutating func lose(_ now: MonotonicTime) {
        guard !isEnded, lostAt == nil else { return }
        lostAt = now
    }

    /// The modem is back, and shows it so.
    mutating func find(_ call: ModemCall, isHeldByOther: Bool) {
        guard mayBe(call) else { return }
        var call = call
        // Who it is with is known, and may be told in another form now.
        if case .known = number { call.number = number }
        index = call.index
        update(call, isHeldByOther: isHeldByOther)
    }

    /// The modem has taken the request; where it knows already, with the call's number.
    mutating func taken(index: Int?) {
        guard state == .requested, self.index == nil else { return }
        wasTaken = true
        self.index = index
    }

    /// Somebody here wants its end; nil when that could not be done.
    mutating func intend(_ intent: Intent?) {
        guard !isEnded else { return }
        self.intent = intent
    }

    /// The modem says that it is over.
    mutating func end(_ cause: CallEndCause) {
        guard !isEnded else { return }
        switch intent {
        case .hangUp: state = .ended(CallEnding(.local))
        case .decline: state = .ended(CallEnding(wasConnected ? .local : .declined))
        case nil: state = .ended(CallEnding(cause, wasConnected: wasConnected, isIncoming: isIncoming))
        }
    }

    /// The modem did not take it, or fell silent.
    mutating func fail(_ ending: CallEnding) {
        guard !isEnded else { return }
        state = .ended(intent == .hangUp ? CallEnding(.local) : ending)
    }

    /// Nobody has heard of it for too long.
    mutating func giveUp() {
        guard lostAt != nil else { return }
        if state == .requested { fail(.unknownRequest) } else { end(.modemLost) }
    }

    private static func state(_ state: ModemCall.State) -> State {
        switch state {
        case .active: .active
        case .held: .held
        case .dialing: .dialing
        case .alerting: .alerting
        case .incoming: .incoming
        case .waiting: .waiting
        }
    }
}
