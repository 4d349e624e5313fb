import Foundation
import HandsetCarrier
import HandsetDBus
import HandsetPlatform
import HandsetPrivateBus

/// The daemon, the agent, and whatever else a test runs on the machine.
extension TestMachine {
    /// What every program of this machine finds in its environment.
    package var environment: [String: String] {
        let own = [
            "HANDSET_BUS": busAddress, "DBUS_SESSION_BUS_ADDRESS": desktop.address, "HOME": "\(folder)/home",
            // Foundation's home and documents are those of the password file, whatever HOME says, unless this is set.
            "CFFIXED_USER_HOME": "\(folder)/home",
            "XDG_DATA_HOME": "\(folder)/home/share", "XDG_RUNTIME_DIR": "\(folder)/run", "LANG": "C.UTF-8",
            "HANDSET_TEST_SOCKET": reports.path,
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        ]
        return own.merging(variables) { $1 }
    }

    /// That of an app.
    var appEnvironment: [String: String] { environment.merging(["HANDSET_FAULT": "app.loop@\(loopFault)"]) { $1 } }

    /// While this file is there, the next process of an app that has done with a message dies before it says so.
    nonisolated var loopFault: String { "\(folder)/run/loop-fault" }

    /// Starts `handsetd`, as `start` has done; returns when it answers on the bus.
    public func startDaemon() async throws { try await startDaemon(fault: nil) }

    /// - Parameter fault: a fault point, at which the daemon is killed.
    package func startDaemon(fault: String?) async throws {
        try writeConfiguration()
        var environment = environment
        environment["HANDSET_FAULT"] = fault
        daemon = try ChildProcess(
            executable: try Products.path(of: "handsetd"),
            arguments: [
                "--bus", busAddress, "--state", "\(folder)/state", "--apps", "\(folder)/apps",
            ], environment: environment, output: .file("\(folder)/handsetd.log"),
            errors: .file("\(folder)/handsetd.log"), loop: loop)
        try await waitForOwner(of: "org.handset.Handset1")
    }

    /// Starts the session's agent, as `start` has done; returns when the daemon knows it.
    public func startAgent() async throws {
        let readiness = try ReadinessSocket(path: "\(folder)/run/agent-ready", loop: loop)
        defer { readiness.close() }
        let isReady = OneShot<Bool>()
        readiness.onReady = { isReady.give(true) }
        agent = try ChildProcess(
            executable: try Products.path(of: "handset-agent"),
            arguments: ["--bus", busAddress, "--session-bus", desktop.address, "--apps", "\(folder)/home/apps"],
            environment: environment.merging([
                "HANDSET_APP_FAULT": "app.loop@\(loopFault)", "NOTIFY_SOCKET": readiness.path,
            ]) { $1 },
            output: .file("\(folder)/handset-agent.log"),
            errors: .file("\(folder)/handset-agent.log"), loop: loop)
        let limit = loop.schedule(at: .now + .seconds(20)) { isReady.give(false) }
        let isKnown = await isReady.value()
        loop.cancel(limit)
        guard isKnown else { throw TestMachineError("handset-agent does not register:\n\(logs)") }
    }

    /// Kills the daemon without warning, as a crash would, and waits for its end. ``startDaemon()`` starts it again, with what it had
    /// on its disk.
    public func killDaemon() async { await end(daemon, with: SIGKILL) }

    /// Waits until the daemon has ended by itself, as at a fault point.
    package func waitForDaemonExit(within limit: Duration = .seconds(30)) async throws {
        guard let daemon else { return }
        var isLate = false
        let timer = loop.schedule(at: .now + limit) {
            isLate = true
            daemon.signal(SIGKILL)
        }
        _ = await end(of: daemon)
        loop.cancel(timer)
        if isLate { throw TestMachineError("handsetd did not end by itself within \(limit)") }
    }

    /// Ends the daemon in order, as a shutdown of the machine does.
    public func stopDaemon() async { await end(daemon, with: SIGTERM) }

    /// Ends the session's agent, as a logout does; ``startAgent()`` is a login. Apps live on without it.
    public func stopAgent() async { await end(agent, with: SIGTERM) }

    package func killAgent() async { await end(agent, with: SIGKILL) }

    /// Kills the bus and starts another at the same address; returns when the daemon is back on it.
    public func restartBus() async throws {
        await bus.kill()
        try await bus.start()
        try await processes.start()
        try await waitForOwner(of: "org.handset.Handset1")
    }

    package var daemonProcessID: pid_t? { daemon?.processID }

    package var agentProcessID: pid_t? { agent?.processID }

    /// How a program that a test ran has ended, with what it printed.
    public struct Run: Sendable {
        /// Its end.
        public var exit: ProgramExit
        /// Its standard output.
        public var output: String
        /// Its standard error.
        public var errors: String
    }

    /// Runs a program, beside the test or at a path, to its end.
    ///
    /// - Parameters:
    ///   - program: A path, or the name of a program that SwiftPM built beside the test.
    ///   - arguments: Its arguments.
    ///   - input: Its standard input; none where it is not given.
    ///   - extra: Variables besides the machine's own.
    /// - Throws: ``TestMachineError`` when there is no such program.
    public func run(
        _ program: String, _ arguments: [String] = [], input: String? = nil, environment extra: [String: String] = [:]
    ) async throws -> Run {
        let number = nextRun()
        let path = program.contains("/") ? program : try Products.path(of: program)
        let (output, errors) = ("\(folder)/run/\(number).out", "\(folder)/run/\(number).err")
        if let input { try input.write(toFile: "\(folder)/run/\(number).in", atomically: true, encoding: .utf8) }
        let child: ChildProcess
        do {
            child = try ChildProcess(
                executable: path, arguments: arguments, environment: environment.merging(extra) { $1 },
                input: input == nil ? .null : .file("\(folder)/run/\(number).in"), output: .file(output),
                errors: .file(errors), loop: loop)
        } catch {
            throw TestMachineError("\(path) cannot be run: \(error)")
        }
        let exit = await end(of: child)
        return Run(
            exit: ProgramExit(exit), output: (try? String(contentsOfFile: output, encoding: .utf8)) ?? "",
            errors: (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "")
    }

    /// Runs the `handset` command, as the person at a terminal of this machine would: `handset("status", "--json")`.
    public func handset(_ arguments: String..., input: String? = nil) async throws -> Run {
        try await run(try tool().executable, arguments, input: input)
    }

    /// The bundle of the `handset` command.
    private func tool() throws -> AppBundle {
        let id = "org.handset.cli"
        return try bundle(id: id)
            ?? install(
                "handset", id: id, name: "Handset command line",
                entitlements: ["org.handset.settings", Role.carrierMessaging.entitlement])
    }

    /// Pushes a call to an app, as its server would: a stopped app is launched, and gets it through `PushKit`.
    ///
    /// - Parameters:
    ///   - payload: A JSON object of 5,120 octets at most.
    ///   - app: A bundle with the entitlement `com.apple.developer.calling-app`.
    /// - Throws: ``TestMachineError`` when Handset does not take it.
    public func push(_ payload: String, to app: AppBundle) async throws {
        let pushed = try await handset("push", app.id, "--payload", payload)
        guard pushed.exit == .code(0) else { throw TestMachineError("the push was not taken: \(pushed.errors)") }
    }

    /// Runs a program for the person at this process's own terminal, to its end.
    package func openAtTerminal(_ executable: String) async throws -> ProgramExit {
        let child = try ChildProcess(
            executable: executable, environment: appEnvironment, input: .inherit, output: .inherit, errors: .inherit,
            loop: loop)
        return ProgramExit(await end(of: child))
    }

    /// Everything that the daemon and the agent wrote, for the output of a test that failed. No number and no text is in it.
    public nonisolated var logs: String {
        ["handsetd.log", "handset-agent.log"]
            .compactMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }.joined()
    }

    /// What an app that Handset launched has printed, in all its processes; of one that was opened see ``RunningProgram/output``.
    public nonisolated func output(of app: AppBundle) -> String {
        (try? String(contentsOfFile: "\(folder)/home/.local/state/handset/apps/\(app.id).log", encoding: .utf8)) ?? ""
    }

    // MARK: Inside

    func end(_ process: ChildProcess?, with signal: Int32?) async {
        guard let process else { return }
        if let signal { process.signal(signal) }
        _ = await end(of: process)
    }

    private func end(of process: ChildProcess) async -> ChildProcess.Exit {
        if let exit = process.exit { return exit }
        return await withCheckedContinuation { continuation in process.onExit = { continuation.resume(returning: $0) } }
    }

    private func writeConfiguration() throws {
        var configuration = settings
        configuration["roles"] = roles
        configuration["modems"] = (0..<lines.count).map { ["name": "modem\($0)", "socket": "\(folder)/modem\($0)"] }
        configuration["labels"] = Dictionary(
            uniqueKeysWithValues: zip(cards, lines).map { ("iccid-\($0.rawValue)", $1.label) })
        if configuration["lines"] == nil { configuration["lines"] = multimediaConfiguration }
        let data = try JSONSerialization.data(withJSONObject: configuration, options: [.sortedKeys])
        try data.write(to: URL(fileURLWithPath: "\(folder)/state/config.json"))
    }

    /// Waits until somebody owns a name on the machine's bus.
    private func waitForOwner(of name: String) async throws {
        let watcher = try await Bus.connect(to: .address(busAddress), on: loop)
        defer { Task { await watcher.close() } }
        let owned = OneShot<Bool>()
        let follow = try await watcher.follow(name) { owner in if owner != nil { owned.give(true) } }
        let limit = loop.schedule(at: .now + .seconds(20)) { owned.give(false) }
        let isOwned = await owned.value()
        loop.cancel(limit)
        await watcher.unfollow(follow)
        guard isOwned else { throw TestMachineError("\(name) does not come up:\n\(logs)") }
    }
}
