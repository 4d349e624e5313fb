package import HandsetDBus
package import HandsetInterface
package import HandsetLines
import HandsetPlatform
import HandsetSMS

/// The service: what the bus asks and what the modems bring, and the rooms that answer.
@ServiceActor
package final class Daemon {
    let configuration: Configuration
    let version: String
    let now: @Sendable () -> Int64

    let store: Store
    let apps: AppRegistry
    let agents = Agents()
    let callers: Callers
    let lines: LineRegistry
    let inbox: Inbox
    let deliveries: DeliveryQueues
    let immediate: ImmediateMessages
    let outbox: Outbox
    let multimedia: Multimedia
    let notifications: Notifications
    let pushes: Pushes
    let inhibitor: SleepInhibitor
    let sessions: Sessions
    let numbers: NumberPlan
    let ringer: Ringer
    let phone: Calls
    /// What reaches clients; set once there is a bus.
    var server: ServiceServer?

    var roles: [Role: String] = [:]
    /// The apps of the clients that are on the bus, by the connection's name.
    var clients: [String: String] = [:]
    var launchPolicy = LaunchPolicy()
    var isAsking = false
    /// Calls to agents that nobody on the bus waits for.
    let errands = WorkQueue()
    let probing = WorkQueue()
    let announcing = WorkQueue()
    private let inhibiting = WorkQueue()
    private var modems: [any Modem] = []
    private var probeTimer: EventLoop.Timer?
    private var wakeTimer: EventLoop.Timer?
    private var isAnnouncing = false
    private var isStopped = false

    package init(
        store: Store, configuration: Configuration, appFolders: [String], bus: BusAddress, version: String,
        data: (any DataCapability)? = nil, now: @escaping @Sendable () -> Int64 = { .unixTime }
    ) {
        self.store = store
        self.configuration = configuration
        self.version = version
        self.now = now
        apps = AppRegistry(folders: appFolders)
        callers = Callers(apps: apps, agents: agents, identities: configuration.identities)
        lines = LineRegistry(
            store: store, labels: configuration.labels, modemNames: configuration.modems.map(\.name))
        var limits = Reassembler.Limits()
        limits.wait = configuration.incompleteAfter
        inbox = Inbox(store: store, limits: limits, now: now)
        deliveries = DeliveryQueues(["sms", MultimediaMessage.service], store: store)
        immediate = ImmediateMessages(store: store, agents: agents)
        outbox = Outbox(
            store: store, lines: lines, reportRequests: .init(rawValue: configuration.reportRequests) ?? .asked,
            now: now)
        multimedia = Multimedia(
            store: store, registry: lines, options: configuration.lines, data: data, outbox: outbox,
            now: now)
        notifications = Notifications(agents: agents)
        pushes = Pushes(apps: apps, agents: agents, now: now)
        inhibitor = SleepInhibitor(bus: bus)
        sessions = Sessions(bus: bus)
        numbers = NumberPlan(lines: lines)
        ringer = Ringer(agents: agents)
        phone = Calls(
            store: store, apps: apps, agents: agents, lines: lines, ringer: ringer,
            date: {
                // The clock that a test gives has seconds only.
                let (seconds, milliseconds) = (now(), Int64.unixMilliseconds)
                return milliseconds / 1_000 == seconds ? milliseconds : seconds * 1_000
            })
    }

    // MARK: Life

    /// Reads the store. From here on, what is asked is answered truly, modems or not.
    package func load() async throws(StoreError) {
        connect()
        apps.refresh()
        try await lines.start()
        roles = try await store.roles()
        for (role, app) in configuration.roles where roles[role] != app {
            try await store.setRole(role, to: app)
            roles[role] = app
        }
        try await deliveries.start()
        try await immediate.start()
        try await outbox.start()
        try await inbox.start()
        await multimedia.start()
        try await phone.start()
    }

    /// Starts the modems and the five-minute probe.
    package func run(_ modems: [any Modem]) async {
        self.modems = modems
        for modem in modems {
            lines.use(modem)
            await modem.start()
        }
        scheduleProbe(after: .now)
    }

    package func serve(on server: ServiceServer) {
        self.server = server
        consider(.cameToBus)
    }

    /// Ends in order: modems first, so that nothing comes that could not be stored.
    package func stop() async {
        isStopped = true
        if let probeTimer { ServiceActor.loop.cancel(probeTimer) }
        if let wakeTimer { ServiceActor.loop.cancel(wakeTimer) }
        await outbox.queue.stop()
        await phone.stop()
        for modem in modems { await modem.stop() }
        await server?.stop()
        await inbox.stop()
        await multimedia.stop()
        await deliveries.stop()
        notifications.vanish(nil)
        await pushes.stop()
        await lines.stop()
        await inhibitor.release()
        for queue in [errands, probing, announcing, inhibiting] { await queue.finished() }
        await store.close()
        server = nil
    }

    private func connect() {
        connectCalls()
        inbox.onDelivery = { [weak self] service, cursors in self?.delivered(service, cursors) }
        inbox.onReport = { [outbox] report, line throws(StoreError) in try await outbox.report(report, on: line) }
        deliveries.onReader { [weak self] in self?.updateInhibitor() }
        deliveries.onProgress { [weak self] service in
            self?.consider(.progress(service))
            self?.updateInhibitor()
        }
        lines.onChange = { [weak self, multimedia] in
            self?.announceState()
            multimedia.inbox.wake()
        }
        inbox.onMultimedia = { [multimedia, weak self] in
            multimedia.inbox.wake()
            self?.announceSent()
        }
        multimedia.inbox.onDelivery = { [weak self] in self?.delivered(MultimediaMessage.service, $0) }
        multimedia.inbox.onActivity = { [weak self] in self?.updateInhibitor() }
        multimedia.outbox.queue.onChange = { [weak self] in self?.announceSent() }
        deliveries[MultimediaMessage.service]?.present = { [multimedia] message throws(ServiceError) in
            try await multimedia.reader.info(message)
        }
        outbox.queue.onChange = { [weak self] in self?.announceSent() }
        notifications.onResponse = { [weak self] app in self?.launch(app, for: .notification) }
        pushes.isOnBus = { [weak self] app in self?.clients.values.contains(app) ?? false }
        pushes.onChange = { [weak self] in self?.updateInhibitor() }
    }

    private func delivered(_ service: String, _ cursors: [UInt64]) {
        guard let queue = deliveries[service] else {
            immediate.append(cursors)
            return errands.add { [immediate] in await immediate.show() }
        }
        queue.append(cursors)
        consider(.news)
        updateInhibitor()
    }

    // MARK: The probe

    private func scheduleProbe(after time: MonotonicTime) {
        let next = time + .seconds(configuration.probeInterval)
        probeTimer = ServiceActor.loop.schedule(at: next) { [weak self] in
            guard let self else { return }
            probing.add { await self.probe() }
            scheduleProbe(after: .now)
        }
    }

    /// The one look at everything that could have been missed.
    package func probe() async {
        await withTaskGroup { group in
            for modem in modems { group.addTask { await modem.probe() } }
        }
        for user in agents.userIDs { agents.setActive(await sessions.standing(of: user) == .active, userID: user) }
        inbox.probe()
        await multimedia.probe()
        deliveries.probe()
        await outbox.queue.probe()
        await immediate.show()
        consider(.probe)
    }

    // MARK: Launching

    var holder: AppBundle? { roles[.carrierMessaging].flatMap { apps.bundle(id: $0) } }

    private var situation: LaunchPolicy.Situation {
        let holder = holder
        return LaunchPolicy.Situation(
            hasHolder: holder != nil, hasAgent: agents.active(for: holder) != nil,
            isConnected: holder.map { clients.values.contains($0.id) } ?? false, waiting: deliveries.waiting
        )
    }

    func consider(_ event: LaunchPolicy.Event) {
        guard !isStopped else { return }
        for action in launchPolicy.handle(event, situation, now: .now) {
            switch action {
            case .launch: launchHolder()
            case .wake(let time):
                if let wakeTimer { ServiceActor.loop.cancel(wakeTimer) }
                wakeTimer = ServiceActor.loop.schedule(at: time) { [weak self] in
                    self?.consider(.time)
                    self?.updateInhibitor()
                }
            case .tellPerson: errands.add { [self] in await tellPerson() }
            }
        }
    }

    private func launchHolder() {
        errands.add { [self] in
            guard let app = holder, let agent = agents.active(for: app) else { return consider(.launchFailed) }
            FaultPoint.pass("service.launching")
            do {
                let process = try await agent.client.launch(app: app.id, executable: app.executable, reason: .message)
                consider(.launched(processID: process))
            } catch {
                consider(.launchFailed)
            }
        }
    }

    func launch(_ id: String, for reason: LaunchReason) {
        guard !clients.values.contains(id), let app = apps.bundle(id: id) else { return }
        errands.add { [agents] in
            _ = try? await agents.active(for: app)?.client.launch(
                app: app.id, executable: app.executable, reason: reason)
        }
    }

    /// The notification whose answers give the role.
    static let messagesWait = "messages-wait"
    static let roleAction = "role:"

    private func tellPerson() async {
        guard roles[.carrierMessaging] == nil || holder == nil else { return }
        let eligible = apps.bundles.filter { $0.isEligible(for: .carrierMessaging) }
        let body =
            eligible.isEmpty
            ? "No app for text messages is installed. They are kept until there is one."
            : "No app has been chosen for text messages. They are kept until you choose one."
        let actions = eligible.prefix(3).map { NotificationInfo.Action(id: Self.roleAction + $0.id, title: $0.name) }
        _ = try? await agents.active()?.client.notify(
            app: "", name: "Handset",
            NotificationInfo(
                id: Self.messagesWait, title: "Text messages are waiting", body: body, actions: Array(actions)))
    }

    // MARK: Telling clients

    /// Tells once of all changes of a moment.
    func announceState() {
        guard !isAnnouncing else { return }
        isAnnouncing = true
        ServiceActor.loop.schedule(at: .now + .milliseconds(20)) { [weak self] in
            guard let self else { return }
            isAnnouncing = false
            announcing.add { await self.server?.stateChanged() }
        }
    }

    private func announceSent() { announcing.add { [self] in await server?.sentChanged() } }

    // MARK: Sleep

    /// The machine stays awake while somebody works on a message: not for one that nobody comes for.
    func updateInhibitor() {
        guard !isStopped else { return }
        // An app that has come is about to read; one that reads texts alone leaves pictures waiting for ever.
        let isReading = situation.isConnected && (deliveries.isRead || !deliveries.hasReader)
        let isHandled =
            !phone.isBusy && !pushes.isBusy && multimedia.inbox.fetching == 0
            && (deliveries.waitingCount == 0 || !(isReading || launchPolicy.isTrying))
        inhibiting.add { [inhibitor] in
            if isHandled { await inhibitor.release() } else { await inhibitor.hold() }
        }
    }
}

extension Daemon: ModemOwner {
    package func modemChanged(_ status: ModemStatus) async {
        if let modem = lines.modem(named: status.name) { await numbers.learn(from: modem) }
        lines.modemChanged(status)
        phone.refresh()
    }

    package func received(_ part: ReceivedPart, on line: LineID) async throws {
        try await inbox.received(part, on: line)
    }
}
