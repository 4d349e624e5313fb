import HandsetWireCore
import Testing

@testable import HandsetMMS

/// The basic rules of WSP, at their ends.
@Suite("MMS: primitives")
struct PrimitiveTests {
    @Test(
        "uintvar",
        arguments: [
            (0, "00"), (127, "7F"), (128, "8100"), (16383, "FF7F"), (16384, "818000"), (0xFFFF_FFFF, "8FFFFFFF7F"),
        ])
    func uintvar(value: Int, hex: String) throws {
        var octets: [UInt8] = []
        octets.append(uintvar: value)
        #expect(Hex.string(octets) == hex)
        var reader = Reader(octets.span.bytes)
        #expect(try reader.uintvar("x") == value)
        let rest = reader.remaining
        #expect(rest == 0)
    }

    @Test(
        "uintvar that is none",
        arguments: [
            ("9080808000", DecodeError.Kind.malformed), ("8080808080", .malformed), ("FFFFFFFFFF7F", .malformed),
            ("81", .truncated), ("", .truncated),
        ])
    func noUintvar(hex: String, kind: DecodeError.Kind) throws {
        let octets = try Hex.octets(hex)
        let thrown = #expect(throws: DecodeError.self) {
            var reader = Reader(octets.span.bytes)
            _ = try reader.uintvar("x")
        }
        #expect(thrown?.kind == kind)
    }

    @Test("uintvar may have zeros in front")
    func longUintvar() throws {
        let octets: [UInt8] = [0x80, 0x80, 0x05]
        var reader = Reader(octets.span.bytes)
        #expect(try reader.uintvar("x") == 5)
    }

    @Test(
        "Integers, the shortest form of each",
        arguments: [
            (UInt64(0), "80"), (127, "FF"), (128, "0180"), (255, "01FF"), (256, "020100"), (.max, "08FFFFFFFFFFFFFFFF"),
        ])
    func integer(value: UInt64, hex: String) throws {
        #expect(WSPValue.integer(value).octets == (try Hex.octets(hex)))
        #expect(WSPValue.integer(value).integer == value)
    }

    @Test(
        "Integers of others",
        arguments: [
            ("0105", UInt64(5)), ("09000000000000000001", 1), ("1E" + String(repeating: "00", count: 29) + "07", 7),
            ("09010000000000000000", nil), ("00", nil), ("1F01", nil), ("0201", nil), ("8080", nil), ("", nil),
        ])
    func readInteger(hex: String, value: UInt64?) throws {
        #expect(WSPValue(octets: try Hex.octets(hex)).integer == value)
    }

    @Test(
        "Texts of others",
        arguments: [
            ("616200", "ab"), ("2261622200", "ab"), ("22616200", "ab"), ("00", ""), ("7FE2829300", "\u{2093}"),
            ("7F6100", "\u{7F}a"), ("6162", nil), ("80", nil), ("0161", nil), ("2200", ""),
        ])
    func text(hex: String, text: String?) throws {
        let value = WSPValue(octets: try Hex.octets(hex))
        #expect(value.text?.string == text)
    }

    @Test("A zero in a text ends it: no field can be smuggled in")
    func smuggling() {
        #expect(TextValue("a\u{0}\u{8C}").octets == [0x61])
        #expect(EncodedString("a\u{0}b").octets == [0x61])
        #expect(WSPValue.text("a\u{0}b").octets == [0x61, 0])
        #expect(
            WSPValue.encodedString(EncodedString(charset: .utf8, octets: [0xC3, 0xA9, 0, 0x8C])).octets == [
                5, 0xEA, 0x7F, 0xC3, 0xA9, 0,
            ])
    }

    @Test(
        "Encoded strings, as we write them",
        arguments: [
            ("plain", "706C61696E00"), ("", "00"), ("é", "05EA7FC3A900"), ("aé", "05EA61C3A900"), ("\n", "03EA0A00"),
        ])
    func encodedString(text: String, hex: String) throws {
        let value = WSPValue.encodedString(EncodedString(text))
        #expect(Hex.string(value.octets) == hex)
        #expect(value.encodedString?.text == text)
    }

    @Test("A long encoded string has its length in a uintvar")
    func longEncodedString() {
        let text = String(repeating: "é", count: 20)
        let value = WSPValue.encodedString(EncodedString(text))
        #expect(value.octets.starts(with: [0x1F, 43, 0xEA, 0x7F]))
        #expect(value.encodedString?.text == text)
    }

    @Test(
        "Encoded strings of others",
        arguments: [
            // ISO 8859-1, without an end; UTF-8 with a mark; Cyrillic in windows-1251.
            ("0384E9E8", "éè"), ("06EAEFBBBF6100", "a"), ("060208CBCFEEF2", "\u{41F}\u{43E}\u{442}"),
            // UCS-2, UTF-16 with a mark and with the end of one octet; a quote in front of the mark.
            ("070203E804160430", "\u{416}\u{430}"), ("0A0203F7FFFE1604300400", "\u{416}\u{430}"),
            ("0A0203F77FFEFF04160000", "\u{416}"), ("070203F77F8E0000", "\u{7F8E}"),
            // A length and no set; no length and no set, in ISO 8859-1.
            ("03616200", "ab"), ("7FE900", "é"), ("E96100", "éa"), ("00", ""),
            // Shift JIS, which we do not read.
            ("0491820E00", nil),
        ])
    func readEncodedString(hex: String, text: String?) throws {
        let string = WSPValue(octets: try Hex.octets(hex)).encodedString
        #expect(string != nil)
        #expect(string?.text == text)
    }

    @Test("The octets of a set that we do not read are kept")
    func unreadable() throws {
        let string = WSPValue(octets: try Hex.octets("0491820E00")).encodedString
        #expect(string?.charset == .shiftJIS)
        #expect(string?.octets == [0x82, 0x0E])
        #expect(MIBCharset.shiftJIS.isReadable == false)
    }
}
