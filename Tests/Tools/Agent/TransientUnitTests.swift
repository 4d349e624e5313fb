import Foundation
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

/// The calls that start an app as a unit, against a stand-in that takes what systemd's interface describes. The real
/// service manager is not seen here.
@Suite(.timeLimit(.minutes(1))) struct TransientUnitTests {
    private actor Manager {
        static let name = "org.freedesktop.systemd1"
        static let path = "/org/freedesktop/systemd1"
        private nonisolated let loop = EventLoop(name: "manager")
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        private var bus: Bus?
        private var children: [ChildProcess] = []
        private var main: UInt32 = 0
        private(set) var properties: [String: BusValue] = [:]
        private(set) var unit = ""
        private let result: String

        init(result: String = "done") { self.result = result }

        func start(on address: BusAddress) async throws {
            let bus = try await Bus.connect(to: address, on: loop)
            let manager = BusInterface(
                "org.freedesktop.systemd1.Manager",
                methods: [
                    .init("Subscribe"), .init("GetUnit", ["name": "s"], returns: ["unit": "o"]),
                    .init(
                        "StartTransientUnit", ["name": "s", "mode": "s", "properties": "a(sv)", "aux": "a(sa(sv))"],
                        returns: ["job": "o"]),
                ])
            let properties = BusInterface(
                "org.freedesktop.DBus.Properties",
                methods: [.init("Get", ["interface": "s", "property": "s"], returns: ["value": "v"])])
            for (path, interface) in [(Self.path, manager), (Self.path + "/unit/one", properties)] {
                await bus.serve(
                    BusObject(path: path, interfaces: [interface]) { [unowned self] in try await self.answer($0) })
            }
            _ = try await bus.requestName(Self.name)
            self.bus = bus
        }

        func stop() async {
            for child in children { child.signal(SIGKILL) }
            await bus?.close()
        }

        private func answer(_ request: BusRequest) async throws -> [BusValue] {
            let first = request.arguments.first?.string ?? ""
            switch (request.member, request.arguments.last?.string) {
            case ("Subscribe", _): return []
            case ("GetUnit", _): return [.objectPath(Self.path + "/unit/one")]
            case ("Get", "MainPID"): return [.variant(.uint32(main))]
            case ("Get", "ExecMainCode"): return [.variant(.int32(1))]
            case ("Get", "ExecMainStatus"): return [.variant(.int32(5))]
            default: return try await run(first, request.arguments[2])
            }
        }

        private func run(_ name: String, _ list: BusValue) async throws -> [BusValue] {
            if !unit.isEmpty { throw BusFault("org.freedesktop.systemd1.UnitExists", "it runs") }
            unit = name
            if case .array(of: "(sv)", let pairs) = list {
                for case .structure(let pair) in pairs {
                    if let key = pair[0].string, case .variant(let value) = pair[1] { properties[key] = value }
                }
            }
            if case .array(_, let commands)? = properties["ExecStart"], case .structure(let command)? = commands.first {
                let child = try ChildProcess(
                    executable: command[0].string ?? "", environment: [:], output: .null, loop: loop)
                main = UInt32(child.processID)
                children.append(child)
            }
            // The end of the job may be told before its number is.
            let job = BusValue.objectPath(Self.path + "/job/1")
            try await bus?.emit(
                BusSignal(
                    "JobRemoved", on: "org.freedesktop.systemd1.Manager", at: Self.path,
                    [.uint32(1), job, .string(name), .string(result)]))
            return [job]
        }
    }

    @Test func startsAnAppAsAUnit() async throws {
        try await TestSession.with { session in
            let manager = Manager()
            try await manager.start(on: session.desktopBus.address)
            let gate = "\(session.home)/gate"
            try #require(mkfifo(gate, 0o600) == 0)
            let program = try session.install("org.example.app", script: "read line < '\(gate)'")
            let client = try await session.client()
            let process = try await client.launch(app: "org.example.app", executable: program, reason: .message)
            #expect(await manager.unit == "app-handset-org.example.app.service")
            let properties = await manager.properties
            #expect(properties["Type"] == .string("exec"))
            #expect(properties["Environment"]?.strings?.contains("HANDSET_LAUNCH=message") == true)
            // A second agent finds the first one's unit.
            await session.killAgent()
            try await session.startAgent()
            _ = await session.service.journal(where: { journal in
                guard let end = journal.firstIndex(of: "vanished client") else { return false }
                return journal[end...].contains { $0.hasPrefix("register") }
            })
            let again = try await session.client()
            #expect(try await again.launch(app: "org.example.app", executable: program, reason: .message) == process)
            try "go\n".write(to: URL(filePath: gate), atomically: false, encoding: .utf8)
            _ = await session.service.journal(where: { $0.contains("exited org.example.app 5") })
            await manager.stop()
        }
    }

    @Test func saysThatAUnitDidNotStart() async throws {
        try await TestSession.with { session in
            let manager = Manager(result: "failed")
            try await manager.start(on: session.desktopBus.address)
            let program = try session.install("org.example.app")
            let client = try await session.client()
            let error = await #expect(throws: ServiceError.self) {
                try await client.launch(app: "org.example.app", executable: program, reason: .message)
            }
            #expect(error?.kind == .unavailable)
            await manager.stop()
        }
    }
}
