import HandsetLines
import HandsetMMS
import HandsetMMSTransport
import HandsetPlatform

/// The way of one announced message: fetched over its line's connection, onto the disk, into the queue.
@ServiceActor
struct MultimediaFetcher {
    let store: Store
    let lines: MultimediaLines
    let ownNumbers: OwnNumbers
    let transport: MMSTransport
    let now: @Sendable () -> Int64
    /// What ends then says nothing of a server.
    let isStopped: () -> Bool
    let onDelivery: ([UInt64]) -> Void

    /// - Returns: whether the host gave the message.
    func fetch(_ number: Int64, patience: Duration) async -> Bool {
        // What was looked at may have changed meanwhile.
        guard let record = try? await store.multimedia(number), record.state == .waiting, record.due <= now() else {
            return false
        }

        // What a killed daemon had on the disk already is not asked for again.
        var octets = await keptMessage(record.number)
        if octets == nil {
            do throws(Failure) {
                octets = try await download(record, patience)
            } catch {
                await failed(record, error)
                return false
            }
        }
        guard let octets else { return false }
        return await deliver(record, octets)
    }

    /// Nil also for octets that are kept because nobody can read them.
    private func keptMessage(_ number: Int64) async -> [UInt8]? {
        guard let octets = await store.readMultimedia(number),
            case .retrieveConfirmation? = try? MMSPDU(decoding: octets)
        else { return nil }
        return octets
    }

    private struct Failure: Error {
        /// It will be the same again.
        var isPermanent = false
        var reason: String
    }

    private func download(_ record: MultimediaRecord, _ patience: Duration) async throws(Failure) -> [UInt8]? {
        guard let path = lines.path(of: record.line), let settings = lines.settings(of: record.line) else { return nil }
        let location = record.location + (settings.appendsTransactionID ? record.transactionID : [])
        let reply: MMSReply
        do throws(MMSTransferError) {
            reply = try await transport.perform(
                MMSRequest(
                    .fetch, location: location, path: path, settings: settings, answerLimit: MMSLimits.pduOctets,
                    patience: patience))
        } catch {
            throw Failure(isPermanent: error.kind == .location || error.kind == .tooLarge, reason: error.reason)
        }
        FaultPoint.pass("service.mms-fetched")
        // A part that nobody asked for is no message, and nothing is none either.
        guard reply.status == 200 || reply.status == 203 else {
            throw Failure(
                isPermanent: reply.isRefusedForGood, reason: "The MMSC answered with status \(reply.status).")
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
        guard !isStopped() else { return }
        if failure.isPermanent, record.attempts + 1 >= DownloadPolicy.attemptsToBelieve {
            try? await store.endMultimedia(record.number, as: .failed, reason: failure.reason)
            Log.warning("a multimedia message cannot be fetched: \(failure.reason)")
            return
        }
        let first = lines.options(of: record.line).retryAfter ?? 30
        let due = now() + DownloadPolicy.pause(after: record.attempts, first: first)
        try? await store.postpone(record.number, until: due, reason: failure.reason)
    }

    private func deliver(_ record: MultimediaRecord, _ octets: [UInt8]) async -> Bool {
        guard case .retrieveConfirmation(let pdu)? = try? MMSPDU(decoding: octets) else {
            try? await store.endMultimedia(record.number, as: .failed, reason: "It cannot be read.")
            return false
        }
        await ownNumbers.learn(from: pdu, on: record.line, at: now())
        let message = message(pdu, of: record).queued(on: record.line, at: now())
        // Fetched at once it is answered by the announcement's transaction, later by its own (OMA MMS ENC, 6.3, 6.4).
        let answer: MultimediaRecord.Answer = record.wasDeferred ? .acknowledged : .retrieved
        do throws(StoreError) {
            let cursor = try await store.deliverMultimedia(
                record.number, message, messageID: pdu.messageID?.octets ?? [],
                answerID: record.wasDeferred ? pdu.transactionID?.octets : nil, answer, isSame: { pdu.isSame(as: $0) })
            FaultPoint.pass("service.mms-queued")
            if let cursor { onDelivery([cursor]) }
            return true
        } catch {
            let first = lines.options(of: record.line).retryAfter ?? 30
            try? await store.postpone(record.number, until: now() + first, reason: "\(error)")
            return false
        }
    }

    func message(_ pdu: MMSRetrieveConfirmation, of record: MultimediaRecord) -> MultimediaMessage {
        MultimediaMessage(
            pdu, announcedBy: try? MMSNotification(decoding: record.notification),
            ownNumber: ownNumbers.member(of: record.line), in: ownNumbers.country(of: record.line))
    }
}

extension MMSRetrieveConfirmation {
    /// Whether what was fetched earlier is this message, whatever transaction each names.
    fileprivate func isSame(as octets: [UInt8]) -> Bool {
        guard case .retrieveConfirmation(let other)? = try? MMSPDU(decoding: octets) else { return true }
        return other.from == from && other.date == date && other.body == body
    }
}
