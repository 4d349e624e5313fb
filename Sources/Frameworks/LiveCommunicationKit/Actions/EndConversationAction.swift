public import Foundation
import HandsetPlatform

/// The leave-taking of the person here; the other parties may go on.
public final class EndConversationAction: ConversationAction {
    private let ended = Lock<Date?>(nil)
    /// What the app said when it fulfilled the action.
    package var dateEnded: Date? { ended.withLock { $0 } }

    /// The end of a conversation for the person here.
    public init(conversationUUID: UUID) {
        super.init(target: conversationUUID)
    }

    /// Ends the action: the person left at `dateEnded`.
    final public func fulfill(dateEnded: Date) {
        _ = succeed { ended.withLock { $0 = dateEnded } }
    }
}
