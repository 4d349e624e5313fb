import Foundation
import HandsetCarrier
import HandsetDBus
import HandsetPlatform
import HandsetPrivateBus

/// The daemon, the agent, and whatever else a test runs on the machine.
extension TestMachine {
    /// What every program of this machine finds in its environment.
    package nonisolated var environment: [String: String] {
        [
            "HANDSET_BUS": busAddress, "DBUS_SESSION_BUS_ADDRESS": desktop.address, "HOME": "\(folder)/home",
            "XDG_DATA_HOME": "\(folder)/home/share", "XDG_RUNTIME_DIR": "\(folder)/run", "LANG": "C.UTF-8",
            "HANDSET_TEST_SOCKET": reports.path,
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        ]
    }

    /// Starts `handsetd`; returns when it answers on the bus.
    ///
    /// - Parameter fault: a fault point, at which the daemon is killed.
    package func startDaemon(fault: String? = nil) async throws {
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

    package func startAgent() async throws {
        agent = try ChildProcess(
            executable: try Products.path(of: "handset-agent"),
            arguments: ["--bus", busAddress, "--session-bus", desktop.address, "--apps", "\(folder)/home/apps"],
            environment: environment, output: .file("\(folder)/handset-agent.log"),
            errors: .file("\(folder)/handset-agent.log"), loop: loop)
    }

    /// Kills the daemon without warning and waits for its end.
    package func killDaemon() async { await end(daemon, with: SIGKILL) }

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

    package func stopDaemon() async { await end(daemon, with: SIGTERM) }

    package func stopAgent() async { await end(agent, with: SIGTERM) }

    package func killAgent() async { await end(agent, with: SIGKILL) }

    /// Kills the bus and starts another at the same address.
    package func restartBus() async throws {
        await bus.kill()
        try await bus.start()
        try await waitForOwner(of: "org.handset.Handset1")
    }

    package var daemonProcessID: pid_t? { daemon?.processID }

    package var agentProcessID: pid_t? { agent?.processID }

    /// How a program that a test ran has ended, with what it printed.
    package struct Run: Sendable {
        package var exit: ChildProcess.Exit
        package var output: String
        package var errors: String
    }

    /// Runs a program of ours, or an app's executable, to its end.
    package func run(
        _ program: String, _ arguments: [String] = [], input: String? = nil, environment extra: [String: String] = [:]
    ) async throws -> Run {
        let number = nextRun()
        let path = program.contains("/") ? program : try Products.path(of: program)
        let (output, errors) = ("\(folder)/run/\(number).out", "\(folder)/run/\(number).err")
        if let input { try input.write(toFile: "\(folder)/run/\(number).in", atomically: true, encoding: .utf8) }
        let child = try ChildProcess(
            executable: path, arguments: arguments, environment: environment.merging(extra) { $1 },
            input: input == nil ? .null : .file("\(folder)/run/\(number).in"), output: .file(output),
            errors: .file(errors), loop: loop)
        let exit = await end(of: child)
        return Run(
            exit: exit, output: (try? String(contentsOfFile: output, encoding: .utf8)) ?? "",
            errors: (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "")
    }

    /// Runs a program for the person at this process's own terminal, to its end.
    package func openAtTerminal(_ executable: String) async throws -> ChildProcess.Exit {
        let child = try ChildProcess(
            executable: executable, environment: environment, input: .inherit, output: .inherit, errors: .inherit,
            loop: loop)
        return await end(of: child)
    }

    /// Everything that the daemon and the agent wrote.
    package nonisolated var logs: String {
        ["handsetd.log", "handset-agent.log"]
            .compactMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }.joined()
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
