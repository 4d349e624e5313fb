import HandsetMMS
import HandsetWireCore
import Testing

/// What `handset mms explain` says.
@Suite("MMS: explanation")
struct ExplanationTests {
    @Test("Every octet belongs to one line", arguments: MMSVector.pdus + MMSVector.pushes)
    func tiling(hex: String) throws {
        let octets = try Hex.octets(hex)
        let lines = MMSExplanation(of: octets).lines
        #expect(lines.flatMap(\.octets) == octets)
        var offset = 0
        for line in lines {
            #expect(line.offset == offset)
            #expect(!line.name.isEmpty)
            offset += line.octets.count
        }
    }

    @Test("Values in the standard's words")
    func words() throws {
        let lines = MMSExplanation(of: try Hex.octets(MMSVector.pushFromName)).lines
        let values = Dictionary(lines.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(values["X-Mms-Message-Type"] == "m-notification-ind")
        #expect(values["X-Mms-MMS-Version"] == "1.0")
        #expect(values["X-Mms-Message-Size"] == "16384")
        #expect(values["X-Mms-Expiry"] == "after 259200 s")
        #expect(values["From"] == "Erotik")
        #expect(values["Subject"] == "\"Pin-Ups\"")
        #expect(values["X-Wap-Application-Id"] == "4")
        let refusal = MMSExplanation(of: try Hex.octets(MMSVector.sendRefusal)).lines
        #expect(refusal.last?.value == "error-permanent-message-format-corrupt")
        let parts = MMSExplanation(of: try Hex.octets(MMSVector.retrieveConfirmation)).lines
        #expect(parts.contains { $0.depth == 1 && $0.name == "Content-ID" && $0.value == "\"<Text_us-ascii.txt>\"" })
    }

    @Test("Of what is cut off, the fields in front are explained", arguments: MMSVector.pdus + MMSVector.pushes)
    func prefixes(hex: String) throws {
        let octets = try Hex.octets(hex)
        for count in 0..<octets.count {
            let explanation = MMSExplanation(of: Array(octets[..<count]))
            #expect(explanation.lines.flatMap(\.octets) == Array(octets[..<count]))
            #expect((explanation.failure != nil) == (explanation.lines.last?.name == "unread"))
        }
    }

    @Test("An error names the octet of the file")
    func errors() throws {
        let explanation = MMSExplanation(of: try Hex.octets("010603BEAF848C828940"))
        #expect(explanation.failure == DecodeError(.malformed, "From", at: 9))
        #expect(explanation.lines.last?.octets == [0x89, 0x40])
        #expect(explanation.lines.last?.offset == 8)
        #expect(MMSExplanation(of: []).lines.isEmpty)
        // A length that is longer than it need be.
        let push = try Hex.octets("01068003BEAF84" + "8C8398540095818D92")
        #expect(MMSExplanation(of: push).lines.flatMap(\.octets) == push)
    }
}
