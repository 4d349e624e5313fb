public import Foundation

/// The call history, for the app that is the default dialer.
///
/// It reaches back to the moment when the app became that. This version of Handset declares it and offers no calls, so
/// there is no history either: every method throws.
public final class ConversationHistoryManager: Sendable {
    /// The one manager of the process.
    public static let sharedInstance = ConversationHistoryManager()

    private init() {}

    /// The rows that satisfy a predicate.
    ///
    /// - Throws: a `HandsetError` that says why there is no history and what to do; in this
    ///   version always.
    final public func recentConversations(
        matching request: Predicate<ConversationHistoryManager.RecentConversation>
    ) async throws -> [ConversationHistoryManager.RecentConversation] {
        throw CallRequest.history.refusal
    }

    /// Notes that the person has seen a row.
    ///
    /// - Throws: the same as ``recentConversations(matching:)``.
    final public func markConversationAsRead(
        _ recentConversation: ConversationHistoryManager.RecentConversation
    ) async throws {
        throw CallRequest.history.refusal
    }

    /// Notes that the person has seen some rows.
    ///
    /// - Throws: the same as ``recentConversations(matching:)``.
    final public func markConversationsAsRead(
        _ recentConversations: [ConversationHistoryManager.RecentConversation]
    ) async throws {
        throw CallRequest.history.refusal
    }
}
