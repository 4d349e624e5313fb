import Glibc
import CHandsetSystemd
import HandsetDBus
import HandsetInterface
import HandsetPlatform

/// The agent of a session: what handsetd asks of it, and what it tells handsetd.
actor Agent: SessionAgent {
    private static let reportLimit = 200

    private enum Report {
        case exited(AppExit)
        case responded(app: String, NotificationResponseInfo)
    }

    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let options: AgentOptions
    private let session: SessionBus
    private let desktop: Desktop
    private let launcher: Launcher
    private let terminal: TerminalQuestion
    private let ringing: Ringing
    private var client: ServiceClient?
    private var watch: FolderWatch?

    private struct Registration: Hashable {
        var session: SessionInfo
        var bundles: [BundleInfo]
    }
    /// What handsetd knows; `nil` while it knows nothing of us.
    private var registered: Registration?
    /// Counts the connections, so that what an earlier one answered is not taken for this one's.
    private var connection = 0
    private var isRegistrationDue = false
    private var registration: Task<Void, Never>?
    /// Ends what a service that is gone was ringing.
    private var clearing: Task<Void, Never>?
    /// What handsetd has not been told yet, because it was away.
    private var reports: [Report] = []
    private var reporting: Task<Void, Never>?

    init(_ options: AgentOptions) {
        let loop = EventLoop(name: "agent")
        self.options = options
        self.loop = loop
        session = SessionBus(options.sessionBus, loop: loop)
        desktop = Desktop(session: session, loop: loop)
        launcher = Launcher(options, session: session, loop: loop)
        terminal = TerminalQuestion(loop: loop)
        ringing = Ringing(session: session, environment: options.environment, loop: loop)
    }

    /// Runs as long as the process.
    func run() async {
        await start()
        await OneShot<Void>().value()
    }

    private func start() async {
        await desktop.start { [weak self] event in self?.assumeIsolated { $0.happened(event) } }
        await launcher.start { [weak self] exit in self?.assumeIsolated { $0.report(.exited(exit)) } }
        watchBundles()
        let server = AgentServer(self)
        let client = ServiceClient(on: options.bus, loop: loop) { await server.serve(on: $0) }
        self.client = client
        await client.observe { [weak self] event in self?.assumeIsolated { $0.happened(event) } }
    }

    // MARK: What happens

    private func happened(_ event: ServiceEvent) {
        switch event {
        case .connected:
            Log.write("handsetd is there")
            connection += 1
            registered = nil
            register()
        case .disconnected(let error):
            Log.write(error.message)
            registered = nil
            clearing = Task {
                let rang = await ringing.stopAll()
                await desktop.withdraw(app: "", ids: rang.map { RingInfo.notificationPrefix + $0 })
            }
        case .absent(let error):
            Log.write("\(error.message). Waiting for it; --bus or HANDSET_BUS names another bus")
        case .stateChanged, .sentChanged, .callsChanged, .historyChanged: break
        }
    }

    private func happened(_ event: DesktopEvent) {
        switch event {
        case .responded(let app, let response): report(.responded(app: app, response))
        case .serverChanged: register()
        }
    }

    // MARK: Registration

    /// The kernel gives a user few watches (fs.inotify.max_user_instances); when they are spent we ask again.
    private static let watchAgain = Duration.seconds(60)

    private func watchBundles() {
        do throws(SystemError) {
            let watch = try FolderWatch(path: options.apps, loop: loop)
            watch.onChange = { [weak self] in self?.assumeIsolated { $0.register() } }
            self.watch = watch
        } catch {
            Log.write("apps that are installed now will be noticed later: \(error)")
            loop.schedule(at: .now + Self.watchAgain) { [weak self] in
                self?.assumeIsolated {
                    $0.watchBundles()
                    $0.register()
                }
            }
        }
    }

    private func register() {
        isRegistrationDue = true
        guard registration == nil else { return }
        registration = Task {
            while isRegistrationDue {
                isRegistrationDue = false
                await registerOnce()
            }
            registration = nil
        }
    }

    private func registerOnce() async {
        guard let client else { return }
        let (bundles, faults) = BundleReader.read(options.apps, followsLinks: true)
        let words = faults.map(\.description).filter { $0.utf8.count <= InterfaceLimits.line }
        let session = SessionInfo(
            hasDisplay: await desktop.canShow(), hasTerminal: options.asksOnTerminal,
            bundleFaults: Array(words.prefix(InterfaceLimits.bundleFaults)))
        let new = Registration(session: session, bundles: bundles)
        guard new != registered else { return }
        let current = connection
        do throws(ServiceError) {
            try await client.registerAgent(new.session, bundles: new.bundles)
            guard connection == current else { return }
            registered = new
            sd_notify(1, "READY=1")  // once: what is launched later is not heard
            sendReports()
        } catch {
            // Of a service that is not there `connected` will tell.
            guard error.kind != .unreachable else { return }
            Log.write("handsetd does not take this agent: \(error.message)")
        }
    }

    // MARK: Reports

    private func report(_ report: Report) {
        if reports.count == Self.reportLimit { reports.removeFirst() }
        reports.append(report)
        sendReports()
    }

    private func sendReports() {
        guard reporting == nil, registered != nil else { return }
        reporting = Task {
            while registered != nil, let report = reports.first, await send(report) {
                if !reports.isEmpty { reports.removeFirst() }
            }
            reporting = nil
        }
    }

    /// False when handsetd was not there to hear it.
    private func send(_ report: Report) async -> Bool {
        guard let client else { return false }
        do throws(ServiceError) {
            switch report {
            case .exited(let exit):
                try await client.appExited(exit.app, processID: exit.processID, status: exit.status)
            case .responded(let app, let response): try await client.notificationResponded(response, app: app)
            }
            return true
        } catch {
            if error.kind != .unreachable { Log.write("handsetd does not take a report: \(error.message)") }
            return error.kind != .unreachable
        }
    }

    // MARK: What handsetd asks

    func launch(
        app: String, executable: String, reason: LaunchReason, url: String?
    ) async throws(ServiceError) -> UInt32 {
        try await launcher.launch(app: app, executable: executable, reason: reason, url: url)
    }

    func ask(_ question: QuestionInfo) async throws(ServiceError) -> Bool {
        if let answer = await desktop.ask(question) { return answer }
        guard options.asksOnTerminal else { return false }
        return await terminal.ask(question) ?? false
    }

    func notify(app: String, name: String, _ notification: NotificationInfo) async throws(ServiceError) -> Bool {
        await desktop.show(notification, app: app, name: name)
    }

    func withdraw(app: String, ids: [String]) async throws(ServiceError) { await desktop.withdraw(app: app, ids: ids) }

    func shown(of app: String) async throws(ServiceError) -> [NotificationInfo] { await desktop.shown(of: app) }

    func ring(_ ring: RingInfo) async throws(ServiceError) { await ringing.ring(ring) }

    func stopRinging(_ call: String) async throws(ServiceError) { await ringing.stop(call) }

    func setCallAudio(_ isOn: Bool) async throws(ServiceError) { await ringing.setCallAudio(isOn) }

    func resolveExecutable(processID: UInt32) async throws(ServiceError) -> String? {
        ProcessExecutable.path(of: processID)
    }
}
