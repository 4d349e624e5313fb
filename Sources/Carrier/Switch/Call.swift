import HandsetAT

/// Who is at one end of a call.
enum CallParty {
    case modem(SimulatedModem)
    case subscriber(Subscriber)
    case emergencyCentre

    var modem: SimulatedModem? { if case .modem(let modem) = self { modem } else { nil } }
    var subscriber: Subscriber? { if case .subscriber(let subscriber) = self { subscriber } else { nil } }

    /// The number that the other end sees, where it may.
    var number: String? {
        switch self {
        case .modem(let modem): modem.card?.configuration.number
        case .subscriber(let subscriber): subscriber.number
        case .emergencyCentre: nil
        }
    }
}

/// A call that is not over yet.
final class Call {
    enum Phase { case settingUp, ringing, connected, over }

    let id: CallID
    let network: Network?
    let dialled: String
    let isWithheld: Bool
    let isEmergency: Bool
    var caller: CallParty
    var callee: CallParty?
    var phase = Phase.settingUp
    var timers: [Timeline.Token] = []

    init(
        id: CallID, network: Network?, caller: CallParty, dialled: String, isWithheld: Bool, isEmergency: Bool
    ) {
        self.id = id
        self.network = network
        self.caller = caller
        self.dialled = dialled
        self.isWithheld = isWithheld
        self.isEmergency = isEmergency
    }

    subscript(side: CallRecord.Side) -> CallParty? {
        switch side {
        case .caller: caller
        case .callee: callee
        case .network: nil
        }
    }

    func side(of modem: SimulatedModem) -> CallRecord.Side? {
        if caller.modem === modem { return .caller }
        return callee?.modem === modem ? .callee : nil
    }

    func side(of subscriber: Subscriber) -> CallRecord.Side? {
        if caller.subscriber === subscriber { return .caller }
        return callee?.subscriber === subscriber ? .callee : nil
    }

    func put(_ party: CallParty, at side: CallRecord.Side) {
        switch side {
        case .caller: caller = party
        case .callee: callee = party
        case .network: break
        }
    }
}

extension CallRecord.Side {
    var other: CallRecord.Side {
        switch self {
        case .caller: .callee
        case .callee: .caller
        case .network: .network
        }
    }
}
