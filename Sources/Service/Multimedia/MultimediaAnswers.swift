import HandsetLines
import HandsetMMS
import HandsetMMSTransport
import HandsetPlatform

/// What the MMSC is told of messages: that they are here, that they wait for the person, that they were read.
@ServiceActor
struct MultimediaAnswers {
    let store: Store
    let lines: MultimediaLines
    let transport: MMSTransport
    let now: @Sendable () -> Int64
    let isStopped: () -> Bool

    func mayReport(_ record: MultimediaRecord) -> Bool { lines.options(of: record.line).mayReport != false }

    func answer(_ number: Int64) async {
        guard let record = try? await store.multimedia(number), record.answer != .none, record.answerDue <= now() else {
            return
        }

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
                answerLimit: 64 << 10, patience: DownloadPolicy.patienceToAnswer))
        FaultPoint.pass("service.mms-acknowledged")
        guard !isStopped() else { return }
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
