import Glibc

/// State behind a mutual exclusion lock.
///
/// Over `pthread_mutex_t` and not `Synchronization.Mutex`: the thread sanitizer does not see the latter's slow path and
/// reports races that are none.
package final class Lock<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var state: State

    package init(_ initial: State) {
        state = initial
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` alone. Resume continuations and destroy large values after it returns, not inside.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}
