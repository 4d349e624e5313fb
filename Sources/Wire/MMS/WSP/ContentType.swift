package import HandsetWireCore

/// A media type with its parameters: Content-type-value (WAP-230-WSP, 8.4.2.24).
package struct ContentType: Hashable, Sendable {
    package let mediaType: MediaType
    package let parameters: [Parameter]
    /// The whole value as it came, or as we write it.
    package let octets: [UInt8]

    /// A type with parameters; without them it has the constrained form.
    package init(_ mediaType: MediaType, _ parameters: [Parameter] = []) {
        self.mediaType = mediaType
        self.parameters = parameters
        var content: [UInt8] = []
        switch mediaType.form {
        case .assigned(let code): content.append(0x80 | code)
        case .text(let text): content.append(text: text)
        case .registered(let number): content.append(longInteger: number)
        }
        // A long integer in front would be taken for a length.
        let isGeneral = if case .registered = mediaType.form { true } else { !parameters.isEmpty }
        guard isGeneral else {
            octets = content
            return
        }
        for parameter in parameters { parameter.append(to: &content) }
        var octets: [UInt8] = []
        octets.append(valueLength: content.count)
        self.octets = octets + content
    }

    /// The first value of a parameter, by number or by name, in the older or the newer of its two numbers.
    package subscript(name: Parameter.Assigned) -> WSPValue? { parameters.first { $0.isNamed(name) }?.value }

    /// `charset`, by number or by name; nil when it is absent or unknown to the list of names.
    package var charset: MIBCharset? {
        guard let value = self[.charset] else { return nil }
        if let number = value.integer { return UInt32(exactly: number).map(MIBCharset.init(rawValue:)) }
        return value.text.flatMap { MIBCharset(name: $0.string) }
    }

    /// `name`.
    package var name: String? { self[.name]?.text?.string }
    /// `filename`.
    package var filename: String? { self[.filename]?.text?.string }
    /// `start` of a related body: the Content-ID of its root, in angle brackets.
    package var start: TextValue? { self[.start]?.text }
    /// `type` of a related body: the media type of its root.
    package var rootType: MediaType? {
        guard let value = self[.type] else { return nil }
        if let token = value.token { return MediaType(form: .assigned(token & 0x7F)) }
        return value.text.map { MediaType(form: .text($0)) }
    }

    /// The type as MIME writes it, for people and for bodies handed on.
    package var description: String {
        parameters.reduce(mediaType.name) { $0 + "; " + $1.description }
    }
}

// MARK: - Wire

extension ContentType {
    package init(from reader: inout Reader, field: String) throws(DecodeError) {
        guard let first = reader.peek() else { throw DecodeError(.truncated, field, at: reader.offset) }
        var ahead = reader
        if first > 31 {
            mediaType = try Self.mediaType(from: &ahead, field: field)
            parameters = []
        } else {
            var part = try ahead.lengthPrefixed(field)
            mediaType = try Self.mediaType(from: &part, field: field)
            var parameters: [Parameter] = []
            while !part.isAtEnd {
                guard parameters.count < MMSLimits.parameters else {
                    throw DecodeError(.overLimit, field, at: part.offset)
                }
                parameters.append(try Parameter(from: &part, field: field))
            }
            self.parameters = parameters
        }
        octets = reader.octets(atMost: ahead.offset - reader.offset)
    }

    private static func mediaType(from reader: inout Reader, field: String) throws(DecodeError) -> MediaType {
        guard let first = reader.peek() else { throw DecodeError(.truncated, field, at: reader.offset) }
        switch first {
        case 0x80...0xFF: return MediaType(form: .assigned(try reader.octet(field) & 0x7F))
        case 32...126: return MediaType(form: .text(try reader.text(field)))
        default:
            // Well-known-media may also be a long integer, for numbers over 127 (8.4.2.24).
            let number = try reader.longInteger(field)
            return MediaType(
                form: UInt8(exactly: number).flatMap { $0 < 0x80 ? .assigned($0) : nil } ?? .registered(number))
        }
    }
}
