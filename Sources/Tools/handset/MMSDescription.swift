import HandsetMMS
import HandsetWireCore

/// A message as `handset mms decode` prints it: what is absent has no member.
struct MMSDescription {
    var json: PDUJSON { .object(members) }
    private var members: [(String, PDUJSON)] = []

    init(of octets: [UInt8]) throws(DecodeError) {
        var fields: MMSFields?
        if WAPPush.isPush(octets) {
            let push = try WAPPush(decoding: octets)
            members.append(("push", Self.json(push)))
            if push.subject == .mms { fields = try push.pdu().fields }
        } else {
            fields = try MMSPDU(decoding: octets).fields
        }
        if let fields { add(fields) }
    }

    private mutating func add(_ name: String, _ value: PDUJSON?) {
        if let value { members.append((name, value)) }
    }

    private mutating func add(_ fields: MMSFields) {
        add(fields, "type", .messageType, MMSMessageType.self)
        add("transactionID", fields.text(.transactionID).map(Self.json))
        add(fields, "version", .version, MMSVersion.self)
        add("messageID", fields.text(.messageID).map(Self.json))
        add("date", fields.date.map(Self.json))
        add("from", fields.from.map { $0.address.map(Self.json) ?? .string("insert-address") })
        for (name, field) in [("to", MMSField.to), ("cc", .cc), ("bcc", .bcc)] {
            let addresses = fields.addresses(field)
            add(name, addresses.isEmpty ? nil : .array(addresses.map(Self.json)))
        }
        add("subject", fields.subject.map(Self.json))
        add("messageClass", fields.messageClass.map { .string($0.name) })
        add("messageSize", fields[.messageSize]?.integer.map(Self.json))
        add("expiry", fields.time(.expiry).map(Self.json))
        add("deliveryTime", fields.time(.deliveryTime).map(Self.json))
        add("contentLocation", fields.text(.contentLocation).map(Self.json))
        add(fields, "priority", .priority, MMSPriority.self)
        add(fields, "senderVisibility", .senderVisibility, MMSSenderVisibility.self)
        add("deliveryReport", fields.answer(.deliveryReport).map(PDUJSON.bool))
        add("readReport", fields.answer(.readReport).map(PDUJSON.bool))
        add("reportAllowed", fields.answer(.reportAllowed).map(PDUJSON.bool))
        add(fields, "responseStatus", .responseStatus, MMSResponseStatus.self)
        add("responseText", fields[.responseText]?.encodedString.map(Self.json))
        add(fields, "retrieveStatus", .retrieveStatus, MMSRetrieveStatus.self)
        add("retrieveText", fields[.retrieveText]?.encodedString.map(Self.json))
        add(fields, "status", .status, MMSStatus.self)
        add("statusText", fields[.statusText]?.encodedString.map(Self.json))
        add(fields, "readStatus", .readStatus, MMSReadStatus.self)
        add(fields, "contentClass", .contentClass, MMSContentClass.self)
        addOthers(fields)
        if let body = fields.body { add(body) }
    }

    private mutating func add<Token: MMSToken>(
        _ fields: MMSFields, _ name: String, _ field: MMSField, _ type: Token.Type
    ) {
        let token: Token? = fields.token(field)
        add(name, token.map { $0.name.map(PDUJSON.string) ?? .string("0x" + String($0.rawValue, radix: 16)) })
    }

    private static let shown: Set<MMSField> = [
        .messageType, .transactionID, .version, .messageID, .date, .from, .to, .cc, .bcc, .subject, .messageClass,
        .messageSize, .expiry, .deliveryTime, .contentLocation, .priority, .senderVisibility, .deliveryReport,
        .readReport,
        .reportAllowed, .responseStatus, .responseText, .retrieveStatus, .retrieveText, .status, .statusText,
        .readStatus,
        .contentClass,
    ]

    /// Fields without a member of their own, their values as digits.
    private mutating func addOthers(_ fields: MMSFields) {
        let others: [PDUJSON] = fields.headers.fields.compactMap { header in
            var name = ""
            switch header.name {
            case .assigned(let number):
                let field = MMSField(rawValue: number)
                guard !Self.shown.contains(field) else { return nil }
                name = field.name.isEmpty ? "0x" + String(0x80 | number, radix: 16) : field.name
            case .text(let text): name = text.string
            case .shift: name = "shift"
            }
            return .object([("name", .string(name)), ("value", .string(Hex.string(header.value.octets)))])
        }
        add("others", others.isEmpty ? nil : .array(others))
    }

    private mutating func add(_ body: MMSBody) {
        add("contentType", .string(body.contentType.description))
        add("parts", .array(body.parts.map(Self.json)))
        guard let slides = try? body.slides() else { return }
        let names = slides.map { PDUJSON.array($0.parts.map { PDUJSON($0.name) }) }
        add("slides", .array(names))
    }

    // MARK: Values

    private static func json(_ text: TextValue) -> PDUJSON { .string(text.string) }

    private static func json(_ number: UInt64) -> PDUJSON { .number(Int(clamping: number)) }

    /// A text, or the octets of one that we do not read.
    private static func json(_ string: EncodedString) -> PDUJSON {
        if let text = string.text { return .string(text) }
        let charset = string.charset.map { $0.name ?? "\($0.rawValue)" }
        return .object([("charset", PDUJSON(charset)), ("octets", .string(Hex.string(string.octets)))])
    }

    private static func json(_ time: MMSTime) -> PDUJSON {
        switch time {
        case .absolute(let seconds): .object([("absolute", json(seconds))])
        case .relative(let seconds): .object([("relative", json(seconds))])
        }
    }

    private static func json(_ address: MMSAddress) -> PDUJSON {
        let type =
            switch address {
            case .phoneNumber: "PLMN"
            case .email: "email"
            case .ipv4: "IPv4"
            case .ipv6: "IPv6"
            case .shortCode: "shortCode"
            case .other(_, let type): type
            }
        return .object([("type", .string(type)), ("value", .string(address.value))])
    }

    private static func json(_ part: MMSPart) -> PDUJSON {
        var members: [(String, PDUJSON)] = [("contentType", .string(part.contentType.description))]
        if let name = part.name { members.append(("name", .string(name))) }
        if let id = part.contentID { members.append(("contentID", json(id))) }
        if let location = part.contentLocation { members.append(("contentLocation", json(location))) }
        members.append(("octets", .number(part.data.count)))
        if let text = part.text { members.append(("text", .string(text))) }
        if let parts = part.multipart?.parts { members.append(("partCount", .number(parts.count))) }
        return .object(members)
    }

    private static func json(_ push: WAPPush) -> PDUJSON {
        var members: [(String, PDUJSON)] = [
            ("transactionID", .number(Int(push.transactionID))), ("contentType", .string(push.contentType.description)),
        ]
        if let application = push.applicationID { members.append(("applicationID", json(application))) }
        members.append(("subject", .string("\(push.subject)")))
        members.append(("octets", .number(push.body.count)))
        return .object(members)
    }
}
