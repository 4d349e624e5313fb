import HandsetInterface

/// The agents of the sessions.
@ServiceActor
final class Agents {
    struct Agent {
        var client: AgentClient
        var userID: UInt32
        var session: SessionInfo
        /// Its user is the one at the screen.
        var isActive: Bool
        /// Counts up: of two, the later one.
        var number: UInt64
    }

    private var agents: [String: Agent] = [:]
    private var nextNumber: UInt64 = 0

    nonisolated init() {}

    /// Sessions that could do more than the daemon may ask of one at a time.
    static let limit = 64
    /// Of one user, so that nobody takes all the places.
    static let limitPerUser = 8

    var count: Int { agents.count }

    /// False when there are too many.
    func register(_ client: AgentClient, userID: UInt32, session: SessionInfo, isActive: Bool) -> Bool {
        let others = agents.values.filter { $0.client.uniqueName != client.uniqueName }
        guard others.count < Self.limit, others.count(where: { $0.userID == userID }) < Self.limitPerUser else {
            return false
        }
        nextNumber += 1
        agents[client.uniqueName] = Agent(
            client: client, userID: userID, session: session, isActive: isActive, number: nextNumber)
        return true
    }

    func forget(_ uniqueName: String) -> Bool { agents.removeValue(forKey: uniqueName) != nil }

    func forgetAll() { agents = [:] }

    func has(_ uniqueName: String) -> Bool { agents[uniqueName] != nil }

    var userIDs: Set<UInt32> { Set(agents.values.map(\.userID)) }

    func setActive(_ isActive: Bool, userID: UInt32) {
        for (name, agent) in agents where agent.userID == userID { agents[name]?.isActive = isActive }
    }

    /// The agents of a user, or of anybody, the most useful first: of the user at the screen, one that can show
    /// something, then the newest.
    func of(_ userID: UInt32?) -> [Agent] {
        func rank(_ agent: Agent) -> (Int, Int, UInt64) {
            (agent.isActive ? 1 : 0, agent.session.hasDisplay ? 1 : 0, agent.number)
        }
        return agents.values.filter { userID == nil || $0.userID == userID }.sorted { rank($0) > rank($1) }
    }

    /// The one to act for an app: of its user if it is a user's, else of whoever is here.
    func active(for app: AppBundle? = nil) -> Agent? { of(app?.userID).first }
}
