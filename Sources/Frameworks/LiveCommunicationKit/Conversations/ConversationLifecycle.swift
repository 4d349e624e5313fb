import Foundation

/// Where a conversation stands: a state machine without clock or service.
///
/// `idle` → `joining` → `joined` ⇄ `paused` → `leaving` → `left`. A step that does not fit changes
/// nothing and returns false.
struct ConversationLifecycle: Hashable, Sendable {
    private(set) var state: Conversation.State = .idle
    private(set) var localMember: Handle?
    private(set) var members: Set<Handle> = []
    private(set) var activeRemoteMembers: Set<Handle> = []
    private(set) var capabilities: Conversation.Capabilities = []
    private(set) var connected: Date?
    private(set) var ended: Date?
    private(set) var endedReason: Conversation.EndedReason?
    private(set) var startedConnecting: Date?
    private var beforeLeaving: Conversation.State?

    /// What the app reports.
    mutating func apply(_ event: Conversation.Event) -> Bool {
        guard state != .left else { return false }
        switch event {
        case .conversationUpdated(let update):
            return apply(update)
        case .conversationStartedConnecting(let date):
            guard state == .idle else { return false }
            state = .joining
            startedConnecting = date
        case .conversationConnected(let date):
            guard state == .idle || state == .joining else { return false }
            state = .joined
            connected = date
        case .conversationEnded(let date, let reason):
            state = .left
            ended = date
            endedReason = reason
        }
        return true
    }

    /// A field that is nil leaves things as they are.
    mutating func apply(_ update: Conversation.Update) -> Bool {
        let before = self
        localMember = update.localMember ?? localMember
        members = update.members ?? members
        activeRemoteMembers = update.activeRemoteMembers ?? activeRemoteMembers
        capabilities = update.capabilities ?? capabilities
        return self != before
    }

    /// The person holds it or takes it up again.
    mutating func setPaused(_ isPaused: Bool) -> Bool {
        switch (state, isPaused) {
        case (.joined, true): state = .paused
        case (.paused, false): state = .joined
        default: return false
        }
        return true
    }

    /// The person hangs up; the app still has to tear it down.
    mutating func leave() -> Bool {
        guard state != .leaving, state != .left else { return false }
        beforeLeaving = state
        state = .leaving
        return true
    }

    /// The app could not tear it down: it goes on.
    mutating func stay() -> Bool {
        guard state == .leaving, let before = beforeLeaving else { return false }
        state = before
        return true
    }

    /// The person has left, or the manager is gone: no reason of another party.
    mutating func left(_ date: Date) -> Bool {
        guard state != .left else { return false }
        state = .left
        ended = date
        return true
    }
}
