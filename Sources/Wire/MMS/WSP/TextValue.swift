/// Text as its octets: what must come back byte for byte, such as a location or a transaction's id
/// (WAP-230-WSP, 8.4.2.1: Text-string, Token-text).
///
/// Two strings that look alike are equal in Swift even when their octets differ; two of these are not.
package struct TextValue: Hashable, Sendable {
    /// The octets without quote and end; none is zero.
    package let octets: [UInt8]

    /// The octets in front of the first zero: behind it another field would begin.
    package init(octets: some Sequence<UInt8>) {
        self.octets = [UInt8](octets.prefix { $0 != 0 })
    }

    package init(_ string: some StringProtocol) { self.init(octets: string.utf8) }

    /// The text of octets that may begin with the quote, which stands in front of an octet over 127.
    init(unquoting octets: [UInt8]) {
        let isQuoted = octets.count > 1 && octets[0] == 0x7F && octets[1] >= 0x80
        self.octets = isQuoted ? [UInt8](octets.dropFirst()) : octets
    }

    /// The text to show: UTF-8, or ISO 8859-1 where it is none.
    package var string: String { MIBCharset.utf8OrLatin(octets) }

    package var isEmpty: Bool { octets.isEmpty }

    /// The text without spaces and controls at its ends, which some proxies put in front of a location.
    package var trimmed: TextValue {
        let start = octets.firstIndex { $0 > 0x20 } ?? octets.endIndex
        let end = octets.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
        return TextValue(octets: octets[start..<end])
    }

    /// Whether it is this ASCII text, in whatever case.
    package func isSame(as text: String) -> Bool {
        octets.count == text.utf8.count && zip(octets, text.utf8).allSatisfy { Self.lowered($0) == Self.lowered($1) }
    }

    static func lowered(_ octet: UInt8) -> UInt8 { 0x41...0x5A ~= octet ? octet | 0x20 : octet }
}

extension TextValue: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(value) }
}
