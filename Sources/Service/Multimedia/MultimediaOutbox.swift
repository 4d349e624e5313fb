import HandsetInterface
import HandsetLines
import HandsetMMS
import HandsetMMSTransport
import HandsetPlatform

/// The way of a multimedia message to the MMSC: onto the disk, then offered once, one at a time on a line.
///
/// Nothing is offered twice by itself. When the answer was lost the caller may repeat: the same id and content is then offered under
/// the same transaction, by which an MMSC that remembers transactions knows it.
@ServiceActor
final class MultimediaOutbox {
    private let store: Store
    private let registry: LineRegistry
    private let lines: MultimediaLines
    private let ownNumbers: OwnNumbers
    private let transport: MMSTransport
    private let outbox: Outbox
    private let now: @Sendable () -> Int64
    private var queues: [LineID: WorkQueue] = [:]
    private var counts: [LineID: Int] = [:]
    private var waiters: [UInt64: [CheckedContinuation<SendResult?, Never>]] = [:]
    private var isStopping = false

    /// Sent messages have something new.
    var onChange: () -> Void = {}

    init(
        store: Store, registry: LineRegistry, lines: MultimediaLines, ownNumbers: OwnNumbers, transport: MMSTransport,
        outbox: Outbox, now: @escaping @Sendable () -> Int64
    ) {
        self.store = store
        self.registry = registry
        self.lines = lines
        self.ownNumbers = ownNumbers
        self.transport = transport
        self.outbox = outbox
        self.now = now
    }

    /// What is under way is waited for; what is not stays unsent.
    func stop() async {
        isStopping = true
        for queue in queues.values { await queue.finished() }
    }

    func send(_ request: SendRequest, by app: String) async throws(ServiceError) -> SendResult {
        let line = try outbox.line(for: request)
        let octets = try request.body.map { body throws(ServiceError) in try MessageBody.octets(of: body) } ?? []
        let digest = Self.digest(request, line, octets)
        do {
            let earlier = try await store.unconfirmed(
                app: app, service: request.service, id: request.id, digest: digest)
            if let earlier {
                if let result = earlier.result { return result }
                return try await result(of: earlier.serial)
            }
            let transaction = try await store.unknownTransaction(app: app, id: request.id, digest: digest)
            return try await begin(request, octets, digest, line, app, transaction)
        } catch let error as ServiceError {
            throw error
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
    }

    private static func digest(_ request: SendRequest, _ line: LineID, _ octets: [UInt8]) -> [UInt8] {
        var fields = [line.rawValue, request.text, request.subject ?? "", request.wantsReport ? "1" : "0"].map {
            Array($0.utf8)
        }
        fields += request.recipients.map { Array($0.utf8) }
        for part in request.parts {
            fields += [part.type, part.id, part.name, "\(part.offset) \(part.size)"].map { Array($0.utf8) }
        }
        fields.append(octets)
        return Digest.sha256(fields: fields)
    }

    // MARK: The way of a message

    private func begin(
        _ request: SendRequest, _ octets: [UInt8], _ digest: [UInt8], _ line: LineID, _ app: String,
        _ earlier: String?
    ) async throws -> SendResult {
        guard !isStopping else { throw ServiceError(.unavailable, "handsetd is being stopped") }
        guard counts[line, default: 0] < Outbox.queueLimit else {
            throw ServiceError(.busy, "\(Outbox.queueLimit) messages wait for this line already")
        }
        // Counted before the first suspension, or a burst would pass the limit.
        counts[line, default: 0] += 1
        defer { counts[line, default: 0] -= 1 }
        // Random, so that a store that was lost and begun anew repeats none.
        let transaction = earlier ?? Self.newTransaction()
        var record = OutboxRecord(
            app: app, service: request.service, id: request.id, digest: digest, line: line,
            recipient: request.recipients.joined(separator: "\n"), wantsReport: outbox.wantsReport(request), parts: 1,
            at: now(), transactionID: transaction)
        let pdu: [UInt8]
        do throws(MultimediaDraft.Refusal) {
            pdu = try prepare(request, octets, record)
        } catch {
            record.result = error.result
            _ = try await store.insert(record, parts: [])
            onChange()
            return error.result
        }
        record.serial = try await store.insert(record, parts: [OutgoingPart(number: 1, octets: pdu)])
        FaultPoint.pass("service.send-recorded")
        onChange()
        let (recorded, queue) = (record, queues[line] ?? WorkQueue())
        queues[line] = queue
        queue.add { [self] in await carry(recorded, pdu) }
        return try await result(of: record.serial)
    }

    /// Always of one length: the same content has the same size, whatever is drawn.
    private static func newTransaction() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 36)
        return String(repeating: "0", count: 13 - digits.count) + digits
    }

    /// Waits for the end of a send in progress.
    private func result(of serial: UInt64) async throws -> SendResult {
        let result = await withCheckedContinuation { waiters[serial, default: []].append($0) }
        guard let result else { throw ServiceError(.unavailable, "handsetd was stopped before the message was sent") }
        FaultPoint.pass("service.send-answered")
        return result
    }

    private func prepare(
        _ request: SendRequest, _ octets: [UInt8], _ record: OutboxRecord
    ) throws(MultimediaDraft.Refusal) -> [UInt8] {
        guard let settings = lines.settings(of: record.line) else {
            throw MultimediaDraft.Refusal(
                cause: .notConfigured,
                reason: lines.obstacle(of: record.line) ?? "The line has no multimedia messages.")
        }
        let recipients = try MultimediaDraft.recipients(
            request.recipients, ownNumber: lines.ownNumber(of: record.line), in: ownNumbers.country(of: record.line))
        guard recipients.count <= settings.maximumRecipients else {
            throw MultimediaDraft.Refusal(
                cause: .recipient, reason: "The carrier allows \(settings.maximumRecipients) recipients.")
        }
        let body = try MultimediaDraft.body(request, octets)
        let subject = request.subject.flatMap { $0.isEmpty ? nil : $0 }
        var pdu = MMSSendRequest(
            transactionID: TextValue(record.transactionID ?? ""), to: recipients, subject: subject,
            date: UInt64(clamping: record.at), body: body)
        pdu.messageClass = .personal
        if record.wantsReport { pdu.deliveryReport = true }
        if request.wantsReadReport { pdu.readReport = true }
        let encoded = pdu.encoded()
        guard encoded.count <= settings.maximumSize else {
            throw MultimediaDraft.Refusal(
                cause: .tooLarge, reason: "The carrier allows messages of \(settings.maximumSize / 1_024) KiB.")
        }
        if let reason = lines.obstacle(of: record.line) {
            throw MultimediaDraft.Refusal(cause: .notReady, isPermanent: false, reason: reason)
        }
        return encoded
    }

    private func carry(_ record: OutboxRecord, _ pdu: [UInt8]) async {
        let result = isStopping ? nil : await offer(record, pdu)
        if result != nil { onChange() }
        for waiter in waiters.removeValue(forKey: record.serial) ?? [] { waiter.resume(returning: result) }
    }

    private func offer(_ record: OutboxRecord, _ pdu: [UInt8]) async -> SendResult {
        guard let settings = lines.settings(of: record.line), let path = lines.path(of: record.line) else {
            let refusal = MultimediaDraft.Refusal(
                cause: .notReady, isPermanent: false,
                reason: lines.obstacle(of: record.line) ?? "The line's data connection is not up.")
            return await finish(record, .waiting, refusal.result)
        }
        do {
            try await store.setPart(1, of: record.serial, to: .offered)
        } catch {
            // Not on the disk, so not sent: after a crash nobody would know.
            let reason = "The store cannot be written. \(error)"
            return await finish(record, .waiting, SendResult(.refused(isPermanent: false, reason: reason)))
        }
        FaultPoint.pass("service.part-offered")
        let result: SendResult
        do throws(MMSTransferError) {
            let reply = try await transport.perform(
                MMSRequest(
                    .post(pdu), location: Array(settings.mmsc.utf8), path: path, settings: settings,
                    answerLimit: 64 << 10))
            FaultPoint.pass("service.part-answered")
            result = await read(reply, of: record)
        } catch {
            switch error.kind {
            case .location: result = SendResult(.refused(isPermanent: true, reason: error.reason))
            case .notSent: result = SendResult(.refused(isPermanent: false, reason: error.reason))
            // What was answered is not known, only that something was.
            case .lost, .tooLarge: result = SendResult(.unknown)
            }
        }
        let state: PartState =
            switch result.outcome {
            case .taken: .taken
            case .refused: .refused
            case .unknown: .unknown
            }
        return await finish(record, state, result)
    }

    private func read(_ reply: MMSReply, of record: OutboxRecord) async -> SendResult {
        switch reply.status {
        case 200...299: break
        // A proxy lost the MMSC's answer (RFC 9110, 15.6.3 and 15.6.5).
        case 502, 504: return SendResult(.unknown)
        case 400...499 where ![401, 403, 407, 408, 425, 429].contains(reply.status):
            let reason = "The MMSC refused the request (HTTP status \(reply.status))."
            return SendResult(.refused(isPermanent: true, reason: reason))
        default:
            let reason = "The MMSC could not take the request (HTTP status \(reply.status))."
            return SendResult(.refused(isPermanent: false, reason: reason))
        }
        guard case .sendConfirmation(let confirmation)? = try? MMSPDU(decoding: reply.body) else {
            // A page for people comes from a gateway that let nothing through.
            guard reply.contentType.hasPrefix("text/") else { return SendResult(.unknown) }
            let reason = "A page for people came in place of the MMSC's answer: is the line's plan in order?"
            return SendResult(.refused(isPermanent: false, reason: reason))
        }
        if let named = confirmation.transactionID, !named.isEmpty, named.string != record.transactionID {
            return SendResult(.unknown)
        }
        let code = Int(confirmation.status.rawValue)
        // Some of the recipients have it, and none may get it twice.
        let outcome: MMSOutcome = confirmation.status == .partialSuccess ? .done : confirmation.status.outcome
        switch outcome {
        case .done:
            if let messageID = confirmation.messageID, !messageID.isEmpty {
                try? await store.setMessageID(messageID.string, of: record.serial)
            }
            return SendResult(.taken, code: code)
        case .temporaryFailure:
            return SendResult(.refused(isPermanent: false, reason: Self.words(confirmation)), code: code)
        case .permanentFailure:
            // 1.0 has one code for a network in trouble (OMA MMS ENC, 7.3.48).
            let isPermanent = confirmation.status != .networkProblem
            return SendResult(.refused(isPermanent: isPermanent, reason: Self.words(confirmation)), code: code)
        }
    }

    /// The carrier's own text may hold numbers: it is not told on.
    private static func words(_ confirmation: MMSSendConfirmation) -> String {
        "The MMSC refused the message (\(confirmation.status.name ?? "status \(confirmation.status.rawValue)"))."
    }

    private func finish(_ record: OutboxRecord, _ state: PartState, _ result: SendResult) async -> SendResult {
        // A disk that is full now still has "offered", which after a crash reads as unknown: never as sent.
        try? await store.finish(record.serial, part: (1, state, nil), result)
        FaultPoint.pass("service.send-ended")
        return result
    }
}
