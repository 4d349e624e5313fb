import HandsetDBus
import HandsetInterface
import HandsetPlatform

/// What this process has with the service: the state kept up to date, the readers that are open, the answers that are to
/// be confirmed. All of it is made anew when the service or the bus was restarted.
@ClientLoop final class Connection {
    /// What has happened and is not dealt with yet; later events of a kind take the place of earlier ones.
    struct News {
        /// As the service client knows it: what is sent while false has not left this process.
        var isConnected = false
        /// Counts the times that the service has come.
        var arrivals: UInt64 = 0
        var hasConnected = false
        var hasDisconnected = false
        var stateChanged = false
        var sentChanged = false
        var callsChanged = false
        var historyChanged = false
    }

    nonisolated let service: ServiceClient
    nonisolated let board: StateBoard
    nonisolated let sentMessages = Updates<UInt64, SentMessage>(limit: 500)
    nonisolated let calls = Updates<Int, [Call]>(limit: 1)
    nonisolated let historyChanges = Updates<Int, Void>(limit: 1)

    nonisolated let news = Lock(News())
    private nonisolated let bell = Bell()
    private nonisolated let tasks = Lock<(next: UInt64, running: [UInt64: Task<Void, Never>])>((0, [:]))

    /// Resumed with true when the service is back and what was open there is open again.
    private var awaitingService: [UInt64: OneShot<Bool>] = [:]
    /// Resumed at the next change of state, or of the readers.
    private var awaitingChange: [UInt64: OneShot<Bool>] = [:]
    private(set) var changes: UInt64 = 0
    private var lastTicket: UInt64 = 0
    /// The service's arrival after which all was made anew; 0 while it is away.
    private var readyArrival: UInt64 = 0

    private var readers: [ReaderName: Reader] = [:]
    var unconfirmed: Set<SendName> = []
    var sentRevision: UInt64?
    var isFetchingSent = false
    var mustFetchAgain = false
    private var isFollowingCalls = false

    private struct ReaderName: Hashable {
        var service: String
        var number: UInt32
    }
    private struct Reader {
        /// The cursor of the last element that the loop is done with.
        var done: UInt64 = 0
        /// During which stay of the service the element in hand was handed over. Another one takes its cursor only from a
        /// reader that is opened there.
        var handedIn: UInt64 = 0
        /// During which stay of the service it was last opened there; what was handed over since must not be forgotten.
        var openedIn: UInt64 = 0
    }
    struct SendName: Hashable {
        var service: String
        var id: String
    }

    nonisolated init(address: BusAddress, board: StateBoard) {
        service = ServiceClient(on: address, loop: ClientLoop.shared.loop)
        self.board = board
    }

    // MARK: Life

    nonisolated func start() { later { await $0.run() } }

    nonisolated func close() async {
        bell.remove()
        await service.close()
        while let task = tasks.withLock({ $0.running.values.first }) { await task.value }
    }

    /// Does `work` on the loop, in the order of the calls, without waiting for it here; `close` waits.
    nonisolated func later(_ work: @escaping @ClientLoop @Sendable (Connection) async -> Void) {
        tasks.withLock { tasks in
            tasks.next += 1
            tasks.running[tasks.next] = Task(priority: ClientLoop.priority) { @ClientLoop [number = tasks.next] in
                await work(self)
                _ = self.tasks.withLock { $0.running.removeValue(forKey: number) }
            }
        }
    }

    private func run() async {
        let (news, bell) = (news, bell)
        await service.observe { event in
            news.withLock { news in
                switch event {
                case .connected:
                    news.isConnected = true
                    news.arrivals += 1
                    news.hasConnected = true
                case .disconnected:
                    news.isConnected = false
                    news.hasDisconnected = true
                case .absent: break
                case .stateChanged: news.stateChanged = true
                case .sentChanged: news.sentChanged = true
                case .callsChanged: news.callsChanged = true
                case .historyChanged: news.historyChanged = true
                }
            }
            bell.ring()
        }
        while await bell.isHeard() {
            let new = news.withLock { news in
                defer { news = News(isConnected: news.isConnected, arrivals: news.arrivals) }
                return news
            }
            if new.hasDisconnected || !new.isConnected && readyArrival > 0 { lose() }
            guard new.isConnected else { continue }
            if new.hasConnected {
                await refresh()
                await openAgain()
                readyArrival = new.arrivals
                give(true, to: &awaitingService)
            } else if new.stateChanged {
                await refresh()
            }
            if new.sentChanged || new.hasConnected { await fetchSent() }
            if new.callsChanged || new.hasConnected, isFollowingCalls { await fetchCalls() }
            if new.historyChanged || new.hasConnected { historyChanges.send((), for: 0, isLasting: false) }
        }
        lose()
        give(false, to: &awaitingService)
        give(false, to: &awaitingChange)
    }

    private func lose() {
        readyArrival = 0
        board.lose()
        tellChange()
    }

    /// Asks for the state and tells whoever follows it.
    @discardableResult
    func refresh() async -> ServiceError? {
        do throws(ServiceError) {
            board.learn(SessionState(try await service.state()))
        } catch {
            // Gone again: the event that says so follows.
            return error
        }
        tellChange()
        return nil
    }

    // MARK: Waiting

    private func give(_ answer: Bool, to tickets: inout [UInt64: OneShot<Bool>]) {
        for ticket in tickets.values { ticket.give(answer) }
        tickets = [:]
    }

    nonisolated var arrivals: UInt64 { news.withLock { $0.arrivals } }

    /// Waits until the service has come again since `arrival`: a call that failed would fail again before that.
    /// False: it took too long, the task was cancelled, or we are closed.
    func serviceReturns(after arrival: UInt64, within patience: Duration? = nil) async -> Bool {
        while readyArrival <= arrival {
            guard await wait(in: \.awaitingService, patience) else { return false }
        }
        return true
    }

    /// Waits until something changed since `changes` was `change`. False: it took too long, the task was cancelled, or we
    /// are closed.
    func somethingChanges(after change: UInt64, within patience: Duration? = nil) async -> Bool {
        if changes != change { return !Task.isCancelled }
        return await wait(in: \.awaitingChange, patience)
    }

    private func tellChange() {
        changes += 1
        give(true, to: &awaitingChange)
    }

    private func wait(
        in tickets: ReferenceWritableKeyPath<Connection, [UInt64: OneShot<Bool>]>, _ patience: Duration?
    ) async -> Bool {
        lastTicket += 1
        let number = lastTicket
        let ticket = OneShot<Bool>()
        self[keyPath: tickets][number] = ticket
        let loop = ClientLoop.shared.loop
        let timer = patience.map { loop.schedule(at: .now + $0) { ticket.give(false) } }
        let answer = await withTaskCancellationHandler {
            await ticket.value()
        } onCancel: {
            ticket.give(false)
        }
        if let timer { loop.cancel(timer) }
        self[keyPath: tickets][number] = nil
        return answer
    }

    /// A call that may be made again when the service was away: it waits for it, for `patience` at most.
    func retrying<Result: Sendable>(
        patience: Duration?, _ call: @ClientLoop (ServiceClient) async throws(ServiceError) -> Result
    ) async throws(ServiceError) -> Result {
        while true {
            let arrival = arrivals
            do throws(ServiceError) {
                return try await call(service)
            } catch {
                guard error.kind == .unreachable else { throw error }
                guard await serviceReturns(after: arrival, within: patience) else {
                    throw Task.isCancelled ? ServiceError(.cancelled, "") : error
                }
            }
        }
    }

    /// A call that waits until the service is there and takes this program for an app that may make it.
    func permitted<Result: Sendable>(
        _ call: @ClientLoop (ServiceClient) async throws(ServiceError) -> Result
    ) async throws(ServiceError) -> Result {
        while true {
            let change = changes
            do throws(ServiceError) {
                return try await retrying(patience: nil, call)
            } catch {
                guard error.kind == .notPermitted, await somethingChanges(after: change) else { throw error }
            }
        }
    }
}

// MARK: - Readers

extension Connection {
    func open(_ queue: String, _ number: UInt32) async {
        readers[ReaderName(service: queue, number: number)] = Reader(openedIn: arrivals)
        // If it fails `next` opens it.
        try? await service.openReader(service: queue, reader: number)
    }

    func close(_ queue: String, _ number: UInt32) async {
        readers[ReaderName(service: queue, number: number)] = nil
        try? await service.closeReader(service: queue, reader: number)
        tellChange()
    }

    /// How long the end of a cancelled loop waits for a service that does not answer, or is not there.
    private static let lastWordPatience = Duration.seconds(2)

    /// Says "done with everything up to `cursor`" for a cancelled task. Returns when the service has it on its disk, so that
    /// the process may end at once, or when patience is at an end; the word is then still on its way.
    func acknowledge(_ queue: String, _ number: UInt32, through cursor: UInt64) async {
        let name = ReaderName(service: queue, number: number)
        readers[name]?.done = cursor
        // Nothing was handed over.
        guard cursor > 0 else { return }
        let heard = OneShot<Void>()
        // In a task that is not cancelled.
        later { connection in
            _ = try? await connection.retrying(patience: Self.lastWordPatience) { service throws(ServiceError) in
                if connection.mustOpen(name, cursor) {
                    try await service.openReader(service: queue, reader: number, after: cursor)
                } else {
                    try await service.acknowledge(service: queue, reader: number, through: cursor)
                }
            }
            heard.give(())
        }
        let timer = ClientLoop.shared.loop.schedule(at: .now + Self.lastWordPatience) { heard.give(()) }
        await heard.value()
        ClientLoop.shared.loop.cancel(timer)
    }

    private func mustOpen(_ name: ReaderName, _ cursor: UInt64) -> Bool {
        guard cursor > 0, let reader = readers[name] else { return false }
        return reader.handedIn != arrivals
    }

    /// A reader that is not asking has an element in hand, which another reader must not take out of the queue.
    private func openAgain() async {
        for name in unconfirmed { await confirm(name) }
        for name in readers.keys {
            let arrival = arrivals
            guard let reader = readers[name], reader.openedIn != arrival else { continue }
            readers[name]?.openedIn = arrival
            try? await service.openReader(service: name.service, reader: name.number, after: reader.done)
        }
    }

    func next(_ queue: String, _ number: UInt32, after cursor: UInt64) async throws(CancellationError) -> QueueElement {
        let name = ReaderName(service: queue, number: number)
        readers[name]?.done = cursor
        while true {
            if Task.isCancelled { throw CancellationError() }
            let (arrival, change) = (arrivals, changes)
            readers[name]?.openedIn = arrival
            let failure: ServiceError
            do throws(ServiceError) {
                if mustOpen(name, cursor) {
                    try await service.openReader(service: queue, reader: number, after: cursor)
                    readers[name]?.handedIn = arrival
                }
                let element = try await service.next(service: queue, reader: number, after: cursor)
                readers[name]?.handedIn = arrival
                return element
            } catch {
                failure = error
            }
            let mayGoOn: Bool
            switch failure.kind {
            case .unreachable: mayGoOn = await serviceReturns(after: arrival)
            // Another app has the role now, or this process has too many loops: until that changes there is nothing.
            case .notPermitted, .busy: mayGoOn = await somethingChanges(after: change)
            case .cancelled: mayGoOn = false
            default:
                // Not to be met; whatever it is, the reader is opened anew at its place.
                readers[name]?.handedIn = 0
                mayGoOn = (try? await ClientLoop.shared.loop.sleep(for: .seconds(1))) != nil
            }
            if !mayGoOn, !Task.isCancelled, failure.kind == .unreachable {
                // We are closed; only the loop's own end remains.
                await untilCancelled()
            }
        }
    }

    func untilCancelled() async {
        let ticket = OneShot<Void>()
        await withTaskCancellationHandler {
            await ticket.value()
        } onCancel: {
            ticket.give(())
        }
    }
}

// MARK: - Calls

extension Connection {
    /// From now on changes of calls are followed.
    func followCalls() async {
        guard !isFollowingCalls else { return }
        isFollowingCalls = true
        await fetchCalls()
    }

    private func fetchCalls() async {
        guard let infos = try? await service.calls() else { return }
        calls.send(infos.compactMap(Call.init), for: 0)
    }
}
