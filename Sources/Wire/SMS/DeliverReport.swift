package import HandsetWireCore

/// The mobile's answer to a message: SMS-DELIVER-REPORT (TS 23.040, 9.2.2.1a).
package struct DeliverReport: Hashable, Sendable {
    package var firstOctet: FirstOctet
    /// TP-FCS, of a report that refuses; nil where it travels as an RP-ACK.
    package var failureCause: FailureCause?
    /// TP-PI and what it announces.
    package var parameters: OptionalParameters

    package init(failureCause: FailureCause? = nil, parameters: OptionalParameters = OptionalParameters()) {
        firstOctet = FirstOctet(rawValue: 0x00)
        self.failureCause = failureCause
        self.parameters = parameters
    }
}

// MARK: - Wire

extension DeliverReport {
    /// - Parameter isError: whether the octets came in an RP-ERROR; they do not tell it themselves.
    package init(decoding octets: [UInt8], isError: Bool) throws(DecodeError) {
        try self.init(decoding: octets.span.bytes, isError: isError)
    }

    package init(decoding octets: RawSpan, isError: Bool) throws(DecodeError) {
        self.init()
        var reader = Reader(octets)
        try read(&reader, isError: isError)
    }

    mutating func read(_ reader: inout Reader, isError: Bool) throws(DecodeError) {
        firstOctet = FirstOctet(rawValue: try reader.octet("TP-MTI"))
        guard firstOctet.messageType == 0 else { throw DecodeError(.malformed, "TP-MTI", at: 0) }
        if isError { failureCause = FailureCause(rawValue: try reader.octet("TP-FCS")) }
        try parameters.readIndicator(&reader)
        try parameters.readValues(&reader, hasHeader: firstOctet.hasUserDataHeader)
    }

    package func encoded() -> [UInt8] {
        var octets: [UInt8] = [parameters.first(firstOctet).rawValue]
        if let failureCause { octets.append(failureCause.rawValue) }
        parameters.appendIndicator(to: &octets)
        parameters.appendValues(to: &octets)
        return octets
    }
}
