import HandsetInterface
import HandsetPlatform

/// A service that remembers what it was asked and answers in a fixed way.
actor FakeService: HandsetService {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private(set) var journal: [String] = []
    private(set) var callers: Set<Caller> = []
    private(set) var agents: [AgentClient] = []
    private(set) var bundles: [BundleInfo] = []
    private var watchers: [(count: Int, ticket: CheckedContinuation<Void, Never>)] = []
    private var queue: [QueueElement] = []
    private var readers: [CheckedContinuation<Void, Never>] = []
    private(set) var cancelledReads = 0

    init(loop: EventLoop) { self.loop = loop }

    /// Waits until this many entries are in the journal.
    func journal(of count: Int) async -> [String] {
        if journal.count < count {
            await withCheckedContinuation { watchers.append((count, $0)) }
        }
        return journal
    }

    private func note(_ entry: String, _ caller: Caller? = nil) {
        if let caller { callers.insert(caller) }
        journal.append(entry)
        for watcher in watchers where watcher.count <= journal.count { watcher.ticket.resume() }
        watchers.removeAll { $0.count <= journal.count }
    }

    func enqueue(_ element: QueueElement) {
        queue.append(element)
        for reader in readers { reader.resume() }
        readers = []
    }

    func state(for caller: Caller) async throws(ServiceError) -> StateInfo {
        note("state", caller)
        return StateInfo(
            app: "org.example.messages", roles: [.carrierMessaging],
            lines: [LineInfo(id: "iccid-1", label: "Personal", isPresent: true, canSendSMS: true, signal: 71)])
    }
    func setLabel(_ label: String, ofLine line: String, for caller: Caller) async throws(ServiceError) {
        note("label \(line) \(label)", caller)
        guard line == "iccid-1" else { throw ServiceError(.noSuchLine, "no such line") }
    }
    func unlock(line: String, pin: String, for caller: Caller) async throws(ServiceError) -> UnlockInfo {
        note("unlock \(line)", caller)
        return UnlockInfo(.wrongPIN, attemptsLeft: 2)
    }
    func apps(for caller: Caller) async throws(ServiceError) -> [AppInfo] {
        note("apps", caller)
        return [AppInfo(id: "a", name: "A", path: "/a", entitlements: ["e"], eligible: [.dialer], isTrusted: true)]
    }
    func roles(for caller: Caller) async throws(ServiceError) -> [Role: String] {
        note("roles", caller)
        return [.dialer: "d", .carrierMessaging: "m"]
    }
    func setRole(_ role: Role, to app: String?, for caller: Caller) async throws(ServiceError) {
        note("role \(role.rawValue) \(app ?? "none")", caller)
        if app == "refused" { throw ServiceError(.refused, "the person said no") }
    }
    func send(_ message: SendRequest, for caller: Caller) async throws(ServiceError) -> SendResult {
        note("send \(message.id)", caller)
        return SendResult(.refused(isPermanent: true, reason: "barred"), code: 8)
    }
    func confirmSend(service: String, id: String, for caller: Caller) async throws(ServiceError) {
        note("confirm \(service) \(id)", caller)
    }
    func openReader(service: String, reader: UInt32, after: UInt64, for caller: Caller) async throws(ServiceError) {
        note("open \(service) \(reader) \(after)", caller)
    }
    func next(
        service: String, reader: UInt32, after: UInt64, for caller: Caller
    ) async throws(ServiceError) -> QueueElement {
        note("next \(service) \(reader) \(after)", caller)
        while true {
            if let element = queue.first(where: { $0.cursor > after }) { return element }
            if Task.isCancelled {
                cancelledReads += 1
                note("cancelled \(reader)")
                throw ServiceError(.cancelled, "gone")
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { readers.append($0) }
            } onCancel: {
                Task { await self.wakeReaders() }
            }
        }
    }
    private func wakeReaders() {
        for reader in readers { reader.resume() }
        readers = []
    }
    func acknowledge(
        service: String, reader: UInt32, through: UInt64, for caller: Caller
    ) async throws(ServiceError) {
        note("acknowledge \(service) \(reader) \(through)", caller)
    }
    func closeReader(service: String, reader: UInt32, for caller: Caller) async throws(ServiceError) {
        note("close \(service) \(reader)", caller)
    }
    func sent(since: UInt64, for caller: Caller) async throws(ServiceError) -> SentChanges {
        note("sent \(since)", caller)
        let sent = SentInfo(id: "1", serial: 9, line: "l", recipients: ["+1"], state: .delivered, parts: 2, time: 5)
        return SentChanges(revision: since + 1, sent: [sent])
    }
    func post(_ notification: NotificationInfo, for caller: Caller) async throws(ServiceError) -> Bool {
        note("post \(notification.id)", caller)
        return true
    }
    func removeNotifications(_ ids: [String], for caller: Caller) async throws(ServiceError) {
        note("remove \(ids)", caller)
    }
    func deliveredNotifications(for caller: Caller) async throws(ServiceError) -> [NotificationInfo] {
        note("delivered", caller)
        return [NotificationInfo(id: "n", title: "t", actions: [.init(id: "a", title: "A")], delivered: 7)]
    }
    func nextResponse(for caller: Caller) async throws(ServiceError) -> NotificationResponseInfo {
        note("response", caller)
        return NotificationResponseInfo(id: "n", action: "reply", text: "yes", notification: NotificationInfo(id: "n"))
    }
    func registerAgent(
        _ session: SessionInfo, bundles: [BundleInfo], agent: AgentClient, for caller: Caller
    ) async throws(ServiceError) {
        agents.append(agent)
        self.bundles = bundles
        note("register \(bundles.map(\.id))", caller)
    }
    func appExited(_ app: String, processID: UInt32, status: Int32, for caller: Caller) async throws(ServiceError) {
        note("exited \(app) \(status)", caller)
    }
    func notificationResponded(
        app: String, id: String, action: String, text: String, for caller: Caller
    ) async throws(ServiceError) {
        note("responded \(app) \(id) \(action) \(text)", caller)
    }
    func status(for caller: Caller) async throws(ServiceError) -> StatusInfo {
        note("status", caller)
        return StatusInfo(version: "1", modems: [.init(name: "m", isReachable: true, sim: .ready)], waiting: 3)
    }
    func clientVanished(_ uniqueName: String, _ vanishing: ClientVanishing) async { note("vanished \(vanishing)") }
    func serverChanged(_ state: ServerState) async {
        switch state {
        case .serving: note("serving")
        case .cutOff: note("cut off")
        }
    }
}
