import HandsetSMS
import Testing

@Suite("Reassembler")
struct ReassemblerTests {
    static let sender = Address("+12025550123") ?? .empty
    static let start: Int64 = 1_700_000_000

    static func parts(
        _ text: String, reference: UInt16 = 7, at seconds: Int64 = start, from sender: Address = sender,
        wide: Bool = false
    ) throws -> [Deliver] {
        try Deliver.messages(
            text, from: sender, timestamp: Timestamp(secondsSince1970: seconds), reference: reference,
            segmenter: Segmenter(usesWideReference: wide))
    }

    static func message(_ actions: [Reassembler.Action], _ location: SourceLocation = #_sourceLocation) throws
        -> ReassembledMessage
    {
        for action in actions { if case .message(let message) = action { return message } }
        Issue.record("no message in \(actions.count) actions", sourceLocation: location)
        throw Missing()
    }

    struct Missing: Error {}

    static let long = (0..<40).map { "line \($0 % 10), " }.joined()

    @Test("One part is a message")
    func one() throws {
        var reassembler = Reassembler()
        let part = try Self.parts("hello")[0]
        let message = try Self.message(reassembler.receive(part, id: 9, line: "A", now: 0))
        #expect(message.text() == "hello")
        #expect(message.partIDs == [9])
        #expect(message.isComplete && !message.isLate && message.missing == [])
        #expect(message.originatingAddress == Self.sender)
        #expect(message.timestamp == part.timestamp)
        #expect(reassembler.nextDeadline == nil)
    }

    @Test(
        "Parts in every order make the message",
        arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func orders(order: [Int]) throws {
        let parts = try Self.parts(Self.long)
        #expect(parts.count == 3)
        var reassembler = Reassembler()
        #expect(reassembler.receive(parts[order[0]], id: Int64(order[0]), line: "A", now: 0) == [.waiting])
        #expect(reassembler.receive(parts[order[1]], id: Int64(order[1]), line: "A", now: 1) == [.waiting])
        #expect(reassembler.waitingPartIDs == [Int64(order[0]), Int64(order[1])].sorted())
        let message = try Self.message(reassembler.receive(parts[order[2]], id: Int64(order[2]), line: "A", now: 2))
        #expect(message.text() == Self.long)
        #expect(message.partIDs == [0, 1, 2])
        #expect(reassembler.waitingPartIDs == [])
    }

    @Test("B13: reference 0 is a reference")
    func referenceZero() throws {
        let parts = try Self.parts(String(repeating: "a", count: 200), reference: 0)
        var reassembler = Reassembler()
        #expect(reassembler.receive(parts[1], id: 2, line: "A", now: 0) == [.waiting])
        #expect(try Self.message(reassembler.receive(parts[0], id: 1, line: "A", now: 0)).isComplete)
    }

    @Test("B14: a part with a contradictory place is a message of its own")
    func contradiction() throws {
        for element in ["00030100 01", "0003010200", "0003010203"] {
            let part = try UserDataTests.deliver(first: "40", dcs: "04", "08 05\(element) 4142")
            var reassembler = Reassembler()
            let message = try Self.message(reassembler.receive(part, id: 1, line: "A", now: 0))
            #expect(message.isComplete)
            #expect(reassembler.nextDeadline == nil)
        }
    }

    @Test("B23: a surrogate pair cut by a careless sender is joined again")
    func surrogates() throws {
        let parts = try [(1, "D83D"), (2, "DC33")].map { number, unit in
            try UserDataTests.deliver(first: "40", dcs: "08", "08 0500030102 0\(number) \(unit)")
        }
        var reassembler = Reassembler()
        #expect(reassembler.receive(parts[0], id: 1, line: "A", now: 0) == [.waiting])
        #expect(try Self.message(reassembler.receive(parts[1], id: 2, line: "A", now: 0)).text() == "\u{1F433}")
    }

    @Test("Sender, line, width of the reference, reference and total keep messages apart")
    func keys() throws {
        let text = String(repeating: "a", count: 200)
        let base = try Self.parts(text)[0]
        let other = try #require(Address("+12025550124"))
        let second = try [
            Self.parts(text, from: other)[1], Self.parts(text, reference: 8)[1], Self.parts(text, wide: true)[1],
            Self.parts(text + text)[1],
        ]
        for (index, part) in second.enumerated() {
            var reassembler = Reassembler()
            #expect(reassembler.receive(base, id: 1, line: "A", now: 0) == [.waiting])
            #expect(reassembler.receive(part, id: 2, line: "A", now: 0) == [.waiting], "\(index)")
        }
        var reassembler = Reassembler()
        #expect(reassembler.receive(base, id: 1, line: "A", now: 0) == [.waiting])
        #expect(reassembler.receive(try Self.parts(text)[1], id: 2, line: "B", now: 0) == [.waiting])
    }

    @Test("B49: a part that never comes is shown as a gap, and when it comes after all, as late")
    func gap() throws {
        let parts = try Self.parts(String(repeating: "a", count: 153) + String(repeating: "b", count: 10))
        var reassembler = Reassembler()
        #expect(reassembler.receive(parts[1], id: 2, line: "A", now: 0) == [.waiting])
        #expect(reassembler.nextDeadline == 3600)
        #expect(reassembler.expire(now: 3599) == [])
        let message = try Self.message(reassembler.expire(now: 3600))
        #expect(message.text() == "[\u{2026}]bbbbbbbbbb")
        #expect(message.text(gap: "?") == "?bbbbbbbbbb")
        #expect(message.missing == [1])
        #expect(!message.isComplete)
        #expect(reassembler.expire(now: 9999) == [])
        let late = try Self.message(reassembler.receive(parts[0], id: 1, line: "A", now: 5000))
        #expect(late.isLate)
        #expect(late.parts.map(\.number) == [1])
        #expect(late.total == 2)
        // Now the message is whole: the next part with its reference begins another.
        let again = try Self.parts(String(repeating: "c", count: 200), at: Self.start + 60)
        #expect(reassembler.receive(again[0], id: 3, line: "A", now: 5001) == [.waiting])
    }

    @Test("Gaps in the middle and at the end are marked")
    func gaps() throws {
        let parts = try Self.parts(["a", "b", "c", "d"].map { String(repeating: $0, count: 153) }.joined())
        var reassembler = Reassembler()
        _ = reassembler.receive(parts[0], id: 1, line: "A", now: 0)
        _ = reassembler.receive(parts[2], id: 3, line: "A", now: 0)
        let message = try Self.message(reassembler.expire(now: 3600))
        let a = String(repeating: "a", count: 153)
        let c = String(repeating: "c", count: 153)
        #expect(message.text(gap: "|") == a + "|" + c + "|")
        #expect(message.missing == [2, 4])
        #expect(message.data == nil)
    }

    @Test("B51, B52: the same part again is dropped, an equal text is not")
    func duplicates() throws {
        var reassembler = Reassembler()
        let first = try Self.parts("TACHO status:0")
        let second = try Self.parts("TACHO status:0", at: Self.start + 3)
        #expect(reassembler.receive(first[0], id: 1, line: "A", now: 0).count == 1)
        for round in 0..<30 {
            #expect(
                reassembler.receive(first[0], id: Int64(10 + round), line: "A", now: Int64(round * 600)) == [
                    .duplicate(of: 1)
                ])
        }
        #expect(try Self.message(reassembler.receive(second[0], id: 3, line: "A", now: 2)).isComplete)
        #expect(try Self.message(reassembler.receive(first[0], id: 4, line: "B", now: 3)).isComplete)
        // Long after the last time it is no retransmission.
        #expect(try Self.message(reassembler.receive(first[0], id: 5, line: "A", now: 40_000)).isComplete)
    }

    @Test("What a service centre changes between two attempts does not make another part")
    func attempts() throws {
        var reassembler = Reassembler()
        var part = try Self.parts("hello")[0]
        #expect(reassembler.receive(part, id: 1, line: "A", now: 0).count == 1)
        part.firstOctet.moreMessagesToSend = true
        #expect(reassembler.receive(part, id: 2, line: "A", now: 1) == [.duplicate(of: 1)])
    }

    @Test("A part that still waits is known again however much later")
    func waitingDuplicate() throws {
        var limits = Reassembler.Limits()
        limits.wait = 1_000_000
        var reassembler = Reassembler(limits: limits)
        let parts = try Self.parts(Self.long)
        #expect(reassembler.receive(parts[0], id: 1, line: "A", now: 0) == [.waiting])
        #expect(reassembler.receive(parts[0], id: 2, line: "A", now: 500_000) == [.duplicate(of: 1)])
    }

    @Test("B48: a reference used again makes another message, whether the first was complete or not")
    func reused() throws {
        let a = try Self.parts(String(repeating: "a", count: 200))
        let b = try Self.parts(String(repeating: "b", count: 200), at: Self.start + 86_400)
        var reassembler = Reassembler()
        // Both are drained from a modem's storage in one go.
        #expect(reassembler.receive(a[0], id: 1, line: "A", now: 0) == [.waiting])
        #expect(reassembler.receive(b[1], id: 4, line: "A", now: 0) == [.waiting])
        #expect(reassembler.receive(b[0], id: 3, line: "A", now: 0).count == 1)
        #expect(reassembler.waitingPartIDs == [1])
        let first = try Self.message(reassembler.receive(a[1], id: 2, line: "A", now: 0))
        #expect(first.partIDs == [1, 2])
        #expect(first.text() == String(repeating: "a", count: 200))
        // And once more with the same reference, soon after.
        let c = try Self.parts(String(repeating: "c", count: 200), at: Self.start + 60)
        #expect(reassembler.receive(c[1], id: 6, line: "A", now: 1) == [.waiting])
        #expect(try Self.message(reassembler.receive(c[0], id: 5, line: "A", now: 1)).partIDs == [5, 6])
    }

    @Test("Another part with the same place is another message's")
    func conflict() throws {
        let a = try Self.parts(String(repeating: "a", count: 200))
        let b = try Self.parts(String(repeating: "b", count: 200), at: Self.start + 2)
        var reassembler = Reassembler()
        #expect(reassembler.receive(a[0], id: 1, line: "A", now: 0) == [.waiting])
        #expect(reassembler.receive(b[0], id: 2, line: "A", now: 0) == [.waiting])
        let second = try Self.message(reassembler.receive(b[1], id: 3, line: "A", now: 0))
        #expect(second.partIDs == [2, 3])
        let first = try Self.message(reassembler.receive(a[1], id: 4, line: "A", now: 0))
        #expect(first.partIDs == [1, 4])
    }

    @Test("Parts whose time is no moment are joined by what else they have")
    func noMoment() throws {
        var parts = try Self.parts(String(repeating: "a", count: 200))
        for index in parts.indices { parts[index].timestamp = .zero }
        var reassembler = Reassembler()
        #expect(reassembler.receive(parts[0], id: 1, line: "A", now: 0) == [.waiting])
        #expect(try Self.message(reassembler.receive(parts[1], id: 2, line: "A", now: 0)).isComplete)
    }

    @Test("A stranger's incomplete messages push out his own, oldest first, and nothing is lost")
    func perSender() throws {
        var limits = Reassembler.Limits()
        limits.setsPerSender = 3
        var reassembler = Reassembler(limits: limits)
        let friend = try #require(Address("+15550001"))
        let text = String(repeating: "a", count: 200)
        #expect(reassembler.receive(try Self.parts(text, from: friend)[0], id: 1000, line: "A", now: 0) == [.waiting])
        var shown: [Int64] = []
        for reference in 0..<50 {
            let part = try Self.parts(text, reference: UInt16(reference))[0]
            let actions = reassembler.receive(part, id: Int64(reference), line: "A", now: 1)
            #expect(actions.last == .waiting)
            for case .message(let message) in actions {
                shown += message.partIDs
                #expect(message.missing == [2])
            }
        }
        #expect(shown == Array(0..<47))
        #expect(reassembler.waitingPartIDs == [47, 48, 49, 1000])
    }

    @Test("Many strangers fill a line no further than its limit")
    func perLine() throws {
        var limits = Reassembler.Limits()
        limits.partsPerLine = 10
        var reassembler = Reassembler(limits: limits)
        let text = String(repeating: "a", count: 200)
        var shown = 0
        for number in 0..<100 {
            let stranger = try #require(Address("+1555\(1000 + number)"))
            let part = try Self.parts(text, from: stranger)[0]
            let actions = reassembler.receive(part, id: Int64(number), line: "A", now: 0)
            #expect(actions.last == .waiting)
            shown += actions.count - 1
            #expect(reassembler.waitingPartIDs.count <= 10)
        }
        #expect(shown == 90)
        // Another line has its own room.
        #expect(reassembler.receive(try Self.parts(text)[0], id: 500, line: "B", now: 0) == [.waiting])
        #expect(reassembler.waitingPartIDs.count == 11)
    }

    @Test("What is remembered is bounded")
    func remembered() throws {
        var limits = Reassembler.Limits()
        limits.remembered = 4
        var reassembler = Reassembler(limits: limits)
        for number in 0..<20 {
            let part = try Self.parts("text \(number)")[0]
            #expect(reassembler.receive(part, id: Int64(number), line: "A", now: 0).count == 1)
        }
        #expect(reassembler.receive(try Self.parts("text 19")[0], id: 99, line: "A", now: 0) == [.duplicate(of: 19)])
        #expect(
            try Self.message(reassembler.receive(try Self.parts("text 0")[0], id: 99, line: "A", now: 0)).isComplete)
    }

    @Test("A part sent over and over takes no more room")
    func overAndOver() throws {
        var limits = Reassembler.Limits()
        limits.remembered = 8
        var reassembler = Reassembler(limits: limits)
        let part = try Self.parts("hello")[0]
        let other = try Self.parts("other")[0]
        #expect(reassembler.receive(part, id: 1, line: "A", now: 0).count == 1)
        #expect(reassembler.receive(other, id: 2, line: "A", now: 0).count == 1)
        for round in 0..<2000 {
            #expect(reassembler.receive(part, id: 3, line: "A", now: Int64(round)) == [.duplicate(of: 1)])
        }
        // The other was not seen again and is forgotten by its own time.
        #expect(try Self.message(reassembler.receive(other, id: 4, line: "A", now: 2000)).isComplete)
        #expect(reassembler.receive(part, id: 5, line: "A", now: 2001) == [.duplicate(of: 1)])
    }

    @Test("After a restart the stored parts give the same answers")
    func restart() throws {
        let parts = try Self.parts(Self.long)
        let single = try Self.parts("hello", at: Self.start + 5)[0]
        var reassembler = Reassembler()
        #expect(reassembler.restore(single, id: 1, line: "A", receivedAt: 100, isHandled: true) == [])
        #expect(reassembler.restore(parts[0], id: 2, line: "A", receivedAt: 200, isHandled: false) == [.waiting])
        #expect(reassembler.nextDeadline == 3800)
        #expect(reassembler.receive(single, id: 3, line: "A", now: 300) == [.duplicate(of: 1)])
        #expect(reassembler.receive(parts[0], id: 4, line: "A", now: 300) == [.duplicate(of: 2)])
        #expect(reassembler.restore(parts[1], id: 5, line: "A", receivedAt: 250, isHandled: false) == [.waiting])
        // The last part was stored, and the daemon died before it handed the message on.
        let message = try Self.message(
            reassembler.restore(parts[2], id: 6, line: "A", receivedAt: 300, isHandled: false))
        #expect(message.partIDs == [2, 5, 6])
    }

    @Test("After a restart a late part is still late")
    func restartLate() throws {
        let parts = try Self.parts(Self.long)
        var reassembler = Reassembler()
        #expect(reassembler.restore(parts[0], id: 1, line: "A", receivedAt: 0, isHandled: true) == [])
        #expect(reassembler.restore(parts[2], id: 3, line: "A", receivedAt: 0, isHandled: true) == [])
        let late = try Self.message(reassembler.receive(parts[1], id: 2, line: "A", now: 10_000))
        #expect(late.isLate)
        #expect(late.parts.map(\.number) == [2])
    }

    @Test("A handled message that was whole leaves nothing to be late for")
    func restartWhole() throws {
        let parts = try Self.parts(Self.long)
        var reassembler = Reassembler()
        for (index, part) in parts.enumerated() {
            #expect(reassembler.restore(part, id: Int64(index), line: "A", receivedAt: 0, isHandled: true) == [])
        }
        let next = try Self.parts(Self.long + "!", at: Self.start + 30)
        #expect(reassembler.receive(next[0], id: 10, line: "A", now: 40) == [.waiting])
    }

    @Test("A clock that was set back makes nothing wait for ever")
    func clock() throws {
        var reassembler = Reassembler()
        #expect(reassembler.receive(try Self.parts(Self.long)[0], id: 1, line: "A", now: 1_000_000) == [.waiting])
        #expect(reassembler.expire(now: 10) == [])
        #expect(reassembler.nextDeadline == 3610)
        #expect(reassembler.expire(now: 3610).count == 1)
    }

    @Test("8-bit parts are joined as octets")
    func data() throws {
        let octets = (0..<200).map { UInt8($0) }
        let parts = try (1...2).map { number in
            let place = Concatenation(reference: 9, part: UInt8(number), total: 2)
            let ports = ApplicationPorts(destination: 2948, source: 9200)
            let header = try #require(UserDataHeader([place.element, ports.element]))
            let slice = number == 1 ? octets[..<128] : octets[128...]
            return Deliver(
                originatingAddress: Self.sender, timestamp: Timestamp(secondsSince1970: Self.start),
                userData: try #require(UserData(data: Array(slice), header: header)))
        }
        var reassembler = Reassembler()
        #expect(reassembler.receive(parts[1], id: 2, line: "A", now: 0) == [.waiting])
        let message = try Self.message(reassembler.receive(parts[0], id: 1, line: "A", now: 0))
        #expect(message.data == octets)
        #expect(message.text() == nil)
        #expect(message.purpose == .application(ApplicationPorts(destination: 2948, source: 9200)))
    }

    @Test("Random arrivals: every part is in exactly one message, and no message has parts of two")
    func random() throws {
        var random = SplitMix(seed: 77)
        for _ in 0..<60 {
            var arrivals: [(Deliver, Int64, Int)] = []
            for message in 0..<6 {
                let count = Int.random(in: 1...600, using: &random)
                let text = String(repeating: Character(Unicode.Scalar(UInt8(0x61 + message))), count: count)
                let parts = try Self.parts(
                    text, reference: UInt16.random(in: 0...2, using: &random), at: Self.start + Int64(message * 7200))
                for part in parts where Int.random(in: 0..<10, using: &random) > 0 {
                    arrivals.append((part, Int64(arrivals.count), message))
                }
            }
            arrivals.shuffle(using: &random)
            var reassembler = Reassembler()
            var actions: [Reassembler.Action] = []
            for (part, id, _) in arrivals { actions += reassembler.receive(part, id: id, line: "A", now: 0) }
            actions += reassembler.expire(now: 100_000)
            var seen: [Int64] = []
            for case .message(let message) in actions {
                seen += message.partIDs
                let senders = Set(message.partIDs.map { id in arrivals.first { $0.1 == id }?.2 })
                #expect(senders.count == 1)
            }
            #expect(seen.sorted() == arrivals.map(\.1).sorted())
        }
    }
}
