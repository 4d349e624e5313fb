import Glibc
import HandsetDBus
import HandsetPlatform

/// A real `dbus-daemon` of its own, in a folder of its own.
package actor PrivateBus {
    package nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    /// For whatever the test needs; removed by `stop`.
    package nonisolated let directory: String
    package nonisolated var address: BusAddress { .address(text) }
    package nonisolated var text: String { "unix:path=\(directory)/bus" }

    private var daemon: ChildProcess?
    private var output: ByteStream?
    /// The daemon ends when this is closed, so also with a test process that is killed.
    private var leash: BusFileDescriptor?

    /// Starts the daemon; it answers when this returns.
    package init() async throws {
        var template = Array("/tmp/handset-bus-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        loop = EventLoop(name: "private-bus")
        try write(Self.configuration(text), to: "\(directory)/bus.conf")
        try await run()
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
    package func run() async throws {
        let (outputEnd, writing) = try Self.pipe()
        let (reading, leash) = try Self.pipe()
        let stream = ByteStream(descriptor: fcntl(outputEnd.rawValue, F_DUPFD_CLOEXEC, 3), loop: loop)
        let isUp = OneShot<Bool>()
        stream.onBytes = { _ in isUp.give(true) }
        stream.onClose = { isUp.give(false) }
        output = stream
        let command = [
            "/usr/bin/dbus-daemon", "--config-file=\(directory)/bus.conf", "--nofork", "--nopidfile",
            "--print-address=1",
        ]
        daemon = try withExtendedLifetime((writing, reading)) {
            try ChildProcess(
                executable: "/bin/sh",
                arguments: ["-c", #""$@" & exec >/dev/null; read line; kill -9 $!; wait"#, "sh"] + command,
                environment: [:], input: .descriptor(reading.rawValue), output: .descriptor(writing.rawValue),
                errors: .null, loop: loop)
        }
        self.leash = leash
        guard await isUp.value() else { throw SystemError("dbus-daemon", code: ENOENT) }
    }

    private static func pipe() throws(SystemError) -> (reading: BusFileDescriptor, writing: BusFileDescriptor) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw SystemError("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (BusFileDescriptor(adopting: ends[0]), BusFileDescriptor(adopting: ends[1]))
    }

    /// Kills the daemon, and waits for its end.
    package func kill() async {
        output?.close()
        guard let daemon, daemon.exit == nil else { return }
        let end = OneShot<Void>()
        daemon.onExit = { _ in end.give(()) }
        leash = nil
        await end.value()
    }

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
        let (reading, writing) = try Self.pipe()
        spawnedInput = writing
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
        for name in ["bus", "bus.conf"] { unlink("\(directory)/\(name)") }
        rmdir(directory)
    }

    private static func configuration(_ address: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """
    }
}

/// Writes a file whole.
package func write(_ text: String, to path: String) throws(SystemError) {
    guard let file = fopen(path, "we") else { throw SystemError("open \(path)") }
    defer { fclose(file) }
    guard fputs(text, file) >= 0 else { throw SystemError("write \(path)") }
}
