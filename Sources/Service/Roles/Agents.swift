import HandsetInterface

/// The agents of the sessions.
@ServiceActor
final class Agents {
    struct Agent {
        var client: AgentClient
        var userID: UInt32
        var session: SessionInfo
        /// Counts up: of two, the later one.
        var number: UInt64
    }

    private var agents: [String: Agent] = [:]
    private var nextNumber: UInt64 = 0

    nonisolated init() {}

    /// Sessions that could do more than the daemon may ask of one at a time.
    static let limit = 64

    var count: Int { agents.count }

    /// False when there are too many.
    func register(_ client: AgentClient, userID: UInt32, session: SessionInfo) -> Bool {
        guard agents[client.uniqueName] != nil || agents.count < Self.limit else { return false }
        nextNumber += 1
        agents[client.uniqueName] = Agent(client: client, userID: userID, session: session, number: nextNumber)
        return true
    }

    func forget(_ uniqueName: String) -> Bool { agents.removeValue(forKey: uniqueName) != nil }

    func forgetAll() { agents = [:] }

    func has(_ uniqueName: String) -> Bool { agents[uniqueName] != nil }

    /// The agents of a user, or of anybody, the most useful first: one that can show something, then the newest.
    func of(_ userID: UInt32?) -> [Agent] {
        agents.values.filter { userID == nil || $0.userID == userID }.sorted { a, b in
            (a.session.hasDisplay ? 1 : 0, a.number) > (b.session.hasDisplay ? 1 : 0, b.number)
        }
    }

    /// The one to act for an app: of its user if it is a user's, else of whoever is here.
    func active(for app: AppBundle? = nil) -> Agent? { of(app?.userID).first }
}
