internal import HandsetWireCore

/// Text with its character set: Encoded-string-value (OMA-TS-MMS_ENC-V1_3, 7.3.19).
package struct EncodedString: Hashable, Sendable {
    /// The character set that the value names; nil for the plain form, which is US-ASCII.
    package let charset: MIBCharset?
    /// The text's octets without quote and end.
    package let octets: [UInt8]

    package init(charset: MIBCharset?, octets: [UInt8]) {
        self.charset = charset
        self.octets = octets
    }

    /// Plain where the text is printable ASCII, UTF-8 otherwise. A zero ends it.
    package init(_ text: some StringProtocol) {
        let octets = TextValue(text).octets
        // A control in front of plain text would be taken for a length (8.4.2.1).
        let isPlain = octets.allSatisfy { $0 < 0x7F } && (octets.first ?? 0x20) >= 0x20
        self.init(charset: isPlain ? nil : .utf8, octets: octets)
    }

    /// The text; nil when its character set is none that we read, in which case the octets are all there is.
    package var text: String? {
        guard let charset else { return MIBCharset.utf8OrLatin(octets) }
        return charset.text(of: octets)
    }
}

// MARK: - Wire

extension EncodedString {
    init(from reader: inout Reader, field: String) throws(DecodeError) {
        guard let first = reader.peek(), first <= 31 else {
            self.init(charset: nil, octets: try reader.text(field).octets)
            return
        }
        var part = try reader.lengthPrefixed(field)
        guard !part.isAtEnd else {
            self.init(charset: nil, octets: [])
            return
        }
        // Text-string where a character set is due: some write the length and no set.
        if let next = part.peek(), 32...126 ~= next {
            self.init(charset: nil, octets: try part.text(field).octets)
            return
        }
        let place = part.offset
        let value = try part.integer(field)
        guard let charset = UInt32(exactly: value) else { throw DecodeError(.malformed, field, at: place) }
        self.init(charset: MIBCharset(rawValue: charset), text: part.octets(atMost: part.remaining))
    }

    /// The length, not a zero, ends the text: in UTF-16 every other octet may be zero.
    private init(charset: MIBCharset, text: [UInt8]) {
        var text = text[...]
        if charset.isUTF16 {
            // A quote can be told from a character only in front of a byte order mark.
            if text.starts(with: [0x7F, 0xFE, 0xFF]) || text.starts(with: [0x7F, 0xFF, 0xFE]) {
                text = text.dropFirst()
            }
            if text.count % 2 == 1, text.last == 0 { text = text.dropLast() }
            if text.count >= 2, text.suffix(2).elementsEqual([0, 0]) { text = text.dropLast(2) }
            self.init(charset: charset, octets: [UInt8](text))
        } else {
            let octets = text.prefix { $0 != 0 }
            self.init(charset: charset, octets: TextValue(unquoting: [UInt8](octets)).octets)
        }
    }

    func append(to octets: inout [UInt8]) {
        let text = TextValue(octets: self.octets)
        guard let charset else {
            octets.append(text: text)
            return
        }
        var content: [UInt8] = []
        content.append(integer: UInt64(charset.rawValue))
        if charset.isUTF16 {
            content += self.octets + [0, 0]
        } else {
            content.append(text: text)
        }
        octets.append(valueLength: content.count)
        octets += content
    }
}
