public import Foundation

/// Joining two conversations into one.
public final class MergeConversationAction: ConversationAction {
    /// The conversation that takes the other one in.
    final public let conversationUUIDToMergeWith: UUID

    /// Joins a conversation to another one.
    public init(conversationUUID: UUID, conversationUUIDToMergeWith: UUID) {
        self.conversationUUIDToMergeWith = conversationUUIDToMergeWith
        super.init(target: conversationUUID)
    }
}
