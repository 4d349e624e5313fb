public import Foundation

/// Switching the microphone off or on.
public final class MuteConversationAction: ConversationAction {
    /// Whether to switch it off.
    final public let isMuted: Bool

    /// Switches the microphone of a conversation off or on.
    public init(conversationUUID: UUID, isMuted: Bool) {
        self.isMuted = isMuted
        super.init(target: conversationUUID)
    }
}
