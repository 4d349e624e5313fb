import HandsetInterface
import HandsetLines

/// Why a conversation ended, as a person is told it.
struct CallEnding: Hashable, Sendable {
    var cause: CallInfo.Cause
    var reason: String

    init(_ cause: CallInfo.Cause, _ reason: String = "") {
        self.cause = cause
        self.reason = reason
    }

    /// Of a call that the modem says is over (3GPP TS 24.008, table 10.5.123).
    init(_ cause: CallEndCause, wasConnected: Bool, isIncoming: Bool) {
        switch cause {
        case .normal:
            self =
                wasConnected
                ? CallEnding(.remote) : isIncoming ? CallEnding(.missed) : CallEnding(.remote, "The call was ended.")
        case .busy: self.init(.busy, "The other party is busy.")
        case .noAnswer: self = isIncoming ? CallEnding(.missed) : CallEnding(.noAnswer, "Nobody answered.")
        case .rejected: self.init(.rejected, "The other party declined.")
        case .unallocated: self.init(.unallocated, "There is no such number: check it and dial again.")
        case .unreachable: self.init(.unreachable, "The other party's phone is off or out of coverage.")
        case .barred: self.init(.barred, "The line is not allowed to make this call: ask its carrier.")
        case .network: self.init(.network, "The network could not make the call: try again later.")
        case .noService: self.init(.noService, "There is no network: try again where there is coverage.")
        case .modemLost: self.init(.modemLost, "The modem is gone: see `handset status`.")
        // "Non-selected user clearing": another device of the subscription took it.
        case .other(26) where isIncoming: self.init(.answeredElsewhere)
        case .other(let number): self.init(.unknown, "The network ended the call (cause \(number)).")
        case .unknown:
            self = isIncoming && !wasConnected ? CallEnding(.missed) : CallEnding(wasConnected ? .remote : .unknown)
        }
    }

    /// Of a request that the modem did not take.
    init(_ refusal: CallRefusal) {
        let cause: CallInfo.Cause =
            switch refusal.kind {
            case .noModem: .modemLost
            case .pinRequired: .pinRequired
            case .noSIM: .noLine
            case .noService: .noService
            case .barred: .barred
            case .busy: .busy
            case .network: .network
            case .silent: .modemLost
            case .wrongState, .notSupported: .unknown
            }
        self.init(cause, refusal.reason)
    }

    /// What may have happened and nobody can say.
    static let unknownRequest = CallEnding(
        .modemLost, "The modem fell silent while it was told to call: the other party's phone may ring.")
    static let appFailed = CallEnding(.appFailed, "The app for internet calls has ended or does not answer.")
}
