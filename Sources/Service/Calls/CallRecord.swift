import HandsetInterface
import HandsetPlatform

/// The row of the history of one conversation, from its start.
struct CallRecord: Hashable, Sendable {
    var id: String
    var handles: [HandleInfo]
    var line: String?
    var iccid: String?
    var app: String?
    /// Milliseconds since 1970.
    var date: Int64
    var connected: Int64?
    var duration: Int64 = 0
    var status = RecentInfo.Status.unknown
    var isIncoming: Bool
    var isRead: Bool
    var cause: CallInfo.Cause?
    var isFinished = false

    init(
        id: String, handles: [HandleInfo], line: String? = nil, iccid: String? = nil, app: String? = nil, date: Int64,
        connected: Int64? = nil, isIncoming: Bool
    ) {
        self.id = id
        self.handles = handles
        self.line = line
        self.iccid = iccid
        self.app = app
        self.date = date
        self.connected = connected
        self.isIncoming = isIncoming
        // Until it has ended: what rings and is not taken is news.
        isRead = !isIncoming || connected != nil
        // What is known if nothing more is ever heard of it.
        if connected != nil { status = .connected }
    }

    init(_ conversation: Conversation) {
        self.init(
            id: conversation.id, handles: conversation.handles, line: conversation.line, iccid: conversation.iccid,
            app: conversation.app, date: conversation.started, connected: conversation.connected,
            isIncoming: conversation.isIncoming)
        guard conversation.state == .ended else { return }
        isFinished = true
        cause = conversation.ending?.cause
        if let connected {
            if let start = conversation.connectedAt, let end = conversation.endedAt {
                duration = max(0, (end - start).milliseconds)
            } else {
                duration = max(0, (conversation.ended ?? connected) - connected)
            }
        } else {
            status = isIncoming ? (cause == .answeredElsewhere ? .answeredElsewhere : .missed) : .cancelled
        }
        isRead = status != .missed || cause == .declined
    }
}
