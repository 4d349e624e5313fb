import HandsetInterface
import HandsetPlatform

/// One queue of the service, for this process's readers.
package struct BusQueue: DeliverySource {
    /// The client gives its readers their numbers; none is used twice.
    private static let lastReader = Lock<UInt32>(0)

    let connection: Connection
    let service: MessageService

    package func open() -> UInt32 {
        let number = Self.lastReader.withLock { last in
            last &+= 1
            return last
        }
        connection.later { [service] in await $0.open(service.rawValue, number) }
        return number
    }

    package func next(
        reader: UInt32, after cursor: UInt64
    ) async throws(CancellationError) -> (cursor: UInt64, element: IncomingMessage) {
        let element = try await connection.next(service.rawValue, reader, after: cursor)
        return (element.cursor, IncomingMessage(element.message))
    }

    package func acknowledge(reader: UInt32, through cursor: UInt64) async {
        await connection.acknowledge(service.rawValue, reader, through: cursor)
    }

    package func close(reader: UInt32) {
        connection.later { [service] in await $0.close(service.rawValue, reader) }
    }
}

/// The messages of a queue: first those that wait, then each as it comes, until the loop's task is cancelled.
///
/// Asking for the next one says that the one before is dealt with. A loop that ends in any other way (`break`, an error,
/// the process's end) leaves the message in hand in the queue, and it comes again with the same ``IncomingMessage/id``.
/// With several loops each gets every message, and one leaves the queue when all have passed it. A restart of the service
/// or of the bus does not end a loop; neither does the loss of the role, without which nothing comes.
public struct IncomingMessages: AsyncSequence, Sendable {
    /// A message and what is known of it.
    public typealias Element = IncomingMessage
    /// Nothing ends a loop but its task's cancellation.
    public typealias Failure = Never

    private let deliveries: Deliveries<BusQueue>

    init(_ queue: BusQueue) { deliveries = Deliveries(queue) }

    /// Opens a reader of the queue.
    public func makeAsyncIterator() -> Iterator { Iterator(base: deliveries.makeAsyncIterator()) }

    /// One reader of the queue; closed, with nothing acknowledged, when it goes away.
    public struct Iterator: AsyncIteratorProtocol {
        var base: Deliveries<BusQueue>.Iterator

        /// The next message; nil when the task is cancelled.
        public mutating func next() async -> IncomingMessage? { await base.next(isolation: nil) }

        /// The next message; nil when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> IncomingMessage? {
            await base.next(isolation: actor)
        }
    }
}
