import HandsetMMS
import HandsetWireCore
import Testing

/// What `handset mms explain` says.
@Suite("MMS: explanation")
struct ExplanationTests {
    @Test("Every octet belongs to one line", arguments: MMSVector.pdus + MMSVector.pushes)
    func tiling(hex: String) throws {
        let octets = try Hex.octets(hex)
        let lines = try MMSExplanation(of: octets).lines
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
        let lines = try MMSExplanation(of: Hex.octets(MMSVector.pushFromName)).lines
        let values = Dictionary(lines.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(values["X-Mms-Message-Type"] == "m-notification-ind")
        #expect(values["X-Mms-MMS-Version"] == "1.0")
        #expect(values["X-Mms-Message-Size"] == "16384")
        #expect(values["X-Mms-Expiry"] == "after 259200 s")
        #expect(values["From"] == "Erotik")
        #expect(values["Subject"] == "\"Pin-Ups\"")
        #expect(values["X-Wap-Application-Id"] == "4")
        let refusal = try MMSExplanation(of: Hex.octets(MMSVector.sendRefusal)).lines
        #expect(refusal.last?.value == "error-permanent-message-format-corrupt")
        let parts = try MMSExplanation(of: Hex.octets(MMSVector.retrieveConfirmation)).lines
        #expect(parts.contains { $0.depth == 1 && $0.name == "Content-ID" && $0.value == "\"<Text_us-ascii.txt>\"" })
    }

    @Test("An error names the octet of the file")
    func errors() throws {
        #expect(throws: DecodeError(.malformed, "From", at: 9)) {
            try MMSExplanation(of: Hex.octets("010603BEAF848C828940"))
        }
    }
}
