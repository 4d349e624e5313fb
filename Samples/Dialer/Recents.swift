import Foundation
import LiveCommunicationKit
import Observation

/// The call history as an interface shows it. The same source runs on iOS.
@Observable final class Recents: Sendable {
    @MainActor private(set) var history: [ConversationHistoryManager.RecentConversation] = []
    /// What the person has to do first, if something.
    @MainActor private(set) var problem: String?
    private let dataProvider = ConversationHistoryManager.sharedInstance
    @MainActor @ObservationIgnored private var token: NotificationCenter.ObservationToken?

    @MainActor init() {
        token = NotificationCenter.default.addObserver(
            of: ConversationHistoryManager.self, for: .conversationHistoryDidUpdateMessage
        ) { [weak self] _ in
            Task { await self?.fetch() }
        }
    }

    /// Reads the newest month of it.
    @MainActor func fetch() async {
        let month = Date(timeIntervalSinceNow: -30 * 86_400)
        do {
            history = try await dataProvider.recentConversations(matching: #Predicate { $0.date > month })
            problem = nil
        } catch {
            problem = error.localizedDescription
        }
    }

    /// Everything has been seen.
    @MainActor func markSeen() async throws {
        try await dataProvider.markConversationsAsRead(history.filter { !$0.isRead })
    }
}
