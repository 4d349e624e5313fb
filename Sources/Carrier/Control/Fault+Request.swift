import HandsetAT

extension Fault {
    /// The fault that a request names (`docs/carrier.md` lists them).
    init(_ request: ControlRequest) throws(CarrierError) {
        let command = request.optionalString("command").map { $0.hasPrefix("AT") ? String($0.dropFirst(2)) : $0 }
        switch try request.string("fault") {
        case "lose-part": self = .losePart
        case "duplicate-part": self = .duplicatePart
        case "delay-part": self = .delayPart(try request.seconds("seconds"))
        case "reorder-part": self = .reorderPart
        case "truncate-part": self = .truncatePart(try request.int("octets"))
        case "lose-indication": self = .loseIndication
        case "lose-routed": self = .loseRoutedMessage
        case "refuse-cms": self = .refuseSubmissionCMS(try request.int("code"))
        case "refuse-cme": self = .refuseSubmissionCME(try request.int("code"))
        case "ignore-command": self = .ignoreCommand(command)
        case "lose-answer": self = .loseAnswer(command)
        case "fail-command":
            guard let command else { throw .invalid("request: command is missing") }
            self = .failCommand(command, cme: request.optionalInt("code"))
        case "delay-answer": self = .delayAnswer(try request.seconds("seconds"), command: command)
        case "cut-before-execution": self = .cutConnection(.beforeExecution, command: command)
        case "cut-before-answer": self = .cutConnection(.beforeAnswer, command: command)
        case "cut-after-answer": self = .cutConnection(.afterAnswer, command: command)
        case "stop-responding": self = .stopResponding(command: command)
        case "refuse-call": self = .refuseCall(CallCause(rawValue: try request.int("cause")))
        case "lose-ring": self = .loseRing
        case "lose-waiting": self = .loseWaitingIndication
        case "lose-call-end": self = .loseCallEnd
        case "lose-call-notice": self = .loseCallNotice
        case "lose-ussd": self = .loseUSSD
        case "garble-pdu": self = .garblePDU
        case let name: throw .invalid("fault \(name)")
        }
    }
}
