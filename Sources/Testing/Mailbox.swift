import HandsetPlatform

/// What has come and was not taken, and who waits for what is to come. Used on the loop's thread, by the actor that owns it.
final class Mailbox<Element: Sendable> {
    private struct Waiter {
        let number: Int
        let accepts: @Sendable (Element) -> Bool
        let continuation: CheckedContinuation<Element, any Error>
        let limit: EventLoop.Timer
    }

    private let loop: EventLoop
    /// For the error of a wait in vain.
    private let contents: String
    private(set) var untaken: [Element] = []
    private var waiters: [Waiter] = []
    private var nextNumber = 0

    init(of contents: String, loop: EventLoop) {
        self.contents = contents
        self.loop = loop
    }

    func put(_ element: Element) {
        guard let index = waiters.firstIndex(where: { $0.accepts(element) }) else { return untaken.append(element) }
        let waiter = waiters.remove(at: index)
        loop.cancel(waiter.limit)
        waiter.continuation.resume(returning: element)
    }

    /// The first element, of those not taken, that `accepts` takes; waits for it. Throws after `limit`.
    func take(
        within limit: Duration, where accepts: @escaping @Sendable (Element) -> Bool,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Element {
        if let index = untaken.firstIndex(where: accepts) { return untaken.remove(at: index) }
        nextNumber += 1
        let number = nextNumber
        return try await withCheckedThrowingContinuation { continuation in
            let timer = loop.schedule(at: .now + limit) { [unowned self] in
                let others = untaken.isEmpty ? "" : ", and \(untaken.count) others that were not asked for"
                end(number, TestMachineError("no such \(contents) came within \(limit)\(others)"))
            }
            waiters.append(Waiter(number: number, accepts: accepts, continuation: continuation, limit: timer))
        }
    }

    /// Ends every wait.
    func close() {
        for waiter in waiters {
            loop.cancel(waiter.limit)
            waiter.continuation.resume(throwing: TestMachineError("the test machine was shut down"))
        }
        waiters = []
    }

    private func end(_ number: Int, _ error: TestMachineError) {
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: index).continuation.resume(throwing: error)
    }
}
