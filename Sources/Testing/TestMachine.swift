import Foundation
import HandsetCarrier
import HandsetPlatform
import HandsetPrivateBus

/// A machine for one test: a bus, a simulated carrier with a modem for each line, `handsetd`, `handset-agent`, and a desktop's
/// notification server, all of its own and in a folder of its own.
///
/// ```swift
/// try await TestMachine.run { machine in
///     try await machine.install("MyMessages", role: .carrierMessaging)
///     try await machine.start()
///     try await machine.text("Are you there?", from: "+15550123")
///     let notification = try await machine.nextNotification()
/// }
/// ```
public actor TestMachine {
    /// A SIM in a modem of its own.
    public struct LineSetup: Sendable {
        /// The user's label of the line.
        public var label: String
        /// The line's number, E.164 with `+`.
        public var number: String
        /// What the SIM asks for at power-on; 4 to 8 digits, or none.
        public var pin: String?
        /// Messages that the SIM can hold, 1 to 255.
        public var storageSize: Int
        /// Octets cross the modem's port at this rate: baud, 9,600 to 921,600; `nil` is as fast as the machine.
        package var baud: Int?
        /// Messages that the modem itself can hold beside the SIM.
        package var modemStorageSize = 100
        /// Whether the modem gives every message by +CMT, and tells of none that it stored.
        package var routesMessages = false
        /// Whether the SIM tells its number.
        package var knowsItsNumber = true
        /// The name of the network that it belongs to; lines that name the same one share it.
        public var network: String

        /// A line; the default is the usual one of a test.
        public init(
            label: String = "Personal", number: String = "+15550100", pin: String? = nil, storageSize: Int = 30,
            network: String = "Northwind Mobile"
        ) {
            self.label = label
            self.number = number
            self.pin = pin
            self.storageSize = storageSize
            self.network = network
        }
    }

    /// A role that an app under test may be given; the operator's configuration gives it.
    public enum Role: String, Sendable {
        /// Default carrier-messaging app.
        case carrierMessaging = "carrier-messaging"
        /// Default dialer.
        case dialer
        /// Default calling app.
        case calling

        /// The key that makes a bundle eligible.
        var entitlement: String {
            switch self {
            case .carrierMessaging: "com.apple.developer.carrier-messaging-app"
            case .dialer: "com.apple.developer.dialing-app"
            case .calling: "com.apple.developer.calling-app"
            }
        }
    }

    package nonisolated let loop: EventLoop
    /// The machine's own thread: everything in it that is not a process runs there.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The folder that everything of this machine is in.
    public nonisolated let folder: String
    /// The address of its bus, as in `HANDSET_BUS`.
    public nonisolated let busAddress: String
    package nonisolated let carrier: Carrier
    package nonisolated let reports: ReportSocket
    package nonisolated let desktop: Desktop
    nonisolated let processes: AppWatch

    package private(set) var modems: [CarrierModem] = []
    package private(set) var cards: [CardID] = []
    /// How each line reaches the carrier's MMSC.
    var multimedia: [MultimediaAccess] = []
    var multimediaOptions: [String: any Sendable] = ["interface": "lo", "retryAfter": 1, "maximumSize": 1 << 20]
    private(set) var habits = MultimediaHabits()
    private var runs = 0
    let lines: [LineSetup]
    let bus: DBusDaemon
    private let sessionBus: DBusDaemon
    var daemon: ChildProcess?
    var agent: ChildProcess?
    /// What was opened here; kept until the machine ends.
    var programs: [RunningProgram] = []
    private var networks: [String: NetworkID] = [:]
    var roles: [String: String] = [:]
    var settings: [String: Any] = [:]
    var variables: [String: String] = [:]
    var subscribers: [String: CarrierSubscriber] = [:]
    private(set) var bundles: [String: AppBundle] = [:]

    // MARK: Setting up

    /// Prepares a machine; nothing runs until `start`.
    public init(lines: [LineSetup] = [LineSetup()]) throws {
        self.lines = lines
        var template = Array("/tmp/handset-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TestMachineError("cannot make a folder in /tmp") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.folder = folder
        let loop = EventLoop(name: "test machine")
        self.loop = loop
        carrier = Carrier(loop: loop)
        reports = ReportSocket(path: "\(folder)/reports", loop: loop)
        for name in ["apps", "state", "home", "run"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        bus = DBusDaemon(name: "bus", folder: folder, loop: loop)
        sessionBus = DBusDaemon(name: "session", folder: folder, loop: loop)
        busAddress = bus.address
        desktop = Desktop(address: sessionBus.address, loop: loop)
        processes = AppWatch(bus: bus.address, apps: "\(folder)/apps", loop: loop)
    }

    /// Makes a machine, hands it to `body`, and ends it whatever happens.
    ///
    /// - Throws: what `body` throws; ``TestMachineError`` when the machine cannot be made.
    public static func run<Result: Sendable>(
        lines: [LineSetup] = [LineSetup()], isolation: isolated (any Actor)? = #isolation,
        _ body: (TestMachine) async throws -> Result
    ) async throws -> Result {
        let machine = try TestMachine(lines: lines)
        do {
            let result = try await body(machine)
            await machine.shutDown()
            return result
        } catch {
            await machine.shutDown()
            throw error
        }
    }

    /// Installs an app: a bundle with a copy of `executable`, a path or a program that SwiftPM built beside the test.
    ///
    /// - Parameters:
    ///   - executable: The path, or the name of the program.
    ///   - id: CFBundleIdentifier; made from the program's name where it is not given.
    ///   - name: CFBundleDisplayName; the program's name where it is not given.
    ///   - entitlements: Apple's keys; that of the role is added.
    ///   - role: given to it in the operator's configuration, at the next start of the daemon.
    /// - Throws: ``TestMachineError`` when the program is not there or the identifier is taken.
    @discardableResult
    public func install(
        _ executable: String, id: String? = nil, name: String? = nil, entitlements: [String] = [], role: Role? = nil
    ) throws -> AppBundle {
        let path = executable.contains("/") ? executable : try Products.path(of: executable)
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw TestMachineError(
                "there is no program at \(path): build it first, or name one that stands beside the test")
        }
        let program = (path as NSString).lastPathComponent
        let id = id ?? "org.example.\(program)"
        guard bundles[id] == nil else {
            throw TestMachineError("an app with the id \(id) is installed on this machine already: give each its own")
        }
        let keys = Set(entitlements + (role.map { [$0.entitlement] } ?? []))
        let bundle: AppBundle
        do {
            bundle = try AppBundle(
                id: id, name: name ?? program, executable: path, entitlements: keys.sorted(), in: "\(folder)/apps")
        } catch {
            throw TestMachineError("the bundle of \(id) cannot be written into \(folder)/apps: \(error)")
        }
        if let role { roles[role.rawValue] = id }
        bundles[id] = bundle
        return bundle
    }

    /// Installs an app as its bundle describes it: a folder with `Info.plist`, one `.entitlements` file and the executable.
    ///
    /// - Parameters:
    ///   - path: The folder. What is in it is copied; a link to the executable is followed.
    ///   - role: As in ``install(_:id:name:entitlements:role:)``.
    /// - Throws: ``TestMachineError`` when it is no such folder.
    @discardableResult
    public func install(bundle path: String, role: Role? = nil) throws -> AppBundle {
        let found = try BundleContents(of: path)
        return try install(
            found.executable, id: found.id, name: found.name, entitlements: found.entitlements, role: role)
    }

    /// The app with an identifier, if it was installed here.
    public func bundle(id: String) -> AppBundle? { bundles[id] }

    /// Gives a role to a bundle, or to none, in the operator's configuration, at the next start of the daemon.
    public func give(_ role: Role, to id: String?) { roles[role.rawValue] = id }

    /// Sets a key of the operator's configuration (docs/operating.md), at the next start of the daemon: `"reportRequests"` to
    /// `"always"`, for example, for delivery reports of every text.
    ///
    /// - Parameters:
    ///   - key: The key; `roles`, `modems` and `labels` are the machine's own.
    ///   - value: What JSON can hold: a text, a number, a truth value, or arrays and dictionaries of these.
    public func configure(_ key: String, _ value: some Any & Sendable) { settings[key] = value }

    /// Sets a variable in the environment of whatever starts from now on: before `start`, also of the apps that Handset launches.
    ///
    /// Handset gives an app that it launches no arguments, so there are none to set: see ``open(_:_:environment:)-(AppBundle,_,_)``.
    public func setEnvironment(_ name: String, to value: String?) { variables[name] = value }

    /// Starts everything; returns when every modem without a PIN is ready to receive.
    public func start() async throws {
        try await startWorld()
        try await startDaemon()
        try await startAgent()
        try await waitUntilModemsListen()
    }

    /// Starts what is there before Handset: bus, desktop, carrier with its modems.
    package func startWorld() async throws {
        try await reports.open()
        try await bus.start()
        try await sessionBus.start()
        try await desktop.start()
        try await processes.start()
        for (index, line) in lines.enumerated() {
            let card = try await carrier.addSIM(
                SIMConfiguration(
                    network: try await network(named: line.network), number: line.number, pin: line.pin,
                    knowsItsNumber: line.knowsItsNumber, storageSize: line.storageSize))
            cards.append(card)
            multimedia.append(try await carrier.multimediaAccess(of: card))
            var modem = ModemConfiguration(
                name: "modem\(index)", sim: card, port: .unixSocket("\(folder)/modem\(index)"), baud: line.baud,
                storageSize: line.modemStorageSize)
            modem.routesMessages = line.routesMessages
            modems.append(try await carrier.addModem(modem))
        }
    }

    /// A network by its name, made when first named: MCC 001, MNC from 01.
    func network(named name: String) async throws -> NetworkID {
        if let known = networks[name] { return known }
        let number = networks.count + 1
        let network = try await carrier.addNetwork(
            NetworkConfiguration(
                name: name, mcc: "001", mnc: number < 10 ? "0\(number)" : "\(number)",
                serviceCentre: "+1555019\(number % 10)", retryInterval: .milliseconds(200)))
        networks[name] = network
        try await carrier.setMultimediaHabits(habits, network: network)
        return network
    }

    /// What the carriers' MMSCs are like; before `start`.
    package func setMultimediaHabits(_ habits: MultimediaHabits) { self.habits = habits }

    package func waitUntilModemsListen() async throws {
        let expected = zip(modems, lines).filter { $0.1.pin == nil }.map(\.0.name)
        _ = try await carrier.waitUntil { snapshot in
            expected.allSatisfy { snapshot.modems[$0].map { $0.isConnected && $0.messageIndication > 0 } ?? false }
        }
    }

    func nextRun() -> Int {
        runs += 1
        return runs
    }

    /// Apps are the agent's children, and live on without it.
    private func killApps() {
        let files = FileManager.default
        for entry in (try? files.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let process = pid_t(entry),
                let executable = try? files.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe"),
                executable.hasPrefix("\(folder)/")
            else { continue }
            Glibc.kill(process, SIGKILL)
        }
    }

    /// Ends every process of this machine and removes its folder.
    public func shutDown() async {
        await end(agent, with: SIGKILL)
        await end(daemon, with: SIGKILL)
        for program in programs { await program.signal(SIGKILL) }
        for program in programs { await program.waitForExit() }
        killApps()
        await carrier.shutDown()
        await desktop.stop()
        await processes.stop()
        await reports.close()
        await sessionBus.kill()
        await bus.kill()
        if ProcessInfo.processInfo.environment["HANDSET_KEEP"] == nil {
            try? FileManager.default.removeItem(atPath: folder)
        }
    }
}
