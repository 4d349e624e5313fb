public import Foundation
import HandsetPlatform

/// The answer to an incoming conversation.
public final class JoinConversationAction: ConversationAction {
    private let connected = Lock<Date?>(nil)
    /// What the app said when it fulfilled the action.
    package var dateConnected: Date? { connected.withLock { $0 } }

    /// The answer to a conversation.
    public init(conversationUUID: UUID) {
        super.init(target: conversationUUID)
    }

    /// Ends the action: the parties are connected since `dateConnected`.
    final public func fulfill(dateConnected: Date) {
        _ = succeed { connected.withLock { $0 = dateConnected } }
    }
}
