import HandsetInterface

extension Exchange {
    /// Every conversation as clients see it, oldest first.
    var infos: [CallInfo] { conversations.map(info) }

    private func info(_ conversation: Conversation) -> CallInfo {
        CallInfo(
            id: conversation.id, state: conversation.state, isIncoming: conversation.isIncoming,
            handles: conversation.handles, isWithheld: conversation.isWithheld, line: conversation.line,
            app: conversation.app, isEmergency: conversation.isEmergency, isMuted: conversation.isMuted,
            isSilenced: conversation.isSilenced, isHeldByOther: conversation.isHeldByOther, group: conversation.group,
            started: conversation.started, connected: conversation.connected, ended: conversation.ended,
            cause: conversation.ending?.cause,
            reason: conversation.ending.flatMap { $0.reason.isEmpty ? nil : $0.reason },
            actions: actions(of: conversation))
    }
}
