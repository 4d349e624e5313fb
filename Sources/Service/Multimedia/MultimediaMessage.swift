import HandsetInterface
import HandsetLines
import HandsetMMS
import HandsetNumbers

/// A multimedia message as an app has it, from the octets that the MMSC gave.
struct MultimediaMessage: Hashable, Sendable {
    var sender: IncomingMessage.Sender
    /// The others whom it is to, without the line's own number.
    var recipients: [String]
    var subject: String?
    /// That of its text parts.
    var text: String
    var date: Int64?
    var headers: [String: String]
    var parts: [MessagePartInfo]
    /// The octets of the parts, one after the other.
    var body: [UInt8]

    init(
        _ message: MMSRetrieveConfirmation, announcedBy announcement: MMSNotification?, ownNumber: String?,
        in country: Country? = nil
    ) {
        let from = message.from?.address ?? announcement?.from?.address
        sender = from.map(IncomingMessage.Sender.init) ?? .init(address: "", kind: .unknown)
        subject = (message.subject ?? announcement?.subject).map { $0.text ?? "" }
        date = message.date.flatMap { Int64(exactly: $0) }
        recipients = Self.members(message.to + message.cc, without: [sender.address, ownNumber], in: country)
        headers = Self.headers(message)
        parts = []
        body = []
        var texts: [String] = []
        // Where the presentation cannot be read, the order in which they came.
        let slides = message.body.flatMap { try? $0.slides() }
        let shown = slides?.flatMap(\.parts) ?? message.body?.parts ?? []
        for part in shown where !part.contentType.mediaType.isNamed("application/smil") {
            // Texts cross the bus as UTF-8; what is in a set that nobody here reads stays as it came.
            let text = part.contentType.mediaType.isText ? part.text : nil
            if part.contentType.mediaType.isNamed("text/plain"), let text { texts.append(text) }
            let octets = text.map { Array($0.utf8) } ?? part.decodedData ?? part.data
            guard parts.count < InterfaceLimits.parts, body.count + octets.count <= InterfaceLimits.body else { break }
            let isAttachment = part.disposition?.kind == .attachment
            parts.append(
                MessagePartInfo(
                    type: Self.clipped(Self.type(of: part, isRead: text != nil)),
                    id: Self.clipped(part.contentID?.string ?? ""),
                    name: Self.clipped(part.name ?? ""), disposition: isAttachment ? .attachment : .inline,
                    offset: body.count, size: octets.count))
            body += octets
        }
        text = Self.clipped(texts.joined(separator: "\n"), InterfaceLimits.text)
        subject = subject.map { Self.clipped($0, InterfaceLimits.line) }
    }

    /// The media type; of a text in a set that nobody here reads with the set, since its octets are not UTF-8.
    private static func type(of part: MMSPart, isRead: Bool) -> String {
        let type = part.contentType.mediaType
        guard type.isText, !isRead else { return type.name }
        return "\(type.name); charset=\(part.contentType.charset?.name ?? "unknown")"
    }

    private static func headers(_ message: MMSRetrieveConfirmation) -> [String: String] {
        let values: KeyValuePairs<String, String?> = [
            "Message-ID": message.messageID?.string, "X-Mms-Transaction-ID": message.transactionID?.string,
            "X-Mms-MMS-Version": message.version?.name, "X-Mms-Message-Class": message.messageClass?.name,
            "X-Mms-Priority": message.priority?.name,
            "X-Mms-Delivery-Report": message.deliveryReport.map { $0 ? "yes" : "no" },
            "X-Mms-Read-Report": message.readReport.map { $0 ? "yes" : "no" },
            "Date": message.date.map { String($0) },
        ]
        var headers: [String: String] = [:]
        // A zero would end the text on the bus.
        for (name, value) in values { headers[name] = value.map { clipped($0.filter { $0 != "\0" }) } }
        return headers
    }

    /// The members of a group as one knows them: each once, and neither of `others`.
    static func members(_ addresses: [MMSAddress], without others: [String?], in country: Country?) -> [String] {
        let others = others.compactMap { $0.map { Party($0, in: country) } }
        var members: [Party] = []
        for address in addresses.prefix(InterfaceLimits.identifiers) {
            let party = Party(clipped(address.value), in: country)
            if !party.text.isEmpty, !(others + members).contains(where: party.isSame) { members.append(party) }
        }
        return members.map(\.text)
    }

    private static func clipped(_ text: String, _ limit: Int = InterfaceLimits.identifier) -> String {
        guard text.utf8.count > limit else { return text }
        var end = text.endIndex
        var count = text.utf8.count
        while count > limit, end > text.startIndex {
            let before = text.index(before: end)
            count -= text[before..<end].utf8.count
            end = before
        }
        return String(text[..<end])
    }

    /// What lies in the queue of it.
    func queued(on line: LineID, at time: Int64) -> IncomingMessage {
        var message = IncomingMessage(line: line, sender: sender, text: text, sent: date, received: time)
        message.service = Self.service
        return message
    }

    static let service = "mms"
}

extension IncomingMessage.Sender {
    init(_ address: MMSAddress) {
        switch address {
        case .phoneNumber: self.init(dialled: address.value)
        case .email: self.init(address: address.value, kind: .uri)
        case .shortCode: self.init(dialled: address.value)
        case .ipv4, .ipv6, .other: self.init(address: address.value, kind: .unknown)
        }
    }
}
