package import HandsetWireCore

/// The service centre's answer to a submission: SMS-SUBMIT-REPORT (TS 23.040, 9.2.2.2a).
package struct SubmitReport: Hashable, Sendable {
    package var firstOctet: FirstOctet
    /// TP-FCS, of a report that refuses; nil where it travels as an RP-ACK.
    package var failureCause: FailureCause?
    /// TP-SCTS: when the service centre took the message.
    package var timestamp: Timestamp
    /// TP-PI, which stands in front of the time, and what it announces, which stands behind.
    package var parameters: OptionalParameters

    package init(
        timestamp: Timestamp, failureCause: FailureCause? = nil, parameters: OptionalParameters = OptionalParameters()
    ) {
        firstOctet = FirstOctet(rawValue: 0x01)
        self.timestamp = timestamp
        self.failureCause = failureCause
        self.parameters = parameters
    }
}

// MARK: - Wire

extension SubmitReport {
    /// - Parameter isError: whether the octets came in an RP-ERROR; they do not tell it themselves.
    package init(decoding octets: [UInt8], isError: Bool) throws(DecodeError) {
        try self.init(decoding: octets.span.bytes, isError: isError)
    }

    package init(decoding octets: RawSpan, isError: Bool) throws(DecodeError) {
        self.init(timestamp: .zero)
        var reader = Reader(octets)
        try read(&reader, isError: isError)
    }

    mutating func read(_ reader: inout Reader, isError: Bool) throws(DecodeError) {
        firstOctet = FirstOctet(rawValue: try reader.octet("TP-MTI"))
        guard firstOctet.messageType == 1 else { throw DecodeError(.malformed, "TP-MTI", at: 0) }
        if isError { failureCause = FailureCause(rawValue: try reader.octet("TP-FCS")) }
        try parameters.readIndicator(&reader)
        timestamp = try Timestamp(from: &reader, field: "TP-SCTS")
        try parameters.readValues(&reader, hasHeader: firstOctet.hasUserDataHeader)
    }

    package func encoded() -> [UInt8] {
        var octets: [UInt8] = [parameters.first(firstOctet).rawValue]
        if let failureCause { octets.append(failureCause.rawValue) }
        parameters.appendIndicator(to: &octets)
        timestamp.append(to: &octets)
        parameters.appendValues(to: &octets)
        return octets
    }
}
