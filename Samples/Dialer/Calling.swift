import Foundation
import LiveCommunicationKit

/// Starts calls. The same source runs on iOS.
struct Calling {
    private let manager = TelephonyConversationManager.sharedInstance

    /// The lines that can call; empty while this app is not the default dialer.
    var lines: [CellularService] { manager.cellularServices }

    /// Calls on the line with a label, or leaves the choice to the system.
    func startCellularConversation(_ phoneNumber: String, on label: String? = nil) async throws {
        let cellularService = try label.map { label in
            guard let line = lines.first(where: { $0.label == label }) else { throw DialerError.noSuchLine(lines) }
            return line
        }
        let handle = Handle(type: .phoneNumber, value: phoneNumber)
        let action = StartCellularConversationAction(handle, cellularService: cellularService)
        try await manager.startCellularConversation(action)
    }

    /// Calls back.
    func startCellularConversation(_ recent: ConversationHistoryManager.RecentConversation) async throws {
        try await manager.startCellularConversation(StartCellularConversationAction(recent))
    }
}

/// What the person has to settle first.
enum DialerError: LocalizedError {
    case noSuchLine([CellularService])

    var errorDescription: String? {
        switch self {
        case .noSuchLine([]): "There is no line to call on, or this app is not the default dialer."
        case .noSuchLine(let lines): "There is no such line. There are: \(lines.map(\.label).joined(separator: ", "))."
        }
    }
}
