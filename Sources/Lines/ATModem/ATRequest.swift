import HandsetAT

/// One command line and what is known of its answer.
struct ATRequest {
    var line: CommandLine
    var expectation: ResponseParser.Expectation
    /// What goes out after the prompt, before `0x1A`.
    var text: [UInt8]?
    /// Until the next line of the answer, or the prompt.
    var patience: Duration
    /// The same after the text has gone.
    var textPatience: Duration = .zero
    /// Takes each information response as it comes; they are not collected then.
    var onInformation: ((ResponseLine.Code, [UInt8]?) -> Void)?
    /// The name of the code that tells this answer from those of earlier commands.
    var marker: String?

    init(_ commands: [Command], patience: Duration) {
        line = CommandLine(commands)
        self.patience = patience
        expectation = ResponseParser.Expectation(
            names: Set(commands.filter(\.isQuestion).map(\.name)), echoes: [Array(line.encoded.dropLast())])
    }
}

extension Command {
    /// Every command may bring information of its own name; basic ones have no code.
    fileprivate var isQuestion: Bool { name.count > 2 }
}

/// How a command ended.
struct ATAnswer: Sendable {
    enum End: Hashable, Sendable {
        case final(FinalResult)
        /// The modem fell silent.
        case timedOut
        /// The link died, or there is none.
        case lost
    }
    /// An information response: its code and PDU line, or a line without code.
    struct Information: Hashable, Sendable {
        var code: ResponseLine.Code?
        var line: [UInt8]?
    }

    var end: End
    var information: [Information] = []
    /// Whether the command has left.
    var hasLeft = false
    /// Whether the text has left: from here on, nobody knows whether the network has it until the final result.
    var textHasLeft = false

    static let lost = ATAnswer(end: .lost)

    var isOK: Bool { end == .final(.ok) }

    /// Whether the same command may well work a moment later: the card was busy (3GPP TS 27.005, clause 3.2.5; 3GPP TS
    /// 27.007, clause 9.2.1), or the answer got lost.
    var mayPass: Bool { [.timedOut, .final(.cms(.simBusy)), .final(.cme(.simBusy))].contains(end) }

    /// The parameters of the first information response that `read` understands.
    func value<Value>(_ read: ([Parameter]) throws(ATError) -> Value) -> Value? {
        for information in information {
            if let code = information.code, let parameters = try? code.parameters(), let value = try? read(parameters) {
                return value
            }
        }
        return nil
    }

    /// The octets of each information response, its code left away.
    var contents: [[UInt8]] { information.compactMap { $0.code?.rest ?? $0.line } }
}
