import HandsetCarrier

/// Something that goes wrong between a line and its network.
public enum NetworkFault: Hashable, Sendable {
    /// A part of a text on its way to the line is lost, and the network believes that it arrived.
    case losesPart
    /// A part comes twice.
    case doublesPart
    /// A part comes only after so long; others pass it.
    case delaysPart(Duration)
    /// A part comes after the one that follows it.
    case reordersParts
    /// The network refuses the next text from the line. `permanent` says that it never will take it: number barred; otherwise it has
    /// no room for now.
    case refusesText(permanent: Bool)
    /// The next text from the line is taken, and its answer is lost: whether it was sent is unknown.
    case losesAnswer
    /// The modem goes away in the middle of the next text from the line, and comes back.
    case cutsOff

    /// RP causes (3GPP TS 24.011, table 8.4) as +CMS ERROR tells them (TS 27.005, clause 3.2.5).
    var fault: Fault {
        switch self {
        case .losesPart: .losePart
        case .doublesPart: .duplicatePart
        case .delaysPart(let time): .delayPart(time)
        case .reordersParts: .reorderPart
        case .refusesText(let permanent): .refuseSubmissionCMS(permanent ? 8 : 42)
        case .losesAnswer: .loseAnswer("+CMGS")
        case .cutsOff: .cutConnection(.beforeAnswer, command: "+CMGS")
        }
    }
}

/// What somebody does with the texts that come from the machine.
public enum SubscriberHabit: Hashable, Sendable {
    /// Reads, and never answers.
    case silent
    /// Sends each text back behind a prefix.
    case echoes(prefix: String = "")
    /// Answers with these texts in turn, and from the first again.
    case answers([String])

    var behaviour: SubscriberBehaviour {
        switch self {
        case .silent: .silent
        case .echoes(let prefix): .echo(prefix: prefix)
        case .answers(let texts): .answers(texts)
        }
    }
}
