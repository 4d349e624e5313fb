import Testing

@testable import HandsetService

/// The contract of docs/delivery.md, rule by rule.
@Suite struct DeliveryQueueTests {
    static let app = ClientProcess(started: 1, id: 100)
    static let newer = ClientProcess(started: 2, id: 50)

    static func reader(_ client: String, _ number: UInt32 = 1) -> ReaderID {
        ReaderID(client: ClientName(rawValue: client), number: number)
    }

    static func queue(_ count: UInt64) -> DeliveryQueue {
        DeliveryQueue(elements: (0..<count).map { .init(cursor: $0 + 1) }, lastCursor: count)
    }

    @Test func nextHandsOneAndAcknowledgesTheOneBefore() {
        var queue = Self.queue(3)
        let a = Self.reader("a")
        #expect(queue.next(a, of: Self.app, after: 0, call: 1) == [.hand(1, 1)])
        #expect(queue.next(a, of: Self.app, after: 1, call: 2) == [.remove([1]), .hand(2, 2)])
        #expect(queue.next(a, of: Self.app, after: 2, call: 3) == [.remove([2]), .hand(3, 3)])
        #expect(queue.next(a, of: Self.app, after: 3, call: 4) == [.remove([3])])
        #expect(queue.append(9) == [.hand(4, 9)])
    }

    @Test func sameCursorAgainHandsTheSameElementAgain() {
        var queue = Self.queue(2)
        let a = Self.reader("a")
        #expect(queue.next(a, of: Self.app, after: 0, call: 1) == [.hand(1, 1)])
        #expect(queue.next(a, of: Self.app, after: 0, call: 2) == [.hand(2, 1)])
    }

    @Test func aLaterCallTakesTheWaitingOnesPlace() {
        var queue = Self.queue(0)
        let a = Self.reader("a")
        #expect(queue.next(a, of: Self.app, after: 0, call: 1) == [])
        #expect(queue.next(a, of: Self.app, after: 0, call: 2) == [.end(1, .superseded)])
        #expect(queue.append(5) == [.hand(2, 5)])
    }

    @Test func anOpenBehindTheFirstNextTakesNothingBack() {
        var queue = Self.queue(2)
        let a = Self.reader("a")
        #expect(queue.next(a, of: Self.app, after: 0, call: 1) == [.hand(1, 1)])
        #expect(queue.open(a, of: Self.app, after: 0) == .success([]))
        #expect(queue.next(a, of: Self.app, after: 1, call: 2) == [.remove([1]), .hand(2, 2)])
        #expect(queue.next(a, of: Self.app, after: 2, call: 3) == [.remove([2])])
        #expect(queue.open(a, of: Self.app, after: 0) == .success([]))
        #expect(queue.append(3) == [.hand(3, 3)])
    }

    @Test func anAcknowledgementBehindTheCloseOpensNoReader() {
        var queue = Self.queue(2)
        let a = Self.reader("a")
        _ = queue.next(a, of: Self.app, after: 0, call: 1)
        #expect(queue.close(a) == [])
        #expect(queue.acknowledge(a, of: Self.app, through: 1) == .success([.remove([1])]))
        // Nothing holds what another reader passes.
        let b = Self.reader("a", 2)
        #expect(queue.next(b, of: Self.app, after: 0, call: 2) == [.hand(2, 2)])
        #expect(queue.next(b, of: Self.app, after: 2, call: 3) == [.remove([2])])
    }

    @Test func closingAcknowledgesNothing() {
        var queue = Self.queue(2)
        let a = Self.reader("a")
        _ = queue.next(a, of: Self.app, after: 0, call: 1)
        #expect(queue.close(a) == [])
        #expect(queue.next(Self.reader("a", 2), of: Self.app, after: 0, call: 2) == [.hand(2, 1)])
    }

    @Test func closingEndsTheWaitingCall() {
        var queue = Self.queue(0)
        _ = queue.next(Self.reader("a"), of: Self.app, after: 0, call: 7)
        #expect(queue.close(Self.reader("a")) == [.end(7, .superseded)])
    }

    /// A cancelled loop says that it is done with what it has in hand, then closes.
    @Test func cancellingAcknowledges() {
        var queue = Self.queue(2)
        let a = Self.reader("a")
        _ = queue.next(a, of: Self.app, after: 0, call: 1)
        #expect(queue.acknowledge(a, of: Self.app, through: 1) == .success([.remove([1])]))
        #expect(queue.close(a) == [])
        #expect(queue.elements.map(\.cursor) == [2])
    }

    @Test func slowestReaderHolds() {
        var queue = Self.queue(2)
        let (a, b) = (Self.reader("a", 1), Self.reader("a", 2))
        #expect(queue.open(b, of: Self.app, after: 0) == .success([]))
        _ = queue.next(a, of: Self.app, after: 0, call: 1)
        #expect(queue.next(a, of: Self.app, after: 1, call: 2) == [.hand(2, 2)])
        #expect(queue.elements.count == 2)
        #expect(queue.close(b) == [.remove([1])])
    }

    @Test func readerComesBackAtItsCursor() {
        var queue = Self.queue(3)
        // The daemon was restarted: it knows no reader, and element 2 is in the app's hand.
        #expect(queue.next(Self.reader("a"), of: Self.app, after: 2, call: 1) == [.remove([1, 2]), .hand(1, 3)])
    }

    /// The store was put back from a copy: its cursors are behind the app's.
    @Test func aCursorThatWasNeverGivenAcknowledgesNothing() {
        var queue = Self.queue(2)
        #expect(queue.next(Self.reader("a"), of: Self.app, after: 99, call: 1) == [.hand(1, 1)])
        #expect(queue.next(Self.reader("a"), of: Self.app, after: 2, call: 2) == [.end(2, .invalidCursor)])
        #expect(queue.acknowledge(Self.reader("a"), of: Self.app, through: 2) == .failure(.invalidCursor))
        #expect(queue.elements.count == 2)
    }

    @Test func acknowledgingWithoutAReaderCountsAfterARestart() {
        var queue = Self.queue(2)
        #expect(queue.acknowledge(Self.reader("a"), of: Self.app, through: 1) == .success([.remove([1])]))
    }

    @Test func readersOfAClientAreLimited() {
        var queue = Self.queue(1)
        for number in 1...UInt32(DeliveryQueue.readersPerClient) {
            #expect(queue.open(Self.reader("a", number), of: Self.app, after: 0) == .success([]))
        }
        #expect(queue.next(Self.reader("a", 99), of: Self.app, after: 0, call: 1) == [.end(1, .tooManyReaders)])
        #expect(queue.next(Self.reader("b", 1), of: Self.app, after: 0, call: 2) == [.hand(2, 1)])
    }

    // MARK: Two processes

    @Test func newerProcessHoldsAndTheOlderWaits() {
        var queue = Self.queue(2)
        let (old, new) = (Self.reader("old"), Self.reader("new"))
        #expect(queue.next(old, of: Self.app, after: 0, call: 1) == [.hand(1, 1)])
        #expect(queue.next(new, of: Self.newer, after: 0, call: 2) == [.hand(2, 1)])
        // What the older finishes counts for its own place only; it waits.
        #expect(queue.next(old, of: Self.app, after: 1, call: 3) == [])
        #expect(queue.elements.count == 2)
        #expect(queue.next(new, of: Self.newer, after: 1, call: 4) == [.remove([1]), .hand(4, 2)])
        // The newer ends with 2 in hand: the older goes on, behind what it has done.
        #expect(queue.vanish(new.client) == [.died(2, deaths: 1), .appDied, .hand(3, 2)])
    }

    @Test func newerHoldsBetweenItsLoops() {
        var queue = Self.queue(0)
        let (old, new) = (Self.reader("old"), Self.reader("new"))
        _ = queue.next(old, of: Self.app, after: 0, call: 1)
        _ = queue.open(new, of: Self.newer, after: 0)
        _ = queue.close(new)
        #expect(queue.append(1) == [])
        #expect(queue.vanish(new.client) == [.hand(1, 1)])
    }

    // MARK: Death

    @Test func diedThreeTimesIsParkedAndLaterOnesPass() {
        var queue = Self.queue(2)
        for (death, client) in ["a", "b", "c"].enumerated() {
            let process = ClientProcess(started: UInt64(death), id: 1)
            _ = queue.next(Self.reader(client), of: process, after: 0, call: UInt64(death))
            #expect(
                queue.vanish(ClientName(rawValue: client)) == [.died(1, deaths: death + 1), .appDied])
        }
        #expect((queue.waitingCount, queue.parkedCount) == (1, 1))
        let process = ClientProcess(started: 10, id: 1)
        // Offered once at the launch, behind the others, under a fresh cursor.
        #expect(queue.next(Self.reader("d"), of: process, after: 0, call: 10) == [.offerParked, .hand(10, 2)])
        #expect(queue.unparked([(old: 1, new: 3)]) == [])
        #expect(queue.next(Self.reader("d"), of: process, after: 2, call: 11) == [.remove([2]), .hand(11, 3)])
        #expect(queue.vanish(ClientName(rawValue: "d")) == [.died(3, deaths: 4), .appDied])
        #expect((queue.waitingCount, queue.parkedCount) == (0, 1))
    }

    @Test func parkedIsOfferedOncePerProcessAndCanBeTaken() {
        var queue = DeliveryQueue(elements: [.init(cursor: 1, deaths: 3)], lastCursor: 1)
        let a = Self.reader("a")
        #expect(queue.open(a, of: Self.app, after: 0) == .success([.offerParked]))
        #expect(queue.open(Self.reader("a", 2), of: Self.app, after: 0) == .success([]))
        _ = queue.close(Self.reader("a", 2))
        _ = queue.unparked([(old: 1, new: 2)])
        #expect(queue.next(a, of: Self.app, after: 0, call: 1) == [.hand(1, 2)])
        #expect(queue.next(a, of: Self.app, after: 2, call: 2) == [.remove([2])])
        #expect(queue.parkedCount == 0)
    }

    /// A reader that has passed the place of a parked element has not acknowledged it.
    @Test func parkedIsNotSwallowedByACursor() {
        var queue = DeliveryQueue(elements: [.init(cursor: 1, deaths: 3), .init(cursor: 2)], lastCursor: 2)
        let a = Self.reader("a")
        #expect(queue.next(a, of: Self.app, after: 0, call: 1) == [.offerParked, .hand(1, 2)])
        #expect(queue.next(a, of: Self.app, after: 2, call: 2) == [.remove([2])])
        #expect(queue.parkedCount == 1)
    }

    @Test func endWithNothingInHandIsNoDeath() {
        var queue = Self.queue(1)
        _ = queue.open(Self.reader("a"), of: Self.app, after: 0)
        #expect(queue.vanish(ClientName(rawValue: "a")) == [])
    }

    @Test func aLostBusIsNoDeath() {
        var queue = Self.queue(1)
        _ = queue.next(Self.reader("a"), of: Self.app, after: 0, call: 1)
        _ = queue.next(Self.reader("a", 2), of: Self.app, after: 1, call: 2)
        #expect(queue.loseBus() == [.end(2, .superseded)])
        #expect(queue.vanish(ClientName(rawValue: "a")) == [])
        #expect(queue.elements.first?.deaths == 0)
    }

    @Test func roleTakenAwayEndsEverything() {
        var queue = Self.queue(0)
        _ = queue.next(Self.reader("a"), of: Self.app, after: 0, call: 1)
        #expect(queue.revoke() == [.end(1, .notPermitted)])
        #expect(!queue.hasClient)
    }

    // MARK: Any order of events

    /// A long random life: each reader sees what it sees in order, nothing leaves unseen, nobody waits in vain.
    @Test(arguments: 0..<200) func anySequenceKeepsThePromises(seed: UInt64) {
        var life = Life(seed: seed)
        for _ in 0..<400 { life.step() }
        life.finish()
    }
}

/// A queue, its clients, and what a correct queue may do, kept apart from it.
private struct Life {
    var random: SeededGenerator
    var queue = DeliveryQueue()
    var last: UInt64 = 0
    var nextCall: UInt64 = 1
    /// Which reader a call is of.
    var calls: [DeliveryQueue.Call: ReaderID] = [:]
    /// What each open reader is done with and holds.
    var readers: [ReaderID: (done: UInt64, inHand: UInt64?)] = [:]
    /// Every element ever added and not removed.
    var present: Set<UInt64> = []
    var parked: Set<UInt64> = []
    /// What some reader, of whatever process, has said it is done with: the only elements that may leave.
    var done: Set<UInt64> = []
    let processes = (0..<3).map { ClientProcess(started: UInt64($0), id: UInt32($0)) }

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func step() {
        let client = Int.random(in: 0..<3, using: &random)
        let id = ReaderID(
            client: ClientName(rawValue: "c\(client)"), number: UInt32.random(in: 1...2, using: &random))
        let process = processes[client]
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2:
            last += UInt64.random(in: 1...3, using: &random)
            present.insert(last)
            apply(queue.append(last))
        case 3...7:
            // Only a reader without a call in progress asks: it is one loop.
            guard !calls.values.contains(id) else { return }
            let cursor = readers[id]?.inHand ?? readers[id]?.done ?? 0
            finish(id, cursor)
            calls[nextCall] = id
            nextCall += 1
            apply(queue.next(id, of: process, after: cursor, call: nextCall - 1))
        case 8:
            guard let hand = readers[id]?.inHand else { return }
            finish(id, hand)
            guard case .success(let actions) = queue.acknowledge(id, of: process, through: hand) else {
                Issue.record("an element in hand could not be acknowledged")
                return
            }
            apply(actions)
        case 9:
            readers[id] = nil
            apply(queue.close(id))
        case 10:
            let client = id.client
            readers = readers.filter { $0.key.client != client }
            apply(queue.vanish(client))
        default:
            if Int.random(in: 0..<10, using: &random) == 0 {
                readers = [:]
                apply(queue.loseBus())
            }
        }
        check()
    }

    private mutating func finish(_ id: ReaderID, _ cursor: UInt64) {
        readers[id] = (cursor, nil)
        if cursor > 0 { done.formUnion(present.filter { $0 <= cursor && !parked.contains($0) }) }
    }

    private mutating func apply(_ actions: [DeliveryQueue.Action]) {
        for action in actions {
            switch action {
            case .hand(let call, let cursor):
                guard let id = calls.removeValue(forKey: call), let reader = readers[id] else {
                    Issue.record("a call was answered that does not wait")
                    return
                }
                #expect(cursor > reader.done, "a reader goes back")
                #expect(present.contains(cursor), "an element that is gone")
                readers[id] = (reader.done, cursor)
            case .end(let call, _): #expect(calls.removeValue(forKey: call) != nil)
            case .remove(let cursors):
                for cursor in cursors {
                    #expect(done.contains(cursor), "left without having been handled")
                    #expect(present.remove(cursor) != nil)
                }
            case .died(let cursor, let deaths):
                if deaths >= DeliveryQueue.deathsToPark { parked.insert(cursor) }
            case .offerParked:
                let moved = parked.sorted().map { old in
                    last += 1
                    present.remove(old)
                    present.insert(last)
                    return (old: old, new: last)
                }
                parked = []
                apply(queue.unparked(moved))
            case .appDied: break
            }
        }
    }

    private func check() {
        #expect(Set(queue.elements.map(\.cursor)) == present)
        #expect(queue.elements.map(\.cursor) == queue.elements.map(\.cursor).sorted())
        let holder = queue.holder
        for (_, id) in calls {
            guard let reader = readers[id], processes[Int(id.client.rawValue.dropFirst()) ?? 0] == holder else {
                continue
            }
            #expect(
                !queue.elements.contains { $0.isOffered && $0.cursor > reader.done }, "waits though there is something")
        }
    }

    /// One last process takes all that is left, each once.
    mutating func finish() {
        for client in 0..<3 { apply(queue.vanish(ClientName(rawValue: "c\(client)"))) }
        readers = [:]
        let id = ReaderID(client: ClientName(rawValue: "c9"), number: 1)
        let process = ClientProcess(started: 99, id: 9)
        var cursor: UInt64 = 0
        while true {
            readers[id] = (cursor, nil)
            if cursor > 0 { done.insert(cursor) }
            calls[nextCall] = id
            nextCall += 1
            apply(queue.next(id, of: process, after: cursor, call: nextCall - 1))
            guard let hand = readers[id]?.inHand else { break }
            cursor = hand
        }
        #expect(queue.elements.isEmpty)
    }
}

/// A small generator with a seed (SplitMix64), so that a failure can be run again.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
