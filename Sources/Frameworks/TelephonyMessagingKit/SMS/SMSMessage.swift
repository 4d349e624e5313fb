/// A text, received or to be sent. It carries no date; `Handset` has an API that tells them.
public struct SMSMessage: Codable, Sendable {
    /// The line that received it, or is to send it.
    public let cellularServiceID: CellularServiceID
    /// Who sent it when it was received, who gets it when it is sent.
    public let handle: SMSHandle
    /// What it says.
    public let content: SMSContent
    /// Its name: of an incoming message the service's, the same each time it is handed over; of an outgoing one the app's.
    public let messageID: SMSMessageID

    /// A message to send.
    ///
    /// - Parameters:
    ///   - cellularServiceID: The line that sends it.
    ///   - handle: The recipient.
    ///   - messageID: The app's name for it. It may come again for another message once `sendMessage` has returned.
    ///   - content: The text.
    public init(
        cellularServiceID: CellularServiceID, handle: SMSHandle, messageID: SMSMessageID, content: SMSContent
    ) {
        self.cellularServiceID = cellularServiceID
        self.handle = handle
        self.messageID = messageID
        self.content = content
    }
}

/// The text of an SMS.
public struct SMSContent: Codable, Sendable {
    /// The whole text; one that is longer than a short message is sent in parts (3GPP TS 23.040, clause 9.2.3.24.1).
    public let body: String

    /// A text of any length in any script.
    public init(body: String) { self.body = body }
}

/// The other party of an SMS.
public struct SMSHandle: Codable, Sendable {
    /// A telephone number, with `+` when it is international; of an incoming message also a short code or a name.
    public let phoneNumber: String

    /// The party with this number.
    public init(phoneNumber: String) { self.phoneNumber = phoneNumber }
}

/// The name of an SMS.
public struct SMSMessageID: RawRepresentable, Hashable, Codable, CustomStringConvertible, Sendable {
    /// As the conformance asks for.
    public typealias RawValue = UInt32

    /// Any number; its meaning is its giver's.
    public let rawValue: UInt32

    /// The id with this number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The number in decimal.
    public var description: String { String(rawValue) }
}

extension SMSMessageID {
    /// The service's ids are decimal numbers; of any other text a hash that is the same in every process (FNV-1a, 32 bits).
    package init(serviceID: String) {
        if let number = UInt32(serviceID) {
            self.init(rawValue: number)
        } else {
            self.init(rawValue: serviceID.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 })
        }
    }
}
