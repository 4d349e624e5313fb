package import HandsetWireCore

/// What became of a message: SMS-STATUS-REPORT (TS 23.040, 9.2.2.3).
package struct StatusReport: Hashable, Sendable {
    package var firstOctet: FirstOctet
    /// TP-MR of the message that it is about.
    package var messageReference: UInt8
    /// TP-RA, the destination of that message.
    package var recipientAddress: Address
    /// TP-SCTS: when the service centre took that message.
    package var timestamp: Timestamp
    /// TP-DT: when the status was reached.
    package var dischargeTime: Timestamp
    /// TP-ST.
    package var status: Status
    /// TP-PI and what it announces; nil where the octets end before it.
    package var parameters: OptionalParameters?

    package init(
        messageReference: UInt8, recipientAddress: Address, timestamp: Timestamp, dischargeTime: Timestamp,
        status: Status,
        moreMessagesToSend: Bool = false
    ) {
        firstOctet = FirstOctet(rawValue: 0x02)
        firstOctet.moreMessagesToSend = moreMessagesToSend
        self.messageReference = messageReference
        self.recipientAddress = recipientAddress
        self.timestamp = timestamp
        self.dischargeTime = dischargeTime
        self.status = status
        parameters = nil
    }

    /// TP-SRQ: whether it is about an SMS-COMMAND, not a message.
    package var isAboutCommand: Bool { firstOctet.statusReport }
}

// MARK: - Wire

extension StatusReport {
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

    init() {
        self.init(
            messageReference: 0, recipientAddress: .empty, timestamp: .zero, dischargeTime: .zero, status: .delivered)
    }

    mutating func read(_ reader: inout Reader) throws(DecodeError) {
        firstOctet = FirstOctet(rawValue: try reader.octet("TP-MTI"))
        guard firstOctet.messageType == 2 else { throw DecodeError(.malformed, "TP-MTI", at: 0) }
        messageReference = try reader.octet("TP-MR")
        recipientAddress = try Address(from: &reader, field: "TP-RA")
        timestamp = try Timestamp(from: &reader, field: "TP-SCTS")
        dischargeTime = try Timestamp(from: &reader, field: "TP-DT")
        status = Status(rawValue: try reader.octet("TP-ST"))
        guard !reader.isAtEnd else { return }
        var parameters = OptionalParameters()
        defer { self.parameters = parameters }
        try parameters.readIndicator(&reader)
        try parameters.readValues(&reader, hasHeader: firstOctet.hasUserDataHeader)
    }

    package func encoded() -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(32 + (parameters?.userData?.octets.count ?? 0))
        octets.append((parameters?.first(firstOctet) ?? firstOctet).rawValue)
        octets.append(messageReference)
        recipientAddress.append(to: &octets)
        timestamp.append(to: &octets)
        dischargeTime.append(to: &octets)
        octets.append(status.rawValue)
        parameters?.appendIndicator(to: &octets)
        parameters?.appendValues(to: &octets)
        return octets
    }
}
