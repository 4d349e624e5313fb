package import Handset

/// Names a line. Opaque; an app may store it, and it follows the SIM from modem to modem.
public struct CellularServiceID: Hashable, Codable, CustomStringConvertible, Sendable {
    package let line: Line.ID

    package init(_ line: Line.ID) { self.line = line }

    /// The line's id as the service writes it. It may hold the SIM's serial number: not for logs.
    public var description: String { line.rawValue }
}

/// A line and the name that the person gave it.
public struct CellularServiceState: Identifiable, Hashable, Codable, Sendable {
    /// As the conformance asks for.
    public typealias ID = CellularServiceID

    /// The line.
    public let id: CellularServiceID
    /// The person's name for the line, 1 to 64 characters.
    public let label: String

    package init(id: CellularServiceID, label: String) {
        self.id = id
        self.label = label
    }

    package init(_ line: Line) { self.init(id: CellularServiceID(line.id), label: line.label) }
}
