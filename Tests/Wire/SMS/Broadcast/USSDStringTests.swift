import HandsetSMS
import Testing

@Suite("USSD strings")
struct USSDStringTests {
    @Test(
        "B08, B56: seven spare bits are filled with CR, which is taken out again",
        arguments: ["*115*5#", "*101*4#", "1234567", "*100#", "##002#", "*#06#", "123456789012345", ""])
    func padding(text: String) throws {
        let string = try #require(USSDString(text))
        #expect(string.coding.rawValue == 0x0F)
        #expect(string.text == text)
        #expect(string.octets.count == (text.utf8.count * 7 + 7) / 8)
        if text.utf8.count % 8 == 7 { #expect(GSM7.unpack(string.octets, count: 160).last == 0x0D) }
    }

    @Test("Every count of characters makes a round trip", arguments: 0...182)
    func counts(count: Int) throws {
        let text = String(String(repeating: "*1@#abcd5", count: 21).prefix(count))
        #expect(try #require(USSDString(text)).text == text)
    }

    @Test("A CR of the text that ends on an octet boundary gets another")
    func carriageReturn() throws {
        let string = try #require(USSDString("1234567\r"))
        #expect(string.octets.count == 8)
        #expect(GSM7.unpack(string.octets, count: 9) == [0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x0D, 0x0D])
        #expect(string.text == "1234567\r")
        #expect(try #require(USSDString("12345\r")).text == "12345\r")
    }

    @Test("B54: DCS 48 is UCS-2")
    func ucs2() throws {
        let octets = try octets("04110430043B0430043D0441003A0032003200320030002C003700360440")
        #expect(USSDString(octets: octets, coding: BroadcastCoding(rawValue: 0x48)).text == "\u{411}аланс:2220,76р")
        let made = try #require(USSDString("\u{411}аланс"))
        #expect(made.coding == .ucs2)
        #expect(made.text == "\u{411}аланс")
    }

    @Test("B56: codings 00 to 0F are all of the default alphabet, with a language", arguments: UInt8(0)...15)
    func languages(octet: UInt8) throws {
        let string = USSDString(octets: GSM7.pack(Array("Credit: 5".utf8)), coding: BroadcastCoding(rawValue: octet))
        #expect(string.text == "Credit: 5")
        #expect((string.language == nil) == (octet == 15))
        if octet == 1 { #expect(string.language == "en") }
    }

    @Test("A language in front of the text is taken off")
    func languagePrefix() throws {
        let packed = GSM7.pack(Array("fr\rSolde".utf8))
        let string = USSDString(octets: packed, coding: BroadcastCoding(rawValue: 0x10))
        #expect(string.text == "Solde")
        #expect(string.language == "fr")
        let ucs2 = USSDString(
            octets: GSM7.pack(Array("ru".utf8)) + [0x04, 0x11], coding: BroadcastCoding(rawValue: 0x11))
        #expect(ucs2.text == "\u{411}")
        #expect(ucs2.language == "ru")
    }

    @Test("More than 160 octets are not written, data is no text")
    func limits() {
        #expect(USSDString(String(repeating: "1", count: 182)) != nil)
        #expect(USSDString(String(repeating: "1", count: 184)) == nil)
        #expect(USSDString(String(repeating: "\u{411}", count: 81)) == nil)
        #expect(USSDString(octets: [1, 2], coding: BroadcastCoding(rawValue: 0x44)).text == nil)
    }

    @Test("Any octets of any coding are read without a trap")
    func anything() {
        var random = SplitMix(seed: 5)
        for octet in UInt8(0)...255 {
            for count in 0..<40 {
                let string = USSDString(octets: random.octets(count), coding: BroadcastCoding(rawValue: octet))
                if let text = string.text { #expect(String(validating: Array(text.utf8), as: UTF8.self) == text) }
            }
        }
    }
}

@Suite("Broadcast coding")
struct BroadcastCodingTests {
    @Test("Every value", arguments: UInt8(0)...255)
    func values(octet: UInt8) {
        let coding = BroadcastCoding(rawValue: octet)
        let expected: Alphabet =
            switch octet >> 4 {
            case 0x1: octet == 0x11 ? .ucs2 : .gsm7
            case 0x4...0x7, 0x9: [.gsm7, .data, .ucs2, .gsm7][Int(octet >> 2 & 3)]
            case 0xD, 0xE: .data
            case 0xF: octet & 4 == 0 ? .gsm7 : .data
            default: .gsm7
            }
        #expect(coding.alphabet == expected)
        #expect(coding.isCompressed == (octet >> 5 == 3))
        #expect(coding.hasHeader == (octet >> 4 == 9))
        #expect(coding.hasLanguagePrefix == (octet == 0x10 || octet == 0x11))
        let hasClass = (0x40...0x7F ~= octet && octet & 0x10 != 0) || octet >> 4 == 9 || octet >> 4 == 15
        #expect(coding.messageClass?.rawValue == (hasClass ? octet & 3 : nil))
        #expect((coding.language != nil) == (octet < 15 || 0x20...0x24 ~= octet))
    }
}
