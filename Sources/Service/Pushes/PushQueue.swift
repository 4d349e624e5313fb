import HandsetInterface

/// The pushes of one app: those that wait for a process of it, and those that a process is dealing with. A value, without
/// clock.
struct PushQueue: Sendable {
    /// Pushes that wait for one app, or that it has not said to have dealt with.
    static let limit = 16
    /// Seconds that a push waits: nobody wants to be called for what was two minutes ago.
    static let lifetime: Int64 = 120
    /// How often a push is offered whose process ends before it is dealt with.
    static let attempts = 3

    private struct Entry {
        var push: PushInfo
        var attempts = 0
    }

    private var waiting: [Entry] = []
    private var inHand: [(client: String, entry: Entry)] = []

    var hasWaiting: Bool { !waiting.isEmpty }
    var isEmpty: Bool { waiting.isEmpty && inHand.isEmpty }

    /// False when too many wait.
    mutating func add(_ push: PushInfo) -> Bool {
        guard waiting.count + inHand.count < Self.limit else { return false }
        waiting.append(Entry(push: push))
        return true
    }

    /// The first push of one of the types, which is in the client's hands from now on.
    mutating func take(_ types: Set<String>, for client: String) -> PushInfo? {
        guard let index = waiting.firstIndex(where: { types.contains($0.push.type) }) else { return nil }
        var entry = waiting.remove(at: index)
        entry.attempts += 1
        inHand.append((client, entry))
        return entry.push
    }

    /// A push is dealt with. Whoever of the app says so: after a break of the bus the process has another name.
    mutating func handled(_ id: String) {
        inHand.removeAll { $0.entry.push.id == id }
        waiting.removeAll { $0.attempts > 0 && $0.push.id == id }
    }

    /// A client is gone: what was in its hands is offered again. True if there was something.
    mutating func lose(_ client: String) -> Bool {
        let lost = inHand.filter { $0.client == client }
        inHand.removeAll { $0.client == client }
        waiting = lost.map(\.entry).filter { $0.attempts < Self.attempts } + waiting
        return !lost.isEmpty
    }

    /// Forgets what waits too long, and what a process says nothing of for so long: it is a reason to be awake no more.
    mutating func expire(now: Int64) {
        // A clock that was set back is no reason to keep a push for longer.
        func isOver(_ entry: Entry) -> Bool { !(0..<Self.lifetime).contains(now - entry.push.received) }
        waiting.removeAll(where: isOver)
        inHand.removeAll { isOver($0.entry) }
    }
}
