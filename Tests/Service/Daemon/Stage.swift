import Foundation
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

@testable import HandsetService

/// A run of programs in a folder and on a bus of a test's own.
@ServiceActor
final class Stage {
    let folder: TemporaryFolder
    let bus: PrivateBus
    private var children: [ChildProcess] = []

    /// Of a program that was built beside the tests' own.
    nonisolated static func program(_ name: String) throws -> String {
        let own = try #require(BundleReader.realPath("/proc/self/exe"))
        return (own as NSString).deletingLastPathComponent + "/" + name
    }

    init() async throws {
        folder = try TemporaryFolder()
        bus = try await PrivateBus()
    }

    @discardableResult
    func start(
        _ executable: String, _ arguments: [String], log: String, environment: [String: String] = [:]
    ) throws -> ChildProcess {
        let child = try ChildProcess(
            executable: executable, arguments: arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            output: .file("\(folder.path)/\(log)"), errors: .file("\(folder.path)/\(log)"), loop: ServiceActor.loop)
        children.append(child)
        return child
    }

    func exit(of child: ChildProcess) async -> ChildProcess.Exit {
        if let exit = child.exit { return exit }
        return await withCheckedContinuation { continuation in
            child.onExit = { continuation.resume(returning: $0) }
        }
    }

    func run(_ executable: String, _ arguments: [String], log: String) async throws -> (ChildProcess.Exit, String) {
        let child = try start(executable, arguments, log: log)
        let exit = await exit(of: child)
        return (exit, text(log))
    }

    func text(_ log: String) -> String {
        (try? String(contentsOfFile: "\(folder.path)/\(log)", encoding: .utf8)) ?? ""
    }

    func end() async {
        for child in children where child.exit == nil {
            child.signal(SIGKILL)
            _ = await exit(of: child)
        }
        await bus.stop()
    }

    // MARK: A daemon with a simulated carrier

    /// Writes a configuration by which every program of this user is the app, and starts the carrier.
    func prepare(routesMessages: Bool = false, roles: [Role] = [.carrierMessaging]) throws {
        let path = folder.path
        try FileManager.default.createDirectory(atPath: path + "/state", withIntermediateDirectories: true)
        try House.writeBundle(House.app, in: path + "/apps", entitlements: roles.map(\.entitlement))
        let given = roles.map { "\"\($0.rawValue)\": \"\(House.app)\"" }.joined(separator: ", ")
        let configuration = """
            {modems: [{name: "one", socket: "\(path)/carrier/personal.sock"}],
             roles: {\(given)}, identities: {"\(getuid())": "\(House.app)"}}
            """
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: path + "/state/config.json"))
        guard routesMessages else {
            try start(Self.program("carrier-sim"), ["run", "--demo", "--dir", path + "/carrier"], log: "carrier.log")
            return
        }
        let world = """
            {"networks": [{"name": "Northwind Mobile", "mcc": "001", "mnc": "01", "serviceCentre": "+15550190"}],
             "sims": [{"name": "Personal", "network": "00101", "number": "+15550100"}],
             "modems": [{"name": "personal", "sim": "Personal", "routesMessages": true}],
             "subscribers": [{"number": "+15550123", "network": "00101"}]}
            """
        try Data(world.utf8).write(to: URL(fileURLWithPath: path + "/world.json"))
        try start(
            Self.program("carrier-sim"), ["run", "--config", path + "/world.json", "--dir", path + "/carrier"],
            log: "carrier.log")
    }

    var daemonArguments: [String] {
        ["--bus", bus.text, "--state", folder.path + "/state", "--apps", folder.path + "/apps"]
    }

    func startDaemon(fault: String? = nil) throws -> ChildProcess {
        try start(
            Self.program("handsetd"), daemonArguments, log: "handsetd",
            environment: fault.map { ["HANDSET_FAULT": $0] } ?? [:])
    }

    /// A request to the carrier; its answer.
    @discardableResult
    func carrier(_ arguments: String...) async throws -> String {
        requests += 1
        return try await run(
            Self.program("carrier-sim"), ["ctl", folder.path + "/carrier/control"] + arguments, log: "ctl\(requests)"
        ).1
    }

    private var requests = 0
}
