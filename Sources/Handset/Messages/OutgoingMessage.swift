public import Foundation

/// A text to send.
public struct OutgoingMessage: Hashable, Sendable {
    /// The sender's own name for it. The same id with the same content, before the answer to the first has reached the
    /// caller, is the same attempt and gets its answer; afterwards it is a new message.
    public var id: String
    /// What carries it.
    public var service: MessageService
    /// The line that sends it.
    public var line: Line.ID
    /// Telephone numbers, with `+` when international; 100 at most.
    public var recipients: [String]
    /// The body, 256 KiB at most.
    public var text: String
    /// Whether the network is asked for a delivery report (3GPP TS 23.040, clause 3.2.9); it shows in ``SentMessage``.
    public var wantsReport: Bool
    /// Whether the recipients of a multimedia message are asked to report that they read it.
    public var wantsReadReport = false
    /// Of a multimedia message.
    public var subject: String?
    /// The parts of a multimedia message, in order.
    public var parts: [MessagePart] = []

    /// A multimedia message on `line` to one or more recipients.
    ///
    /// - Parameters:
    ///   - id: The caller's name for it. After ``SendResult/Outcome/unknown`` the same id with the same content is offered to the
    ///     carrier as the same transaction, which it may recognise.
    ///   - line: The line that sends it.
    ///   - recipients: Telephone numbers, or mail addresses.
    ///   - subject: Its subject; ``Line/Multimedia/maximumSubject`` characters at most.
    ///   - parts: Its parts, in order.
    ///   - wantsReport: Whether the network is asked for a delivery report.
    public init(
        id: String, line: Line.ID, to recipients: [String], subject: String? = nil, parts: [MessagePart],
        wantsReport: Bool = true
    ) {
        self.init(id: id, line: line, to: recipients, text: "", wantsReport: wantsReport)
        service = .mms
        self.subject = subject
        self.parts = parts
    }

    /// A text on `line` to one or more recipients.
    ///
    /// - Parameters:
    ///   - id: The caller's name for it; for SMS, any text of up to 64 characters.
    ///   - line: The line that sends it.
    ///   - recipients: Telephone numbers, with `+` when international.
    ///   - text: The body; a long one is sent in parts.
    ///   - wantsReport: Whether the network is asked for a delivery report.
    public init(id: String, line: Line.ID, to recipients: [String], text: String, wantsReport: Bool = true) {
        self.id = id
        self.service = .sms
        self.line = line
        self.recipients = recipients
        self.text = text
        self.wantsReport = wantsReport
    }
}

/// The end of an attempt to send.
public struct SendResult: Hashable, Sendable {
    /// How an attempt ended.
    public enum Outcome: Hashable, Sendable {
        /// The network has it.
        case taken
        /// Refused for now: the same message may be tried again later.
        case refusedTemporarily
        /// Refused for good: the same message will be refused again.
        case refusedPermanently
        /// The link ended between the message and its answer: it may or may not have been sent. Ask before sending it again.
        case unknown
    }

    /// How it ended.
    public let outcome: Outcome
    /// Why it was refused, in words without numbers.
    public let reason: String?
    /// The modem's or the network's code (3GPP TS 27.005, clause 3.2.5); of a multimedia message its MMSC's (OMA MMS ENC, clause
    /// 7.3.48), or a ``MultimediaRefusal``.
    public let code: Int?

    package init(outcome: Outcome, reason: String? = nil, code: Int? = nil) {
        self.outcome = outcome
        self.reason = reason.map(withoutNumbers)
        self.code = code
    }
}

/// What became of a message that an app of this machine sent.
public struct SentMessage: Hashable, Identifiable, Sendable {
    /// How far a message has come.
    public enum State: String, Hashable, Sendable {
        case sending
        /// The network has it.
        case taken
        case refused
        /// It may or may not have been sent.
        case unknown
        /// The recipient's device has it, says the network.
        case delivered
        /// The network gave up delivering it.
        case failed
    }

    /// Unique for ever, and growing.
    public let serial: UInt64
    /// The sender's name for it (``OutgoingMessage/id``), which may come again.
    public let messageID: String
    /// What carried it.
    public let service: MessageService
    /// The line that sent it.
    public let line: Line.ID
    /// Whom it was sent to.
    public let recipients: [String]
    /// How far it has come.
    public let state: State
    /// Short messages that it took.
    public let parts: Int
    /// When ``state`` became what it is.
    public let date: Date
    /// When the network says that the recipient had it.
    public let reportDate: Date?

    /// The serial.
    public var id: UInt64 { serial }

    package init(
        serial: UInt64, messageID: String, service: MessageService = .sms, line: Line.ID, recipients: [String],
        state: State, parts: Int = 1, date: Date, reportDate: Date? = nil
    ) {
        self.serial = serial
        self.messageID = messageID
        self.service = service
        self.line = line
        self.recipients = recipients
        self.state = state
        self.parts = parts
        self.date = date
        self.reportDate = reportDate
    }
}

/// Why Handset itself refused a multimedia message: ``SendResult/code`` in the place of the network's.
public enum MultimediaRefusal: Int, Hashable, Sendable {
    /// It is larger than the carrier allows.
    case tooLarge = 1
    /// A recipient is neither a number nor a mail address, or there are too many.
    case recipient = 2
    /// A part cannot be sent, or there is none.
    case parts = 3
    /// The line has no multimedia messages.
    case notConfigured = 4
    /// The line's data connection is not up.
    case notReady = 5
}
