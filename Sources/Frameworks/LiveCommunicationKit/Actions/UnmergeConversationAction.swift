public import Foundation

/// Taking a conversation out of those that it was merged with.
public final class UnmergeConversationAction: ConversationAction {
    /// Takes a conversation out of those that it was merged with.
    public init(conversationUUID: UUID) {
        super.init(target: conversationUUID)
    }
}
