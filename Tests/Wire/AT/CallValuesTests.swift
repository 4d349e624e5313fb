import HandsetAT
import Testing

@Suite("Values of calls")
struct CallValuesTests {
    @Test(
        "what is done with calls, read and written",
        arguments: [
            ("0", CallHold.releaseHeldOrWaiting), ("1", .releaseActive), ("13", .release(3)), ("2", .holdActive),
            ("29", .holdAllBut(9)), ("3", .join), ("4", .transfer),
        ])
    func hold(text: String, value: CallHold) {
        #expect(CallHold(Array(text.utf8)) == value)
        #expect(value.encoded == text)
    }

    @Test("what is no such thing", arguments: ["", "5", "10", "20", "31", "123", "-1", "1x", "a", "4294967297"])
    func refused(text: String) { #expect(CallHold(Array(text.utf8)) == nil) }

    @Test("a cause has words, known or not")
    func causes() {
        #expect(CallCause.userBusy.meaning == "user busy")
        #expect(CallCause(rawValue: 99).meaning == "cause 99")
    }
}
