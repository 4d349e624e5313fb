import HandsetInterface
import HandsetPlatform

// What this process sends, and what became of what was sent.
extension Connection {
    /// How long a message waits for a service that is not there, and how long one whose answer is outstanding.
    private static let patience = (before: Duration.seconds(5), after: Duration.seconds(30))

    func send(_ request: SendRequest) async throws(ServiceError) -> HandsetInterface.SendResult {
        let name = SendName(service: request.service, id: request.id)
        // Until then the same id would get the old answer.
        if unconfirmed.contains(name) { await confirm(name) }
        var mayBeSent = false
        while true {
            let (wasConnected, arrival) = news.withLock { ($0.isConnected, $0.arrivals) }
            let change = changes
            do throws(ServiceError) {
                let result = try await service.send(request)
                unconfirmed.insert(name)
                await confirm(name)
                return result
            } catch {
                guard error.kind == .unreachable || mayBeSent else { throw error }
                mayBeSent = mayBeSent || wasConnected
                let patience = mayBeSent ? Self.patience.after : Self.patience.before
                // A service that has just begun may not know us yet: what it says of us then is no end of an attempt.
                let mayTryAgain =
                    error.kind == .unreachable
                    ? await serviceReturns(after: arrival, within: patience)
                    : await somethingChanges(after: change, within: patience)
                guard mayTryAgain else {
                    guard mayBeSent else { throw error }
                    return HandsetInterface.SendResult(.unknown)
                }
                // The same id and content again: the service gives the first attempt's end.
            }
        }
    }

    /// Tells the service that the answer has been had. When it cannot be told now, it is told when it is back.
    func confirm(_ name: SendName) async {
        do throws(ServiceError) {
            try await service.confirmSend(service: name.service, id: name.id)
        } catch {
            // Nor could a full disk take it down: it is told again before the next of that id, or when the service is back.
            if [.unreachable, .cancelled, .unavailable].contains(error.kind) { return }
        }
        unconfirmed.remove(name)
    }

    // MARK: What was sent

    /// From now on changes of sent messages are followed.
    func followSent() async {
        guard sentRevision == nil else { return }
        sentRevision = 0
        await fetchSent()
    }

    /// One fetch at a time: two at once would tell the same twice.
    func fetchSent() async {
        if isFetchingSent {
            mustFetchAgain = true
            return
        }
        isFetchingSent = true
        repeat {
            mustFetchAgain = false
            await fetchSentOnce()
        } while mustFetchAgain
        isFetchingSent = false
    }

    private func fetchSentOnce() async {
        guard let since = sentRevision, var changes = try? await service.sent(since: since) else { return }
        if changes.revision < since {
            // Another store than before: what it has is new to us.
            guard let all = try? await service.sent(since: 0) else { return }
            changes = all
        }
        sentRevision = changes.revision
        for info in changes.sent { sentMessages.send(SentMessage(info), for: info.serial) }
    }
}
