import HandsetWireCore
import Testing

@Suite("Hex")
struct HexTests {
    @Test("Every octet goes to two digits and back, in either case")
    func roundTrip() throws {
        let octets = (0...255).map { UInt8($0) }
        let text = Hex.string(octets)
        #expect(text.hasPrefix("000102"))
        #expect(text.hasSuffix("FDFEFF"))
        #expect(try Hex.octets(text) == octets)
        #expect(try Hex.octets(text.lowercased()) == octets)
        #expect(Hex.string([UInt8]()) == "")
        #expect(try Hex.octets("") == [])
    }

    @Test(
        "What is no pair of digits is refused at its octet",
        arguments: [
            ("0", DecodeError.Kind.truncated, 0), ("001", .truncated, 1), ("0g", .malformed, 0),
            ("00 1", .malformed, 1),
            ("00\u{0660}0", .malformed, 1),
        ])
    func refused(text: String, kind: DecodeError.Kind, offset: Int) {
        var failure: DecodeError?
        do { _ = try Hex.octets(text) } catch { failure = error }
        #expect(failure == DecodeError(kind, "hex", at: offset))
    }

    @Test("An error says the field and the octet, and nothing of the input")
    func description() {
        #expect("\(DecodeError(.truncated, "TP-OA", at: 3))" == "the octets end inside TP-OA, at octet 3")
        #expect("\(DecodeError(.malformed, "TP-MTI", at: 0))" == "TP-MTI is wrong at octet 0")
        #expect("\(DecodeError(.overLimit, "SCA", at: 0))" == "SCA is over the limit at octet 0")
    }
}
