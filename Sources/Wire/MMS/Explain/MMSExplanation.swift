package import HandsetWireCore

/// What each octet of a PDU or of a push is for: what `handset mms explain` prints.
///
/// It holds the message's texts and numbers, and belongs on the screen of whoever asked, never in a log.
package struct MMSExplanation: Hashable, Sendable {
    /// Some octets and what they say.
    package struct Line: Hashable, Sendable {
        /// The first octet, from the beginning of the file.
        package var offset: Int
        package var octets: [UInt8]
        /// How deep it lies: 0 for a field of the PDU, more for one of a part.
        package var depth: Int
        package var name: String
        package var value: String
    }

    package private(set) var lines: [Line] = []
    /// What stopped the reading; the octets from there on are the last line.
    package private(set) var failure: DecodeError?
    private var offset = 0
    private var depth = 0

    /// The explanation of a push or of a PDU by itself.
    package init(of octets: [UInt8]) {
        if WAPPush.isPush(octets) {
            do throws(DecodeError) { add(try WAPPush(decoding: octets), octets) } catch {
                fail(error, from: 0, octets[...])
            }
        } else {
            add(pdu: octets)
        }
    }

    /// - Parameter start: the offset that the error's own counts from.
    private mutating func fail(_ error: DecodeError, from start: Int, _ rest: ArraySlice<UInt8>) {
        failure = error
        failure?.offset += start
        if !rest.isEmpty { add("unread", "\(error.kind)", [UInt8](rest)) }
    }

    private mutating func add(pdu octets: [UInt8]) {
        let start = offset
        let (fields, failure) = MMSFields.reading(octets)
        add(fields)
        if let failure { fail(failure, from: start, octets.dropFirst(offset - start)) }
    }

    private mutating func add(_ name: String, _ value: String, _ octets: [UInt8]) {
        lines.append(Line(offset: offset, octets: octets, depth: depth, name: name, value: value))
        offset += octets.count
    }

    private mutating func add(_ push: WAPPush, _ octets: [UInt8]) {
        var header = push.contentType.octets
        push.headers.append(to: &header)
        // As it came: a sender may write it longer than it need be.
        let length = octets.dropFirst(2).dropLast(header.count + push.body.count)
        add("TID", "\(push.transactionID)", [push.transactionID])
        add("PDU type", push.isConfirmed ? "confirmed push" : "push", [push.isConfirmed ? 0x07 : 0x06])
        add("HeadersLen", "\(header.count)", [UInt8](length))
        add("Content-Type", push.contentType.description, push.contentType.octets)
        add(push.headers)
        if push.subject == .mms {
            add(pdu: push.body)
        } else {
            add("body", "\(push.body.count) octets", push.body)
        }
    }

    private mutating func add(_ fields: MMSFields) {
        for header in fields.headers.fields {
            var octets: [UInt8] = []
            header.append(to: &octets)
            switch header.name {
            case .assigned(let number):
                let field = MMSField(rawValue: number)
                let name = field.name.isEmpty ? "field 0x" + String(0x80 | number, radix: 16) : field.name
                add(name, Self.text(of: header.value, in: field), octets)
            case .text(let name): add(name.string, Self.text(of: header.value), octets)
            case .shift: add("shift", "", octets)
            }
        }
        guard let body = fields.body else { return }
        add(
            "Content-Type", body.contentType.description,
            [0x80 | MMSField.contentType.rawValue] + body.contentType.octets)
        switch body.content {
        case .single(let data): add("body", "\(data.count) octets", data)
        case .parts(let multipart): add(multipart)
        }
    }

    private mutating func add(_ multipart: MMSMultipart) {
        var count: [UInt8] = []
        count.append(uintvar: multipart.declaredCount)
        add("nEntries", "\(multipart.declaredCount)", count)
        for part in multipart.parts {
            var header = part.unreadHeader ?? part.contentType.octets
            if part.unreadHeader == nil { part.headers.append(to: &header) }
            var lengths: [UInt8] = []
            lengths.append(uintvar: header.count)
            lengths.append(uintvar: part.data.count)
            add("part", "headers \(header.count), data \(part.data.count) octets", lengths)
            depth += 1
            if part.unreadHeader == nil {
                add("Content-Type", part.contentType.description, part.contentType.octets)
                add(part.headers)
            } else {
                add("headers", "cannot be read", header)
            }
            add("data", part.text.map { "\"" + $0 + "\"" } ?? "\(part.data.count) octets", part.data)
            depth -= 1
        }
        if !multipart.trailing.isEmpty { add("trailing", "\(multipart.trailing.count) octets", multipart.trailing) }
    }

    private mutating func add(_ headers: WSPHeaders) {
        for header in headers.fields {
            var octets: [UInt8] = []
            header.append(to: &octets)
            let name =
                switch header.name {
                case .assigned(let number): WSPHeader.names[number] ?? "header 0x" + String(0x80 | number, radix: 16)
                case .text(let name): name.string
                case .shift: "shift"
                }
            let isDisposition = header.name == .contentDisposition || header.name == .assigned(0x45)
            let disposition = isDisposition ? MMSDisposition(header.value)?.description : nil
            add(name, disposition ?? Self.text(of: header.value), octets)
        }
    }

    /// A value without a known meaning, in the form that it has.
    private static func text(of value: WSPValue) -> String {
        if let text = value.text { return "\"" + text.string + "\"" }
        if let number = value.integer { return "\(number)" }
        return Hex.string(value.octets)
    }

    private static func text(of value: WSPValue, in field: MMSField) -> String {
        func word<Token: MMSToken>(_ type: Token.Type) -> String? { value.token.flatMap { Token(rawValue: $0).name } }
        let text: String? =
            switch field {
            case .messageType: word(MMSMessageType.self)
            case .version: word(MMSVersion.self)
            case .deliveryReport, .readReport, .reportAllowed: word(MMSAnswer.self)
            case .priority: word(MMSPriority.self)
            case .senderVisibility: word(MMSSenderVisibility.self)
            case .status: word(MMSStatus.self)
            case .responseStatus: word(MMSResponseStatus.self)
            case .retrieveStatus: word(MMSRetrieveStatus.self)
            case .readStatus: word(MMSReadStatus.self)
            case .contentClass: word(MMSContentClass.self)
            case .messageClass: MMSMessageClass(value)?.name
            case .expiry, .deliveryTime: MMSTime(value).map(Self.text(of:))
            case .from:
                value.read { reader throws(DecodeError) in try MMSFrom(from: &reader, field: "") }.map {
                    $0.address?.text ?? "insert-address"
                }
            default:
                field.grammar == .encodedString ? value.encodedString.map(Self.text(of:)) : nil
            }
        return text ?? Self.text(of: value)
    }

    private static func text(of time: MMSTime) -> String {
        switch time {
        case .absolute(let seconds): "at \(seconds) s since 1970"
        case .relative(let seconds): "after \(seconds) s"
        }
    }

    private static func text(of string: EncodedString) -> String {
        let set = string.charset.map { " (" + ($0.name ?? "charset \($0.rawValue)") + ")" } ?? ""
        return (string.text.map { "\"" + $0 + "\"" } ?? Hex.string(string.octets)) + set
    }
}

extension WSPHeader {
    /// The names that a push or a part shows (WAP-230-WSP, Appendix A, table 39).
    fileprivate static let names: [UInt8: String] = [
        0x0D: "Content-Length", 0x0E: "Content-Location", 0x11: "Content-Type", 0x2E: "Content-Disposition",
        0x2F: "X-Wap-Application-Id", 0x34: "Push-Flag", 0x40: "Content-ID", 0x43: "Encoding-Version",
        0x45: "Content-Disposition",
    ]
}
