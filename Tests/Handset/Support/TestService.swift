import Handset
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

/// A small service with the daemon's rules for queues and sends, whose memory outlives its restarts.
actor TestService: HandsetService {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    struct ReaderName: Hashable {
        var client: String
        var number: UInt32
    }
    struct Attempt {
        var request: SendRequest
        var answer: HandsetInterface.SendResult?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    var state = StateInfo(
        app: "org.example.messages", roles: [.carrierMessaging],
        lines: [LineInfo(id: "iccid-1", label: "Personal", isPresent: true, canSendSMS: true, signal: 70, sim: .ready)])
    /// Whether calls of the role's holder are answered.
    var holdsStateBack = false
    private(set) var queue: [QueueElement] = []
    private var lastCursor: UInt64 = 0
    struct Reader {
        /// The last cursor that the reader is done with.
        var position: UInt64
        var inHand: UInt64?
    }
    /// Received messages that `GetMessage` knows.
    var kept: [String: IncomingMessageInfo] = [:]
    private(set) var readers: [ReaderName: Reader] = [:]
    private(set) var attempts: [String: Attempt] = [:]
    /// What the network was given, in order.
    private(set) var taken: [SendRequest] = []
    /// The ends of the next attempts; an attempt without one waits for `endAttempt`.
    var outcomes: [HandsetInterface.SendResult] = []
    private(set) var confirmed: [String] = []
    /// Confirmations that the store does not take down.
    var lostConfirmations = 0
    var sent = SentChanges(revision: 0, sent: [])
    private(set) var shown: [String: NotificationInfo] = [:]
    private var responses: [NotificationResponseInfo] = []
    private(set) var labels: [String: String] = [:]
    private(set) var pins: [String] = []
    private(set) var given: [HandsetInterface.Role: String?] = [:]
    var fault: ServiceError?
    private(set) var refusals = 0
    /// Readers that named a cursor that they were not given.
    private(set) var misplaced = 0
    var readerLimit = 16
    var phone = TestPhone()

    private(set) var journal: [String] = []
    private var waiting: [(isDone: (isolated TestService) -> Bool, ticket: CheckedContinuation<Void, Never>)] = []
    private var sleepers: [CheckedContinuation<Void, Never>] = []

    init(loop: EventLoop) { self.loop = loop }

    // MARK: For the test

    /// Waits until something that the service knows is so.
    func wait(until isDone: @escaping @Sendable (isolated TestService) -> Bool) async {
        if isDone(self) { return }
        await withCheckedContinuation { waiting.append((isDone, $0)) }
    }

    func change(_ body: @Sendable (isolated TestService) -> Void) {
        body(self)
        changed()
    }

    func note(_ entry: String) {
        journal.append(entry)
        changed()
    }

    private func changed() {
        let woken = sleepers
        sleepers = []
        for sleeper in woken { sleeper.resume() }
        let done = waiting.filter { $0.isDone(self) }
        waiting.removeAll { $0.isDone(self) }
        for waiter in done { waiter.ticket.resume() }
    }

    /// Suspends until something changed or the client is gone.
    func sleep() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleepers.append($0) }
        } onCancel: {
            Task { await self.changed() }
        }
    }

    func receive(_ texts: String...) {
        for text in texts {
            lastCursor += 1
            queue.append(
                QueueElement(
                    cursor: lastCursor,
                    message: IncomingMessageInfo(
                        id: String(4_000_000_000 + lastCursor), line: "iccid-1", sender: "+15550100",
                        senderKind: .number, text: text, sent: 1_700_000_000, utcOffset: 60, received: 1_700_000_005)))
        }
        changed()
    }

    func respond(_ response: NotificationResponseInfo) {
        responses.append(response)
        changed()
    }

    func endAttempt(_ id: String, _ result: HandsetInterface.SendResult) {
        attempts[id]?.answer = result
        changed()
    }

    // MARK: HandsetService

    private func requireRole() throws(ServiceError) {
        if let fault { throw fault }
        guard state.roles.contains(.carrierMessaging) else {
            refusals += 1
            changed()
            throw ServiceError(.notPermitted, "the app has not the role carrier-messaging")
        }
    }

    func state(for caller: Caller) async throws(ServiceError) -> StateInfo {
        note("state")
        while holdsStateBack, !Task.isCancelled { await sleep() }
        return state
    }
    func setLabel(_ label: String, ofLine line: String, for caller: Caller) async throws(ServiceError) {
        guard state.lines.contains(where: { $0.id == line }) else { throw ServiceError(.noSuchLine, "") }
        labels[line] = label
    }
    func unlock(line: String, pin: String, for caller: Caller) async throws(ServiceError) -> UnlockInfo {
        pins.append(pin)
        return UnlockInfo(.wrongPIN, attemptsLeft: 2)
    }
    func apps(for caller: Caller) async throws(ServiceError) -> [AppInfo] {
        [AppInfo(id: "org.example.messages", name: "Messages", path: "/apps/m", eligible: [.carrierMessaging])]
    }
    func roles(for caller: Caller) async throws(ServiceError) -> [HandsetInterface.Role: String] {
        [.carrierMessaging: "org.example.messages"]
    }
    func setRole(_ role: HandsetInterface.Role, to app: String?, for caller: Caller) async throws(ServiceError) {
        guard app != "refused" else { throw ServiceError(.refused, "") }
        given[role] = .some(app)
    }

    func send(
        _ message: SendRequest, for caller: Caller
    ) async throws(ServiceError) -> HandsetInterface.SendResult {
        try requireRole()
        let id = message.id
        if attempts[id]?.request != message {
            taken.append(message)
            attempts[id] = Attempt(request: message, answer: outcomes.isEmpty ? nil : outcomes.removeFirst())
        }
        note("send \(id)")
        while !Task.isCancelled {
            if let answer = attempts[id]?.answer { return answer }
            await sleep()
        }
        throw ServiceError(.cancelled, "")
    }
    func confirmSend(service: String, id: String, for caller: Caller) async throws(ServiceError) {
        guard lostConfirmations == 0 else {
            lostConfirmations -= 1
            throw ServiceError(.unavailable, "the disk is full")
        }
        attempts[id] = nil
        confirmed.append(id)
        note("confirm \(id)")
    }

    func openReader(service: String, reader: UInt32, after: UInt64, for caller: Caller) async throws(ServiceError) {
        try requireRole()
        try admit(caller, reader)
        readers[ReaderName(client: caller.uniqueName, number: reader)] = Reader(position: after)
        trim()
        note("open \(after)")
    }
    func next(
        service: String, reader: UInt32, after: UInt64, for caller: Caller
    ) async throws(ServiceError) -> QueueElement {
        try requireRole()
        try admit(caller, reader)
        try pass(caller, reader, after)
        note("next \(after)")
        while !Task.isCancelled {
            try requireRole()
            if let element = queue.first(where: { $0.cursor > after }) {
                readers[ReaderName(client: caller.uniqueName, number: reader)]?.inHand = element.cursor
                return element
            }
            await sleep()
        }
        throw ServiceError(.cancelled, "")
    }
    func acknowledge(service: String, reader: UInt32, through: UInt64, for caller: Caller) async throws(ServiceError) {
        try pass(caller, reader, through)
        note("acknowledge \(through)")
    }
    func closeReader(service: String, reader: UInt32, for caller: Caller) async throws(ServiceError) {
        readers[ReaderName(client: caller.uniqueName, number: reader)] = nil
        note("close")
    }
    private func admit(_ caller: Caller, _ reader: UInt32) throws(ServiceError) {
        let name = ReaderName(client: caller.uniqueName, number: reader)
        guard readers[name] == nil, readers.keys.count(where: { $0.client == name.client }) >= readerLimit else {
            return
        }
        note("busy")
        throw ServiceError(.busy, "")
    }
    /// As the daemon: a reader that is open passes only what it was handed.
    private func pass(_ caller: Caller, _ reader: UInt32, _ cursor: UInt64) throws(ServiceError) {
        let name = ReaderName(client: caller.uniqueName, number: reader)
        let open = readers[name] ?? Reader(position: cursor)
        guard cursor <= max(open.position, open.inHand ?? 0) else {
            misplaced += 1
            throw ServiceError(.invalidArgument, "the reader was not given that cursor")
        }
        readers[name] = Reader(position: max(open.position, cursor))
        trim()
    }
    private func trim() {
        guard let low = readers.values.map(\.position).min() else { return }
        queue.removeAll { $0.cursor <= low }
    }

    func sent(since: UInt64, for caller: Caller) async throws(ServiceError) -> SentChanges {
        note("sent \(since)")
        return SentChanges(revision: sent.revision, sent: since < sent.revision ? sent.sent : [])
    }

    func message(service: String, id: String, for caller: Caller) async throws(ServiceError) -> IncomingMessageInfo {
        guard let kept = kept[id] else { throw ServiceError(.invalidArgument, "there is no such message") }
        return kept
    }
    func markRead(service: String, id: String, for caller: Caller) async throws(ServiceError) { note("read \(id)") }
    func downloads(for caller: Caller) async throws(ServiceError) -> [DownloadInfo] { [] }
    func download(_ id: String, for caller: Caller) async throws(ServiceError) { note("download \(id)") }

    func post(_ notification: NotificationInfo, for caller: Caller) async throws(ServiceError) -> Bool {
        if let fault { throw fault }
        shown[notification.id] = notification
        note("post \(notification.id)")
        return true
    }
    func removeNotifications(_ ids: [String], for caller: Caller) async throws(ServiceError) {
        for id in ids { shown[id] = nil }
        note("remove \(ids.sorted().joined(separator: " "))")
    }
    func deliveredNotifications(for caller: Caller) async throws(ServiceError) -> [NotificationInfo] {
        shown.values.sorted { $0.id < $1.id }.map { info in
            var info = info
            info.delivered = 1_700_000_000
            return info
        }
    }
    func nextResponse(for caller: Caller) async throws(ServiceError) -> NotificationResponseInfo {
        note("response")
        while !Task.isCancelled {
            if !responses.isEmpty { return responses.removeFirst() }
            await sleep()
        }
        throw ServiceError(.cancelled, "")
    }

    func registerAgent(
        _ session: SessionInfo, bundles: [BundleInfo], agent: AgentClient, for caller: Caller
    ) async throws(ServiceError) { throw ServiceError(.notPermitted, "") }
    func appExited(_ app: String, processID: UInt32, status: Int32, for caller: Caller) async throws(ServiceError) {
        throw ServiceError(.notPermitted, "")
    }
    func notificationResponded(
        _ response: NotificationResponseInfo, app: String, for caller: Caller
    ) async throws(ServiceError) { throw ServiceError(.notPermitted, "") }

    func status(for caller: Caller) async throws(ServiceError) -> StatusInfo {
        StatusInfo(
            version: "1", modems: [.init(name: "modem0", isReachable: true, sim: .ready, line: "iccid-1")], waiting: 3,
            trouble: ["The disk is full."])
    }

    // MARK: Pushes

    private(set) var pushes: [PushInfo] = []

    func push(_ push: PushRequest, to app: String, for caller: Caller) async throws(ServiceError)
        -> HandsetInterface.PushOutcome
    {
        guard app == state.app else { throw ServiceError(.noSuchApp, "") }
        pushes.append(PushInfo(id: "\(pushes.count)", type: push.type, payload: push.payload, received: 1))
        changed()
        return .waiting
    }
    func pushToken(for type: String, of caller: Caller) async throws(ServiceError) -> String { "00ff10" }
    func nextPush(of types: [String], for caller: Caller) async throws(ServiceError) -> PushInfo {
        note("next push \(types)")
        while !pushes.contains(where: { types.contains($0.type) }) {
            if Task.isCancelled { throw ServiceError(.cancelled, "") }
            await sleep()
        }
        return pushes.removeFirst()
    }
    func pushHandled(_ id: String, for caller: Caller) async throws(ServiceError) { note("push handled \(id)") }

    func clientVanished(_ uniqueName: String, _ vanishing: ClientVanishing) async {
        readers = readers.filter { $0.key.client != uniqueName }
        note("vanished")
    }
    func serverChanged(_ state: ServerState) async {}
}

/// A bus, a service on it and a client of it.
struct House: Sendable {
    let bus: PrivateBus
    let watcher: Bus
    let service: TestService
    let server: ServiceServer
    let client: HandsetClient

    static func with(
        _ prepare: @Sendable (isolated TestService) -> Void = { _ in }, _ body: @Sendable (House) async throws -> Void
    ) async throws {
        try await PrivateBus.with { bus in
            let service = TestService(loop: bus.loop)
            await service.change(prepare)
            let house = House(
                bus: bus, watcher: try await Bus.connect(to: bus.address, on: bus.loop), service: service,
                server: ServiceServer(service, on: bus.address, loop: bus.loop),
                client: HandsetClient(address: bus.address))
            try await house.server.start()
            do {
                // The service answers on the threads that a first read would hold.
                try await house.client.refresh()
                try await body(house)
            } catch {
                await house.end()
                throw error
            }
            await house.end()
        }
    }

    private func end() async {
        #expect(await service.misplaced == 0)
        await client.close()
        await server.stop()
        await watcher.close()
    }

    /// Changes the state and tells the clients.
    func change(_ body: @Sendable (isolated TestService) -> Void) async {
        await service.change(body)
        await server.stateChanged()
    }

    /// Ends the service and starts it again, with its memory.
    func restartService() async throws {
        try await stopService()
        try await server.start()
    }

    /// Ends the service, and waits until the bus has noticed.
    func stopService() async throws {
        let isGone = OneShot<Void>()
        let follow = try await watcher.follow(HandsetName.service) { if $0 == nil { isGone.give(()) } }
        await server.stop()
        await isGone.value()
        await watcher.unfollow(follow)
    }

    /// Kills the bus and starts another at the same address.
    func restartBus() async throws {
        await bus.kill()
        try await bus.run()
    }
}
