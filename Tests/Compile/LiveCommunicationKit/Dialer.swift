// A default dialer: lines, cellular calls, the call history.
import Foundation
import LiveCommunicationKit

@available(iOS 26.0, *)
final class Dialer {
    private var token: NotificationCenter.ObservationToken?

    func call(_ number: String, on label: String?) async throws {
        let manager = TelephonyConversationManager.sharedInstance
        let handle = Handle(type: .phoneNumber, value: number)
        let service: CellularService? = manager.cellularServices.first { $0.label == label }
        try await manager.startCellularConversation(StartCellularConversationAction(handle, cellularService: service))
    }

    func redial(_ row: ConversationHistoryManager.RecentConversation) async throws {
        try await TelephonyConversationManager.sharedInstance.startCellularConversation(.init(row))
    }

    func missed() async throws -> [ConversationHistoryManager.RecentConversation] {
        let history = ConversationHistoryManager.sharedInstance
        let lastWeek = Date(timeIntervalSinceNow: -7 * 86_400)
        let rows = try await history.recentConversations(matching: #Predicate { !$0.isRead && $0.date > lastWeek })
        let missed = rows.filter { $0.status == .missed && $0.direction == .incoming }
        try await history.markConversationsAsRead(missed)
        if let first = rows.first { try await history.markConversationAsRead(first) }
        return missed
    }

    func watch(_ reload: @escaping @Sendable () -> Void) {
        token = NotificationCenter.default.addObserver(
            of: ConversationHistoryManager.self, for: .conversationHistoryDidUpdateMessage
        ) { (_: ConversationHistoryManager.ConversationHistoryDidUpdate) in reload() }
    }

    func title(_ row: ConversationHistoryManager.RecentConversation) -> String {
        let name = row.handles.map(\.displayName).joined(separator: ", ")
        switch row.status {
        case .connected: return "\(name) (\(Int(row.duration)) s)"
        case .missed: return "Missed: \(name)"
        case .answeredElsewhere: return "Elsewhere: \(name)"
        case .cancelled: return "Cancelled: \(name)"
        case .unknown: return name
        @unknown default: return name
        }
    }

    func store(_ service: CellularService) throws -> Data {
        let id: CellularService.ID = service.id
        _ = id.uuidString
        return try JSONEncoder().encode(service)
    }
}

@available(iOS 26.0, *)
func keepSet(_ rows: [ConversationHistoryManager.RecentConversation]) -> Set<UUID> {
    Set(rows.map(\.id))
}

func start() async {
    if #available(iOS 26.0, *) {
        try? await Dialer().call("+15550100", on: nil)
    }
}
