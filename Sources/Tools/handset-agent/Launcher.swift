import Glibc
import HandsetDBus
import HandsetInterface
import HandsetPlatform

/// The end of an app that we started. `status` is its exit code, or a signal's number with a minus.
struct AppExit: Hashable, Sendable {
    var app: String
    var processID: UInt32
    var status: Int32
}

/// Starts apps: as transient units of the user's systemd where there is one, else as processes of our own.
actor Launcher {
    private static let logLimit = 1 << 20

    private let options: AgentOptions
    private let units: TransientUnits
    private let loop: EventLoop
    private var running: [String: UInt32] = [:]
    /// What watches each; kept until the end.
    private var children: [UInt32: ChildProcess] = [:]
    private var tell: (@Sendable (AppExit) -> Void)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ options: AgentOptions, session: SessionBus, loop: EventLoop) {
        self.options = options
        self.loop = loop
        units = TransientUnits(session: session, loop: loop)
    }

    func start(_ tell: @escaping @Sendable (AppExit) -> Void) { self.tell = tell }

    /// The process that runs the app: the one that runs already, or a new one. A link always gets a new one, since a process
    /// reads its environment once.
    func launch(
        app: String, executable: String, reason: LaunchReason, url: String?
    ) async throws(ServiceError) -> UInt32 {
        if url == nil, let process = running[app] { return process }
        guard executable.hasPrefix("/"), access(executable, X_OK) == 0 else {
            throw ServiceError(.noSuchApp, "the executable of \(app) is missing or cannot be run")
        }
        let environment = environment(reason, url)
        if await units.isAvailable() {
            return try await launchUnit(app: app, executable: executable, environment)
        }
        return try spawn(app: app, executable: executable, environment)
    }

    private func launchUnit(
        app: String, executable: String, _ environment: [String: String]
    ) async throws(ServiceError) -> UInt32 {
        let process = try await units.start(
            app: app, executable: executable, environment: environment,
            isForLink: environment["HANDSET_LAUNCH_URL"] != nil
        ) { [weak self] process, status in
            self?.assumeIsolated { $0.ended(app, process, status) }
        }
        note(process, of: app, isForLink: environment["HANDSET_LAUNCH_URL"] != nil)
        return process
    }

    /// A process for a link stands for the app only while there is no other.
    private func note(_ process: UInt32, of app: String, isForLink: Bool) {
        if !isForLink || running[app] == nil { running[app] = process }
    }

    private func spawn(
        app: String, executable: String, _ environment: [String: String]
    ) throws(ServiceError) -> UInt32 {
        // While the user's systemd was asked for, another call may have started it.
        if environment["HANDSET_LAUNCH_URL"] == nil, let process = running[app] { return process }
        let log = log(of: app)
        let home = environment["HOME"].flatMap { access($0, X_OK) == 0 ? $0 : nil }
        do throws(SystemError) {
            let child = try ChildProcess(
                executable: executable, environment: environment, directory: home, output: log, errors: log, loop: loop)
            let process = UInt32(child.processID)
            child.onExit = { [weak self] exit in
                let status: Int32 =
                    switch exit {
                    case .code(let code): code
                    case .signal(let number): -number
                    }
                self?.assumeIsolated { $0.ended(app, process, status) }
            }
            note(process, of: app, isForLink: environment["HANDSET_LAUNCH_URL"] != nil)
            children[process] = child
            return process
        } catch {
            throw ServiceError(.unavailable, "\(app) cannot be started: \(error)")
        }
    }

    private func ended(_ app: String, _ process: UInt32, _ status: Int32) {
        if running[app] == process { running[app] = nil }
        children[process] = nil
        tell?(AppExit(app: app, processID: process, status: status))
    }

    private func environment(_ reason: LaunchReason, _ url: String?) -> [String: String] {
        var environment = options.environment
        environment["HANDSET_LAUNCH"] = reason.rawValue
        environment["HANDSET_LAUNCH_URL"] = url.flatMap { $0.utf8.contains(0) ? nil : $0 }
        // A fault point is meant for us; the other for the apps.
        environment["HANDSET_FAULT"] = environment.removeValue(forKey: "HANDSET_APP_FAULT")
        if case .address(let address) = options.bus { environment["HANDSET_BUS"] = address }
        if case .address(let address) = options.sessionBus { environment["DBUS_SESSION_BUS_ADDRESS"] = address }
        return environment
    }

    private func log(of app: String) -> ChildProcess.Stream {
        guard let folder = options.logs, makeFolder(folder) else { return .null }
        let name = String(app.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" })
        let path = "\(folder)/\(name.prefix(200)).log"
        var status = stat()
        if stat(path, &status) == 0, status.st_size > Self.logLimit { truncate(path, 0) }
        return access(folder, W_OK) == 0 ? .file(path) : .null
    }

    private func makeFolder(_ path: String) -> Bool {
        var built = ""
        for part in path.split(separator: "/") {
            built += "/\(part)"
            mkdir(built, 0o700)
        }
        return access(path, W_OK) == 0
    }
}
