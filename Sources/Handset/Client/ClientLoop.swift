import HandsetPlatform

/// The one thread on which this process talks to the service.
///
/// Everything between an app's call and the bus runs here, and nothing of it on the threads that apps' tasks share: a cold
/// app's first read may hold all of those while it waits for what this thread finds out.
///
/// One thing of the runtime (Swift 6.3) must be got round: a task that was suspended by a continuation passes through the
/// global queue of its priority on its way back to its actor, and each priority has threads of its own. So what brings the
/// first answer has the ``priority`` that no app's task has.
@globalActor package actor ClientLoop {
    package static let shared = ClientLoop()

    nonisolated let loop = EventLoop(name: "handset")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// User-interactive, which no task has that was not given it by number.
    static let priority = TaskPriority(rawValue: 33)

    private init() {}
}
