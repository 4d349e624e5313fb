public import Foundation

/// A multimedia message, received or to be sent.
public struct MMSMessage: Equatable, Codable, CustomStringConvertible, Sendable {
    /// The line that received it, or is to send it.
    public var cellularServiceID: CellularServiceID
    /// What it says, and to whom.
    public var content: MMSContent
    /// Its name: of an incoming message the service's, of an outgoing one the app's.
    public var messageID: MMSMessageID

    /// A message to send.
    public init(cellularServiceID: CellularServiceID, messageID: MMSMessageID, content: MMSContent) {
        self.cellularServiceID = cellularServiceID
        self.messageID = messageID
        self.content = content
    }

    /// The octets of all parts and of the subject; compared with ``MMSService/Configuration/maximumMessageSize``.
    public var totalSize: Measurement<UnitInformationStorage> {
        let octets = content.parts.reduce(content.subject?.utf8.count ?? 0) { $0 + $1.data.count }
        return Measurement(value: Double(octets), unit: .bytes)
    }

    /// How large it is; no address and no text.
    public var description: String {
        "MMS message of \(content.parts.count) parts for \(content.recipients.count) recipients"
    }

    /// Whether both are the same in everything, the content included.
    public static func == (a: MMSMessage, b: MMSMessage) -> Bool {
        a.cellularServiceID == b.cellularServiceID && a.messageID == b.messageID && a.content.isEqual(to: b.content)
    }
}

/// The name of a multimedia message.
public struct MMSMessageID: RawRepresentable, Hashable, Codable, CustomStringConvertible, Sendable {
    /// As the conformance asks for.
    public typealias RawValue = UInt32

    /// Any number; its meaning is its giver's.
    public let rawValue: UInt32

    /// The id with this number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The number in decimal.
    public var description: String { String(rawValue) }
}

/// A party of a multimedia message.
public struct MMSHandle: Codable, Sendable {
    /// A telephone number, with `+` when it is international.
    public var phoneNumber: String

    /// The party with this number.
    public init(phoneNumber: String) { self.phoneNumber = phoneNumber }
}
