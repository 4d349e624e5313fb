import Glibc
import HandsetDBus
import HandsetPlatform
import HandsetPrivateBus

/// A real `dbus-daemon` of its own, in a folder of its own.
package actor PrivateBus {
    package nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    /// For whatever the test needs; removed by `stop`.
    package nonisolated let directory: String
    package nonisolated var address: BusAddress { .address(text) }
    package nonisolated var text: String { "unix:path=\(directory)/bus" }

    private let daemon: DBusDaemon

    /// Starts the daemon; it answers when this returns.
    package init() async throws {
        var template = Array("/tmp/handset-bus-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        loop = EventLoop(name: "private-bus")
        daemon = DBusDaemon(name: "bus", folder: directory, loop: loop)
        try await daemon.start()
    }

    /// Runs `body` with a bus and ends the bus after it.
    package static func with<Result: Sendable>(
        _ body: @Sendable (PrivateBus) async throws -> Result
    ) async throws -> Result {
        try await Turnstile.buses.pass {
            let bus = try await PrivateBus()
            do {
                let result = try await body(bus)
                await bus.stop()
                return result
            } catch {
                await bus.stop()
                throw error
            }
        }
    }

    /// Starts the daemon again, at the same address.
    package func run() async throws { try await daemon.start() }

    /// Kills the daemon, and waits for its end.
    package func kill() async { await daemon.kill() }

    /// Runs a program to its end.
    package func run(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:]
    ) async -> ChildProcess.Exit? {
        let end = OneShot<ChildProcess.Exit>()
        let process = try? ChildProcess(
            executable: executable, arguments: arguments, environment: environment, output: .null, loop: loop)
        process?.onExit = { end.give($0) }
        return process == nil ? nil : await end.value()
    }

    private var spawned: ChildProcess?

    /// Starts a program that waits for its input; its process's id.
    package func spawn(_ executable: String, _ arguments: [String]) throws -> UInt32 {
        var ends: [Int32] = [-1, -1]
        try SystemError.check(pipe(&ends), "pipe")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reading = BusFileDescriptor(adopting: ends[0])
        spawnedInput = BusFileDescriptor(adopting: ends[1])
        let child = try ChildProcess(
            executable: executable, arguments: arguments, environment: [:], input: .descriptor(reading.rawValue),
            output: .null, errors: .null, loop: loop)
        spawned = child
        return UInt32(child.processID)
    }

    private var spawnedInput: BusFileDescriptor?

    package func endSpawned() {
        spawned?.signal(SIGKILL)
        spawnedInput = nil
    }

    package func stop() async {
        await kill()
        daemon.remove()
        rmdir(directory)
    }
}
