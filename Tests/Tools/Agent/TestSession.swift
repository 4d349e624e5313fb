import Foundation
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform

/// A session: the bus of a service that only remembers, a desktop's bus, a home, and a real `handset-agent`.
actor TestSession {
    nonisolated let bus: PrivateBus
    nonisolated let desktopBus: PrivateBus
    nonisolated let service: FakeService
    nonisolated let server: ServiceServer
    nonisolated var home: String { bus.directory + "/home" }
    nonisolated var apps: String { home + "/apps" }
    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.loop.asUnownedSerialExecutor() }

    private var agent: ChildProcess?

    private init() async throws {
        bus = try await PrivateBus()
        desktopBus = try await PrivateBus()
        service = FakeService(loop: bus.loop)
        server = ServiceServer(service, on: bus.address, loop: bus.loop)
        try FileManager.default.createDirectory(atPath: apps, withIntermediateDirectories: true)
        try await server.start()
    }

    /// Runs `body` in a session whose agent has registered.
    static func with(
        arguments: [String] = [], desktop: NotificationServer? = nil, started: Bool = true,
        _ body: @Sendable (TestSession) async throws -> Void
    ) async throws {
        try await Turnstile.buses.pass {
            let session = try await TestSession()
            do {
                try await desktop?.start(on: session.desktopBus.address)
                if started { try await session.startAgent(arguments) }
                try await body(session)
            } catch {
                await session.end(desktop)
                throw error
            }
            await session.end(desktop)
        }
    }

    func startAgent(_ arguments: [String] = [], path: String = "/usr/bin:/bin") async throws {
        try spawn(Self.program, commonArguments + arguments, path: path)
        _ = await service.journal(of: 1)
    }

    /// As `startAgent`, with a terminal that the agent is in control of.
    func startAgent(onTerminal path: String) async throws {
        try spawn("/bin/sh", ["-c", #"exec "$@" <>"$0""#, path, Self.program] + commonArguments + ["--terminal"])
        _ = await service.journal(of: 1)
    }

    private func spawn(_ executable: String, _ arguments: [String], path: String = "/usr/bin:/bin") throws {
        agent = try ChildProcess(
            executable: executable, arguments: arguments,
            environment: ["HOME": home, "PATH": path, "HANDSET_FAULT": "nowhere", "KEPT": "yes"],
            output: .null, errors: .file("\(home)/agent.log"), loop: bus.loop)
    }

    private var commonArguments: [String] {
        ["--bus", bus.text, "--session-bus", desktopBus.text, "--apps", apps]
    }

    /// What an agent writes first; it is ended then.
    func firstLine(arguments: [String]) async throws -> String {
        var ends: [Int32] = [0, 0]
        try SystemError.check(pipe(&ends), "pipe")
        let agent = try ChildProcess(
            executable: Self.program, arguments: arguments + ["--session-bus", desktopBus.text, "--apps", apps],
            environment: ["HOME": home, "PATH": "/usr/bin:/bin"], output: .null, errors: .descriptor(ends[1]),
            loop: bus.loop)
        close(ends[1])
        let stream = ByteStream(descriptor: ends[0], loop: bus.loop)
        let line = OneShot<String>()
        stream.onBytes = { line.give(String(decoding: $0, as: UTF8.self)) }
        stream.onClose = { line.give("") }
        let text = await line.value()
        await withCheckedContinuation { continuation in
            agent.onExit = { _ in continuation.resume() }
            agent.signal(SIGKILL)
        }
        stream.close()
        return text
    }

    /// So many lines of a pipe with a name.
    func lines(of path: String, count: Int) async -> [String] {
        let stream = ByteStream(descriptor: open(path, O_RDWR | O_CLOEXEC), loop: bus.loop)
        let enough = OneShot<[String]>()
        var text = ""
        stream.onBytes = { octets in
            text += String(decoding: octets, as: UTF8.self)
            let lines = text.split(separator: "\n").map(String.init)
            if text.hasSuffix("\n"), lines.count >= count { enough.give(lines) }
        }
        let lines = await enough.value()
        stream.close()
        return lines
    }

    func killAgent() async {
        guard let agent, agent.exit == nil else { return }
        await withCheckedContinuation { continuation in
            agent.onExit = { _ in continuation.resume() }
            agent.signal(SIGKILL)
        }
    }

    var agentProcessID: UInt32 { UInt32(agent?.processID ?? 0) }

    /// The agent as the service reaches it.
    nonisolated func client() async throws -> AgentClient {
        guard let client = await service.agents.last else { throw BusError.disconnected }
        return client
    }

    private func end(_ desktop: NotificationServer?) async {
        await killAgent()
        await server.stop()
        await desktop?.stop()
        await desktopBus.stop()
        await bus.kill()
        try? FileManager.default.removeItem(atPath: home)
        await bus.stop()
    }

    /// Installs a bundle whose program is a shell script; its executable.
    @discardableResult
    nonisolated func install(_ id: String, script: String = "exit 0", in folder: String? = nil) throws -> String {
        let path = "\(folder ?? apps)/\(id).app"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try "#!/bin/sh\n\(script)\n".write(toFile: "\(path)/run", atomically: false, encoding: .utf8)
        chmod("\(path)/run", 0o755)
        let list = ["CFBundleIdentifier": id, "CFBundleDisplayName": id, "CFBundleExecutable": "run"]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            .write(to: URL(filePath: "\(path)/Info.plist"))
        return "\(path)/run"
    }

    /// `handset-agent`, built beside this test.
    static let program: String = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return (tests as NSString).deletingLastPathComponent + "/handset-agent"
    }()
}
