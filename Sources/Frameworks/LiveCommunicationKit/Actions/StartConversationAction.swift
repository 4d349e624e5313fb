public import Foundation
import HandsetPlatform

/// The start of an outgoing conversation.
public final class StartConversationAction: ConversationAction {
    /// Whom to call.
    final public let handles: [Handle]
    /// Whether it starts with video.
    final public let isVideo: Bool

    private let started = Lock<Date?>(nil)
    /// What the app said when it fulfilled the action.
    package var dateStarted: Date? { started.withLock { $0 } }

    /// The start of a conversation that the app has given `conversationUUID`.
    public init(conversationUUID: UUID, handles: [Handle], isVideo: Bool) {
        self.handles = handles
        self.isVideo = isVideo
        super.init(target: conversationUUID)
    }

    /// Ends the action: the call is under way since `dateStarted`.
    final public func fulfill(dateStarted: Date) {
        _ = succeed { started.withLock { $0 = dateStarted } }
    }
}
