public import Foundation

extension ConversationHistoryManager {
    /// One row of the call history. An app cannot make one.
    public struct RecentConversation: Identifiable, Hashable, Codable, Sendable {
        /// The row's identity.
        public let id: UUID
        /// The other parties.
        public let handles: [Handle]
        /// When it began.
        public let date: Date
        /// Seconds since the parties were connected; 0 when they never were.
        public let duration: TimeInterval
        /// How it went.
        public let status: ConversationHistoryManager.RecentConversation.Status
        /// Who called.
        public let direction: ConversationHistoryManager.RecentConversation.Direction
        /// Whether the person has seen the row.
        public let isRead: Bool

        package init(
            id: UUID, handles: [Handle], date: Date, duration: TimeInterval, status: Status, direction: Direction,
            isRead: Bool
        ) {
            self.id = id
            self.handles = handles
            self.date = date
            self.duration = duration
            self.status = status
            self.direction = direction
            self.isRead = isRead
        }

        /// How a conversation went.
        public enum Status: Hashable, Codable, Sendable {
            /// The parties spoke on this machine.
            case connected
            /// Nobody here answered.
            case missed
            /// Another device of the person answered.
            case answeredElsewhere
            /// The person here hung up before the other party answered.
            case cancelled
            /// Nothing is known.
            case unknown
        }

        /// Who called.
        public enum Direction: Hashable, Codable, Sendable {
            /// The person here.
            case outgoing
            /// The other party.
            case incoming
        }
    }
}
