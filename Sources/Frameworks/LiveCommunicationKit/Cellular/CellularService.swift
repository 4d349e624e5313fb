public import Foundation

/// A line that can carry a cellular call: a SIM and its plan.
///
/// An app gets its lines from ``TelephonyConversationManager/cellularServices`` and cannot make one.
public struct CellularService: Identifiable, Hashable, Codable, Sendable {
    /// The line's identity. It follows the SIM, not the slot.
    public let id: UUID
    /// The name that the person gave to the line.
    public let label: String

    package init(id: UUID, label: String) {
        self.id = id
        self.label = label
    }
}
