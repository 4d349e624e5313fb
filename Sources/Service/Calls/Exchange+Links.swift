import HandsetInterface
import HandsetLines
import HandsetPlatform

/// Calls whose modem is out of reach: they may go on, and come into sight again when the modem does.
///
/// Such a call is still there for everybody, keeps its row and can be ended only. It is over when the modem is back without it, or
/// when nothing was heard of it for `linkPatience`.
extension Exchange {
    /// Whether nobody knows how it stands now.
    func isOutOfSight(_ conversation: Conversation) -> Bool {
        guard let modem = conversation.modem else { return false }
        return boards[modem]?[conversation.id]?.lostAt != nil
    }

    /// The link to a modem is gone.
    mutating func linkLost(to modem: String) {
        // Somebody in need does not wait for a modem: the next one is tried at once.
        for entry in boards[modem]?.entries ?? [] where self[entry.id]?.isEmergency == true {
            guard self[entry.id]?.connected == nil, !entry.call.isUnanswered else { continue }
            let lost = CallEnding(.modemLost, wasConnected: false, isIncoming: false)
            if let ending = boards[modem]?.failed(entry.id, lost) { over(entry.id, ending) }
        }
        boards[modem]?.lose(now)
    }

    /// A modem fell silent when it was told to call: the other side's phone may ring.
    mutating func unknown(_ id: String, by modem: String) {
        guard let conversation = self[id], conversation.modem == modem, let call = boards[modem]?[id] else { return }
        if conversation.isEmergency { return refused(id, by: modem, .unknownRequest) }
        guard call.state == .requested else { return reply(id) }
        boards[modem]?.lose(id, now)
    }

    /// Those that were lost on a modem are over, if they are so.
    mutating func giveUpLost(on modem: String, where isOver: (Conversation, MonotonicTime) -> Bool = { _, _ in true }) {
        for (id, lostAt) in (boards[modem]?.lost ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let conversation = self[id], isOver(conversation, lostAt) else { continue }
            if let ending = boards[modem]?.giveUp(id) { over(id, ending, lostAt: lostAt) }
        }
    }

    /// When the first of those that are out of sight is given up.
    var linkDeadline: MonotonicTime? { boards.values.lazy.compactMap(\.firstLoss).min().map { $0 + linkPatience } }

    mutating func linkTime() {
        let (now, patience) = (now, linkPatience)
        for modem in boards.keys.sorted() { giveUpLost(on: modem) { _, lostAt in lostAt + patience <= now } }
    }
}
