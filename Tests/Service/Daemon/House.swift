import Foundation
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetLines
import HandsetPlatform
import HandsetSMS

@testable import HandsetService

/// A whole daemon on a real bus of its own, with modems and agents that a test plays.
///
/// Every program of the test's user is the app `org.example.app`, by the operator's word.
@ServiceActor
final class House {
    nonisolated static let app = "org.example.app"
    nonisolated static let line = LineID(iccid: "8944000000000000001")

    let folder: TemporaryFolder
    let bus: PrivateBus
    private(set) var daemon: Daemon?
    let modem: FakeModem
    var others: [FakeModem] = []
    var configuration = Configuration()
    private(set) var clients: [ServiceClient] = []
    private let time = Lock<Int64>(1_800_000_100)

    init() async throws {
        folder = try TemporaryFolder()
        bus = try await PrivateBus()
        modem = FakeModem("one", line: Self.line)
        configuration.modems = [.init(name: "one", endpoint: .socket(path: "/none"))]
        configuration.identities = [getuid(): Self.app]
        configuration.roles = [.carrierMessaging: Self.app]
        for id in [Self.app, "org.example.other"] {
            try Self.writeBundle(id, in: folder.path + "/apps", entitlements: [Role.carrierMessaging.entitlement])
        }
    }

    static func with<Value: Sendable>(
        _ body: @ServiceActor (House) async throws -> Value
    ) async throws -> Value {
        await Turnstile.buses.enter()
        do {
            let value = try await built(body)
            await Turnstile.buses.leave()
            return value
        } catch {
            await Turnstile.buses.leave()
            throw error
        }
    }

    private static func built<Value: Sendable>(
        _ body: @ServiceActor (House) async throws -> Value
    ) async throws -> Value {
        let house = try await House()
        do {
            let value = try await body(house)
            await house.end()
            return value
        } catch {
            await house.end()
            throw error
        }
    }

    /// Started, with an agent and a client.
    static func running<Value: Sendable>(
        _ body: @ServiceActor (House, FakeAgent) async throws -> Value
    ) async throws -> Value {
        try await with { house in
            try await house.start()
            return try await body(house, try await house.agent())
        }
    }

    nonisolated static func writeBundle(
        _ id: String, in folder: String, executable: String = "/bin/true", entitlements: [String]
    ) throws {
        let path = "\(folder)/\(id).app"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: "\(path)/program", withDestinationPath: executable)
        func write(_ list: [String: Any], _ name: String) throws {
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            try data.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        }
        try write(
            ["CFBundleIdentifier": id, "CFBundleDisplayName": "App \(id)", "CFBundleExecutable": "program"],
            "Info.plist")
        try write(Dictionary(uniqueKeysWithValues: entitlements.map { ($0, true) }), "app.entitlements")
    }

    // MARK: The daemon

    @discardableResult
    func start() async throws -> Daemon {
        let store = try Store(folder: folder.path, now: { [time] in time.withLock { $0 } })
        let daemon = Daemon(
            store: store, configuration: configuration, appFolders: [folder.path + "/apps"], bus: bus.address,
            version: "test", now: { [time] in time.withLock { $0 } })
        try await daemon.load()
        let modems = [modem] + others
        for modem in modems { modem.attach(to: daemon) }
        await daemon.run(modems)
        let server = ServiceServer(daemon, on: bus.address, loop: ServiceActor.loop)
        daemon.serve(on: server)
        try await server.start()
        self.daemon = daemon
        return daemon
    }

    func stop() async {
        await daemon?.stop()
        daemon = nil
    }

    /// As a crash: what was not on the disk is forgotten.
    func restart() async throws {
        await stop()
        try await start()
    }

    func pass(seconds: Int64) { time.withLock { $0 += seconds } }

    func end() async {
        for client in clients { await client.close() }
        await stop()
        await bus.stop()
    }

    // MARK: Whoever is on the bus

    func client() -> ServiceClient {
        let client = ServiceClient(on: bus.address)
        clients.append(client)
        return client
    }

    /// The end of a client's process, as the bus tells it.
    func kill(_ client: ServiceClient) async { await client.close() }

    func agent() async throws -> FakeAgent {
        let agent = FakeAgent()
        _ = try await self.agent(agent)
        return agent
    }

    /// Waits until the daemon knows that no process of the app is left.
    func vanished(_ app: String) async {
        while daemon?.clients.values.contains(app) == true { await Task.yield() }
    }

    func agent(_ agent: FakeAgent, hasDisplay: Bool = true) async throws -> ServiceClient {
        let client = ServiceClient(on: bus.address) { bus in await AgentServer(agent).serve(on: bus) }
        clients.append(client)
        try await client.registerAgent(SessionInfo(hasDisplay: hasDisplay), bundles: [])
        return client
    }
}

/// How a call that should fail has failed; nil when it has not.
@ServiceActor
func failure(_ call: @ServiceActor () async throws -> Void) async -> ServiceError.Kind? {
    do {
        try await call()
        return nil
    } catch {
        return (error as? ServiceError)?.kind
    }
}

/// A property of each sent message that a client sees.
@ServiceActor
func sent<Value: Sendable>(
    _ client: ServiceClient, _ property: @Sendable (SentInfo) -> Value
) async throws -> [Value] {
    try await client.sent(since: 0).sent.map(property)
}

/// A property of each line that a client sees.
@ServiceActor
func lines<Value: Sendable>(
    _ client: ServiceClient, _ property: @Sendable (LineInfo) -> Value
) async throws -> [Value] {
    try await client.state().lines.map(property)
}
