public import Foundation

/// The kind of messages that a queue holds.
public struct MessageService: RawRepresentable, Hashable, Sendable {
    /// The service's name on the bus.
    public let rawValue: String
    /// The service with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Texts (3GPP TS 23.040).
    public static let sms = MessageService(rawValue: "sms")
    /// Multimedia messages (OMA MMS).
    public static let mms = MessageService(rawValue: "mms")
}

/// A message as the queue hands it over. The same ``id`` comes again when a loop ended with the message in hand.
public struct IncomingMessage: Hashable, Identifiable, Sendable {
    /// What ``sender`` is.
    public enum SenderKind: String, Hashable, Sendable {
        /// A telephone number, in international form where the network gave it so.
        case number
        /// Letters and digits that cannot be answered (3GPP TS 23.040, clause 9.1.2.5).
        case alphanumeric
        case shortCode = "short-code"
        case uri
        case unknown
    }

    /// Names the message for ever; for SMS a decimal number of 32 bits.
    public let id: String
    /// What brought it.
    public let service: MessageService
    /// The line that received it.
    public let line: Line.ID
    /// Who sent it, written as ``senderKind`` says.
    public let sender: String
    /// What ``sender`` is.
    public let senderKind: SenderKind
    /// The whole text.
    public let text: String
    /// The service centre's time stamp (3GPP TS 23.040, clause 9.2.3.11).
    public let sent: Date?
    /// The time zone of ``sent``, in minutes east of UTC.
    public let sentOffset: Int?
    /// When this machine had it.
    public let received: Date
    /// Parts of it are missing; they come as messages of their own if they come late.
    public let isIncomplete: Bool
    /// The others of a group that a multimedia message is to: neither ``sender`` nor the line's own number.
    public internal(set) var recipients: [String] = []
    /// Of a multimedia message.
    public internal(set) var subject: String?
    /// Of a multimedia message, in the order in which its presentation shows them; ``text`` is that of the texts among them.
    public internal(set) var parts: [MessagePart] = []
    /// Further fields of a multimedia message, by their names (OMA MMS ENC, clause 7.2).
    public internal(set) var headers: [String: String] = [:]

    /// Everybody in the conversation but this line, each once and in an order of its own: the same for each message of a group,
    /// whoever wrote it.
    public var members: [String] { Set(recipients + (sender.isEmpty ? [] : [sender])).sorted() }

    package init(
        id: String, service: MessageService = .sms, line: Line.ID, sender: String, senderKind: SenderKind = .number,
        text: String, sent: Date? = nil, sentOffset: Int? = nil, received: Date, isIncomplete: Bool = false
    ) {
        self.id = id
        self.service = service
        self.line = line
        self.sender = sender
        self.senderKind = senderKind
        self.text = text
        self.sent = sent
        self.sentOffset = sentOffset
        self.received = received
        self.isIncomplete = isIncomplete
    }
}
