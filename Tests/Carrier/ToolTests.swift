import Foundation
import Glibc
import HandsetCarrier
import HandsetPlatform
import Testing

@Suite("carrier-sim")
struct ToolTests {
    /// Programs stand beside the bundle of the tests.
    private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "carrier-sim").path

    /// A run of the program: what it prints, and how it ends.
    private actor Run {
        nonisolated var unownedExecutor: UnownedSerialExecutor { terminalLoop.asUnownedSerialExecutor() }
        private var process: ChildProcess?
        private var ending: CheckedContinuation<ChildProcess.Exit, Never>?

        func start(_ arguments: [String], output: Terminal) async throws {
            var ends: [Int32] = [0, 0]
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            try SystemError.check(socketpair(AF_UNIX, type, 0, &ends), "pair")
            defer { close(ends[1]) }
            await output.serve(ends[0])
            let process = try ChildProcess(
                executable: ToolTests.program, arguments: arguments, environment: ProcessInfo.processInfo.environment,
                output: .descriptor(ends[1]), errors: .null, loop: terminalLoop)
            process.onExit = { [weak self] exit in self?.assumeIsolated { $0.ending?.resume(returning: exit) } }
            self.process = process
        }

        func end() async -> ChildProcess.Exit {
            if let exit = process?.exit { return exit }
            return await withCheckedContinuation { ending = $0 }
        }

        func terminate() { process?.signal(SIGTERM) }
    }

    private func run(_ arguments: [String]) async throws -> (exit: ChildProcess.Exit, output: [String]) {
        let output = Terminal()
        let run = Run()
        try await run.start(arguments, output: output)
        let lines = try await output.linesUntil("end of the program") { $0 == "[closed]" }
        return (await run.end(), lines.dropLast())
    }

    @Test(
        "wrong usage ends with what sysexits.h has for it",
        arguments: [
            ([], 64), (["fly"], 64), (["run"], 64), (["run", "--demo", "extra"], 64),
            (["run", "--demo", "--config", "x"], 64),
            (["run", "--speed"], 64), (["run", "--config", "/nonexistent"], 66),
            (["run", "--config", "/proc/self/status"], 78),
            (["run", "--demo", "--dir", "/nonexistent/folder"], 73), (["ctl"], 64),
            (["ctl", "/nonexistent", "status"], 69),
            (["ctl", "/nonexistent", "status", "what"], 64), (["ctl", "/nonexistent", "{"], 64), (["--help"], 0),
        ] as [([String], Int32)])
    func usage(arguments: [String], code: Int32) async throws {
        #expect(try await run(arguments).exit == .code(code))
    }

    @Test("it says its version")
    func version() async throws {
        let (exit, output) = try await run(["--version"])
        #expect(exit == .code(0))
        #expect(output.first?.hasPrefix("carrier-sim ") == true, "\(output)")
    }

    @Test("a carrier runs, is driven, and leaves no sockets behind")
    func runs() async throws {
        let directory = NSTemporaryDirectory() + "tool-" + UUID().uuidString.prefix(8)
        let output = Terminal()
        let carrier = Run()
        try await carrier.start(["run", "--demo", "--dir", directory, "--json"], output: output)
        do {
            try await drive(output)
        } catch {
            await carrier.terminate()
            throw error
        }
        await carrier.terminate()
        #expect(await carrier.end() == .code(0))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
        try FileManager.default.removeItem(atPath: directory)
    }

    /// Sends a text through the running program and waits for it, by the program's own commands.
    private func drive(_ output: Terminal) async throws {
        let paths = try JSONValue(line: try await output.line(beginning: "{").utf8)
        let control = try #require(paths["control"]?.string)
        let port = try #require(paths["modems"]?["personal"]?.string)

        let terminal = Terminal()
        try await terminal.connect(to: port)
        try await terminal.ask("ATE0;+CNMI=2,1")
        let sent = try await run(["ctl", control, "send", "from=+15550199", "to=+15550100", "text=Grüße"])
        #expect(sent.exit == .code(0))
        #expect(try JSONValue(line: try #require(sent.output.first).utf8)["messages"] == [1])
        try await terminal.line(beginning: "+CMTI")
        #expect(try await run(["ctl", control, "wait", "state=stored"]).exit == .code(0))
        #expect(try await run(["ctl", control, "wait", "state=deleted", "seconds:=0.01"]).exit == .code(75))
        #expect(try await run(["ctl", control, "send", "from=nobody", "to=x", "text=y"]).exit == .code(65))
    }
}
