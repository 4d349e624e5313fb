import HandsetDialing
import Testing

@Suite("Dial strings and sequences")
struct DialSequenceTests {
    @Test(
        "A dial string takes the characters of ATD and no others",
        arguments: ["112", "*100#", "+31612341234", "#31#+4412", "**21*+391234567890#", "1ABCD", "A*", "1#2", "*#06#"])
    func taken(_ text: String) throws {
        #expect(try DialString(text).text == text)
    }

    @Test(
        "What is no dial string says why",
        arguments: [
            ("", .empty), ("+", .empty), ("++1", .character), ("1+2", .character), ("+*1", .character),
            ("ABBA", .character),
            ("1;", .character), ("1 2", .character), ("1E", .character), ("1a", .character), ("1\r", .control),
            ("1\0", .control), ("1\u{0661}", .character), ("1\n+CFUN=0", .control), ("*+#", .character),
            (String(repeating: "1", count: 81), .tooLong),
        ] as [(String, DialingError.Reason)])
    func refused(_ text: String, _ reason: DialingError.Reason) {
        #expect(throws: DialingError(.number, reason)) { try DialString(text) }
    }

    @Test("Eighty characters are taken")
    func longest() throws {
        #expect(try DialString(String(repeating: "1", count: 80)).count == 80)
    }

    @Test(
        "Separators are for the eye, and everything else is kept",
        arguments: [
            ("+44 20 7946 0018", "+442079460018"), ("+44-114-272-6444", "+441142726444"),
            ("(0114) 272.6444", "01142726444"), ("+1\u{A0}808\u{202F}555\u{2009}1234", "+18085551234"),
            ("\u{202A}+1\u{2011}808\u{2013}5551234\u{202C}", "+18085551234"), ("030/1234", "0301234"),
            ("* 100 #", "*100#"), ("*31# 0612341234", "*31#0612341234"),
            ("\u{FF0B}\u{FF14}\u{FF14}1", "+441"), ("\u{0660}\u{0661}\u{0662}", "012"),
            ("+44 (0)20 7946 0018", "+442079460018"), ("+39 (0)6 6982", "+39066982"), ("(0) 20", "020"),
            ("+44 (01) 20", "+440120"),
        ])
    func separated(_ written: String, _ dialled: String) throws {
        let sequence = try DialSequence(written)
        #expect(sequence.number.text == dialled)
        #expect(sequence.steps.isEmpty)
    }

    @Test(
        "Pauses, waits and tones are sent after the answer",
        arguments: [
            ("0800123,45", "0800123,45", 2), ("0800123p45", "0800123,45", 2), ("0800123;45#", "0800123;45#", 2),
            ("0800 123 w 4,,5", "0800123;4,,5", 5), ("0800123 x45", "0800123,45", 2),
            ("0800123 ext. 45", "0800123,45", 2), ("0800123 Extension 4-5", "0800123,45", 2),
            ("0800123,", "0800123", 0), ("0800123,;,", "0800123", 0), ("0800123x", "0800123", 0),
        ])
    func steps(_ written: String, _ text: String, _ count: Int) throws {
        let sequence = try DialSequence(written)
        #expect(sequence.number.text == "0800123")
        #expect(sequence.text == text)
        #expect(sequence.steps.count == count)
        #expect(try DialSequence(sequence.text) == sequence)
    }

    @Test(
        "What is not wholly a number is none",
        arguments: [
            ("", .number, .empty), (",12", .number, .empty), ("pizza", .number, .empty), ("anna", .number, .character),
            ("anna@example.com", .number, .character), ("0800 PIZZA", .tones, .character),
            ("12,+3", .tones, .character),
            ("1\r\n2", .number, .control), ("1,\0", .tones, .control), ("1;+CFUN=0", .tones, .character),
            ("+", .number, .empty), ("- -", .number, .empty), ("1\u{2460}", .number, .character),
            (String(repeating: "-", count: 513), .number, .tooLong),
            ("1" + String(repeating: ",", count: 33) + "2", .tones, .tooMany),
            ("1," + String(repeating: "2", count: 129), .tones, .tooLong),
        ] as [(String, DialingError.Part, DialingError.Reason)])
    func refused(_ written: String, _ part: DialingError.Part, _ reason: DialingError.Reason) {
        #expect(throws: DialingError(part, reason)) { try DialSequence(written) }
    }

    @Test("A pause is three seconds")
    func pause() {
        #expect(DialSequence.pause == .seconds(3))
    }
}
