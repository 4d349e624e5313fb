import HandsetPlatform

/// One suspended `waitUntil`. Whoever takes the continuation out of the lock resumes it.
final class ConditionWait: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<CarrierSnapshot, any Error>)
        case over
    }
    private let state = Lock(State.idle)

    /// False when the task was cancelled before; the continuation is resumed then.
    func begin(_ continuation: CheckedContinuation<CarrierSnapshot, any Error>) -> Bool {
        let isOver = state.withLock { state in
            if case .over = state { return true }
            state = .waiting(continuation)
            return false
        }
        if isOver { continuation.resume(throwing: CancellationError()) }
        return !isOver
    }

    var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

    /// True if this call ended it.
    @discardableResult
    func end(_ result: Result<CarrierSnapshot, any Error>) -> Bool {
        let waiting: CheckedContinuation<CarrierSnapshot, any Error>? = state.withLock { state in
            defer { state = .over }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(with: result)
        return waiting != nil
    }
}
