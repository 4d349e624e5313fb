import HandsetMMS
import Testing

/// Character sets by their numbers.
@Suite("MMS: character sets")
struct CharsetTests {
    /// The octets 0xA1 to 0xA4 and 0xE4 to 0xE6, where the sets differ most, and what the Unicode mapping tables say.
    private static let samples: [(UInt32, [UInt8], String)] = [
        (4, [0xA1, 0xA4, 0xE4, 0xFF], "¡¤äÿ"), (5, [0xA1, 0xA3, 0xE4, 0xF3], "ĄŁäó"), (6, [0xA1, 0xE6], "Ħĉ"),
        (7, [0xA1, 0xE7], "Ąį"), (8, [0xA1, 0xD0, 0xF1], "Ёаё"), (9, [0xC7, 0xE4], "\u{627}\u{644}"),
        (10, [0xC1, 0xE1], "Αα"), (11, [0xE0, 0xFA], "את"), (12, [0xD0, 0xFD], "Ğı"), (13, [0xA1, 0xBD], "Ą―"),
        (109, [0xA1, 0xE0], "”ą"), (110, [0xA1, 0xF0], "Ḃŵ"), (111, [0xA4, 0xBC], "€Œ"), (112, [0xA4, 0xDE], "€Ț"),
        (2259, [0xA1, 0xFB], "ก๛"), (2250, [0x8C, 0x80], "Ś€"), (2251, [0xC0, 0xA8], "АЁ"), (2252, [0x80, 0x93], "€“"),
        (2253, [0xC1], "Α"), (2254, [0xDD], "İ"), (2255, [0xE0], "א"), (2256, [0xC7], "ا"), (2257, [0xC0], "Ą"),
        (2258, [0xFE], "₫"), (2084, [0xC1, 0xE1], "аА"), (2086, [0x80, 0xA0], "Аа"), (2088, [0xA4], "є"),
        (2109, [0x80, 0xA1], "€ก"),
    ]

    @Test("Sets of one octet, both ways", arguments: samples)
    func singleOctet(number: UInt32, octets: [UInt8], text: String) {
        let charset = MIBCharset(rawValue: number)
        #expect(charset.isReadable)
        #expect(charset.text(of: octets) == text)
        #expect(charset.octets(of: text) == octets)
        #expect(charset.text(of: Array("Az 0~".utf8)) == "Az 0~")
        #expect(charset.name.flatMap(MIBCharset.init(name:)) == charset)
    }

    @Test("Every octet of every set becomes one character or a replacement", arguments: samples.map(\.0))
    func everyOctet(number: UInt32) {
        let charset = MIBCharset(rawValue: number)
        for octet in UInt8.min...UInt8.max {
            let text = charset.text(of: [octet])
            #expect(text?.unicodeScalars.count == 1)
            guard let text, text != "\u{FFFD}" else { continue }
            #expect(charset.octets(of: text) == [octet])
        }
    }

    @Test("UTF-16 in its orders, with and without a mark")
    func utf16() {
        #expect(MIBCharset.utf16.text(of: [0xFE, 0xFF, 0xD8, 0x3D, 0xDC, 0x38]) == "🐸")
        #expect(MIBCharset.utf16.text(of: [0xFF, 0xFE, 0x3D, 0xD8, 0x38, 0xDC]) == "🐸")
        #expect(MIBCharset.utf16.text(of: [0x00, 0x41]) == "A")
        #expect(MIBCharset.utf16LE.text(of: [0x41, 0x00]) == "A")
        #expect(MIBCharset.utf16BE.text(of: [0x00, 0x41, 0xD8]) == "A\u{FFFD}")
        #expect(MIBCharset.ucs2.text(of: [0xD8, 0x3D]) == "\u{FFFD}")
        for charset in [MIBCharset.utf16, .utf16BE, .utf16LE, .ucs2] {
            #expect(charset.octets(of: "aЖ🐸").flatMap(charset.text(of:)) == "aЖ🐸")
        }
    }

    @Test("UTF-8 that is none shows where; text that claims to be ASCII may be UTF-8 or ISO 8859-1")
    func utf8() {
        #expect(MIBCharset.utf8.text(of: [0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
        #expect(MIBCharset.usASCII.text(of: Array("é".utf8)) == "é")
        #expect(MIBCharset.usASCII.text(of: [0xE9]) == "é")
        #expect(MIBCharset.usASCII.octets(of: "é") == nil)
        #expect(MIBCharset(rawValue: 5).octets(of: "Ж") == nil)
    }

    @Test("Sets that we know by name alone", arguments: [17, 18, 38, 113, 1012, 2025, 2026] as [UInt32])
    func unreadable(number: UInt32) {
        let charset = MIBCharset(rawValue: number)
        #expect(charset.text(of: [0x41]) == nil)
        #expect(charset.octets(of: "A") == nil)
        #expect(charset.name != nil)
        #expect(!charset.isReadable)
    }
}
