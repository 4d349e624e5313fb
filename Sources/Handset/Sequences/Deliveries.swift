import HandsetPlatform

/// What one queue of the service offers its readers, as seen from here. A reader's number is the client's.
///
/// `after` and `through` are the cursor of the last element that the caller is done with.
package protocol DeliverySource<Element>: Sendable {
    associatedtype Element: Sendable
    /// Suspends until there is an element past `cursor`; throws only when the calling task is cancelled.
    func next(reader: UInt32, after cursor: UInt64) async throws(CancellationError) -> (
        cursor: UInt64, element: Element
    )
    /// Never waits.
    func open() -> UInt32
    /// Returns when the word has been heard, so that the process may end at once; or soon, if nobody hears it: the task is
    /// cancelled.
    func acknowledge(reader: UInt32, through cursor: UInt64) async
    /// Never waits.
    func close(reader: UInt32)
}

/// A queue as an app reads it: asking for the next element is what says "done with the one before".
///
/// Closing (a `break`, a throw, the iterator's end) says nothing: the element in hand comes again to the next loop. A
/// cancelled task's `next()` did come back, so it acknowledges what was handed over, and ends.
package struct Deliveries<Source: DeliverySource>: AsyncSequence, Sendable {
    package typealias Element = Source.Element
    package typealias Failure = Never
    private let source: Source

    package init(_ source: Source) { self.source = source }

    package func makeAsyncIterator() -> Iterator { Iterator(source) }

    package struct Iterator: AsyncIteratorProtocol {
        private let reader: Reader

        fileprivate init(_ source: Source) { reader = Reader(source) }

        package mutating func next() async -> Element? { await next(isolation: nil) }

        package mutating func next(isolation: isolated (any Actor)?) async -> Element? {
            await reader.next(isolation: isolation)
        }
    }

    /// One open reader; closed when the last copy of its iterator goes away.
    private final class Reader {
        private let source: Source
        private let number: UInt32
        private var cursor: UInt64 = 0
        private var isFinished = false

        init(_ source: Source) {
            self.source = source
            number = source.open()
        }

        deinit { source.close(reader: number) }

        func next(isolation: isolated (any Actor)?) async -> Element? {
            if isFinished { return nil }
            if cursor > 0 { FaultPoint.pass("app.loop") }
            do {
                let (cursor, element) = try await source.next(reader: number, after: cursor)
                self.cursor = cursor
                return element
            } catch {
                isFinished = true
                await source.acknowledge(reader: number, through: cursor)
                return nil
            }
        }
    }
}
