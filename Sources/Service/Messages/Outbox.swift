import HandsetInterface
import HandsetLines
import HandsetPlatform
import HandsetSMS

/// Texts on their way to the network: made into parts, and offered part by part to the modem.
///
/// Every step is on the disk before the next.
@ServiceActor
final class Outbox {
    private let store: Store
    private let lines: LineRegistry
    private let now: @Sendable () -> Int64
    private let reportRequests: ReportRequests
    let queue: SendQueue

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
        queue = SendQueue(store: store)
    }

    func start() async throws(StoreError) { try await store.endInterruptedSends() }

    // MARK: The app's side

    func send(_ request: SendRequest, by app: String) async throws(ServiceError) -> SendResult {
        let line = try line(for: request)
        guard let recipient = request.recipients.first, request.recipients.count == 1 else {
            throw ServiceError(.invalidArgument, "a text has exactly one recipient")
        }
        let digest = Digest.sha256(
            fields: [line.rawValue, recipient, request.text, request.wantsReport ? "1" : "0"].map { Array($0.utf8) })
        let record = OutboxRecord(
            app: app, service: request.service, id: request.id, digest: digest, line: line, recipient: recipient,
            wantsReport: wantsReport(request), parts: 0, at: now())
        return try await queue.send(
            record, prepare: { [self] in await draft($0, text: request.text) },
            offer: { [self] in await offer($0, $1) })
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

    private func draft(_ record: OutboxRecord, text: String) async -> SendDraft {
        var draft = SendDraft(record: record)
        do throws(SendRefusal) {
            draft.parts = try await prepare(record, text: text)
            draft.record.parts = draft.parts.count
        } catch {
            draft.record.result = error.result
        }
        return draft
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

    private func offer(_ record: OutboxRecord, _ parts: [OutgoingPart]) async -> SendEnd {
        // What is learnt and not on the disk yet: a full disk holds up the end, and loses no reference.
        var learnt: [SendEnd.Part] = []
        for (taken, part) in parts.enumerated() {
            guard let sms = await lines.modem(of: record.line)?.sms else {
                return SendEnd(result: Self.refusal(Self.noModem, taken: taken), parts: learnt)
            }
            do {
                try await store.setPart(part.number, of: record.serial, to: .offered)
            } catch {
                // Not on the disk, so not sent: after a crash nobody would know.
                let refusal = SendRefusal(.temporary, reason: "The store cannot be written. \(error)")
                learnt.append(SendEnd.Part(number: part.number, state: .waiting))
                return SendEnd(result: Self.refusal(refusal, taken: taken), parts: learnt)
            }
            FaultPoint.pass("service.part-offered")
            let outcome = await sms.send(part)
            FaultPoint.pass("service.part-answered")
            switch outcome {
            case .taken(let reference):
                learnt.append(SendEnd.Part(number: part.number, state: .taken, reference: reference))
                guard part != parts.last else { break }
                if (try? await store.setParts(learnt, of: record.serial)) != nil { learnt = [] }
                FaultPoint.pass("service.part-taken")
            case .refused(let refusal):
                learnt.append(SendEnd.Part(number: part.number, state: .refused))
                return SendEnd(result: Self.refusal(refusal, taken: taken), parts: learnt)
            case .unknown:
                learnt.append(SendEnd.Part(number: part.number, state: .unknown))
                return SendEnd(result: SendResult(.unknown), parts: learnt)
            }
        }
        return SendEnd(result: SendResult(.taken), parts: learnt)
    }

    private static func refusal(_ refusal: SendRefusal, taken: Int) -> SendResult {
        guard taken > 0 else { return refusal.result }
        var partial = refusal
        partial.reason += " (\(taken) \(taken == 1 ? "part" : "parts") of the message had been sent)"
        return partial.result
    }

    // MARK: Reports

    func report(_ report: StatusReport, on line: LineID) async throws(StoreError) {
        guard !report.isAboutCommand else { return }
        let paired = try await store.pair(
            PartReport(
                line: line, reference: report.messageReference, recipient: report.recipientAddress.value,
                status: report.status.class, at: report.dischargeTime.secondsSince1970 ?? now()))
        if paired { queue.onChange() }
    }
}

extension SendRefusal {
    var result: SendResult { SendResult(.refused(isPermanent: kind == .permanent, reason: reason), code: code) }
}
