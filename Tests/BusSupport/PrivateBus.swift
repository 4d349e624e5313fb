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

    /// Starts the daemon again, at the same address.
    package func run() async throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError("pipe") }
        defer { close(ends[1]) }
        let stream = ByteStream(descriptor: ends[0], loop: loop)
        let isUp = OneShot<Bool>()
        stream.onBytes = { _ in isUp.give(true) }
        stream.onClose = { isUp.give(false) }
        output = stream
        daemon = try ChildProcess(
            executable: "/usr/bin/dbus-daemon",
            arguments: ["--config-file=\(directory)/bus.conf", "--nofork", "--nopidfile", "--print-address=1"],
            environment: [:], output: .descriptor(ends[1]), errors: .null, loop: loop)
        guard await isUp.value() else { throw SystemError("dbus-daemon", code: ENOENT) }
    }

    /// Kills the daemon, and waits for its end.
    package func kill() async {
        output?.close()
        guard let daemon, daemon.exit == nil else { return }
        let end = OneShot<Void>()
        daemon.onExit = { _ in end.give(()) }
        daemon.signal(SIGKILL)
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
