import HandsetInterface
import HandsetPlatform

/// The queue of the role carrier-messaging for a service: readers' calls, and the store behind them.
@ServiceActor
final class Deliveries {
    let service: String
    private let store: Store
    private var queue = DeliveryQueue()
    private var calls: [DeliveryQueue.Call: CheckedContinuation<Result<UInt64, DeliveryQueue.Ending>, Never>] = [:]
    private var nextCall: DeliveryQueue.Call = 1
    /// Cursors whose removal the store has refused so far; they would come again after a restart, under the same ids.
    private var unremoved: [UInt64] = []
    /// Cursors that some reader has been handed.
    private var seen: Set<UInt64> = []
    private let writing = WorkQueue()

    /// What a reader is handed of a message.
    var present: (IncomingMessage) async throws(ServiceError) -> IncomingMessageInfo = { message throws(ServiceError) in
        message.info
    }
    /// The first reader has come.
    var onReader: () -> Void = {}
    /// A message was handled.
    var onProgress: () -> Void = {}

    init(service: String, store: Store) {
        self.service = service
        self.store = store
    }

    func start() async throws(StoreError) { queue = try await store.queue(of: service) }

    func stop() async {
        perform(queue.loseBus())
        await writing.finished()
    }

    var waitingCount: Int { queue.waitingCount }
    var parkedCount: Int { queue.parkedCount }
    var hasReader: Bool { queue.hasReader }
    /// Something came that no reader has been handed.
    var hasUnseen: Bool {
        queue.elements.contains { $0.deaths < DeliveryQueue.deathsToPark && !seen.contains($0.cursor) }
    }

    // MARK: What happens

    func append(_ cursors: [UInt64]) { for cursor in cursors { perform(queue.append(cursor)) } }

    /// Whether the client had a message in hand.
    func vanish(_ client: ClientName) -> Bool {
        let actions = queue.vanish(client)
        perform(actions)
        return actions.contains(.appDied)
    }

    func loseBus() { perform(queue.loseBus()) }
    func revoke() { perform(queue.revoke()) }

    /// Tries again what a full disk has held up.
    func probe() { if !unremoved.isEmpty { remove([]) } }

    // MARK: Readers

    func open(_ reader: ReaderID, of process: ClientProcess, after: UInt64) async throws(ServiceError) {
        try perform(queue.open(reader, of: process, after: after))
        await writing.finished()
    }

    func acknowledge(_ reader: ReaderID, of process: ClientProcess, through: UInt64) async throws(ServiceError) {
        try perform(queue.acknowledge(reader, of: process, through: through))
        await writing.finished()
    }

    func close(_ reader: ReaderID) async {
        perform(queue.close(reader))
        await writing.finished()
    }

    func next(_ reader: ReaderID, of process: ClientProcess, after: UInt64) async throws(ServiceError) -> QueueElement {
        let call = nextCall
        nextCall += 1
        let hadReader = queue.hasReader
        let result = await withCheckedContinuation { continuation in
            calls[call] = continuation
            perform(queue.next(reader, of: process, after: after, call: call))
            if !hadReader { onReader() }
        }
        // What was acknowledged is off the disk before the next is handed over.
        await writing.finished()
        do {
            let cursor = try result.get()
            guard let message = try await store.message(at: cursor) else {
                throw ServiceError(.unavailable, "the message is gone from the store")
            }
            let info = try await present(message)
            FaultPoint.pass("service.handed")
            return QueueElement(cursor: cursor, message: info)
        } catch let error as DeliveryQueue.Ending {
            throw error.serviceError
        } catch let error as ServiceError {
            throw error
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
    }

    // MARK: Carrying out

    private func perform(_ result: Result<[DeliveryQueue.Action], DeliveryQueue.Ending>) throws(ServiceError) {
        switch result {
        case .success(let actions): perform(actions)
        case .failure(let ending): throw ending.serviceError
        }
    }

    private func perform(_ actions: [DeliveryQueue.Action]) {
        for action in actions {
            switch action {
            case .remove(let cursors): remove(cursors)
            case .died(let cursor, let deaths):
                writing.add { [store] in try? await store.setDeaths(deaths, of: cursor) }
            case .offerParked:
                writing.add { [self] in
                    guard let moved = try? await store.unpark(service) else { return }
                    perform(queue.unparked(moved))
                }
            case .hand(let call, let cursor):
                seen.insert(cursor)
                calls.removeValue(forKey: call)?.resume(returning: .success(cursor))
            case .end(let call, let ending): calls.removeValue(forKey: call)?.resume(returning: .failure(ending))
            case .appDied: break
            }
        }
    }

    private func remove(_ cursors: [UInt64]) {
        seen.subtract(cursors)
        writing.add { [self] in
            unremoved += cursors
            guard !unremoved.isEmpty, (try? await store.remove(unremoved)) != nil else { return }
            unremoved = []
            FaultPoint.pass("service.acknowledged")
        }
        if !cursors.isEmpty { onProgress() }
    }
}

extension DeliveryQueue.Ending {
    var serviceError: ServiceError {
        switch self {
        case .superseded: ServiceError(.busy, "a later call of this reader took the place of this one")
        case .notPermitted: ServiceError(.notPermitted, "the app does not hold the role any more")
        case .invalidCursor: ServiceError(.invalidArgument, "the reader was not given that cursor")
        case .tooManyReaders:
            ServiceError(.busy, "a client has at most \(DeliveryQueue.readersPerClient) readers")
        }
    }
}

extension IncomingMessage {
    var info: IncomingMessageInfo {
        IncomingMessageInfo(
            id: id, line: line.rawValue, service: service, sender: sender.address,
            senderKind: IncomingMessageInfo.SenderKind(rawValue: sender.kind.rawValue) ?? .unknown, text: text,
            sent: sent,
            utcOffset: utcOffset, received: received, isIncomplete: isIncomplete)
    }
}
