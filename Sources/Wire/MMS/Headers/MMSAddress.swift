internal import HandsetWireCore

/// An address of a sender or a recipient (OMA-TS-MMS_ENC-V1_3, 8).
package enum MMSAddress: Hashable, Sendable {
    /// A number, `+` in front of an international one: `/TYPE=PLMN`.
    case phoneNumber(String)
    /// A mailbox of RFC 2822, perhaps with a name in front of `<...>`.
    case email(String)
    case ipv4(String)
    case ipv6(String)
    /// A code of digits, or a name, which is what some carriers send instead of a number.
    case shortCode(String)
    /// A value of another type: `value/TYPE=type`.
    case other(String, type: String)

    /// The address that a text of the wire is. Every text is one.
    ///
    /// The type is looked for from the right: a mailbox may have a slash of its own.
    package init(_ text: some StringProtocol) {
        let text = String(text)
        guard let (value, type) = Self.splitType(text) else {
            if text.utf8.contains(UInt8(ascii: "@")) {
                self = .email(text)
            } else if text.utf8.first == UInt8(ascii: "+"), Self.isNumber(text) {
                // Not to the letter, and unmistakable.
                self = .phoneNumber(text)
            } else {
                self = .shortCode(text)
            }
            return
        }
        switch type.uppercased() {
        case "PLMN" where Self.isNumber(value): self = .phoneNumber(value)
        case "IPV4": self = .ipv4(value)
        case "IPV6": self = .ipv6(value)
        default: self = .other(value, type: type)
        }
    }

    /// The address as the wire has it.
    package var text: String {
        switch self {
        case .phoneNumber(let number): number + "/TYPE=PLMN"
        case .email(let mailbox): mailbox
        case .ipv4(let address): address + "/TYPE=IPv4"
        case .ipv6(let address): address + "/TYPE=IPv6"
        case .shortCode(let code): code
        case .other(let value, let type): value + "/TYPE=" + type
        }
    }

    /// The address for people and for comparing: without its type, a number without separators, a mailbox without the name
    /// in front of it.
    package var value: String {
        switch self {
        case .phoneNumber(let number): number.filter { $0 != "-" && $0 != "." }
        case .email(let mailbox):
            // Scalars: with an accent behind it, a bracket is another character.
            if let open = mailbox.unicodeScalars.lastIndex(of: "<"),
                let close = mailbox.unicodeScalars.lastIndex(of: ">"), open < close
            {
                String(mailbox.unicodeScalars[mailbox.unicodeScalars.index(after: open)..<close])
            } else {
                mailbox
            }
        case .ipv4(let value), .ipv6(let value), .shortCode(let value), .other(let value, _): value
        }
    }

    private static func splitType(_ text: String) -> (value: String, type: String)? {
        let mark: [UInt8] = Array("/type=".utf8)
        let octets = Array(text.utf8)
        guard octets.count > mark.count else { return nil }
        for start in (0...(octets.count - mark.count)).reversed()
        where octets[start] == mark[0] && octets[start..<(start + mark.count)].map(TextValue.lowered) == mark {
            return (
                String(decoding: octets[..<start], as: UTF8.self),
                String(decoding: octets[(start + mark.count)...], as: UTF8.self)
            )
        }
        return nil
    }

    /// Digits, `*` and `#`, with the separators that 8 allows.
    private static func isNumber(_ text: String) -> Bool {
        var digits = Substring(text).utf8
        if digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        return digits.contains { 0x30...0x39 ~= $0 }
            && digits.allSatisfy { 0x30...0x39 ~= $0 || [0x2A, 0x23, 0x2D, 0x2E].contains($0) }
    }
}

/// From: an address, or the wish that the MMSC put it in (OMA-TS-MMS_ENC-V1_3, 7.3.21).
package enum MMSFrom: Hashable, Sendable {
    case address(MMSAddress)
    case insertAddress

    package var address: MMSAddress? { if case .address(let address) = self { address } else { nil } }
}

// MARK: - Wire

extension MMSAddress {
    init(_ value: EncodedString) { self.init(value.text ?? MIBCharset.utf8OrLatin(value.octets)) }

    var encodedValue: WSPValue { .encodedString(EncodedString(text)) }
}

extension MMSFrom {
    init(from reader: inout Reader, field: String) throws(DecodeError) {
        var part = try reader.lengthPrefixed(field)
        let place = part.offset
        switch try part.octet(field) {
        case 0x80:
            // A sender without an address, as some MMSCs put it.
            self =
                part.isAtEnd
                ? .address(.shortCode("")) : .address(MMSAddress(try EncodedString(from: &part, field: field)))
        case 0x81: self = .insertAddress
        default: throw DecodeError(.malformed, field, at: place)
        }
    }

    var value: WSPValue {
        switch self {
        case .address(let address): .lengthPrefixed([0x80] + address.encodedValue.octets)
        case .insertAddress: .lengthPrefixed([0x81])
        }
    }
}
