import HandsetDBus
import HandsetInterface
import HandsetPlatform

/// A service that remembers what it was asked and answers in a fixed way.
package actor FakeService: HandsetService {
    package nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    package private(set) var journal: [String] = []
    package private(set) var callers: Set<Caller> = []
    package private(set) var agents: [AgentClient] = []
    package private(set) var bundles: [BundleInfo] = []
    private var watchers: [(accepts: @Sendable ([String]) -> Bool, ticket: OneShot<Void>)] = []
    private var failure: ServiceError?
    private var queue: [QueueElement] = []
    private var readers: [OneShot<Void>] = []
    package private(set) var cancelledReads = 0

    package init(loop: EventLoop) { self.loop = loop }

    /// Waits until this many entries are in the journal.
    package func journal(of count: Int) async -> [String] { await journal { $0.count >= count } }

    /// Waits until the journal is as wanted.
    package func journal(where accepts: @escaping @Sendable ([String]) -> Bool) async -> [String] {
        if !accepts(journal) {
            let ticket = OneShot<Void>()
            watchers.append((accepts, ticket))
            await withTaskCancellationHandler {
                await ticket.value()
            } onCancel: {
                ticket.give(())
            }
        }
        return journal
    }

    func note(_ entry: String, _ caller: Caller? = nil) {
        if let caller { callers.insert(caller) }
        journal.append(entry)
        for watcher in watchers where watcher.accepts(journal) { watcher.ticket.give(()) }
        watchers.removeAll { $0.accepts(journal) }
    }

    /// Has `status` fail from now on.
    package func fail(with error: ServiceError) { failure = error }

    package func enqueue(_ element: QueueElement) {
        queue.append(element)
        for reader in readers { reader.give(()) }
        readers = []
    }

    package func state(for caller: Caller) async throws(ServiceError) -> StateInfo {
        note("state", caller)
        return StateInfo(
            app: "org.example.messages", roles: [.carrierMessaging],
            lines: [LineInfo(id: "iccid-1", label: "Personal", isPresent: true, canSendSMS: true, signal: 71)])
    }
    package func setLabel(_ label: String, ofLine line: String, for caller: Caller) async throws(ServiceError) {
        note("label \(line) \(label)", caller)
        guard line == "iccid-1" else { throw ServiceError(.noSuchLine, "no such line") }
    }
    package func unlock(line: String, pin: String, for caller: Caller) async throws(ServiceError) -> UnlockInfo {
        note("unlock \(line)", caller)
        return UnlockInfo(.wrongPIN, attemptsLeft: 2)
    }
    package func apps(for caller: Caller) async throws(ServiceError) -> [AppInfo] {
        note("apps", caller)
        return [AppInfo(id: "a", name: "A", path: "/a", entitlements: ["e"], eligible: [.dialer], isTrusted: true)]
    }
    package func roles(for caller: Caller) async throws(ServiceError) -> [Role: String] {
        note("roles", caller)
        return [.dialer: "d", .carrierMessaging: "m"]
    }
    package func setRole(_ role: Role, to app: String?, for caller: Caller) async throws(ServiceError) {
        note("role \(role.rawValue) \(app ?? "none")", caller)
        if app == "refused" { throw ServiceError(.refused, "the person said no") }
    }
    package func send(_ message: SendRequest, for caller: Caller) async throws(ServiceError) -> SendResult {
        note("send \(message.id)", caller)
        return SendResult(.refused(isPermanent: true, reason: "barred"), code: 8)
    }
    package func confirmSend(service: String, id: String, for caller: Caller) async throws(ServiceError) {
        note("confirm \(service) \(id)", caller)
    }
    package func openReader(service: String, reader: UInt32, after: UInt64, for caller: Caller)
        async throws(ServiceError)
    {
        note("open \(service) \(reader) \(after)", caller)
    }
    package func next(
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
            let wake = OneShot<Void>()
            readers.append(wake)
            await withTaskCancellationHandler {
                await wake.value()
            } onCancel: {
                wake.give(())
            }
        }
    }
    package func acknowledge(
        service: String, reader: UInt32, through: UInt64, for caller: Caller
    ) async throws(ServiceError) {
        note("acknowledge \(service) \(reader) \(through)", caller)
    }
    package func closeReader(service: String, reader: UInt32, for caller: Caller) async throws(ServiceError) {
        note("close \(service) \(reader)", caller)
    }
    package func sent(since: UInt64, for caller: Caller) async throws(ServiceError) -> SentChanges {
        note("sent \(since)", caller)
        let sent = SentInfo(id: "1", serial: 9, line: "l", recipients: ["+1"], state: .delivered, parts: 2, time: 5)
        return SentChanges(revision: since + 1, sent: [sent])
    }
    package func message(
        service: String, id: String, for caller: Caller
    ) async throws(ServiceError) -> IncomingMessageInfo {
        note("message \(service) \(id)", caller)
        return IncomingMessageInfo(
            id: id, line: "l", service: service, sender: "+1", senderKind: .number, text: "", received: 1)
    }
    package func markRead(service: String, id: String, for caller: Caller) async throws(ServiceError) {
        note("read \(service) \(id)", caller)
    }
    package func downloads(for caller: Caller) async throws(ServiceError) -> [DownloadInfo] {
        note("downloads", caller)
        return []
    }
    package func download(_ id: String, for caller: Caller) async throws(ServiceError) {
        note("download \(id)", caller)
    }
    package func post(_ notification: NotificationInfo, for caller: Caller) async throws(ServiceError) -> Bool {
        note("post \(notification.id)", caller)
        return true
    }
    package func removeNotifications(_ ids: [String], for caller: Caller) async throws(ServiceError) {
        note("remove \(ids)", caller)
    }
    package func deliveredNotifications(for caller: Caller) async throws(ServiceError) -> [NotificationInfo] {
        note("delivered", caller)
        return [NotificationInfo(id: "n", title: "t", actions: [.init(id: "a", title: "A")], delivered: 7)]
    }
    package func nextResponse(for caller: Caller) async throws(ServiceError) -> NotificationResponseInfo {
        note("response", caller)
        return NotificationResponseInfo(id: "n", action: "reply", text: "yes", notification: NotificationInfo(id: "n"))
    }
    package func push(_ push: PushRequest, to app: String, for caller: Caller) async throws(ServiceError)
        -> PushOutcome
    {
        note("push \(app) \(push.type) \(push.payload)", caller)
        return .launching
    }
    package func pushToken(for type: String, of caller: Caller) async throws(ServiceError) -> String {
        note("token \(type)", caller)
        return "0aff"
    }
    package func nextPush(of types: [String], for caller: Caller) async throws(ServiceError) -> PushInfo {
        note("next push \(types)", caller)
        return PushInfo(id: "p", type: "voip", payload: "{}", received: 5)
    }
    package func pushHandled(_ id: String, for caller: Caller) async throws(ServiceError) {
        note("push handled \(id)", caller)
    }
    package func registerAgent(
        _ session: SessionInfo, bundles: [BundleInfo], agent: AgentClient, for caller: Caller
    ) async throws(ServiceError) {
        agents.append(agent)
        self.bundles = bundles
        note("register \(bundles.map(\.id))", caller)
    }
    package func appExited(_ app: String, processID: UInt32, status: Int32, for caller: Caller)
        async throws(ServiceError)
    {
        note("exited \(app) \(status)", caller)
    }
    package func notificationResponded(
        _ response: NotificationResponseInfo, app: String, for caller: Caller
    ) async throws(ServiceError) {
        note("responded \(app) \(response.id) \(response.action) \(response.text)", caller)
    }
    package func status(for caller: Caller) async throws(ServiceError) -> StatusInfo {
        note("status", caller)
        if let failure { throw failure }
        return StatusInfo(version: "1", modems: [.init(name: "m", isReachable: true, sim: .ready)], waiting: 3)
    }
    package func clientVanished(_ uniqueName: String, _ vanishing: ClientVanishing) async {
        note("vanished \(vanishing)")
    }
    package func serverChanged(_ state: ServerState) async {
        switch state {
        case .serving: note("serving")
        case .cutOff: note("cut off")
        }
    }
}
