import Handset
import Testing

@Suite("SMS counter")
struct SMSCounterTests {
    @Test(
        "Parts and room as a person types",
        arguments: [
            ("", 1, 160, true), ("hello", 1, 155, true), (String(repeating: "a", count: 160), 1, 0, true),
            (String(repeating: "a", count: 161), 2, 145, true), ("5 \u{20AC}", 1, 156, true),
            ("\u{41F}ривет", 1, 64, false), (String(repeating: "\u{1F433}", count: 36), 2, 61, false),
        ])
    func counts(text: String, parts: Int, remaining: Int, isPlain: Bool) {
        let count = SMSCounter().count(text)
        #expect(count.parts == parts)
        #expect(count.remaining == remaining)
        #expect(count.isPlain == isPlain)
        #expect(count.isSendable)
    }

    @Test("A text of too many parts says so")
    func tooLong() {
        #expect(SMSCounter().count(String(repeating: "a", count: 153 * 255)).parts == 255)
        let count = SMSCounter().count(String(repeating: "a", count: 153 * 255 + 1))
        #expect(!count.isSendable)
        #expect(count.parts == 256)
        #expect(count.remaining == 0)
    }
}
