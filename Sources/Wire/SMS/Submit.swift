package import HandsetWireCore

/// A short message from a mobile: SMS-SUBMIT (TS 23.040, 9.2.2.2).
package struct Submit: Hashable, Sendable {
    /// The flags but for TP-UDHI and TP-VPF, which the user data and the validity period tell.
    package var firstOctet: FirstOctet
    /// TP-MR. A modem puts its own number here and answers with it.
    package var messageReference: UInt8
    /// TP-DA.
    package var destinationAddress: Address
    /// TP-PID.
    package var protocolIdentifier: ProtocolIdentifier
    /// TP-VP, with TP-VPF.
    package var validityPeriod: ValidityPeriod
    /// TP-UDL and TP-UD, with TP-DCS and TP-UDHI.
    package var userData: UserData
    /// What follows the user data; nothing is defined to.
    package var trailing: [UInt8]

    package init(
        destinationAddress: Address, userData: UserData, messageReference: UInt8 = 0,
        validityPeriod: ValidityPeriod = .absent, protocolIdentifier: ProtocolIdentifier = .shortMessage,
        statusReportRequest: Bool = false, rejectDuplicates: Bool = false, replyPath: Bool = false
    ) {
        firstOctet = FirstOctet(rawValue: 0x01)
        firstOctet.statusReport = statusReportRequest
        firstOctet.rejectDuplicates = rejectDuplicates
        firstOctet.replyPath = replyPath
        self.messageReference = messageReference
        self.destinationAddress = destinationAddress
        self.protocolIdentifier = protocolIdentifier
        self.validityPeriod = validityPeriod
        self.userData = userData
        trailing = []
    }

    /// TP-DCS.
    package var dataCodingScheme: DataCodingScheme { userData.dataCodingScheme }

    /// TP-SRR.
    package var statusReportRequest: Bool { firstOctet.statusReport }

    /// The text of this part alone; nil for data.
    package var text: String? { userData.text }
}

// MARK: - Wire

extension Submit {
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

    init() { self.init(destinationAddress: .empty, userData: UserData()) }

    mutating func read(_ reader: inout Reader) throws(DecodeError) {
        firstOctet = FirstOctet(rawValue: try reader.octet("TP-MTI"))
        guard firstOctet.messageType == 1 else { throw DecodeError(.malformed, "TP-MTI", at: 0) }
        // TP-UDHI and TP-VPF belong to the user data and the validity period from here on.
        let format = firstOctet.rawValue
        userData.hasHeader = firstOctet.hasUserDataHeader
        firstOctet = firstOctet.with(userDataHeader: false).with(validityPeriodFormat: 0)
        messageReference = try reader.octet("TP-MR")
        destinationAddress = try Address(from: &reader, field: "TP-DA")
        protocolIdentifier = ProtocolIdentifier(rawValue: try reader.octet("TP-PID"))
        userData.dataCodingScheme = DataCodingScheme(rawValue: try reader.octet("TP-DCS"))
        validityPeriod = try ValidityPeriod(from: &reader, format: format)
        userData = try UserData(
            from: &reader, dataCodingScheme: userData.dataCodingScheme, hasHeader: userData.hasHeader)
        trailing = reader.octets(atMost: reader.remaining)
    }

    package func encoded() -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(25 + userData.octets.count + trailing.count)
        octets.append(
            firstOctet.with(userDataHeader: userData.hasHeader).with(validityPeriodFormat: validityPeriod.format)
                .rawValue)
        octets.append(messageReference)
        destinationAddress.append(to: &octets)
        octets.append(protocolIdentifier.rawValue)
        octets.append(dataCodingScheme.rawValue)
        validityPeriod.append(to: &octets)
        userData.append(to: &octets)
        octets.append(contentsOf: trailing)
        return octets
    }
}
