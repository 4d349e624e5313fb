import HandsetInterface
import HandsetLines
import HandsetPlatform

/// The way of messages of one service to the network: onto the disk, then offered, one at a time on a line.
///
/// Nothing is offered twice by itself. Whoever asks for the same again (app, id and content) before the answer was confirmed has
/// the first attempt's answer, also while that is under way, and while its end cannot be written down.
@ServiceActor
final class SendQueue {
    typealias Prepare = @ServiceActor (OutboxRecord) async throws -> SendDraft
    typealias Offer = @ServiceActor (OutboxRecord, [OutgoingPart]) async -> SendEnd
    private typealias Answer = Result<SendResult, ServiceError>

    private let store: Store
    private var queues: [LineID: WorkQueue] = [:]
    private var counts: [LineID: Int] = [:]
    /// Who else waits for each attempt that somebody carries out.
    private var underWay: [SendAttempt: [CheckedContinuation<Answer, Never>]] = [:]
    /// Ends that the store has refused so far, by the message's serial: what it has is that the message is on its way.
    private var unwritten: [UInt64: UnwrittenEnd] = [:]
    private let writing = WorkQueue()
    private var isStopping = false

    /// Sent messages have something new.
    var onChange: () -> Void = {}

    /// Messages that may wait for a line.
    static let limit = 100

    private struct UnwrittenEnd {
        var name: SendName
        var end: SendEnd
    }

    init(store: Store) { self.store = store }

    /// What is under way is waited for; what is not stays unsent.
    func stop() async {
        isStopping = true
        for queue in queues.values { await queue.finished() }
        await probe()
    }

    /// Tries again what a full disk has held up.
    func probe() async {
        guard !unwritten.isEmpty else { return }
        writing.add { [self] in
            for serial in unwritten.keys.sorted() {
                guard let end = unwritten[serial]?.end, (try? await store.finish(serial, end)) != nil else { return }
                unwritten[serial] = nil
                onChange()
            }
        }
        await writing.finished()
    }

    // MARK: The app's side

    /// - Parameters:
    ///   - prepare: makes the parts, or says why there are none.
    ///   - offer: offers the parts, which are on the disk. Each is marked as offered before it leaves.
    func send(
        _ record: OutboxRecord, prepare: Prepare, offer: @escaping Offer
    ) async throws(ServiceError) -> SendResult {
        guard !record.id.isEmpty else { throw ServiceError(.invalidArgument, "the id is missing") }
        let attempt = record.attempt
        if underWay[attempt] != nil {
            return try await withCheckedContinuation { underWay[attempt]?.append($0) }.get()
        }
        // Claimed before the first suspension, or two equal calls at once would both be sent.
        underWay[attempt] = []
        let answer: Answer
        do {
            answer = .success(try await answered(record, prepare, offer))
        } catch {
            answer = .failure(error as? ServiceError ?? ServiceError(.unavailable, "\(error)"))
        }
        for waiter in underWay.removeValue(forKey: attempt) ?? [] { waiter.resume(returning: answer) }
        return try answer.get()
    }

    /// The app has the answer: the id is free.
    func confirm(_ name: SendName) async throws(ServiceError) {
        await probe()
        for (serial, entry) in unwritten where entry.name == name { unwritten[serial]?.end.isConfirmed = true }
        do {
            try await store.confirm(name)
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
    }

    // MARK: The way of a message

    private func answered(_ record: OutboxRecord, _ prepare: Prepare, _ offer: @escaping Offer) async throws
        -> SendResult
    {
        await probe()
        if let result = try await earlierResult(record.attempt) { return result }
        guard !isStopping else { throw ServiceError(.unavailable, "handsetd is being stopped") }
        guard counts[record.line, default: 0] < Self.limit else {
            throw ServiceError(.busy, "\(Self.limit) messages wait for this line already")
        }
        // Counted before the next suspension, or a burst would pass the limit.
        counts[record.line, default: 0] += 1
        defer { counts[record.line, default: 0] -= 1 }
        var draft = try await prepare(record)
        draft.record.serial = try await store.insert(draft.record, parts: draft.parts)
        onChange()
        if let result = draft.record.result { return result }
        FaultPoint.pass("service.send-recorded")
        guard let result = await carried(draft, offer) else { throw Self.stopped }
        FaultPoint.pass("service.send-answered")
        return result
    }

    private static let stopped = ServiceError(.unavailable, "handsetd was stopped before the message was sent")

    /// How an earlier attempt ended, which nobody carries out any more; nil when there is none.
    private func earlierResult(_ attempt: SendAttempt) async throws -> SendResult? {
        // As it is before the store is read: what is written meanwhile is in one of the two.
        let unwritten = unwritten
        guard let earlier = try await store.unconfirmed(attempt) else { return nil }
        if let result = earlier.result { return result }
        // Else the daemon stops, and it had not been offered.
        guard let end = unwritten[earlier.serial]?.end else { throw Self.stopped }
        // The next attempt has to know what is known of this one: a transaction may be offered again.
        guard !end.isConfirmed else {
            throw ServiceError(.unavailable, "the store cannot be written: is the disk of the state folder full?")
        }
        return end.result
    }

    /// Waits for the line, and for the end; nil when nothing was offered because the daemon stops.
    private func carried(_ draft: SendDraft, _ offer: @escaping Offer) async -> SendResult? {
        let record = draft.record
        let queue = queues[record.line] ?? WorkQueue()
        queues[record.line] = queue
        return await withCheckedContinuation { continuation in
            queue.add { [self] in
                guard !isStopping else { return continuation.resume(returning: nil) }
                let end = await offer(record, draft.parts)
                do {
                    try await store.finish(record.serial, end)
                } catch {
                    // After a crash a part that was offered reads as unknown: never as sent.
                    unwritten[record.serial] = UnwrittenEnd(name: record.attempt.name, end: end)
                }
                FaultPoint.pass("service.send-ended")
                onChange()
                continuation.resume(returning: end.result)
            }
        }
    }
}
