public import Foundation

/// Holding a conversation, or taking it up again.
public final class PauseConversationAction: ConversationAction {
    /// Whether to hold it.
    final public let isPaused: Bool

    /// Holds a conversation or takes it up again.
    public init(conversationUUID: UUID, isPaused: Bool) {
        self.isPaused = isPaused
        super.init(target: conversationUUID)
    }
}
