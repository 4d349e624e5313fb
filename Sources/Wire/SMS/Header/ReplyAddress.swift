internal import HandsetWireCore

extension UserDataHeader.Element {
    /// The number that an answer should go to, instead of the originator's (TS 23.040, 9.2.3.24.20).
    package init(replyTo address: Address) {
        var octets: [UInt8] = []
        address.append(to: &octets)
        self.init(id: 0x22, octets)
    }
}

extension UserDataHeader {
    /// The number that an answer should go to; nil where the element is missing or is more or less than one address.
    package var replyAddress: Address? {
        last { element in
            guard element.id == 0x22 else { return nil }
            var reader = Reader(element.data.span.bytes)
            guard let address = try? Address(from: &reader, field: "reply address"), reader.isAtEnd else { return nil }
            return address
        }
    }
}
