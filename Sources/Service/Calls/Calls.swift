import Foundation
import HandsetDialing
import HandsetInterface
import HandsetLines
import HandsetPlatform

/// The calls: tells the exchange what happens and does what it says.
@ServiceActor
final class Calls {
    private enum Ticket {
        case dial(CheckedContinuation<DialResult, Never>)
        case control(CheckedContinuation<ServiceError?, Never>)
    }

    private struct EventCall {
        var client: String
        var answer: CheckedContinuation<CallingEventInfo?, Never>
    }

    /// Whose agent was asked to launch an app, and the process as soon as the agent has told it.
    private struct Launched {
        var userID: UInt32
        var processID: UInt32?
    }

    private let store: Store
    private let apps: AppRegistry
    private let agents: Agents
    private let lines: LineRegistry
    private let ringer: Ringer
    private let date: @Sendable () -> Int64
    private var exchange = Exchange { UUID().uuidString }

    private var tickets: [UInt64: Ticket] = [:]
    private var lastTicket: UInt64 = 0
    private var eventCalls: [String: EventCall] = [:]
    /// The connection of each app's conversation manager.
    private var managers: [String: String] = [:]
    private var launched: [String: Launched] = [:]
    private var timer: EventLoop.Timer?
    private let recording = WorkQueue()
    private let launching = WorkQueue()
    private var errands: [String: WorkQueue] = [:]
    private let urgent = Errands()
    private let asking = Errands()
    private var isStopped = false

    /// What there is to route by.
    var surroundings: () -> CallSurroundings = { CallSurroundings() }
    var question: (Conversation) -> QuestionInfo = { _ in QuestionInfo(title: "", body: "", yes: "", no: "") }
    /// Whether a number that a modem shows is one of help.
    var isEmergency: (String) -> Bool = { _ in false }
    var onCalls: () -> Void = {}
    var onHistory: () -> Void = {}
    /// Whether something lives has changed.
    var onBusy: () -> Void = {}
    /// A call rings, or waits; the default dialer may want to know.
    var onRing: () -> Void = {}

    init(
        store: Store, apps: AppRegistry, agents: Agents, lines: LineRegistry, ringer: Ringer,
        date: @escaping @Sendable () -> Int64
    ) {
        self.store = store
        self.apps = apps
        self.agents = agents
        self.lines = lines
        self.ringer = ringer
        self.date = date
    }

    func start() async throws(StoreError) { exchange.unfinished = try await store.takeUnfinished() }

    func stop() async {
        isStopped = true
        if let timer { ServiceActor.loop.cancel(timer) }
        for call in eventCalls.values { call.answer.resume(returning: nil) }
        eventCalls = [:]
        for ticket in tickets.values {
            switch ticket {
            case .dial(let answer):
                answer.resume(returning: Self.ending)
            case .control(let answer): answer.resume(returning: Self.isEnding)
            }
        }
        tickets = [:]
        await ringer.stop()
        for queue in [recording, launching] + errands.values { await queue.finished() }
        // Nobody waits for a person who is asked about a call that will not be made.
        asking.cancel()
        await asking.finished()
        await urgent.finished()
    }

    // MARK: What is asked

    var isBusy: Bool { exchange.isBusy }
    var infos: [CallInfo] {
        refresh()
        return exchange.infos
    }
    subscript(id: String) -> Conversation? { exchange[id] }
    var conversations: [Conversation] { exchange.conversations }
    /// A call that the calling app was offered and may hand back.
    func offered(where isSame: (DialString) -> Bool) -> String? {
        refresh()
        return exchange.handedBack(where: isSame)
    }
    func board(of modem: String) -> CallBoard { exchange.boards[modem] ?? CallBoard() }

    func dial(_ wish: CallWish) async -> DialResult {
        await answer { exchange, ticket in exchange.dial(wish, ticket: ticket) }
    }

    /// Hands back what the calling app was offered.
    func handBack(_ id: String) async -> DialResult {
        await answer { exchange, ticket in exchange.handBack(id, ticket: ticket) }
    }

    /// While the service ends the bus is still served; nobody would answer a ticket then.
    private func answer(_ body: (inout Exchange, UInt64) -> Void) async -> DialResult {
        guard !isStopped else { return Self.ending }
        lastTicket += 1
        let ticket = lastTicket
        return await withCheckedContinuation { continuation in
            tickets[ticket] = .dial(continuation)
            change { body(&$0, ticket) }
        }
    }

    private static let ending = DialResult(.failed, cause: .unknown, reason: "The service ends.")
    private static let isEnding = ServiceError(.unavailable, "the service ends")

    func control(_ id: String, _ action: CallInfo.Action, tones: String? = nil) async throws(ServiceError) {
        guard !isStopped else { throw Self.isEnding }
        lastTicket += 1
        let ticket = lastTicket
        let error = await withCheckedContinuation { continuation in
            tickets[ticket] = .control(continuation)
            change { $0.control(id, action, tones: tones, ticket: ticket) }
        }
        if let error { throw error }
    }

    /// What the person did with the notification of a call.
    func respond(_ id: String, _ action: CallInfo.Action) {
        urgent.add { [self] in try? await control(id, action) }
    }

    // MARK: What happens

    func report(_ report: CallReport, of modem: String) {
        let emergencies = report.calls.filter { call in
            !call.isIncoming && call.number.known.map(isEmergency) ?? false
        }
        change { $0.report(report, of: modem, emergencies: Set(emergencies.map(\.index))) }
    }

    /// Whatever may have made a difference to how things stand.
    func refresh() { change { _ in } }

    private func appGone(_ app: String) {
        managers[app] = nil
        eventCalls.removeValue(forKey: app)?.answer.resume(returning: nil)
        change { $0.appGone(app) }
    }

    /// A process that was launched has ended: only who launched it knows, and only of the one that is waited for.
    func appExited(_ app: String, processID: UInt32, userID: UInt32) {
        guard let launch = launched[app], launch.userID == userID,
            launch.processID == nil || launch.processID == processID
        else { return }
        launched[app] = nil
        change { $0.launchFailed(app) }
    }

    /// A process has left the bus; the conversations of an app end with the process that carries them.
    func clientVanished(_ client: String) {
        for (app, call) in eventCalls where call.client == client {
            eventCalls[app] = nil
            call.answer.resume(returning: nil)
        }
        for (app, manager) in managers where manager == client { appGone(app) }
    }

    func cutOff() {
        for call in eventCalls.values { call.answer.resume(returning: nil) }
        eventCalls = [:]
        managers = [:]
        change { $0.cutOff() }
    }

    // MARK: Apps

    func attach(_ app: String, _ info: CallingAppInfo, client: String) {
        if managers[app] != client { eventCalls.removeValue(forKey: app)?.answer.resume(returning: nil) }
        managers[app] = client
        change { $0.attach(app, info) }
    }

    func detach(_ app: String, client: String) {
        guard managers[app] == client else { return }
        managers[app] = nil
        eventCalls.removeValue(forKey: app)?.answer.resume(returning: nil)
        change { $0.detach(app) }
    }

    /// Something that an app says of its conversations; only the process that attached last speaks for it.
    func tell(
        _ app: String, client: String, _ body: (inout Exchange) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        guard managers[app] == client else { throw Self.notAttached }
        try change(body)
    }

    func nextEvent(of app: String, client: String) async throws(ServiceError) -> CallingEventInfo {
        guard !isStopped else { throw Self.isEnding }
        guard managers[app] == client else { throw Self.notAttached }
        if let event = exchange.nextEvent(of: app) { return event }
        guard eventCalls[app] == nil else { throw ServiceError(.busy, "the app waits for an event already") }
        let event = await withCheckedContinuation { continuation in
            eventCalls[app] = EventCall(client: client, answer: continuation)
        }
        guard let event else { throw ServiceError(.cancelled, "the call was given up") }
        return event
    }

    private static let notAttached = ServiceError(
        .invalidArgument, "this process has not attached, or another one of the app has since")

    // MARK: Effects

    private func change(_ body: (inout Exchange) throws(ServiceError) -> Void) throws(ServiceError) {
        exchange.now = .now
        exchange.date = date()
        exchange.surroundings = surroundings()
        let wasBusy = exchange.isBusy
        let failure: ServiceError?
        do throws(ServiceError) {
            try body(&exchange)
            failure = nil
        } catch {
            failure = error
        }
        for effect in exchange.take() { perform(effect) }
        if exchange.isBusy != wasBusy { onBusy() }
        if let failure { throw failure }
    }

    private func change(_ body: (inout Exchange) -> Void) {
        do throws(ServiceError) {
            try change { (exchange: inout Exchange) throws(ServiceError) in body(&exchange) }
        } catch {
            Log.error("a change of calls failed that cannot")
        }
    }

    private func perform(_ effect: Exchange.Effect) {
        guard !isStopped else { return }
        switch effect {
        case .ask(let id): ask(id)
        case .launch(let app): launch(app)
        case .dial(let id, let modem, let request, let clearing): dial(id, on: modem, request, clearing)
        case .operate(let run, let modem, let step): operate(run, on: modem, step)
        case .answer(let ticket, let result):
            guard case .dial(let answer)? = tickets.removeValue(forKey: ticket) else { return }
            answer.resume(returning: result)
        case .finish(let ticket, let error):
            guard case .control(let answer)? = tickets.removeValue(forKey: ticket) else { return }
            answer.resume(returning: error)
        case .ring(let id, let ring):
            guard let conversation = exchange[id] else { return }
            ringer.ring(conversation, ring, sound: conversation.app.flatMap { exchange.apps[$0]?.info.ringtone })
            onRing()
        case .stopRinging(let id): ringer.stop(id)
        case .missed(let id): if let conversation = exchange[id] { ringer.missed(conversation) }
        case .notMade(let id): if let conversation = exchange[id] { ringer.notMade(conversation) }
        case .record(let record): save(record)
        case .wake(let app): wake(app)
        case .callsChanged: onCalls()
        case .timer(let time):
            if let timer { ServiceActor.loop.cancel(timer) }
            timer = time.map { time in
                ServiceActor.loop.schedule(at: time) { [weak self] in self?.change { $0.time() } }
            }
        case .audio(let isOn): ringer.setAudio(isOn)
        }
    }

    private func ask(_ id: String) {
        guard let conversation = exchange[id] else { return }
        let question = question(conversation)
        asking.add { [self] in
            let answer = try? await agents.active()?.client.ask(question)
            change { $0.answered(id, answer) }
        }
    }

    private func launch(_ id: String) {
        launching.add { [self] in
            guard let app = apps.bundle(id: id), let agent = agents.active(for: app) else {
                return change { $0.launchFailed(id) }
            }
            launched[id] = Launched(userID: agent.userID)
            guard
                let process = try? await agent.client.launch(app: app.id, executable: app.executable, reason: .call)
            else {
                launched[id] = nil
                return change { $0.launchFailed(id) }
            }
            launched[id]?.processID = process
        }
    }

    private func dial(_ id: String, on modem: String, _ request: CallRequest, _ clearing: [CallOperation]) {
        urgent.add { [self] in
            // The row is on the disk before anybody's phone rings; nobody in need waits for a disk.
            if !request.isEmergency { await recording.finished() }
            guard let voice = await lines.modem(named: modem)?.voice else {
                let refusal = CallRefusal(.noModem, reason: "The modem is gone, or has no calls: see `handset status`.")
                return change { $0.refused(id, by: modem, CallEnding(refusal)) }
            }
            for operation in clearing { try? await voice.perform(operation) }
            FaultPoint.pass("service.dialling")
            let outcome = await voice.dial(request)
            FaultPoint.pass("service.dialled")
            change { exchange in
                switch outcome {
                case .taken(let index): exchange.taken(id, by: modem, index: index)
                case .refused(let refusal): exchange.refused(id, by: modem, CallEnding(refusal))
                case .unknown: exchange.unknown(id, by: modem)
                }
            }
        }
    }

    private func operate(_ run: UInt64, on modem: String, _ step: Exchange.ModemStep) {
        let work: @ServiceActor () async -> Void = { [self] in
            let refusal = await operate(on: modem, step)
            if run > 0 { change { $0.done(run: run, refusal) } }
        }
        switch step {
        // An end waits for nothing that is in line: it is what a modem that is stuck over a call is told.
        case .operation(.hangUp), .operation(.reject): urgent.add(work)
        case .operation, .tones, .mute:
            if errands[modem] == nil { errands[modem] = WorkQueue() }
            errands[modem]?.add(work)
        }
    }

    private func operate(on modem: String, _ step: Exchange.ModemStep) async -> CallRefusal? {
        guard let voice = await lines.modem(named: modem)?.voice else {
            return CallRefusal(.noModem, reason: "the modem is gone, or has no calls: see `handset status`")
        }
        do throws(CallRefusal) {
            switch step {
            case .operation(let operation): try await voice.perform(operation)
            case .tones(let tones): try await voice.sendTones(tones)
            case .mute(let isMuted): try await voice.setMuted(isMuted)
            }
            return nil
        } catch {
            return error
        }
    }

    private func save(_ record: CallRecord) {
        recording.add { [self] in
            // A full disk keeps nobody from calling; the store says so in the status.
            try? await store.save(record)
            FaultPoint.pass(record.isFinished ? "service.call-finished" : "service.call-recorded")
            onHistory()
        }
    }

    private func wake(_ app: String) {
        guard let call = eventCalls[app], let event = exchange.nextEvent(of: app) else { return }
        eventCalls[app] = nil
        call.answer.resume(returning: event)
    }
}
