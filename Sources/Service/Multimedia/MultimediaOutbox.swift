import HandsetInterface
import HandsetLines
import HandsetMMS
import HandsetMMSTransport
import HandsetPlatform

/// Multimedia messages on their way to the MMSC, each offered once.
///
/// When the answer was lost the caller may repeat: the same id and content is then offered under
/// the same transaction, by which an MMSC that remembers transactions knows it.
@ServiceActor
final class MultimediaOutbox {
    private let store: Store
    private let lines: MultimediaLines
    private let ownNumbers: OwnNumbers
    private let transport: MMSTransport
    private let outbox: Outbox
    private let now: @Sendable () -> Int64
    let queue: SendQueue

    init(
        store: Store, lines: MultimediaLines, ownNumbers: OwnNumbers, transport: MMSTransport,
        outbox: Outbox, now: @escaping @Sendable () -> Int64
    ) {
        self.store = store
        self.lines = lines
        self.ownNumbers = ownNumbers
        self.transport = transport
        self.outbox = outbox
        self.now = now
        queue = SendQueue(store: store)
    }

    func send(_ request: SendRequest, by app: String) async throws(ServiceError) -> SendResult {
        let line = try outbox.line(for: request)
        var octets = try request.body.map { body throws(ServiceError) in try MessageBody.octets(of: body) } ?? []
        // It is refused whatever is in it, so nobody need look.
        let isTooLarge = lines.settings(of: line).map { octets.count > $0.maximumSize } ?? false
        if isTooLarge { octets = [] }
        let record = OutboxRecord(
            app: app, service: request.service, id: request.id, digest: Self.digest(request, line, octets), line: line,
            recipient: request.recipients.joined(separator: "\n"), wantsReport: outbox.wantsReport(request), parts: 1,
            at: now())
        return try await queue.send(
            record,
            prepare: { [self, octets] in try await draft($0, request, isTooLarge ? nil : octets) },
            offer: { [self] in await offer($0, $1) })
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

    /// - Parameter octets: nil when they are more than the line's carrier takes.
    private func draft(_ record: OutboxRecord, _ request: SendRequest, _ octets: [UInt8]?) async throws -> SendDraft {
        let earlier = try await store.unknownTransaction(record.attempt)
        var draft = SendDraft(record: record)
        // Random, so that a store that was lost and begun anew repeats none.
        draft.record.transactionID = earlier ?? Self.newTransaction()
        do throws(MultimediaDraft.Refusal) {
            draft.parts = [OutgoingPart(number: 1, octets: try prepare(request, octets, draft.record))]
        } catch {
            draft.record.result = error.result
        }
        return draft
    }

    /// Always of one length: the same content has the same size, whatever is drawn.
    private static func newTransaction() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 36)
        return String(repeating: "0", count: 13 - digits.count) + digits
    }

    private func prepare(
        _ request: SendRequest, _ octets: [UInt8]?, _ record: OutboxRecord
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
        let tooLarge = MultimediaDraft.Refusal(
            cause: .tooLarge, reason: "The carrier allows messages of \(settings.maximumSize / 1_024) KiB.")
        guard let octets else { throw tooLarge }
        let body = try MultimediaDraft.body(request, octets)
        let subject = request.subject.flatMap { $0.isEmpty ? nil : $0 }
        var pdu = MMSSendRequest(
            transactionID: TextValue(record.transactionID ?? ""), to: recipients, subject: subject,
            date: UInt64(clamping: record.at), body: body)
        pdu.messageClass = .personal
        if record.wantsReport { pdu.deliveryReport = true }
        if request.wantsReadReport { pdu.readReport = true }
        let encoded = pdu.encoded()
        guard encoded.count <= settings.maximumSize else { throw tooLarge }
        if let reason = lines.obstacle(of: record.line) {
            throw MultimediaDraft.Refusal(cause: .notReady, isPermanent: false, reason: reason)
        }
        return encoded
    }

    private func offer(_ record: OutboxRecord, _ parts: [OutgoingPart]) async -> SendEnd {
        guard let pdu = parts.first?.octets, let settings = lines.settings(of: record.line),
            let path = lines.path(of: record.line)
        else {
            let refusal = MultimediaDraft.Refusal(
                cause: .notReady, isPermanent: false,
                reason: lines.obstacle(of: record.line) ?? "The line's data connection is not up.")
            return Self.end(refusal.result, .waiting)
        }
        do {
            try await store.setPart(1, of: record.serial, to: .offered)
        } catch {
            // Not on the disk, so not sent: after a crash nobody would know.
            let reason = "The store cannot be written. \(error)"
            return Self.end(SendResult(.refused(isPermanent: false, reason: reason)), .waiting)
        }
        FaultPoint.pass("service.part-offered")
        do throws(MMSTransferError) {
            let reply = try await transport.perform(
                MMSRequest(
                    .post(pdu), location: Array(settings.mmsc.utf8), path: path, settings: settings,
                    answerLimit: 64 << 10))
            FaultPoint.pass("service.part-answered")
            return read(reply, of: record)
        } catch {
            switch error.kind {
            case .location: return Self.refused(isPermanent: true, error.reason)
            case .notSent: return Self.refused(isPermanent: false, error.reason)
            // What was answered is not known, only that something was.
            case .lost, .tooLarge: return Self.unknown
            }
        }
    }

    private static let unknown = end(SendResult(.unknown), .unknown)

    private static func refused(isPermanent: Bool, _ reason: String, code: Int? = nil) -> SendEnd {
        end(SendResult(.refused(isPermanent: isPermanent, reason: reason), code: code), .refused)
    }

    private static func end(_ result: SendResult, _ state: PartState) -> SendEnd {
        SendEnd(result: result, parts: [SendEnd.Part(number: 1, state: state)])
    }

    private func read(_ reply: MMSReply, of record: OutboxRecord) -> SendEnd {
        switch reply.status {
        case 200...299: break
        // A proxy lost the MMSC's answer (RFC 9110, 15.6.3 and 15.6.5).
        case 502, 504: return Self.unknown
        default:
            let verb = reply.isRefusedForGood ? "refused" : "could not take"
            return Self.refused(
                isPermanent: reply.isRefusedForGood, "The MMSC \(verb) the request (HTTP status \(reply.status)).")
        }
        guard case .sendConfirmation(let confirmation)? = try? MMSPDU(decoding: reply.body) else {
            // A page for people comes from a gateway that let nothing through.
            guard reply.contentType.hasPrefix("text/") else { return Self.unknown }
            let reason = "A page for people came in place of the MMSC's answer: is the line's plan in order?"
            return Self.refused(isPermanent: false, reason)
        }
        if let named = confirmation.transactionID, !named.isEmpty, named.string != record.transactionID {
            return Self.unknown
        }
        let code = Int(confirmation.status.rawValue)
        // Some of the recipients have it, and none may get it twice.
        let outcome: MMSOutcome = confirmation.status == .partialSuccess ? .done : confirmation.status.outcome
        switch outcome {
        case .done:
            var end = Self.end(SendResult(.taken, code: code), .taken)
            end.messageID = confirmation.messageID.flatMap { $0.isEmpty ? nil : $0.string }
            return end
        case .temporaryFailure: return Self.refused(isPermanent: false, Self.words(confirmation), code: code)
        case .permanentFailure:
            // 1.0 has one code for a network in trouble (OMA MMS ENC, 7.3.48).
            let isPermanent = confirmation.status != .networkProblem
            return Self.refused(isPermanent: isPermanent, Self.words(confirmation), code: code)
        }
    }

    /// The carrier's own text may hold numbers: it is not told on.
    private static func words(_ confirmation: MMSSendConfirmation) -> String {
        "The MMSC refused the message (\(confirmation.status.name ?? "status \(confirmation.status.rawValue)"))."
    }
}
