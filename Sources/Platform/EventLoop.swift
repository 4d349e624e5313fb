import CHandsetLinux
import Glibc

/// What the loop polls: a descriptor, what it waits for now, and until when.
///
/// The loop asks for `interest` and `deadline` before each sleep, and calls `ready` when the descriptor is ready or the
/// deadline has passed. All on the loop's thread. `ready` handles a bounded batch and returns: a busy source must not
/// starve the others.
package protocol EventSource: AnyObject {
    var descriptor: Int32 { get }
    /// `POLLIN`, `POLLOUT`; 0 waits for hang-up and error only.
    var interest: Int16 { get }
    var deadline: MonotonicTime? { get }
    func ready(_ events: Int16)
}

/// One thread that runs the jobs of the actors on it, serves descriptors and keeps deadlines.
///
/// It sleeps in one `poll` and wakes only for a job, a descriptor or a deadline.
package final class EventLoop: SerialExecutor, @unchecked Sendable {
    /// A deadline that was asked for; `cancel` takes it back.
    package struct Timer: Hashable, Sendable { fileprivate let number: UInt64 }

    private let core: Core

    /// Starts the thread. It ends when the loop is released; what is on the loop holds it.
    package init(name: String) {
        core = Core(name: name)
        core.start(for: self)
    }

    deinit { core.end() }

    // MARK: Executor

    package func enqueue(_ job: consuming ExecutorJob) { core.enqueue(UnownedJob(job)) }

    package var isCurrent: Bool { core.isCurrent }

    package func checkIsolated() { precondition(isCurrent, "not on the event loop \(core.name)") }

    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Takes, for the whole process and for ever, the jobs that would go to the global pool. Called before the first task of a
    /// program whose every actor is on a loop.
    ///
    /// A resumed continuation passes through the pool otherwise, and from the pool's first use libdispatch wakes once a second, for as
    /// long as the process lives, to look after it.
    package func takeGlobalJobs() {
        handset_redirect_global_jobs(
            { job, context in
                guard let job, let context else { return }
                let loop = Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue()
                loop.core.enqueue(unsafeBitCast(job, to: UnownedJob.self))
            }, Unmanaged.passRetained(self).toOpaque())
    }

    // MARK: Sources and deadlines, from jobs of this loop

    package func add(_ source: any EventSource) {
        checkIsolated()
        core.sources.append(source)
    }

    package func remove(_ source: any EventSource) {
        checkIsolated()
        core.sources.removeAll { $0 === source }
    }

    @discardableResult
    package func schedule(at time: MonotonicTime, _ action: @escaping () -> Void) -> Timer {
        checkIsolated()
        return core.schedule(at: time, action)
    }

    package func cancel(_ timer: Timer) {
        checkIsolated()
        core.timers.removeAll { $0.number == timer.number }
    }
}

/// What the thread works on. It outlives the loop by the one wake-up that tells it to end.
private final class Core: @unchecked Sendable {
    private struct Mailbox {
        var jobs: [UnownedJob] = []
        var isAsleep = false
        var hasEnded = false
    }

    let name: String
    private let mailbox = Lock(Mailbox())
    private let thread = Lock<pthread_t?>(nil)
    private let wakeDescriptor = handset_eventfd()
    /// Alive whenever there is a job: the job's actor holds it.
    private unowned(unsafe) var owner: EventLoop?

    // Touched on the loop's thread only.
    var sources: [any EventSource] = []
    var timers: [(time: MonotonicTime, number: UInt64, action: () -> Void)] = []
    private var nextTimer: UInt64 = 0
    private var polled: [pollfd] = []

    init(name: String) {
        self.name = name
        precondition(wakeDescriptor >= 0, "no descriptor left for an event loop")
    }

    deinit { close(wakeDescriptor) }

    func start(for owner: EventLoop) {
        self.owner = owner
        var started = pthread_t()
        pthread_create(
            &started, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Core>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        pthread_detach(started)
    }

    func end() {
        mailbox.withLock { $0.hasEnded = true }
        wake()
    }

    func enqueue(_ job: UnownedJob) {
        let mustWake = mailbox.withLock { mailbox in
            mailbox.jobs.append(job)
            defer { mailbox.isAsleep = false }
            return mailbox.isAsleep
        }
        if mustWake { wake() }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeDescriptor, &one, 8)
    }

    var isCurrent: Bool {
        thread.withLock { thread in thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    }

    func schedule(at time: MonotonicTime, _ action: @escaping () -> Void) -> EventLoop.Timer {
        nextTimer += 1
        let position = timers.firstIndex { $0.time > time } ?? timers.endIndex
        timers.insert((time, nextTimer, action), at: position)
        return EventLoop.Timer(number: nextTimer)
    }

    private func run() {
        handset_name_thread(name)
        thread.withLock { $0 = pthread_self() }
        var batch: [UnownedJob] = []
        while true {
            let hasEnded = mailbox.withLock { mailbox in
                swap(&batch, &mailbox.jobs)
                return mailbox.hasEnded
            }
            if hasEnded, batch.isEmpty { break }
            for job in batch {
                guard let owner else { break }
                job.runSynchronously(on: owner.asUnownedSerialExecutor())
            }
            let ranJobs = !batch.isEmpty
            batch.removeAll(keepingCapacity: true)
            fireTimers()
            poll(waiting: !ranJobs)
        }
        sources = []
        timers = []
    }

    private func fireTimers() {
        guard !timers.isEmpty else { return }
        let now = MonotonicTime.now
        // One by one: an action may cancel the next.
        while let first = timers.first, first.time <= now {
            timers.removeFirst()
            first.action()
        }
    }

    private func poll(waiting: Bool) {
        polled.removeAll(keepingCapacity: true)
        polled.append(pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0))
        let served = sources
        var deadline = timers.first?.time
        for source in served {
            polled.append(pollfd(fd: source.descriptor, events: source.interest, revents: 0))
            if let other = source.deadline, deadline.map({ other < $0 }) ?? true { deadline = other }
        }
        let maySleep =
            waiting
            && mailbox.withLock { mailbox in
                mailbox.isAsleep = mailbox.jobs.isEmpty
                return mailbox.isAsleep
            }
        _ = Glibc.poll(&polled, nfds_t(polled.count), maySleep ? Self.timeout(until: deadline) : 0)
        if maySleep { mailbox.withLock { $0.isAsleep = false } }
        if polled[0].revents != 0 {
            var count: UInt64 = 0
            _ = read(wakeDescriptor, &count, 8)
        }
        let now = MonotonicTime.now
        for (index, source) in served.enumerated() {
            let events = polled[index + 1].revents
            let isDue = source.deadline.map { $0 <= now } ?? false
            // An earlier source's handler may have removed this one.
            if events != 0 || isDue, sources.contains(where: { $0 === source }) { source.ready(events) }
        }
    }

    /// Milliseconds for `poll`, rounded up so that the loop does not spin through the last one; -1 is for ever.
    private static func timeout(until deadline: MonotonicTime?) -> Int32 {
        guard let deadline else { return -1 }
        let now = MonotonicTime.now
        guard deadline > now else { return 0 }
        return Int32(min((deadline.nanoseconds - now.nanoseconds + 999_999) / 1_000_000, 3_600_000))
    }
}

extension EventLoop {
    /// Suspends for `duration`; throws `CancellationError` as soon as the task is cancelled. Call from an actor on this loop.
    package func sleep(for duration: Duration, isolation: isolated (any Actor)? = #isolation) async throws {
        let sleeper = Sleeper(loop: self)
        try await withTaskCancellationHandler {
            _ = isolation  // a closure runs where its actor does only if it captures it
            try await withCheckedThrowingContinuation { continuation in
                sleeper.begin(until: .now + duration, continuation)
            }
        } onCancel: {
            sleeper.cancel()
        }
    }
}

/// One suspended `sleep`. Whoever takes the continuation out of the lock resumes it.
private final class Sleeper: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Void, any Error>)
        case done
    }
    private let state = Lock(State.idle)
    private let loop: EventLoop

    init(loop: EventLoop) { self.loop = loop }

    func begin(until time: MonotonicTime, _ continuation: CheckedContinuation<Void, any Error>) {
        let isCancelled = state.withLock { state in
            if case .done = state { return true }
            state = .waiting(continuation)
            return false
        }
        if isCancelled { return continuation.resume(throwing: CancellationError()) }
        loop.schedule(at: time) { self.take()?.resume() }
    }

    func cancel() { take()?.resume(throwing: CancellationError()) }

    private func take() -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            defer { state = .done }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
    }
}
