import HandsetSMS
import Testing

@Suite("Reassembler")
struct ReassemblerTests {
    static let sender = Address("+12025550123") ?? .empty

    static func parts(_ text: String, reference: UInt16 = 7, at seconds: Int64 = 1_700_000_000) throws -> [Deliver] {
        try Deliver.messages(
            text, from: sender, timestamp: Timestamp(secondsSince1970: seconds), reference: reference)
    }

    @Test("Parts out of order make the message")
    func outOfOrder() throws {
        let text = String(repeating: "abcdefghij", count: 40)
        let parts = try Self.parts(text)
        #expect(parts.count == 3)
        var reassembler = Reassembler()
        #expect(reassembler.receive(parts[2], id: 3, line: "A", now: 0) == [.waiting])
        #expect(reassembler.receive(parts[0], id: 1, line: "A", now: 1) == [.waiting])
        guard case .message(let message) = reassembler.receive(parts[1], id: 2, line: "A", now: 2).last else {
            Issue.record("no message")
            return
        }
        #expect(message.text() == text)
        #expect(message.partIDs == [1, 2, 3])
        #expect(reassembler.nextDeadline == nil)
    }

    @Test("A part that never comes is shown as a gap, and when it comes after all, as late")
    func gap() throws {
        let parts = try Self.parts(String(repeating: "a", count: 153) + String(repeating: "b", count: 10))
        var reassembler = Reassembler()
        #expect(reassembler.receive(parts[1], id: 2, line: "A", now: 0) == [.waiting])
        #expect(reassembler.nextDeadline == 3600)
        #expect(reassembler.expire(now: 3599) == [])
        guard case .message(let message) = reassembler.expire(now: 3600).last else {
            Issue.record("no message")
            return
        }
        #expect(message.text() == "[\u{2026}]bbbbbbbbbb")
        #expect(message.missing == [1])
        guard case .message(let late) = reassembler.receive(parts[0], id: 1, line: "A", now: 5000).last else {
            Issue.record("no late message")
            return
        }
        #expect(late.isLate)
        #expect(late.parts.map(\.number) == [1])
    }

    @Test("B51, B52: the same part again is dropped, an equal text is not")
    func duplicates() throws {
        var reassembler = Reassembler()
        let first = try Self.parts("TACHO status:0")
        let second = try Self.parts("TACHO status:0", at: 1_700_000_003)
        #expect(reassembler.receive(first[0], id: 1, line: "A", now: 0).count == 1)
        #expect(reassembler.receive(first[0], id: 2, line: "A", now: 1) == [.duplicate(of: 1)])
        guard case .message = reassembler.receive(second[0], id: 3, line: "A", now: 2).last else {
            Issue.record("an equal text was dropped")
            return
        }
    }
}
