import HandsetDBus
import HandsetPlatform

/// Wakes the one task that waits for it; rung more than once before it is heard, it is heard once.
///
/// Not an `AsyncStream`: that waits on a thread of the pool, also for an actor with a thread of its own.
final class Bell: Sendable {
    private enum State {
        case silent, rung, removed
        case awaited(OneShot<Bool>)
    }
    private let state = Lock(State.silent)

    func ring() { change(to: .rung, answer: true) }

    /// Ends all waiting.
    func remove() { change(to: .removed, answer: false) }

    private func change(to new: State, answer: Bool) {
        let waiter = state.withLock { state -> OneShot<Bool>? in
            switch state {
            case .removed: return nil
            case .silent, .rung:
                state = new
                return nil
            case .awaited(let waiter):
                if case .removed = new { state = new } else { state = .silent }
                return waiter
            }
        }
        waiter?.give(answer)
    }

    /// Waits for the bell; false when it has been removed.
    func isHeard(isolation: isolated (any Actor)? = #isolation) async -> Bool {
        let waiter = OneShot<Bool>()
        state.withLock { state in
            switch state {
            case .silent, .awaited: state = .awaited(waiter)
            case .rung:
                state = .silent
                waiter.give(true)
            case .removed: waiter.give(false)
            }
        }
        return await waiter.value(isolation: isolation)
    }
}
