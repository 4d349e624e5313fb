internal import HandsetWireCore

/// A value of a header or a parameter: the octets as they came, and what they say when they are asked
/// (WAP-230-WSP, 8.4.1.2 and 8.4.2).
///
/// The standard lets a sender choose between forms of one value; kept whole, a round trip gives the same octets.
package struct WSPValue: Hashable, Sendable {
    package let octets: [UInt8]

    init(octets: [UInt8]) { self.octets = octets }

    // MARK: Making one

    /// Text-string; a quote is put in front where it is needed.
    package static func text(_ text: TextValue) -> WSPValue {
        var octets: [UInt8] = []
        octets.append(text: text)
        return WSPValue(octets: octets)
    }

    /// Quoted-string: a quotation mark in front and none behind.
    package static func quotedText(_ text: TextValue) -> WSPValue {
        WSPValue(octets: [0x22] + text.octets + [0])
    }

    /// Integer-value: short where it fits.
    package static func integer(_ value: UInt64) -> WSPValue {
        var octets: [UInt8] = []
        octets.append(integer: value)
        return WSPValue(octets: octets)
    }

    /// Long-integer, which dates and sizes are even when they are small.
    package static func longInteger(_ value: UInt64) -> WSPValue {
        var octets: [UInt8] = []
        octets.append(longInteger: value)
        return WSPValue(octets: octets)
    }

    /// A token of one octet, its high bit set.
    package static func token(_ octet: UInt8) -> WSPValue { WSPValue(octets: [octet | 0x80]) }

    /// Octets with their Value-length in front.
    package static func lengthPrefixed(_ content: [UInt8]) -> WSPValue {
        var octets: [UInt8] = []
        octets.append(valueLength: content.count)
        return WSPValue(octets: octets + content)
    }

    /// Encoded-string-value: text, with its character set when it is not plain ASCII.
    package static func encodedString(_ string: EncodedString) -> WSPValue {
        var octets: [UInt8] = []
        string.append(to: &octets)
        return WSPValue(octets: octets)
    }

    // MARK: Asking

    /// The text, without quote, quotation marks and end; nil for a value that is none.
    package var text: TextValue? {
        guard octets.count > 1, octets.last == 0 else { return octets == [0] ? TextValue("") : nil }
        guard let first = octets.first, first >= 32 else { return nil }
        var text = octets.dropLast()
        if first == 0x22 {
            text = text.dropFirst()
            // Quoted-string has no closing mark, and many write one.
            if text.count > 0, text.last == 0x22 { text = text.dropLast() }
        }
        return TextValue(unquoting: [UInt8](text))
    }

    /// The integer; nil for a value that is none, or one that exceeds 64 bits.
    package var integer: UInt64? { read { reader throws(DecodeError) in try reader.integer("") } }

    /// The date: seconds since 1970 in UTC (Date-value, 8.4.2.3).
    package var date: UInt64? { read { reader throws(DecodeError) in try reader.longInteger("") } }

    /// The single octet of a token, its high bit set.
    package var token: UInt8? { octets.count == 1 && octets[0] & 0x80 != 0 ? octets[0] : nil }

    package var encodedString: EncodedString? {
        read { reader throws(DecodeError) in try EncodedString(from: &reader, field: "") }
    }

    /// What is behind the Value-length; nil for a value without one.
    package var content: [UInt8]? {
        read { reader throws(DecodeError) in
            var part = try reader.lengthPrefixed("")
            return part.octets(atMost: part.remaining)
        }
    }

    /// What `body` reads; nil when it cannot, or leaves octets over.
    func read<Value>(_ body: (inout Reader) throws(DecodeError) -> Value) -> Value? {
        var reader = Reader(octets.span.bytes)
        guard let value = try? body(&reader), reader.isAtEnd else { return nil }
        return value
    }
}
