public import Foundation

extension ConversationHistoryManager {
    /// The news that the call history changed. It carries nothing: read the history again.
    public struct ConversationHistoryDidUpdate: NotificationCenter.AsyncMessage, Sendable {
        /// Who posts it.
        public typealias Subject = ConversationHistoryManager

        /// The message, to post.
        public init() {}

        /// The notification that carries the message.
        public static var name: Notification.Name {
            Notification.Name("LiveCommunicationKit.ConversationHistoryDidUpdate")
        }

        /// The message of a notification; nil when the notification is another one.
        public static func makeMessage(
            _ notification: Notification
        ) -> ConversationHistoryManager.ConversationHistoryDidUpdate? {
            notification.name == name ? Self() : nil
        }
    }
}

extension NotificationCenter.MessageIdentifier
where
    Self == NotificationCenter.BaseMessageIdentifier<ConversationHistoryManager.ConversationHistoryDidUpdate>
{
    /// The news that the call history changed, for `addObserver(of:for:)`.
    public static var conversationHistoryDidUpdateMessage:
        NotificationCenter.BaseMessageIdentifier<ConversationHistoryManager.ConversationHistoryDidUpdate>
    { .init() }
}
