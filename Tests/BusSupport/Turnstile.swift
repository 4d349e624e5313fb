import HandsetDBus

/// Lets only so many through at once. Each daemon takes one of the few inotify instances that the kernel gives a user
/// (128), and Swift Testing starts every test of a suite at once.
package actor Turnstile {
    /// For tests with buses of their own.
    package static let buses = Turnstile(limit: 12)

    private var free: Int
    private var queue: [OneShot<Void>] = []

    init(limit: Int) { free = limit }

    package func pass<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
        await enter()
        do {
            let result = try await body()
            leave()
            return result
        } catch {
            leave()
            throw error
        }
    }

    package func enter() async {
        guard free == 0 else {
            free -= 1
            return
        }
        let ticket = OneShot<Void>()
        queue.append(ticket)
        await ticket.value()
    }

    /// After each `enter`, once.
    package func leave() { if queue.isEmpty { free += 1 } else { queue.removeFirst().give(()) } }
}
