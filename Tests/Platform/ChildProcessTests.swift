import Glibc
import HandsetPlatform
import Testing

private actor Parent {
    nonisolated let loop = EventLoop(name: "test")
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private var child: ChildProcess?

    /// Runs a program to its end.
    func run(
        _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
        output: ChildProcess.Stream = .null, signal: Int32? = nil
    ) async throws -> ChildProcess.Exit {
        let child = try ChildProcess(
            executable: executable, arguments: arguments, environment: environment, output: output, errors: .null,
            loop: loop)
        self.child = child
        return await withCheckedContinuation { continuation in
            child.onExit = { continuation.resume(returning: $0) }
            if let signal { child.signal(signal) }
        }
    }
}

@Suite struct ChildProcessTests {
    private let parent = Parent()

    @Test func tellsTheExitCode() async throws {
        #expect(try await parent.run("/bin/sh", ["-c", "exit 7"]) == .code(7))
    }

    @Test func tellsTheSignal() async throws {
        #expect(try await parent.run("/bin/sleep", ["1000"], signal: SIGKILL) == .signal(SIGKILL))
    }

    @Test func hasOnlyTheEnvironmentAndDescriptorsThatItWasGiven() async throws {
        var pair: [Int32] = [0, 0]
        try SystemError.check(pipe(&pair), "pipe")  // inheritable on purpose
        defer { close(pair[0]) }
        let script = "echo $ONLY; env | grep HOME; for open in \(pair[0]) \(pair[1]); do ls /proc/$$/fd/$open; done"
        let exit = try await parent.run(
            "/bin/sh", ["-c", script], environment: ["ONLY": "this", "PATH": "/usr/bin:/bin"],
            output: .descriptor(pair[1]))
        close(pair[1])
        #expect(exit == .code(2))  // ls found neither
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(pair[0], &buffer, buffer.count)
        #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == "this\n")
    }

    @Test func throwsWhenThereIsNoSuchProgram() async {
        await #expect(throws: SystemError("start /no/such/program", code: ENOENT)) {
            _ = try await parent.run("/no/such/program")
        }
    }
}
