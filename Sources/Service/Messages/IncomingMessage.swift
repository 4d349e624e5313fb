import HandsetLines

/// A message for the app with the role, as it lies in the queue.
struct IncomingMessage: Hashable, Sendable {
    /// Who sent it, as far as the network tells.
    struct Sender: Hashable, Sendable {
        enum Kind: String, Hashable, Sendable {
            case number, alphanumeric, uri, unknown
            case shortCode = "short-code"
        }
        var address: String
        var kind: Kind

        init(address: String, kind: Kind) {
            self.address = address
            self.kind = kind
        }
    }

    /// The decimal text of a `UInt32`, never given twice; empty until the store has given it.
    var id = ""
    var service = "sms"
    var line: LineID
    var sender: Sender
    var text: String
    /// The service centre's time, in seconds since 1970.
    var sent: Int64?
    /// The service centre's minutes east of UTC.
    var utcOffset: Int?
    var received: Int64
    /// Parts are missing.
    var isIncomplete = false
    /// The row of a multimedia message, which has the rest of it.
    var multimedia: Int64?

    init(
        line: LineID, sender: Sender, text: String, sent: Int64? = nil, utcOffset: Int? = nil, received: Int64,
        isIncomplete: Bool = false
    ) {
        self.line = line
        self.sender = sender
        self.text = text
        self.sent = sent
        self.utcOffset = utcOffset
        self.received = received
        self.isIncomplete = isIncomplete
    }
}
