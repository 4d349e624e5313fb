package import HandsetWireCore

/// What PDU mode carries: the service centre's address and a TPDU (TS 27.005, 4.4).
package struct PDU: Hashable, Sendable {
    package var serviceCentre: ServiceCentreAddress
    /// The TPDU; its count is what `+CMGS` and `+CMGR` call the length.
    package var tpdu: [UInt8]

    package init(serviceCentre: ServiceCentreAddress = .absent, tpdu: [UInt8]) {
        self.serviceCentre = serviceCentre
        self.tpdu = tpdu
    }

    /// Splits the address field off; the TPDU is not looked into.
    package init(decoding octets: [UInt8]) throws(DecodeError) {
        var reader = Reader(octets.span.bytes)
        serviceCentre = try ServiceCentreAddress(from: &reader)
        tpdu = reader.octets(atMost: reader.remaining)
    }

    /// Splits the text of a PDU as an AT response carries it.
    package init(hex text: some StringProtocol) throws(DecodeError) {
        try self.init(decoding: Hex.octets(text))
    }

    package func encoded() -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(12 + tpdu.count)
        serviceCentre.append(to: &octets)
        octets.append(contentsOf: tpdu)
        return octets
    }

    /// The octets as upper-case hexadecimal digits.
    package var hex: String { Hex.string(encoded()) }
}
