import HandsetLines

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
    /// On its way out: no other may be made meanwhile.
    var isBeingMade: Bool { state == .requested || state == .dialing || state == .alerting }

    /// Whether what the modem shows can be this call: a number is given to another once a call is over.
    func matches(_ call: ModemCall) -> Bool {
        guard !isEnded, call.isIncoming == isIncoming else { return false }
        if let index { return index == call.index && !(wasConnected && Self.isSetup(call.state)) }
        return !call.isIncoming
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
        index = call.index
        state = Self.state(call.state)
        isMultiparty = call.isMultiparty
        self.isHeldByOther = isHeldByOther
        // What the modem does not tell again is not forgotten, and a number that we dialled is what was dialled.
        if isIncoming, call.number != .unavailable { number = call.number }
        if state == .active || state == .held { wasConnected = true }
    }

    /// The modem has taken the request; where it knows already, with the call's number.
    mutating func taken(index: Int?) {
        guard state == .requested, self.index == nil else { return }
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
        case .decline: state = .ended(CallEnding(.declined))
        case nil: state = .ended(CallEnding(cause, wasConnected: wasConnected, isIncoming: isIncoming))
        }
    }

    /// The modem did not take it, or fell silent.
    mutating func fail(_ ending: CallEnding) {
        guard !isEnded else { return }
        state = .ended(intent == .hangUp ? CallEnding(.local) : ending)
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
