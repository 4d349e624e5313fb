import HandsetAT

/// Something that goes wrong on demand, once or a counted number of times.
///
/// Each is set on a modem, or on a network for whatever goes through it next. What happens at once (a SIM pulled,
/// coverage lost) is a call of `CarrierModem` instead.
package enum Fault: Hashable, Sendable {
    // MARK: Between network and modem (or subscriber): the next part on its way there
    /// The part is lost; the network believes that it arrived.
    case losePart
    /// The part is handed over twice, as when the network missed the first acknowledgement.
    case duplicatePart
    /// The part is held back for so long; later ones pass it.
    case delayPart(Duration)
    /// The part is held back until the next one has passed it, or 30 seconds.
    case reorderPart
    /// The part's TPDU is cut to so many octets.
    case truncatePart(Int)

    // MARK: Between modem and TE
    /// A +CMTI (or +CDSI) is not sent.
    case loseIndication
    /// A +CMT or +CDS is not sent.
    case loseRoutedMessage
    /// The next submission is refused with +CMS ERROR.
    case refuseSubmissionCMS(Int)
    /// The next submission is refused with +CME ERROR.
    case refuseSubmissionCME(Int)
    /// A command is not answered. `nil` is any; otherwise the command's name, as in "+CMGS".
    case ignoreCommand(String?)
    /// A command is carried out and not answered.
    case loseAnswer(String?)
    /// A command is answered with +CME ERROR (`nil` in place of a number: ERROR).
    case failCommand(String, cme: Int?)
    /// The connection ends around a command, or any.
    case cutConnection(CutPoint, command: String?)
    /// The PDU that a listing shows next is not hexadecimal.
    case garblePDU
    /// The answer to the next command comes only after so long.
    case delayAnswer(Duration, command: String?)
    /// The modem's program hangs at a command, or any: no answer and no code before its next start.
    case stopResponding(command: String?)

    // MARK: Calls
    /// The call that is made next fails in the network, for that cause.
    case refuseCall(CallCause)
    /// One RING (or +CRING) is not sent, nor the +CLIP that goes with it.
    case loseRing
    /// A +CCWA is not sent.
    case loseWaitingIndication
    /// NO CARRIER, BUSY or NO ANSWER is not sent: +CLCC alone shows that the call is over.
    case loseCallEnd
    /// A +CSSI or +CSSU is not sent.
    case loseCallNotice
    /// A +CUSD is not sent.
    case loseUSSD

    package enum CutPoint: String, Hashable, Sendable {
        /// The command (and its PDU) has come and is not carried out.
        case beforeExecution
        /// It is carried out (a PDU is with the network) and the answer does not go out.
        case beforeAnswer
        /// The answer has gone out.
        case afterAnswer
    }
}

extension Fault {
    /// Why a call fails of it.
    var refusalOfCall: CallCause? { if case .refuseCall(let cause) = self { cause } else { nil } }
}

/// Faults that are due, oldest first.
struct FaultList {
    private(set) var armed: [(fault: Fault, remaining: Int)] = []
    /// Called when one has struck.
    var onStrike: (() -> Void)?

    mutating func arm(_ fault: Fault, times: Int) {
        guard times > 0 else { return }
        armed.append((fault, times))
    }

    mutating func clear() { armed = [] }

    /// Uses up one count of the oldest fault that `match` has a value for.
    mutating func take<Value>(_ match: (Fault) -> Value?) -> Value? {
        for index in armed.indices {
            guard let value = match(armed[index].fault) else { continue }
            armed[index].remaining -= 1
            if armed[index].remaining == 0 { armed.remove(at: index) }
            onStrike?()
            return value
        }
        return nil
    }

    mutating func take(_ fault: Fault) -> Bool { take { $0 == fault ? () : nil } != nil }
}
