import HandsetSMS
import Testing

@Suite("Segmenter")
struct SegmenterTests {
    static let texts = [
        "", "hello", String(repeating: "a", count: 160), String(repeating: "a", count: 161),
        String(repeating: "a", count: 159) + "\\", String(repeating: "\u{20AC}", count: 200),
        String(repeating: "\u{1F433}", count: 36), String(repeating: "d\u{0308}\u{0301}x", count: 60),
        String(repeating: "\u{4F60}\u{597D}", count: 100), "a\nb\rc\r\nd",
        String(repeating: "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}", count: 20),
    ]

    @Test("Segments joined are the text again", arguments: texts)
    func roundTrip(text: String) throws {
        for wide in [false, true] {
            let parts = try Segmenter(usesWideReference: wide).segments(of: text, reference: 0x1234)
            #expect(UserData.text(joining: parts) == text)
            #expect(try Segmenter(usesWideReference: wide).count(text).parts == parts.count)
            for part in parts { #expect(part.octets.count <= 140) }
        }
    }

    @Test("B19: an escape pair counts two septets")
    func escapePair() throws {
        #expect(try Segmenter().segments(of: String(repeating: "a", count: 159) + "\\", reference: 1).count == 2)
        #expect(try Segmenter().segments(of: String(repeating: "a", count: 158) + "\\", reference: 1).count == 1)
    }

    @Test("B23: no surrogate pair is cut: 66 units, not 67, before a pair")
    func surrogatePair() throws {
        let parts = try Segmenter().segments(of: String(repeating: "\u{1F433}", count: 36), reference: 1)
        #expect(parts.map { $0.text?.count } == [33, 3])
        #expect(try Segmenter().segments(of: String(repeating: "\u{1F433}", count: 35), reference: 1).count == 1)
    }
}
