import HandsetDBus

/// A received message as a reader is handed it.
package struct IncomingMessageInfo: DictionaryCodable {
    package enum SenderKind: String, Hashable, Sendable {
        case number, alphanumeric
        case shortCode = "short-code"
        case uri, unknown
    }
    /// The same at every delivery of the message.
    package var id: String
    package var line: String
    package var service: String
    package var sender: String
    package var senderKind: SenderKind
    package var text: String
    /// The service centre's time, seconds since 1970.
    package var sent: Int64?
    /// Of the service centre's clock, minutes east of UTC.
    package var utcOffset: Int?
    /// Seconds since 1970.
    package var received: Int64
    /// Whether parts are missing.
    package var isIncomplete: Bool
    /// The others to whom it was sent: of a message to a group.
    package var recipients: [String] = []
    package var subject: String?
    /// The fields of a multimedia message that have no place of their own, by their names (OMA MMS ENC, clause 7.2).
    package var headers: [String: String] = [:]
    package var parts: [MessagePartInfo] = []
    /// The octets of the parts.
    package var body: BusFileDescriptor?

    package init(
        id: String, line: String, service: String = "sms", sender: String, senderKind: SenderKind, text: String,
        sent: Int64? = nil, utcOffset: Int? = nil, received: Int64, isIncomplete: Bool = false
    ) {
        self.id = id
        self.line = line
        self.service = service
        self.sender = sender
        self.senderKind = senderKind
        self.text = text
        self.sent = sent
        self.utcOffset = utcOffset
        self.received = received
        self.isIncomplete = isIncomplete
    }

    package init(_ fields: Fields) throws(ServiceError) {
        id = try fields.required("id")
        line = try fields.string("line") ?? ""
        service = try fields.string("service") ?? "sms"
        sender = try fields.string("from") ?? ""
        senderKind = try fields.word("from-kind") ?? .unknown
        text = try fields.string("text", limit: InterfaceLimits.text) ?? ""
        sent = try fields.int64("sent")
        utcOffset = try fields.int32("offset").map(Int.init)
        received = try fields.int64("received") ?? 0
        isIncomplete = try fields.boolean("incomplete") ?? false
        recipients = try fields.strings("recipients", count: InterfaceLimits.identifiers)
        subject = try fields.string("subject", limit: InterfaceLimits.text)
        headers = try fields.stringDictionary("headers") ?? [:]
        parts = try fields.values("parts", count: InterfaceLimits.parts)
        body = try fields.fileDescriptor("body")
    }

    package var dictionary: [String: BusValue] {
        .known([
            "id": .text(id), "line": .text(line), "service": .text(service), "from": .text(sender),
            "from-kind": .string(senderKind.rawValue), "text": .text(text), "sent": sent.map { .int64($0) },
            "offset": utcOffset.map { .int32(Int32(clamping: $0)) }, "received": .int64(received),
            "incomplete": .boolean(isIncomplete), "recipients": recipients.isEmpty ? nil : .texts(recipients),
            "subject": subject.map { .text($0) }, "headers": headers.isEmpty ? nil : .stringDictionary(headers),
            "parts": parts.isEmpty ? nil : .values(parts),
            "body": body.map { .fileDescriptor($0) },
        ])
    }
}

/// An element of a queue with its place.
package struct QueueElement: Hashable, Sendable {
    /// Given back as `after`, it says that the element is done with.
    package var cursor: UInt64
    package var message: IncomingMessageInfo

    package init(cursor: UInt64, message: IncomingMessageInfo) {
        self.cursor = cursor
        self.message = message
    }
}

/// The sent messages that changed, and the revision to ask from next time.
package struct SentChanges: Hashable, Sendable {
    package var revision: UInt64
    package var sent: [SentInfo]

    package init(revision: UInt64, sent: [SentInfo]) {
        self.revision = revision
        self.sent = sent
    }
}
