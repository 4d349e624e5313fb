import HandsetInterface
import HandsetLines
import HandsetMMS
import HandsetMMSTransport
import HandsetPlatform

/// The way of an announced message: fetched over its line's connection, onto the disk, into the queue, and only then
/// acknowledged. Everything that is left to do is on the disk and taken up again at a start.
@ServiceActor
final class MultimediaInbox {
    private let store: Store
    private let lines: MultimediaLines
    private let ownNumbers: OwnNumbers
    private let transport: MMSTransport
    private let registration: (LineID) -> Registration
    private let now: @Sendable () -> Int64
    private var queues: [LineID: WorkQueue] = [:]
    /// What is in a queue already.
    private var running: Set<Int64> = []
    private let looking = WorkQueue()
    private var isLooking = false
    private var timer: EventLoop.Timer?
    private var isStopped = false
    /// How many are being fetched.
    private(set) var fetching = 0

    /// New elements of the queue.
    var onDelivery: ([UInt64]) -> Void = { _ in }
    /// Work has begun or ended.
    var onActivity: () -> Void = {}

    init(
        store: Store, lines: MultimediaLines, ownNumbers: OwnNumbers, transport: MMSTransport,
        registration: @escaping (LineID) -> Registration, now: @escaping @Sendable () -> Int64
    ) {
        self.store = store
        self.lines = lines
        self.ownNumbers = ownNumbers
        self.transport = transport
        self.registration = registration
        self.now = now
    }

    /// After `transport` was closed: nothing begins any more, and what was under way has ended.
    func stop() async {
        isStopped = true
        if let timer { ServiceActor.loop.cancel(timer) }
        timer = nil
        await looking.finished()
        for queue in queues.values { await queue.finished() }
    }

    func probe() {
        looking.add { [store] in try? await store.forgetOldMultimedia() }
        wake()
    }

    // MARK: What is to be done

    /// Looks at everything that is open: something was announced, a connection came, a time has come.
    func wake() {
        guard !isStopped, !isLooking else { return }
        isLooking = true
        looking.add { [self] in
            isLooking = false
            await look()
        }
    }

    private func look() async {
        guard !isStopped, let open = try? await store.openMultimedia() else { return }
        var next = Int64.max
        for record in open where !running.contains(record.number) {
            if let due = await consider(record) { next = min(next, due) }
        }
        schedule(at: next)
    }

    private func schedule(at time: Int64) {
        if let timer { ServiceActor.loop.cancel(timer) }
        timer = nil
        guard time < .max, !isStopped else { return }
        timer = ServiceActor.loop.schedule(at: .now + .seconds(max(0, time - now()))) { [weak self] in
            self?.timer = nil
            self?.wake()
        }
    }

    /// When it is to be looked at again; nil when something will say so.
    private func consider(_ record: MultimediaRecord) async -> Int64? {
        if record.state == .waiting || record.state == .deferred, record.expires <= now() {
            let why = obstacle(of: record.line) ?? record.reason
            let reason = "The network kept it until now, and it could not be fetched."
            try? await store.endMultimedia(
                record.number, as: .expired, reason: why.map { "\(reason) \($0)" } ?? reason)
            onActivity()
            return nil
        }
        let mayAsk = obstacle(of: record.line) == nil
        if record.state == .waiting, record.due <= now() {
            if let reason = reasonToWait(record) {
                try? await store.deferMultimedia(record.number, reason: reason)
                onActivity()
                wake()
                return nil
            }
            // A connection that comes wakes us.
            guard mayAsk else { return record.expires }
            begin(record) { await $0.fetch($1) }
            return nil
        }
        if record.answer != .none {
            guard record.answerDue <= now() else { return record.answerDue }
            if mayAsk { begin(record) { await $0.answer($1) } }
            return nil
        }
        return record.state == .waiting ? min(record.due, record.expires) : record.expires
    }

    /// Why nothing of a line can be asked for now; nil when it can.
    func obstacle(of line: LineID) -> String? { lines.obstacle(of: line) }

    private func reasonToWait(_ record: MultimediaRecord) -> String? {
        guard !record.wasDeferred, record.attempts == 0 else { return nil }
        return DownloadPolicy.reasonToWait(
            lines.options(of: record.line), registration: registration(record.line),
            size: (try? MMSNotification(decoding: record.notification))?.messageSize)
    }

    /// One request at a time on a line.
    private func begin(
        _ record: MultimediaRecord, _ work: @escaping @ServiceActor (MultimediaInbox, MultimediaRecord) async -> Void
    ) {
        running.insert(record.number)
        let queue = queues[record.line] ?? WorkQueue()
        queues[record.line] = queue
        fetching += 1
        onActivity()
        queue.add { [self] in
            if !isStopped { await work(self, record) }
            running.remove(record.number)
            fetching -= 1
            onActivity()
            wake()
        }
    }

    // MARK: Fetching

    private func fetch(_ record: MultimediaRecord) async {
        // What a killed daemon had on the disk already is not asked for again.
        var octets = await store.readMultimedia(record.number)
        if octets == nil {
            do throws(Failure) {
                octets = try await download(record)
            } catch {
                return await failed(record, error)
            }
        }
        guard let octets else { return }
        await deliver(record, octets)
    }

    private struct Failure: Error {
        /// It will be the same again.
        var isPermanent = false
        var reason: String
    }

    private func download(_ record: MultimediaRecord) async throws(Failure) -> [UInt8]? {
        guard let path = lines.path(of: record.line), let settings = lines.settings(of: record.line) else { return nil }
        let location = record.location + (settings.appendsTransactionID ? record.transactionID : [])
        let reply: MMSReply
        do throws(MMSTransferError) {
            reply = try await transport.perform(
                MMSRequest(
                    .fetch, location: location, path: path, settings: settings, answerLimit: MMSLimits.pduOctets))
        } catch {
            throw Failure(isPermanent: error.kind == .location || error.kind == .tooLarge, reason: error.reason)
        }
        FaultPoint.pass("service.mms-fetched")
        guard 200...299 ~= reply.status else {
            let isPermanent = 400...499 ~= reply.status && ![401, 403, 407, 408, 425, 429].contains(reply.status)
            throw Failure(isPermanent: isPermanent, reason: "The MMSC answered with status \(reply.status).")
        }
        guard case .retrieveConfirmation(let message)? = try? MMSPDU(decoding: reply.body) else {
            // A page of a carrier that wants money, say.
            guard reply.contentType == "application/vnd.wap.mms-message" else {
                throw Failure(reason: "The MMSC, or something before it, answered with no message.")
            }
            guard record.attempts + 1 >= DownloadPolicy.attemptsToRead else {
                throw Failure(reason: "What the MMSC gave cannot be read.")
            }
            try await keepUnreadable(record, reply.body)
            return nil
        }
        switch (message.status ?? .ok).outcome {
        case .done: break
        case .temporaryFailure: throw Failure(reason: "The MMSC does not have the message for now.")
        case .permanentFailure: throw Failure(isPermanent: true, reason: "The MMSC does not have the message.")
        }
        do throws(StoreError) {
            try await store.writeMultimedia(record.number, reply.body)
        } catch {
            throw Failure(reason: "\(error)")
        }
        FaultPoint.pass("service.mms-stored")
        return reply.body
    }

    private func keepUnreadable(_ record: MultimediaRecord, _ octets: [UInt8]) async throws(Failure) {
        do throws(StoreError) {
            try await store.writeMultimedia(record.number, octets)
            try await store.endMultimedia(
                record.number, as: .failed,
                reason: "It cannot be read. It is kept in the state folder, in mms/\(record.number).pdu.")
        } catch {
            throw Failure(reason: "\(error)")
        }
    }

    private func failed(_ record: MultimediaRecord, _ failure: Failure) async {
        guard !isStopped else { return }
        if failure.isPermanent, record.attempts + 1 >= DownloadPolicy.attemptsToBelieve {
            try? await store.endMultimedia(record.number, as: .failed, reason: failure.reason)
            Log.warning("a multimedia message cannot be fetched: \(failure.reason)")
            return
        }
        let first = lines.options(of: record.line).retryAfter ?? 30
        let due = now() + DownloadPolicy.pause(after: record.attempts, first: first)
        try? await store.postpone(record.number, until: due, reason: failure.reason)
    }

    private func deliver(_ record: MultimediaRecord, _ octets: [UInt8]) async {
        guard case .retrieveConfirmation(let pdu)? = try? MMSPDU(decoding: octets) else {
            try? await store.endMultimedia(record.number, as: .failed, reason: "It cannot be read.")
            return
        }
        await ownNumbers.learn(from: pdu, on: record.line, at: now())
        let message = self.message(pdu, of: record).queued(on: record.line, at: now())
        // Fetched at once it is answered by the announcement's transaction, later by its own (OMA MMS ENC, 6.3, 6.4).
        let answer: MultimediaRecord.Answer = record.wasDeferred ? .acknowledged : .retrieved
        do throws(StoreError) {
            let cursor = try await store.deliverMultimedia(
                record.number, message, messageID: pdu.messageID?.octets ?? [],
                answerID: record.wasDeferred ? pdu.transactionID?.octets : nil, answer)
            FaultPoint.pass("service.mms-queued")
            if let cursor { onDelivery([cursor]) }
        } catch {
            let first = lines.options(of: record.line).retryAfter ?? 30
            try? await store.postpone(record.number, until: now() + first, reason: "\(error)")
        }
    }

    func message(_ pdu: MMSRetrieveConfirmation, of record: MultimediaRecord) -> MultimediaMessage {
        MultimediaMessage(
            pdu, announcedBy: try? MMSNotification(decoding: record.notification),
            ownNumber: ownNumbers.member(of: record.line), in: ownNumbers.country(of: record.line))
    }

    // MARK: Telling the MMSC

    func mayReport(_ record: MultimediaRecord) -> Bool { lines.options(of: record.line).mayReport != false }

    private func answer(_ record: MultimediaRecord) async {
        guard let path = lines.path(of: record.line), let settings = lines.settings(of: record.line) else { return }
        let transactionID = TextValue(octets: record.answerID ?? record.transactionID)
        // Nothing would tell the MMSC what is meant.
        guard !transactionID.isEmpty || record.answer == .read else { return await settle(record, isTold: true) }
        let mayReport: Bool? = mayReport(record) ? nil : false
        let octets: [UInt8]
        switch record.answer {
        case .none: return
        case .acknowledged: octets = MMSAcknowledge(transactionID: transactionID, reportAllowed: mayReport).encoded()
        case .deferred:
            octets = MMSNotifyResponse(transactionID: transactionID, status: .deferred, reportAllowed: mayReport)
                .encoded()
        case .retrieved:
            octets = MMSNotifyResponse(transactionID: transactionID, status: .retrieved, reportAllowed: mayReport)
                .encoded()
        case .read:
            guard let report = await readReport(record) else { return await settle(record, isTold: true) }
            octets = report.encoded()
        case .unrecognised: octets = MMSNotifyResponse(transactionID: transactionID, status: .unrecognised).encoded()
        }
        let reply = try? await transport.perform(
            MMSRequest(
                .post(octets), location: Array(settings.mmsc.utf8), path: path, settings: settings,
                answerLimit: 64 << 10))
        FaultPoint.pass("service.mms-acknowledged")
        guard !isStopped else { return }
        // A page for people comes from a gateway that let nothing through.
        await settle(
            record, isTold: reply.map { 200...299 ~= $0.status && !$0.contentType.hasPrefix("text/") } ?? false)
    }

    private func readReport(_ record: MultimediaRecord) async -> MMSReadRecipient? {
        guard let octets = await store.readMultimedia(record.number),
            case .retrieveConfirmation(let pdu)? = try? MMSPDU(decoding: octets), let messageID = pdu.messageID,
            let sender = pdu.from?.address
        else { return nil }
        return MMSReadRecipient(
            messageID: messageID, to: sender, date: UInt64(clamping: now()), status: .read)
    }

    private func settle(_ record: MultimediaRecord, isTold: Bool) async {
        var due: Int64?
        if !isTold, record.answerAttempts + 1 < DownloadPolicy.attemptsToAnswer {
            let first = lines.options(of: record.line).retryAfter ?? 30
            due = now() + DownloadPolicy.pause(after: record.answerAttempts, first: first)
        }
        try? await store.answered(record.number, nextAttempt: due)
    }
}
