import HandsetInterface

/// The notifications that apps post, and what the person does with them. What is shown is the agent's to know.
@ServiceActor
final class Notifications {
    private struct Responses {
        var waiting: [NotificationResponseInfo] = []
        /// Calls of `NextResponse`, each with its client.
        var calls: [(client: String, answer: CheckedContinuation<NotificationResponseInfo?, Never>)] = []
    }

    private let agents: Agents
    private var responses: [String: Responses] = [:]

    /// An app that is not running is wanted for a response that waits.
    var onResponse: (_ app: String) -> Void = { _ in }

    static let waitingLimit = 100
    static let callsPerClient = 16

    init(agents: Agents) { self.agents = agents }

    func post(_ notification: NotificationInfo, by app: AppBundle) async -> Bool {
        guard let agent = agents.active(for: app) else { return false }
        return (try? await agent.client.notify(app: app.id, name: app.name, notification)) == true
    }

    func remove(_ ids: [String], of app: AppBundle) async {
        try? await agents.active(for: app)?.client.withdraw(app: app.id, ids: ids)
    }

    func delivered(to app: AppBundle) async -> [NotificationInfo] {
        (try? await agents.active(for: app)?.client.shown(of: app.id)) ?? []
    }

    /// Waits. Throws when the client is gone or has too many calls.
    func nextResponse(of app: String, client: String) async throws(ServiceError) -> NotificationResponseInfo {
        if let first = responses[app]?.waiting.first {
            responses[app]?.waiting.removeFirst()
            return first
        }
        guard responses[app]?.calls.count(where: { $0.client == client }) ?? 0 < Self.callsPerClient else {
            throw ServiceError(.busy, "too many calls of this client wait already")
        }
        let response = await withCheckedContinuation { continuation in
            responses[app, default: Responses()].calls.append((client, continuation))
        }
        guard let response else { throw ServiceError(.cancelled, "the call was given up") }
        return response
    }

    func responded(_ response: NotificationResponseInfo, app: String) {
        if responses[app]?.calls.isEmpty == false, let call = responses[app]?.calls.removeFirst() {
            call.answer.resume(returning: response)
            return
        }
        responses[app, default: Responses()].waiting.append(response)
        if let count = responses[app]?.waiting.count, count > Self.waitingLimit {
            responses[app]?.waiting.removeFirst()
        }
        if response.action != "dismiss" { onResponse(app) }
    }

    /// Ends the calls of a client, or of all.
    func vanish(_ client: String?) {
        for app in responses.keys {
            let ended = responses[app]?.calls.filter { client == nil || $0.client == client } ?? []
            responses[app]?.calls.removeAll { client == nil || $0.client == client }
            for call in ended { call.answer.resume(returning: nil) }
        }
    }
}
