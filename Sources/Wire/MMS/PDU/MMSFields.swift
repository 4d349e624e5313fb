package import HandsetWireCore

/// The header fields and the body of a PDU, as they came: what every PDU is made of (OMA-TS-MMS_ENC-V1_3, 6 and 7).
///
/// The fields stay in their order and their form, the unknown ones too, so that a round trip gives the same octets. The
/// PDUs' own types are views on it.
package struct MMSFields: Hashable, Sendable {
    package private(set) var headers: WSPHeaders
    /// The content type and what follows it.
    package var body: MMSBody?

    package init() {
        headers = WSPHeaders()
    }

    // MARK: Values

    /// The first value of a field. Setting replaces every value of that field; nil takes the field out.
    package subscript(field: MMSField) -> WSPValue? {
        get { headers.first(field.rawValue) }
        set { set(field, newValue.map { [$0] } ?? []) }
    }

    /// Every value of a field that may come more than once.
    package func all(_ field: MMSField) -> [WSPValue] { headers.all(field.rawValue) }

    /// Replaces every value of `field`, where the first of them is, else at the field's place.
    package mutating func set(_ field: MMSField, _ values: [WSPValue]) {
        let name = WSPHeader.Name.assigned(field.rawValue)
        var place = headers.fields.firstIndex { $0.name == name }
        headers.fields.removeAll { $0.name == name }
        if place == nil { place = self.place(of: field) }
        headers.fields.insert(contentsOf: values.map { WSPHeader(name, $0) }, at: place ?? headers.fields.count)
    }

    /// Adds a field at the end; for an application's own and for what has no property.
    package mutating func append(_ header: WSPHeader) { headers.fields.append(header) }

    /// Type, transaction and version lead, in this order (7).
    private static let leading: [MMSField] = [.messageType, .transactionID, .version]

    private func place(of field: MMSField) -> Int? {
        guard let rank = Self.leading.firstIndex(of: field) else { return nil }
        let before = Self.leading[..<rank].map { WSPHeader.Name.assigned($0.rawValue) }
        return headers.fields.firstIndex { !before.contains($0.name) }
    }

    package func text(_ field: MMSField) -> TextValue? { self[field]?.text }

    package func token<Token: MMSToken>(_ field: MMSField) -> Token? { self[field]?.token.map(Token.init(rawValue:)) }

    package func answer(_ field: MMSField) -> Bool? {
        switch self[field]?.token {
        case 0x80: true
        case 0x81: false
        default: nil
        }
    }

    package func addresses(_ field: MMSField) -> [MMSAddress] {
        all(field).compactMap(\.encodedString).map(MMSAddress.init(_:))
    }

    mutating func set(_ field: MMSField, _ token: (some MMSToken)?) { self[field] = token.map { .token($0.rawValue) } }

    mutating func set(_ field: MMSField, _ answer: Bool?) { set(field, answer.map(MMSAnswer.init(_:))) }

    mutating func set(_ field: MMSField, _ text: TextValue?) { self[field] = text.map(WSPValue.text) }

    mutating func set(_ field: MMSField, _ text: EncodedString?) { self[field] = text.map(WSPValue.encodedString) }

    /// The numbers of fields that have no meaning of their own here are left; the reader of a file wants to know them.
    package var unknownFields: [WSPHeader] {
        headers.fields.filter {
            guard case .assigned(let number) = $0.name else { return true }
            return MMSField(rawValue: number).name.isEmpty
        }
    }
}

// MARK: - Wire

extension MMSFields {
    /// Reads a whole PDU.
    package init(decoding octets: [UInt8]) throws(DecodeError) { try self.init(decoding: octets.span.bytes) }

    package init(decoding octets: RawSpan) throws(DecodeError) {
        self.init()
        guard octets.byteCount <= MMSLimits.pduOctets else { throw DecodeError(.overLimit, "PDU", at: 0) }
        var reader = Reader(octets)
        try read(&reader)
    }

    /// What can be read of a PDU, and what stopped the reading: fields in front of the damage are there all the same.
    package static func reading(_ octets: [UInt8]) -> (fields: MMSFields, failure: DecodeError?) {
        var fields = MMSFields()
        guard octets.count <= MMSLimits.pduOctets else { return (fields, DecodeError(.overLimit, "PDU", at: 0)) }
        var reader = Reader(octets.span.bytes)
        do throws(DecodeError) { try fields.read(&reader) } catch { return (fields, error) }
        return (fields, nil)
    }

    private mutating func read(_ reader: inout Reader) throws(DecodeError) {
        while let first = reader.peek() {
            guard headers.fields.count < MMSLimits.headers else {
                throw DecodeError(.overLimit, "headers", at: reader.offset)
            }
            if first & 0x80 != 0 {
                let field = MMSField(rawValue: try reader.octet("header"))
                guard field != .contentType else {
                    // Content-Type is the last field, and the body is all that follows (7).
                    body = try MMSBody(from: &reader)
                    return
                }
                let value = try Self.value(of: field, from: &reader)
                headers.fields.append(WSPHeader(.assigned(field.rawValue), value))
            } else if first >= 0x20, first < 0x7F {
                // Application-header: a name and a text of its own (7.2).
                let name = try reader.text("header")
                headers.fields.append(WSPHeader(.text(name), try reader.value("header")))
            } else {
                throw DecodeError(.malformed, "header", at: reader.offset)
            }
        }
    }

    private static func value(of field: MMSField, from reader: inout Reader) throws(DecodeError) -> WSPValue {
        let name = field.name.isEmpty ? "header" : field.name
        switch field.grammar {
        case .text: return try reader.textValue(name)
        case .encodedString: return try reader.encodedStringValue(name)
        case .other: return try reader.value(name)
        case .token:
            guard let first = reader.peek(), first & 0x80 == 0 else { return try reader.value(name) }
            throw DecodeError(.malformed, name, at: reader.offset)
        case .from:
            // Nobody can answer a sender that cannot be read: the whole PDU is wrong, as B59 of the field reports has it.
            var ahead = reader
            _ = try MMSFrom(from: &ahead, field: name)
            return try reader.value(name)
        }
    }

    package func encoded() -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(256 + (body?.octetCount ?? 0))
        headers.append(to: &octets)
        if let body {
            octets.append(0x80 | MMSField.contentType.rawValue)
            body.append(to: &octets)
        }
        return octets
    }
}
