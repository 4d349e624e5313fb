internal import HandsetWireCore

/// TP-PI and the parameters that it announces: TP-PID, TP-DCS, TP-UDL with TP-UD (TS 23.040, 9.2.3.27).
package struct OptionalParameters: Hashable, Sendable {
    /// TP-PI with its extension octets, of which no release defines any. Bits without a meaning are kept.
    package private(set) var indicator: [UInt8]
    package private(set) var protocolIdentifier: ProtocolIdentifier?
    package private(set) var dataCodingScheme: DataCodingScheme?
    package private(set) var userData: UserData?
    /// Announced by a bit without a meaning, or by nothing at all; to be passed over.
    package var trailing: [UInt8]

    private static let protocolBit: UInt8 = 0x01
    private static let codingBit: UInt8 = 0x02
    private static let userDataBit: UInt8 = 0x04
    private static let extensionBit: UInt8 = 0x80

    /// The parameters of a message of our own. Without TP-DCS the user data is of the default alphabet, so user data
    /// brings its own with it.
    package init(protocolIdentifier: ProtocolIdentifier? = nil, userData: UserData? = nil) {
        var bits: UInt8 = 0
        if protocolIdentifier != nil { bits |= Self.protocolBit }
        if userData != nil { bits |= Self.userDataBit | Self.codingBit }
        indicator = [bits]
        self.protocolIdentifier = protocolIdentifier
        self.userData = userData
        dataCodingScheme = userData?.dataCodingScheme
        trailing = []
    }

    mutating func readIndicator(_ reader: inout Reader) throws(DecodeError) {
        var octet = try reader.octet("TP-PI")
        indicator = [octet]
        while octet & Self.extensionBit != 0 {
            octet = try reader.octet("TP-PI")
            indicator.append(octet)
        }
    }

    mutating func readValues(_ reader: inout Reader, hasHeader: Bool) throws(DecodeError) {
        let bits = indicator.first ?? 0
        if bits & Self.protocolBit != 0 {
            protocolIdentifier = ProtocolIdentifier(rawValue: try reader.octet("TP-PID"))
        }
        if bits & Self.codingBit != 0 { dataCodingScheme = DataCodingScheme(rawValue: try reader.octet("TP-DCS")) }
        if bits & Self.userDataBit != 0 {
            userData = try UserData(
                from: &reader, dataCodingScheme: dataCodingScheme ?? .gsm7, hasHeader: hasHeader)
        }
        trailing = reader.octets(atMost: reader.remaining)
    }

    func appendIndicator(to octets: inout [UInt8]) { octets.append(contentsOf: indicator) }

    func appendValues(to octets: inout [UInt8]) {
        if let protocolIdentifier { octets.append(protocolIdentifier.rawValue) }
        if let dataCodingScheme { octets.append(dataCodingScheme.rawValue) }
        userData?.append(to: &octets)
        octets.append(contentsOf: trailing)
    }

    /// The first octet with TP-UDHI as the user data has it; as it came where there is no user data.
    func first(_ octet: FirstOctet) -> FirstOctet {
        userData.map { octet.with(userDataHeader: $0.hasHeader) } ?? octet
    }
}
