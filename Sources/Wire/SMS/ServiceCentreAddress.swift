package import HandsetWireCore

/// The address of the service centre that PDU mode puts in front of a TPDU (TS 27.005, 4.4; coded by TS 24.011,
/// 8.2.5.1).
///
/// Unlike the addresses inside a TPDU its length counts octets, the type included, and zero stands for "the one that the
/// card has".
package struct ServiceCentreAddress: Hashable, Sendable {
    /// The number, nil when the field has no octets.
    package var address: Address?

    package init(_ address: Address?) { self.address = address }

    /// The field of one octet that leaves the service centre to the card.
    package static let absent = ServiceCentreAddress(nil)

    package init(from reader: inout Reader) throws(DecodeError) {
        let start = reader.offset
        let octets = Int(try reader.octet("SCA"))
        guard octets > 0 else {
            address = nil
            return
        }
        guard octets <= 11 else { throw DecodeError(.overLimit, "SCA", at: start) }
        let type = TypeOfAddress(rawValue: try reader.octet("SCA"))
        var number = try Address(from: &reader, type: type, length: UInt8((octets - 1) * 2), field: "SCA")
        number.dropFiller()
        address = number
    }

    package func append(to octets: inout [UInt8]) {
        guard let address else {
            octets.append(0)
            return
        }
        octets.append(UInt8(address.octetCount + 1))
        octets.append(address.type.rawValue)
        address.appendValue(to: &octets)
    }
}
