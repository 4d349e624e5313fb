import HandsetSMS
import Testing

@Suite("Text in the default alphabet")
struct GSM7TextTests {
    @Test("goes there and back", arguments: ["", "*100#", "Balance: 12,50 €\n[1] Top up @ {home}", "ÆØÅ Δ_ΦΓΛ"])
    func roundTrip(text: String) throws {
        let septets = try #require(GSM7.septets(of: text))
        #expect(GSM7.text(ofSeptets: septets) == text)
        #expect(GSM7.text(ofPacked: GSM7.pack(septets), count: septets.count) == text)
    }

    @Test("is none where a character is missing") func missing() { #expect(GSM7.septets(of: "Привет") == nil) }

    @Test("ends where the octets end") func short() {
        #expect(GSM7.text(ofPacked: [0xAA, 0x18, 0x0C, 0x36, 0x02], count: 5) == "*100#")
        #expect(GSM7.text(ofPacked: [0xAA], count: 500) == "*")
        #expect(GSM7.text(ofPacked: [], count: -1) == "")
    }
}
