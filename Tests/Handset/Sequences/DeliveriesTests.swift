import Handset
import Testing

/// The delivery contract as an app's loop meets it.
@Suite(.timeLimit(.minutes(1))) struct DeliveriesTests {
    private struct Boom: Error {}
    private let queue = MemoryQueue([1, 2, 3])

    @Test func aBreakLeavesTheElementInHand() async {
        for await element in Deliveries(queue) where element == 2 { break }
        #expect(queue.pending == 2)
        #expect(queue.openReaders == 0)
        var again: [Int] = []
        for await element in Deliveries(queue) {
            again.append(element)
            if element == 3 { break }
        }
        #expect(again == [2, 3])
    }

    @Test func aThrowLeavesTheElementInHand() async {
        await #expect(throws: Boom.self) { for await _ in Deliveries(queue) { throw Boom() } }
        #expect(queue.pending == 3)
    }

    @Test func aPrefixNeverAcknowledgesItsLast() async {
        for await _ in Deliveries(queue).prefix(2) {}
        #expect(queue.pending == 2)
    }

    @Test func aFilterAcknowledgesWhatItSkips() async {
        for await element in Deliveries(queue).filter({ $0 == 3 }) {
            #expect(element == 3)
            break
        }
        #expect(queue.pending == 1)
    }

    @Test func aMapIsALoopLikeAnother() async {
        for await text in Deliveries(queue).map(String.init) where text == "2" { break }
        #expect(queue.pending == 2)
    }

    @Test func cancellationWhileWaitingAcknowledgesAll() async {
        let (reached, third) = AsyncStream.makeStream(of: Int.self)
        let loop = Task {
            var count = 0
            for await element in Deliveries(queue) {
                count += 1
                third.yield(element)
            }
            return count
        }
        for await element in reached where element == 3 { break }
        loop.cancel()
        #expect(await loop.value == 3)
        #expect(queue.pending == 0)
    }

    @Test func aCancelledBodyThatComesBackIsAcknowledged() async {
        await Task { for await _ in Deliveries(queue) { withUnsafeCurrentTask { $0?.cancel() } } }.value
        #expect(queue.pending == 2)
    }

    @Test func nothingComesAfterTheEnd() async {
        await Task {
            var iterator = Deliveries(queue).makeAsyncIterator()
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(await iterator.next() == nil)
            #expect(await iterator.next() == nil)
        }.value
        #expect(queue.pending == 3)
    }

    @Test func theSlowestReaderHolds() async {
        var fast = Deliveries(queue).makeAsyncIterator()
        let slow = Deliveries(queue).makeAsyncIterator()
        _ = await fast.next(isolation: #isolation)
        _ = await fast.next(isolation: #isolation)
        #expect(queue.pending == 3)
        withExtendedLifetime(slow) {}
    }
}
