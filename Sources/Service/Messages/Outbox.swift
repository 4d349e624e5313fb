import HandsetInterface
import HandsetLines
import HandsetPlatform
import HandsetSMS

/// The way of a message to the network: onto the disk, then part by part to the modem, one message at a time on a line.
///
/// Every step is on the disk before the next. Nothing is ever sent twice by itself.
@ServiceActor
final class Outbox {
    private let store: Store
    private let lines: LineRegistry
    private let now: @Sendable () -> Int64
    private let reportRequests: ReportRequests
    private var queues: [LineID: WorkQueue] = [:]
    private var counts: [LineID: Int] = [:]
    private var waiters: [UInt64: [CheckedContinuation<SendResult?, Never>]] = [:]
    private var isStopping = false

    /// Sent messages have something new.
    var onChange: () -> Void = {}

    /// Messages that may wait for a line.
    static let queueLimit = 100

    /// Whether the network is asked to report what became of messages.
    enum ReportRequests: String, Sendable {
        case always, never
        /// As each message asks.
        case asked
    }

    init(store: Store, lines: LineRegistry, reportRequests: ReportRequests, now: @escaping @Sendable () -> Int64) {
        self.store = store
        self.lines = lines
        self.reportRequests = reportRequests
        self.now = now
    }

    func start() async throws(StoreError) { try await store.endInterruptedSends() }

    /// What is with the modem is waited for; what is not stays unsent.
    func stop() async {
        isStopping = true
        for queue in queues.values { await queue.finished() }
    }

    // MARK: The app's side

    func send(_ request: SendRequest, by app: String) async throws(ServiceError) -> SendResult {
        let line = try line(for: request)
        guard let recipient = request.recipients.first, request.recipients.count == 1 else {
            throw ServiceError(.invalidArgument, "a text has exactly one recipient")
        }
        guard !request.id.isEmpty else { throw ServiceError(.invalidArgument, "the id is missing") }
        let digest = Digest.sha256(
            fields: [line.rawValue, recipient, request.text, request.wantsReport ? "1" : "0"].map { Array($0.utf8) })
        let record = OutboxRecord(
            app: app, service: request.service, id: request.id, digest: digest, line: line, recipient: recipient,
            wantsReport: wantsReport(request), parts: 0, at: now())
        do {
            let earlier = try await store.unconfirmed(
                app: app, service: request.service, id: request.id, digest: digest)
            if let earlier {
                if let result = earlier.result { return result }
                return try await result(of: earlier.serial)
            }
            return try await begin(record, text: request.text)
        } catch let error as ServiceError {
            throw error
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
    }

    func confirm(service: String, id: String, by app: String) async throws(ServiceError) {
        do {
            try await store.confirm(app: app, service: service, id: id)
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
    }

    func sent(by app: String, since revision: UInt64) async throws(ServiceError) -> SentChanges {
        do {
            return try await store.sent(by: app, since: revision)
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
    }

    func line(for request: SendRequest) throws(ServiceError) -> LineID {
        if request.line.isEmpty {
            let known = lines.infos
            guard let only = known.first else {
                throw ServiceError(.noSuchLine, "there is no line: see `handset lines`")
            }
            guard known.count == 1 else {
                let names = known.map(\.label).joined(separator: ", ")
                throw ServiceError(.invalidArgument, "there are several lines, choose one: \(names)")
            }
            return LineID(rawValue: only.id)
        }
        guard lines.isKnown(request.line) else {
            throw ServiceError(.noSuchLine, "there is no line of that id: see `handset lines`")
        }
        return LineID(rawValue: request.line)
    }

    func wantsReport(_ request: SendRequest) -> Bool {
        switch reportRequests {
        case .always: true
        case .never: false
        case .asked: request.wantsReport
        }
    }

    // MARK: The way of a message

    private func begin(_ record: OutboxRecord, text: String) async throws -> SendResult {
        guard !isStopping else { throw ServiceError(.unavailable, "handsetd is being stopped") }
        guard counts[record.line, default: 0] < Self.queueLimit else {
            throw ServiceError(.busy, "\(Self.queueLimit) messages wait for this line already")
        }
        // Counted before the first suspension, or a burst would pass the limit.
        counts[record.line, default: 0] += 1
        defer { counts[record.line, default: 0] -= 1 }
        var record = record
        let parts: [OutgoingPart]
        do throws(SendRefusal) {
            parts = try await prepare(record, text: text)
        } catch {
            record.result = error.result
            _ = try await store.insert(record, parts: [])
            onChange()
            return error.result
        }
        record.parts = parts.count
        record.serial = try await store.insert(record, parts: parts)
        FaultPoint.pass("service.send-recorded")
        onChange()
        let (recorded, queue) = (record, queues[record.line] ?? WorkQueue())
        queues[record.line] = queue
        queue.add { [self] in await carry(recorded, parts) }
        return try await result(of: record.serial)
    }

    /// Waits for the end of a send in progress.
    private func result(of serial: UInt64) async throws -> SendResult {
        let result = await withCheckedContinuation { waiters[serial, default: []].append($0) }
        guard let result else { throw ServiceError(.unavailable, "handsetd was stopped before the message was sent") }
        FaultPoint.pass("service.send-answered")
        return result
    }

    private func prepare(_ record: OutboxRecord, text: String) async throws(SendRefusal) -> [OutgoingPart] {
        guard let number = Self.dialled(record.recipient) else {
            throw SendRefusal(.permanent, reason: "The recipient is not a number that a text can be sent to.")
        }
        guard let modem = lines.modem(of: record.line) else { throw Self.noModem }
        guard let sms = await modem.sms else { throw Self.noModem }
        let parts = try sms.prepare(
            OutgoingSMS(
                recipient: number, text: text, wantsReport: record.wantsReport,
                concatenationReference: UInt8(truncatingIfNeeded: now() ^ Int64(record.id.hashValue))))
        guard !parts.isEmpty else { throw SendRefusal(.permanent, reason: "The message has no parts to send.") }
        return parts
    }

    private static let noModem = SendRefusal(.temporary, reason: "No modem has this line now.")

    /// The digits of a number, without what people write between them; nil when it has anything else.
    nonisolated static func dialled(_ recipient: String) -> String? {
        let digits = recipient.filter { !" -().\u{a0}".contains($0) }
        let rest = digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
        guard 1...20 ~= rest.utf8.count, rest.utf8.allSatisfy({ "0123456789*#".utf8.contains($0) }) else { return nil }
        return digits
    }

    private func carry(_ record: OutboxRecord, _ parts: [OutgoingPart]) async {
        let result = await offer(record, parts)
        if result != nil { onChange() }
        for waiter in waiters.removeValue(forKey: record.serial) ?? [] { waiter.resume(returning: result) }
    }

    /// The message's end; nil when nothing of it was offered because the daemon stops.
    private func offer(_ record: OutboxRecord, _ parts: [OutgoingPart]) async -> SendResult? {
        var taken = 0
        for part in parts {
            if isStopping, taken == 0 { return nil }
            guard let sms = await lines.modem(of: record.line)?.sms else {
                return await finish(record, part, .waiting, nil, Self.refusal(Self.noModem, taken: taken))
            }
            do {
                try await store.setPart(part.number, of: record.serial, to: .offered)
            } catch {
                // Not on the disk, so not sent: after a crash nobody would know.
                let refusal = SendRefusal(.temporary, reason: "The store cannot be written. \(error)")
                return await finish(record, part, .waiting, nil, Self.refusal(refusal, taken: taken))
            }
            FaultPoint.pass("service.part-offered")
            let outcome = await sms.send(part)
            FaultPoint.pass("service.part-answered")
            switch outcome {
            case .taken(let reference):
                taken += 1
                if taken == parts.count {
                    return await finish(record, part, .taken, reference, SendResult(.taken))
                }
                try? await store.setPart(part.number, of: record.serial, to: .taken, reference: reference)
                FaultPoint.pass("service.part-taken")
            case .refused(let refusal):
                return await finish(record, part, .refused, nil, Self.refusal(refusal, taken: taken))
            case .unknown: return await finish(record, part, .unknown, nil, SendResult(.unknown))
            }
        }
        return SendResult(.taken)
    }

    private static func refusal(_ refusal: SendRefusal, taken: Int) -> SendResult {
        guard taken > 0 else { return refusal.result }
        var partial = refusal
        partial.reason += " (\(taken) \(taken == 1 ? "part" : "parts") of the message had been sent)"
        return partial.result
    }

    private func finish(
        _ record: OutboxRecord, _ part: OutgoingPart, _ state: PartState, _ reference: UInt8?, _ result: SendResult
    ) async -> SendResult {
        // A disk that is full now still has "offered", which after a crash reads as unknown: never as sent.
        try? await store.finish(record.serial, part: (part.number, state, reference), result)
        FaultPoint.pass("service.send-ended")
        return result
    }

    // MARK: Reports

    func report(_ report: StatusReport, on line: LineID) async throws(StoreError) {
        guard !report.isAboutCommand else { return }
        let paired = try await store.pair(
            PartReport(
                line: line, reference: report.messageReference, recipient: report.recipientAddress.value,
                status: report.status.class, at: report.dischargeTime.secondsSince1970 ?? now()))
        if paired { onChange() }
    }
}

extension SendRefusal {
    var result: SendResult { SendResult(.refused(isPermanent: kind == .permanent, reason: reason), code: code) }
}
