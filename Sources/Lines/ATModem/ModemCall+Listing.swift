import HandsetAT
import HandsetLines

extension ListedCall {
    /// Whether it is a person's: LTE modems list their data connections too.
    var isVoice: Bool { mode != .data && mode != .fax }
}

extension ModemCall {
    init(_ listed: ListedCall) {
        self.init(
            index: listed.index, isIncoming: listed.direction == .mobileTerminated, state: State(listed.state),
            isMultiparty: listed.isMultiparty, number: Number(listed.caller))
    }

    var isBeingMade: Bool { state == .dialing || state == .alerting }

    /// Whether a call of the same index in a later listing can be this one.
    func mayBe(_ later: ModemCall) -> Bool {
        guard isIncoming == later.isIncoming else { return false }
        let wasTaken = state == .active || state == .held
        let isTaken = later.state == .active || later.state == .held
        if wasTaken, !isTaken { return false }
        if state == .alerting, later.state == .dialing { return false }
        return isTaken || !isIncoming || !number.isOther(than: later.number)
    }
}

extension ModemCall.State {
    init(_ state: CallState) {
        self =
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

extension ModemCall.Number {
    init(_ caller: CallerNumber) {
        if let number = caller.number {
            self = .known(number)
        } else {
            self = caller.validity == .withheld ? .withheld : .unavailable
        }
    }

    func says(moreThan other: ModemCall.Number) -> Bool { rank > other.rank }

    private var rank: Int {
        switch self {
        case .known: 2
        case .withheld: 1
        case .unavailable: 0
        }
    }
}
