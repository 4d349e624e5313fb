import HandsetInterface
import HandsetMMS

/// What apps and the person ask about messages that were announced.
@ServiceActor
struct MultimediaReader {
    let store: Store
    let inbox: MultimediaInbox

    /// The whole of an element of the queue. One whose file a disk has lost is handed over all the same, as far as it is known: it
    /// would hold up what came behind it.
    func info(_ message: IncomingMessage) async throws(ServiceError) -> IncomingMessageInfo {
        guard let number = message.multimedia else { return message.info }
        if let whole = try await info(number, message.info) { return whole }
        var info = message.info
        info.isIncomplete = true
        return info
    }

    /// A message that was received, as long as it is kept.
    func info(id: String) async throws(ServiceError) -> IncomingMessageInfo {
        let found: Int64?
        do throws(StoreError) {
            found = try await store.multimediaNumber(id: id)
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
        guard let found else {
            throw ServiceError(.invalidArgument, "there is no message of that id, or it is kept no longer")
        }
        guard let whole = try await info(found, nil) else {
            throw ServiceError(.unavailable, "the message is kept no longer")
        }
        return whole
    }

    /// Nil where it is not on the disk, or cannot be read.
    private func info(
        _ number: Int64, _ known: IncomingMessageInfo?
    ) async throws(ServiceError) -> IncomingMessageInfo? {
        guard let record = try? await store.multimedia(number), let octets = await store.readMultimedia(number),
            case .retrieveConfirmation(let pdu)? = try? MMSPDU(decoding: octets)
        else { return nil }
        let message = inbox.message(pdu, of: record)
        var queued = message.queued(on: record.line, at: record.announced)
        queued.id = record.id ?? ""
        var info = known ?? queued.info
        info.recipients = message.recipients
        info.subject = message.subject
        info.headers = message.headers
        info.parts = message.parts
        info.body = try MessageBody.descriptor(of: message.body)
        return info
    }

    /// The person has read a message. Its sender is told, if he asked for it and the operator allows it.
    func markRead(id: String) async throws(ServiceError) {
        var isKnown = false
        do throws(StoreError) {
            if let number = try await store.multimediaNumber(id: id), let record = try await store.multimedia(number) {
                isKnown = true
                if inbox.mayReport(record), let octets = await store.readMultimedia(number),
                    case .retrieveConfirmation(let pdu)? = try? MMSPDU(decoding: octets), pdu.readReport == true
                {
                    try await store.markMultimediaRead(number)
                }
            }
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
        guard isKnown else {
            throw ServiceError(.invalidArgument, "there is no such message, or it is kept no longer")
        }
        inbox.wake()
    }

    func downloads() async throws(ServiceError) -> [DownloadInfo] {
        do throws(StoreError) {
            return try await store.missingMultimedia().map(info)
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
    }

    private func info(_ record: MultimediaRecord) -> DownloadInfo {
        let notification = try? MMSNotification(decoding: record.notification)
        let state: DownloadInfo.State =
            switch record.state {
            case .waiting, .held: .waiting
            case .deferred: .deferred
            case .expired: .expired
            case .failed, .done, .double: .failed
            }
        let reason = record.state == .held ? "Many were announced: it has its turn behind others." : record.reason
        return DownloadInfo(
            id: String(record.number), line: record.line.rawValue, sender: notification?.from?.address?.value ?? "",
            subject: notification?.subject?.text, size: notification?.messageSize.flatMap { Int(exactly: $0) },
            announced: record.announced, expires: record.expires, state: state,
            reason: state == .waiting ? inbox.obstacle(of: record.line) ?? reason : reason)
    }

    func download(_ id: String) async throws(ServiceError) {
        var isKnown = false
        do throws(StoreError) {
            if let number = Int64(id) { isKnown = try await store.askForMultimedia(number) }
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
        guard isKnown else { throw ServiceError(.invalidArgument, "there is no such download: see `handset mms list`") }
        inbox.wake()
    }
}
