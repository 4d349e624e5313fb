import HandsetAT
import HandsetLines

extension CallRefusal {
    /// What a modem said in place of OK; `nil` for the end of a call, whose cause is asked for.
    init?(_ end: ATAnswer.End, card: SIMState, isRegistered: Bool) {
        switch end {
        case .final(.cme(let error)):
            self.init(Kind(error), code: error.rawValue, reason: error.meaning)
        case .final(.error), .final(.cms), .final(.worded):
            self = Self.likely(card: card, isRegistered: isRegistered)
        case .final: return nil
        case .timedOut: self.init(.silent, reason: "the modem fell silent")
        case .lost: self = .noModem
        }
    }

    static let noModem = CallRefusal(.noModem, reason: "the modem cannot be reached")

    /// The reason for a refusal without one.
    private static func likely(card: SIMState, isRegistered: Bool) -> CallRefusal {
        switch card {
        case .absent: CallRefusal(.noSIM, reason: "there is no SIM")
        case .pinRequired, .pukRequired, .otherCodeRequired: CallRefusal(.pinRequired, reason: "the SIM is locked")
        case .unknown, .ready:
            isRegistered
                ? CallRefusal(.network, reason: "the modem refused without a reason")
                : CallRefusal(.noService, reason: "there is no service")
        }
    }

    init(_ cause: CallEndCause) {
        switch cause {
        case .busy: self.init(.busy, reason: "busy")
        case .barred: self.init(.barred, reason: "barred")
        case .noService: self.init(.noService, reason: "there is no service")
        case .noAnswer: self.init(.network, reason: "no answer")
        case .rejected: self.init(.network, reason: "rejected")
        case .unallocated: self.init(.network, reason: "there is no such number")
        case .unreachable: self.init(.network, reason: "the other phone cannot be reached")
        case .other(let number): self.init(.network, code: number, reason: "the network ended the call")
        case .modemLost: self = .noModem
        case .normal, .network, .unknown: self.init(.network, reason: "the network did not make the call")
        }
    }
}

extension CallRefusal.Kind {
    /// 3GPP TS 27.007, clause 9.2.1.
    init(_ error: CMEError) {
        self =
            switch error.rawValue {
            case 10, 13, 15: .noSIM
            case 5, 6, 7, 11, 12, 17, 18, 40...47: .pinRequired
            case 30, 32, 53, 54, 55: .noService
            case 56, 62: .barred
            case 3, 21, 51: .wrongState
            case 2, 14, 57: .busy
            case 4, 25, 26, 27, 50, 58: .notSupported
            default: .network
            }
    }
}

extension CallEndCause {
    /// 3GPP TS 24.008, table 10.5.123 and annex H.
    init(_ cause: CallCause) {
        self =
            switch cause.rawValue {
            case 16, 26, 31: .normal
            case 17: .busy
            case 19: .noAnswer
            case 21: .rejected
            case 1, 3, 22, 28: .unallocated
            case 18, 20, 27: .unreachable
            case 8, 50, 55, 57, 87: .barred
            case 34, 38, 41...44, 47, 49, 58, 63, 102, 111, 127: .network
            default: .other(cause.rawValue)
            }
    }
}
