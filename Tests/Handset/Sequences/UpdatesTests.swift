import Handset
import Testing

@Suite(.timeLimit(.minutes(1))) struct UpdatesTests {
    private let updates = Updates<String, Int>()

    @Test func aLoopStartsWithWhatHoldsNow() async {
        updates.send(1, for: "a")
        updates.send(2, for: "b")
        updates.send(3, for: "a")
        var loop = updates.subscribe().makeAsyncIterator()
        #expect(await loop.next(isolation: #isolation) == 3)
        #expect(await loop.next(isolation: #isolation) == 2)
    }

    @Test func whatIsGoneIsToldOnce() async {
        updates.send(1, for: "a")
        var old = updates.subscribe().makeAsyncIterator()
        updates.send(2, for: "a", isLasting: false)
        updates.send(5, for: "b")
        var new = updates.subscribe().makeAsyncIterator()
        #expect(await old.next(isolation: #isolation) == 2)
        #expect(await old.next(isolation: #isolation) == 5)
        #expect(await new.next(isolation: #isolation) == 5)
    }

    @Test func aSlowLoopGetsTheLatestOfEachKey() async {
        var loop = updates.subscribe().makeAsyncIterator()
        for value in 1...1000 { updates.send(value, for: value.isMultiple(of: 2) ? "even" : "odd") }
        #expect(await loop.next(isolation: #isolation) == 999)
        #expect(await loop.next(isolation: #isolation) == 1000)
    }

    @Test func everyLoopSeesEverything() async {
        var a = updates.subscribe().makeAsyncIterator()
        var b = updates.subscribe().makeAsyncIterator()
        updates.send(7, for: "a")
        #expect(await a.next(isolation: #isolation) == 7)
        #expect(await b.next(isolation: #isolation) == 7)
    }

    @Test func aWaitingLoopIsWokenAndCancellationEndsIt() async {
        let (seen, told) = AsyncStream.makeStream(of: Int.self)
        let loop = Task {
            for await value in updates.subscribe() { told.yield(value) }
            told.finish()
        }
        var values = seen.makeAsyncIterator()
        updates.send(1, for: "a")
        #expect(await values.next() == 1)
        updates.send(2, for: "a")
        #expect(await values.next() == 2)
        loop.cancel()
        #expect(await values.next() == nil)
        await loop.value
        #expect(updates.loopCount == 0)
    }

    @Test func aLoopThatIsLeftIsForgotten() async {
        updates.send(1, for: "a")
        for await _ in updates.subscribe() { break }
        #expect(updates.loopCount == 0)
    }
}
