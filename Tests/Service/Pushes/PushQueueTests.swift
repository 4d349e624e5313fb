import HandsetInterface
import Testing

@testable import HandsetService

@Suite struct PushQueueTests {
    /// A queue that is looked at while it changes.
    private final class Queue {
        var value = PushQueue()

        init(_ ids: String...) { for id in ids { _ = add(id) } }

        func add(_ id: String, at time: Int64 = 0) -> Bool {
            value.add(PushInfo(id: id, type: "voip", payload: "{}", received: time))
        }
        func take(_ types: Set<String> = ["voip"], for client: String) -> String? {
            value.take(types, for: client)?.id
        }
        func lose(_ client: String) -> Bool { value.lose(client) }
    }

    @Test func givesEachOnceInOrderToWhoWantsItsType() {
        let queue = Queue("a", "b")
        #expect(queue.take(["file"], for: "1") == nil)
        #expect(queue.take(["file", "voip"], for: "1") == "a")
        #expect(queue.take(for: "2") == "b")
        #expect(queue.take(for: "1") == nil)
        #expect(!queue.value.isEmpty && !queue.value.hasWaiting)
        queue.value.handled("a")
        queue.value.handled("b")
        #expect(queue.value.isEmpty)
    }

    @Test func offersAgainWhatDiedWithItsProcessThreeTimesAtMost() {
        let queue = Queue("a", "b")
        for client in ["1", "2", "3"] {
            #expect(queue.take(for: client) == "a")
            #expect(queue.lose(client))
        }
        #expect(!queue.lose("3"))
        #expect(queue.take(for: "4") == "b")
        #expect(queue.take(for: "4") == nil)
    }

    @Test func aProcessUnderAnotherNameMayStillSayThatItIsDone() {
        let queue = Queue("a")
        #expect(queue.take(for: "1") == "a")
        #expect(queue.lose("1"))
        queue.value.handled("a")
        #expect(queue.value.isEmpty)
    }

    @Test func whatNobodyWasHandedNobodyHasDealtWith() {
        let queue = Queue("a")
        queue.value.handled("a")
        #expect(queue.value.hasWaiting)
    }

    @Test func whatAProcessNeverEndsIsForgottenInTime() {
        let queue = Queue("a")
        #expect(queue.take(for: "1") == "a")
        queue.value.expire(now: PushQueue.lifetime - 1)
        #expect(!queue.value.isEmpty)
        queue.value.expire(now: PushQueue.lifetime)
        #expect(queue.value.isEmpty)
        #expect(!queue.lose("1"))
    }

    @Test func isBounded() {
        let queue = Queue()
        for number in 0..<PushQueue.limit { #expect(queue.add("\(number)")) }
        #expect(!queue.add("more"))
        #expect(queue.take(for: "1") == "0")
        // Who takes and never ends is no reason for more.
        #expect(!queue.add("more"))
        queue.value.handled("0")
        #expect(queue.add("more"))
    }

    @Test(arguments: [(0, true), (119, true), (120, false), (-1, false)] as [(Int64, Bool)])
    func waitsForTwoMinutes(seconds: Int64, isKept: Bool) {
        let queue = Queue()
        #expect(queue.add("a", at: 1_000))
        queue.value.expire(now: 1_000 + seconds)
        #expect(queue.value.hasWaiting == isKept)
    }
}
