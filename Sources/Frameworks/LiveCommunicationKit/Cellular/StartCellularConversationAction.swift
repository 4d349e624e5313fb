/// A wish to call somebody over the cellular network, for
/// ``TelephonyConversationManager/startCellularConversation(_:)``.
///
/// It is a value and no ``ConversationAction``; an app cannot read it back.
public struct StartCellularConversationAction: Hashable, Codable, Sendable {
    /// Whom to call; the first is called.
    package let handles: [Handle]
    /// The line to call on; nil leaves the choice to the system.
    package let cellularService: CellularService?

    /// A call to a handle. Without a line, the system takes the preferred one, or the only one, or the start fails.
    public init(_ handle: Handle, cellularService: CellularService? = nil) {
        handles = [handle]
        self.cellularService = cellularService
    }

    /// A call to whom an earlier conversation was with, its first handle; the system chooses the line.
    public init(_ recentConversation: ConversationHistoryManager.RecentConversation) {
        handles = recentConversation.handles
        cellularService = nil
    }
}
