public import Foundation
package import Handset
import HandsetPlatform

/// The call history, for the app that is the default dialer.
///
/// It reaches back to the moment when the app became that. Whenever it has changed, ``ConversationHistoryDidUpdate`` is
/// posted to `NotificationCenter.default`, from the first use of ``sharedInstance`` on.
public final class ConversationHistoryManager: Sendable {
    /// The one manager of the process.
    public static let sharedInstance = ConversationHistoryManager(client: .shared, center: .default)

    private let client: HandsetClient
    private let news = Lock<Task<Void, Never>?>(nil)

    package init(client: HandsetClient, center: NotificationCenter) {
        self.client = client
        let changes = client.recentCallChanges
        let task = Task { [weak self] in
            for await _ in changes {
                guard let self else { return }
                center.post(ConversationHistoryDidUpdate(), subject: self)
            }
        }
        news.withLock { $0 = task }
    }

    deinit { news.withLock { $0 }?.cancel() }

    /// Rows that are fetched at once.
    private static let pageSize = 500

    /// The rows that satisfy a predicate, the newest first.
    ///
    /// The service hands over pages of 500 rows, and the predicate is evaluated here, on every row: the cost grows with the
    /// whole history, a few microseconds a row, and not with the rows that are found.
    ///
    /// - Throws: a `HandsetError`: of kind `notPermitted` when the app is not the default dialer, `unreachable` when the
    ///   service does not answer; or what the predicate throws.
    final public func recentConversations(
        matching request: Predicate<ConversationHistoryManager.RecentConversation>
    ) async throws -> [ConversationHistoryManager.RecentConversation] {
        var found: [RecentConversation] = []
        var before: UInt64?
        while true {
            let page = try await client.recentCalls(before: before, limit: Self.pageSize)
            for call in page {
                let row = RecentConversation(call)
                if try request.evaluate(row) { found.append(row) }
            }
            guard page.count == Self.pageSize, let last = page.last else { return found }
            before = last.row
        }
    }

    /// Notes that the person has seen a row.
    ///
    /// - Throws: the same as ``recentConversations(matching:)``.
    final public func markConversationAsRead(
        _ recentConversation: ConversationHistoryManager.RecentConversation
    ) async throws {
        try await client.markRecentCallsRead([recentConversation.id])
    }

    /// Notes that the person has seen some rows.
    ///
    /// - Throws: the same as ``recentConversations(matching:)``.
    final public func markConversationsAsRead(
        _ recentConversations: [ConversationHistoryManager.RecentConversation]
    ) async throws {
        try await client.markRecentCallsRead(recentConversations.map(\.id))
    }
}

extension ConversationHistoryManager.RecentConversation {
    init(_ call: RecentCall) {
        let status: Status =
            switch call.status {
            case .connected: .connected
            case .missed: .missed
            case .answeredElsewhere: .answeredElsewhere
            case .cancelled: .cancelled
            case .unknown: .unknown
            }
        self.init(
            id: call.id, handles: call.parties.map(Handle.init), date: call.date, duration: call.duration,
            status: status,
            direction: call.isIncoming ? .incoming : .outgoing, isRead: call.isRead)
    }
}
