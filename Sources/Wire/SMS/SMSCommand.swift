package import HandsetWireCore

/// A request about a message that was submitted before: SMS-COMMAND (TS 23.040, 9.2.2.4).
package struct SMSCommand: Hashable, Sendable {
    /// TP-CT (TS 23.040, 9.2.3.19); values without a name are kept.
    package struct Kind: RawRepresentable, Hashable, Sendable {
        package var rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let enquiry = Kind(rawValue: 0)
        package static let cancelStatusReport = Kind(rawValue: 1)
        package static let delete = Kind(rawValue: 2)
        package static let enableStatusReport = Kind(rawValue: 3)
    }

    package var firstOctet: FirstOctet
    /// TP-MR.
    package var messageReference: UInt8
    /// TP-PID.
    package var protocolIdentifier: ProtocolIdentifier
    /// TP-CT.
    package var kind: Kind
    /// TP-MN: the reference of the message that it is about.
    package var messageNumber: UInt8
    /// TP-DA.
    package var destinationAddress: Address
    /// TP-CDL as it came.
    package private(set) var length: UInt8
    /// TP-CD; a header of its own may stand in front (TP-UDHI).
    package private(set) var data: [UInt8]
    /// What follows; nothing is defined to.
    package var trailing: [UInt8]

    /// - Returns: nil when `data` is over the 157 octets that the standard has room for.
    package init?(
        _ kind: Kind, about messageNumber: UInt8, destinationAddress: Address, messageReference: UInt8 = 0,
        protocolIdentifier: ProtocolIdentifier = .shortMessage, data: [UInt8] = [], statusReportRequest: Bool = false
    ) {
        guard data.count <= Limits.commandDataOctets else { return nil }
        self.init()
        firstOctet.statusReport = statusReportRequest
        self.messageReference = messageReference
        self.protocolIdentifier = protocolIdentifier
        self.kind = kind
        self.messageNumber = messageNumber
        self.destinationAddress = destinationAddress
        length = UInt8(data.count)
        self.data = data
    }

    init() {
        firstOctet = FirstOctet(rawValue: 0x02)
        messageReference = 0
        protocolIdentifier = .shortMessage
        kind = .enquiry
        messageNumber = 0
        destinationAddress = .empty
        length = 0
        data = []
        trailing = []
    }

    /// The information elements in front of the data, told by TP-UDHI; nil without it and when they are malformed.
    package var header: UserDataHeader? {
        UserData(
            dataCodingScheme: .data, hasHeader: firstOctet.hasUserDataHeader, length: length, octets: data
        ).header
    }

    /// Whether the octets end before TP-CDL says so.
    package var isTruncated: Bool { data.count < Int(length) }
}

// MARK: - Wire

extension SMSCommand {
    package init(decoding octets: [UInt8]) throws(DecodeError) { try self.init(decoding: octets.span.bytes) }

    package init(decoding octets: RawSpan) throws(DecodeError) {
        var reader = Reader(octets)
        try self.init(from: &reader)
    }

    /// Reads all that is left, for a caller who has read the service centre's address in front.
    package init(from reader: inout Reader) throws(DecodeError) {
        self.init()
        try read(&reader)
    }

    mutating func read(_ reader: inout Reader) throws(DecodeError) {
        firstOctet = FirstOctet(rawValue: try reader.octet("TP-MTI"))
        guard firstOctet.messageType == 2 else { throw DecodeError(.malformed, "TP-MTI", at: 0) }
        messageReference = try reader.octet("TP-MR")
        protocolIdentifier = ProtocolIdentifier(rawValue: try reader.octet("TP-PID"))
        kind = Kind(rawValue: try reader.octet("TP-CT"))
        messageNumber = try reader.octet("TP-MN")
        destinationAddress = try Address(from: &reader, field: "TP-DA")
        length = try reader.octet("TP-CDL")
        data = reader.octets(atMost: Int(length))
        trailing = reader.octets(atMost: reader.remaining)
    }

    package func encoded() -> [UInt8] {
        var octets: [UInt8] = [
            firstOctet.rawValue, messageReference, protocolIdentifier.rawValue, kind.rawValue, messageNumber,
        ]
        destinationAddress.append(to: &octets)
        octets.append(length)
        octets.append(contentsOf: data)
        octets.append(contentsOf: trailing)
        return octets
    }
}
