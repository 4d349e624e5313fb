import HandsetInterface

/// Messages of class 0: for the person's eyes, now (3GPP TS 23.038, clause 4). An agent shows them; until one has,
/// they wait.
@ServiceActor
final class ImmediateMessages {
    private let store: Store
    private let agents: Agents
    private var waiting: [UInt64] = []
    private var isShowing = false

    init(store: Store, agents: Agents) {
        self.store = store
        self.agents = agents
    }

    func start() async throws(StoreError) {
        waiting = try await store.queue(of: Inbox.immediateService).elements.map(\.cursor)
    }

    var count: Int { waiting.count }

    func append(_ cursors: [UInt64]) { waiting += cursors }

    /// Shows all that wait, as far as somebody can.
    func show() async {
        guard !isShowing else { return }
        isShowing = true
        defer { isShowing = false }
        while let cursor = waiting.first, let agent = agents.active() {
            guard let message = try? await store.message(at: cursor) else { return }
            // The same id again after a crash replaces what is shown.
            let notification = NotificationInfo(
                id: "class-0-\(message.id)", title: message.sender.address, body: message.text, urgency: .critical)
            guard (try? await agent.client.notify(app: "", name: "Handset", notification)) == true else { return }
            guard (try? await store.remove([cursor])) != nil else { return }
            waiting.removeAll { $0 == cursor }
        }
    }
}
