package import HandsetWireCore

/// A short message to a mobile: SMS-DELIVER (TS 23.040, 9.2.2.1).
package struct Deliver: Hashable, Sendable {
    /// The flags but for TP-UDHI, which the user data tells; TP-MTI may be the reserved value 3, which a receiver treats as this type.
    package var firstOctet: FirstOctet
    /// TP-OA.
    package var originatingAddress: Address
    /// TP-PID.
    package var protocolIdentifier: ProtocolIdentifier
    /// TP-SCTS.
    package var timestamp: Timestamp
    /// TP-UDL and TP-UD, with TP-DCS and TP-UDHI.
    package var userData: UserData
    /// What follows the user data; nothing is defined to.
    package var trailing: [UInt8]

    package init(
        originatingAddress: Address, timestamp: Timestamp, userData: UserData,
        protocolIdentifier: ProtocolIdentifier = .shortMessage, moreMessagesToSend: Bool = false,
        statusReportIndication: Bool = false, replyPath: Bool = false
    ) {
        firstOctet = FirstOctet(rawValue: 0x00)
        firstOctet.moreMessagesToSend = moreMessagesToSend
        firstOctet.statusReport = statusReportIndication
        firstOctet.replyPath = replyPath
        self.originatingAddress = originatingAddress
        self.protocolIdentifier = protocolIdentifier
        self.timestamp = timestamp
        self.userData = userData
        trailing = []
    }

    /// TP-DCS.
    package var dataCodingScheme: DataCodingScheme { userData.dataCodingScheme }

    /// The text of this part alone; nil for data.
    package var text: String? { userData.text }
}

// MARK: - Wire

extension Deliver {
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

    /// A message of nothing, to be read into: after an error it holds the fields in front of it.
    init() { self.init(originatingAddress: .empty, timestamp: .zero, userData: UserData()) }

    mutating func read(_ reader: inout Reader) throws(DecodeError) {
        firstOctet = FirstOctet(rawValue: try reader.octet("TP-MTI"))
        guard firstOctet.messageType == 0 || firstOctet.messageType == 3 else {
            throw DecodeError(.malformed, "TP-MTI", at: 0)
        }
        // TP-UDHI belongs to the user data from here on, or the two could contradict each other.
        userData.hasHeader = firstOctet.hasUserDataHeader
        firstOctet = firstOctet.with(userDataHeader: false)
        originatingAddress = try Address(from: &reader, field: "TP-OA")
        protocolIdentifier = ProtocolIdentifier(rawValue: try reader.octet("TP-PID"))
        userData.dataCodingScheme = DataCodingScheme(rawValue: try reader.octet("TP-DCS"))
        timestamp = try Timestamp(from: &reader, field: "TP-SCTS")
        userData = try UserData(
            from: &reader, dataCodingScheme: userData.dataCodingScheme, hasHeader: userData.hasHeader)
        trailing = reader.octets(atMost: reader.remaining)
    }

    package func encoded() -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(24 + userData.octets.count + trailing.count)
        octets.append(firstOctet.with(userDataHeader: userData.hasHeader).rawValue)
        originatingAddress.append(to: &octets)
        octets.append(protocolIdentifier.rawValue)
        octets.append(dataCodingScheme.rawValue)
        timestamp.append(to: &octets)
        userData.append(to: &octets)
        octets.append(contentsOf: trailing)
        return octets
    }
}
