import HandsetPlatform

/// A value that one task waits for and anyone may give, from any thread; the first counts.
package final class OneShot<Value: Sendable>: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Value, Never>)
        case given(Value)
    }
    private let state = Lock(State.idle)

    package init() {}

    package func give(_ value: Value) {
        let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
            switch state {
            case .given: return nil
            case .idle:
                state = .given(value)
                return nil
            case .waiting(let continuation):
                state = .given(value)
                return continuation
            }
        }
        waiting?.resume(returning: value)
    }

    /// Waits until the value is given; for one task.
    package func value(isolation: isolated (any Actor)? = #isolation) async -> Value {
        await withCheckedContinuation { continuation in
            let given: Value? = state.withLock { state in
                if case .given(let value) = state { return value }
                state = .waiting(continuation)
                return nil
            }
            if let given { continuation.resume(returning: given) }
        }
    }
}
