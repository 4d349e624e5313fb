import Foundation
import HandsetDBus
import HandsetPlatform

/// How a program has ended.
public enum ProgramExit: Hashable, Sendable {
    /// By itself, with a code; 0 is success.
    case code(Int32)
    /// By a signal.
    case signal(Int32)

    init(_ exit: ChildProcess.Exit) {
        switch exit {
        case .code(let code): self = .code(code)
        case .signal(let number): self = .signal(number)
        }
    }
}

/// A program that runs beside a test, with somebody typing into it and reading what it prints.
public actor RunningProgram {
    nonisolated let loop: EventLoop
    /// The thread of its machine.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private let process: ChildProcess
    private let input: ByteStream
    private let stream: ByteStream
    private var octets: [UInt8] = []
    private var isAtEnd = false
    private var waiting: [(text: String, answer: OneShot<Bool>)] = []
    private var exitWaiters: [CheckedContinuation<ChildProcess.Exit, Never>] = []

    /// Starts it; on the loop's thread.
    init(executable: String, arguments: [String], environment: [String: String], errors: String, loop: EventLoop) throws
    {
        self.loop = loop
        var toProgram: [Int32] = [0, 0]
        var fromProgram: [Int32] = [0, 0]
        try SystemError.check(pipe(&toProgram), "pipe")
        try SystemError.check(pipe(&fromProgram), "pipe")
        defer {
            close(toProgram[0])
            close(fromProgram[1])
        }
        process = try ChildProcess(
            executable: executable, arguments: arguments, environment: environment,
            input: .descriptor(toProgram[0]), output: .descriptor(fromProgram[1]), errors: .file(errors), loop: loop)
        input = ByteStream(descriptor: toProgram[1], loop: loop)
        stream = ByteStream(descriptor: fromProgram[0], loop: loop)
    }

    func begin() {
        stream.onBytes = { [unowned self] octets in assumeIsolated { $0.came(octets) } }
        stream.onClose = { [unowned self] in assumeIsolated { $0.ended() } }
        process.onExit = { [unowned self] exit in
            assumeIsolated { program in
                for waiter in program.exitWaiters { waiter.resume(returning: exit) }
                program.exitWaiters = []
            }
        }
    }

    /// Its process.
    public var processID: pid_t { process.processID }

    /// What it has printed to its standard output.
    public var output: String { String(decoding: octets, as: UTF8.self) }

    /// Types a line.
    public func type(_ line: String) { input.write(Array((line + "\n").utf8)) }

    /// Ends its input, as Ctrl-D does.
    public func endInput() { input.close() }

    /// Sends it a signal: `SIGINT` as Ctrl-C does, `SIGKILL` for a sudden death.
    public func signal(_ number: Int32) { process.signal(number) }

    /// Waits until it has printed `text`; false when it ended without, or after 30 seconds.
    public func prints(_ text: String) async -> Bool {
        if output.contains(text) { return true }
        if isAtEnd { return false }
        let answer = OneShot<Bool>()
        waiting.append((text, answer))
        let limit = loop.schedule(at: .now + .seconds(30)) { answer.give(false) }
        let isPrinted = await answer.value()
        loop.cancel(limit)
        return isPrinted
    }

    /// Waits for its end.
    @discardableResult
    public func waitForExit() async -> ProgramExit {
        if let exit = process.exit { return ProgramExit(exit) }
        return ProgramExit(await withCheckedContinuation { exitWaiters.append($0) })
    }

    private func came(_ fresh: [UInt8]) {
        octets += fresh
        let output = output
        let ready = waiting.filter { output.contains($0.text) }
        waiting.removeAll { output.contains($0.text) }
        for waiter in ready { waiter.answer.give(true) }
    }

    private func ended() {
        isAtEnd = true
        let left = waiting
        waiting = []
        for waiter in left { waiter.answer.give(false) }
    }
}

extension TestMachine {
    /// Starts a program, beside the test or at a path, and leaves it running.
    ///
    /// - Throws: ``TestMachineError`` when there is no such program.
    public func open(
        _ program: String, _ arguments: [String] = [], environment extra: [String: String] = [:]
    ) async throws -> RunningProgram {
        let path = program.contains("/") ? program : try Products.path(of: program)
        let running: RunningProgram
        do {
            running = try RunningProgram(
                executable: path, arguments: arguments, environment: appEnvironment.merging(extra) { $1 },
                errors: "\(folder)/run/\(nextRun()).err", loop: loop)
        } catch {
            throw TestMachineError("\(path) cannot be started: \(error)")
        }
        programs.append(running)
        await running.begin()
        return running
    }

    /// Opens an app, as a person does: with a terminal's input and output, and with arguments if need be.
    public func open(
        _ app: AppBundle, _ arguments: [String] = [], environment extra: [String: String] = [:]
    ) async throws -> RunningProgram {
        try await open(app.executable, arguments, environment: extra)
    }
}
