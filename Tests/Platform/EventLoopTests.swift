import Glibc
import HandsetPlatform
import Testing

/// An actor on a loop of its own: what every owner of a resource in Handset looks like.
private actor Resident {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ loop: EventLoop) { self.loop = loop }

    var isOnLoop: Bool { loop.isCurrent }

    func order(of deadlines: [Duration]) async -> [Int] {
        await withCheckedContinuation { continuation in
            var fired: [Int] = []
            let now = MonotonicTime.now
            for (index, deadline) in deadlines.enumerated() {
                loop.schedule(at: now + deadline) {
                    fired.append(index)
                    if fired.count == deadlines.count { continuation.resume(returning: fired) }
                }
            }
        }
    }

    func firesAfterCancel() async -> Bool {
        var fired = false
        let timer = loop.schedule(at: .now + .milliseconds(1)) { fired = true }
        loop.cancel(timer)
        await withCheckedContinuation { continuation in
            loop.schedule(at: .now + .milliseconds(3)) { continuation.resume() }
        }
        return fired
    }

    private var second: EventLoop.Timer?

    /// Two that are due at once, of which the first cancels the second.
    func firesWhatTheOneBeforeCancelled() async -> Bool {
        var fired = false
        let time = MonotonicTime.now + .milliseconds(1)
        loop.schedule(at: time) { [self] in if let second { loop.cancel(second) } }
        second = loop.schedule(at: time) { fired = true }
        await withCheckedContinuation { continuation in
            loop.schedule(at: .now + .milliseconds(3)) { continuation.resume() }
        }
        return fired
    }

    func sleep(_ duration: Duration) async throws { try await loop.sleep(for: duration) }
}

@Suite struct EventLoopTests {
    private let resident = Resident(EventLoop(name: "test"))

    @Test func runsItsActorsJobsOnItsThread() async {
        #expect(await resident.isOnLoop)
        #expect(!resident.loop.isCurrent)
    }

    @Test func firesDeadlinesInOrderOfTimeThenOfAsking() async {
        let fired = await resident.order(of: [.milliseconds(4), .milliseconds(2), .milliseconds(2), .zero])
        #expect(fired == [3, 1, 2, 0])
    }

    @Test func aCancelledDeadlineDoesNotFire() async {
        #expect(await !resident.firesAfterCancel())
        #expect(await !resident.firesWhatTheOneBeforeCancelled())
    }

    @Test func sleepEndsAtItsTime() async throws {
        let start = MonotonicTime.now
        try await resident.sleep(.milliseconds(5))
        #expect(MonotonicTime.now - start >= .milliseconds(5))
    }

    @Test func aCancelledSleepThrowsAtOnce() async {
        let resident = resident
        let task = Task { try await resident.sleep(.seconds(3600)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func sleepsWithoutWakingWhenNothingIsDue() async throws {
        // Voluntary switches of the loop's thread, read from the kernel's own count.
        let task = try await resident.threadStatus()
        let before = try #require(voluntarySwitches(task))
        var pause = timespec(tv_sec: 0, tv_nsec: 200_000_000)
        nanosleep(&pause, nil)
        let after = try #require(voluntarySwitches(task))
        #expect(after - before <= 1)  // going to sleep after the question before
    }

    private func voluntarySwitches(_ path: String) -> Int? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if text.hasPrefix("voluntary_ctxt_switches:") {
                return Int(text.split(separator: "\t").last?.dropLast() ?? "")
            }
        }
        return nil
    }
}

extension Resident {
    /// The kernel's page about this thread.
    func threadStatus() throws -> String {
        var target = [CChar](repeating: 0, count: 128)
        let count = readlink("/proc/thread-self", &target, target.count)
        try SystemError.check(Int32(count), "readlink")
        let thread = String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return "/proc/\(thread)/status"
    }
}
