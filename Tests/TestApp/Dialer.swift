import Foundation
import LiveCommunicationKit

/// The part of a dialer: LiveCommunicationKit as an app has it.
@MainActor final class Dialer {
    private let driver: Driver
    private var token: NotificationCenter.ObservationToken?

    init(_ driver: Driver) { self.driver = driver }

    /// False when the command is for somebody else.
    func obey(_ command: [String: String]) -> Bool {
        switch command["do"] {
        case "services":
            let services = TelephonyConversationManager.sharedInstance.cellularServices
            driver.report(["event": "services", "labels": services.map(\.label).joined(separator: ",")])
        case "dial": Task { await dial(command) }
        case "recents": Task { await recents(command) }
        case "mark read": Task { await markRead(command) }
        case "observe": observe()
        default: return false
        }
        return true
    }

    private func dial(_ command: [String: String]) async {
        let manager = TelephonyConversationManager.sharedInstance
        let service = manager.cellularServices.first { $0.label == command["line"] }
        let kind: Handle.Kind =
            switch command["kind"] {
            case "email": .emailAddress
            case "generic": .generic
            default: .phoneNumber
            }
        do {
            let handle = Handle(type: kind, value: command["to"] ?? "")
            try await manager.startCellularConversation(
                StartCellularConversationAction(handle, cellularService: service))
            driver.report(["event": "dialed", "error": ""])
        } catch {
            driver.report(["event": "dialed", "error": error.localizedDescription])
        }
    }

    // MARK: The history

    private func observe() {
        let driver = driver
        token = NotificationCenter.default.addObserver(
            of: ConversationHistoryManager.self, for: .conversationHistoryDidUpdateMessage
        ) { _ in driver.report(["event": "history changed"]) }
        driver.report(["event": "observing"])
    }

    private static func rows(_ which: String) async throws -> [ConversationHistoryManager.RecentConversation] {
        let history = ConversationHistoryManager.sharedInstance
        switch which {
        case "missed":
            return try await history.recentConversations(matching: #Predicate { !$0.isRead && $0.duration == 0 })
                .filter { $0.status == .missed && $0.direction == .incoming }
        case "spoken": return try await history.recentConversations(matching: #Predicate { $0.duration > 0 })
        default: return try await history.recentConversations(matching: #Predicate { _ in true })
        }
    }

    private func recents(_ command: [String: String]) async {
        do {
            let rows = try await Self.rows(command["which"] ?? "")
            driver.report([
                "event": "recents", "count": "\(rows.count)",
                "rows": rows.map { row in
                    let handles = row.handles.map(\.value).joined(separator: "+")
                    return "\(row.direction) \(row.status) \(handles) \(row.isRead ? "read" : "unread")"
                }.joined(separator: "\n"),
                "durations": rows.map { "\($0.duration)" }.joined(separator: ","), "error": "",
            ])
        } catch {
            driver.report(["event": "recents", "error": error.localizedDescription])
        }
    }

    private func markRead(_ command: [String: String]) async {
        do {
            let rows = try await Self.rows(command["which"] ?? "")
            let history = ConversationHistoryManager.sharedInstance
            if command["one"] != nil, let first = rows.first {
                try await history.markConversationAsRead(first)
            } else {
                try await history.markConversationsAsRead(rows)
            }
            driver.report(["event": "marked", "error": ""])
        } catch {
            driver.report(["event": "marked", "error": error.localizedDescription])
        }
    }
}
