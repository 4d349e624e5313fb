package import HandsetPlatform

/// The daemon's one event loop: bus, modems and everything here but the store run on it.
@globalActor package actor ServiceActor {
    package static let shared = ServiceActor()
    package static let loop = EventLoop(name: "handset")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { Self.loop.asUnownedSerialExecutor() }
}

/// Work that must happen one after the other, in the order in which it was asked for; all of it can be waited for.
@ServiceActor
final class WorkQueue {
    private var last: Task<Void, Never>?

    nonisolated init() {}

    func add(_ work: @escaping @ServiceActor () async -> Void) {
        let before = last
        last = Task { @ServiceActor in
            await before?.value
            await work()
        }
    }

    /// Returns once everything asked for so far is done.
    func finished() async { await last?.value }
}
