/// Octets as the text of hexadecimal digits, as AT commands and people write them.
package enum Hex {
    /// Upper-case digits, two an octet.
    package static func string(_ octets: some Collection<UInt8>) -> String {
        let count = octets.count * 2
        return String(unsafeUninitializedCapacity: count) { buffer in
            var index = 0
            for octet in octets where index + 1 < buffer.count {
                buffer[index] = digit(octet >> 4)
                buffer[index + 1] = digit(octet & 15)
                index += 2
            }
            return index
        }
    }

    /// The octets of `text`.
    ///
    /// - Throws: ``DecodeError``, whose offset counts digits' pairs: an odd digit is `truncated`, anything but a digit
    ///   `malformed`.
    package static func octets(_ text: some StringProtocol) throws(DecodeError) -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for character in text.utf8 {
            guard let value = value(character) else { throw DecodeError(.malformed, "hex", at: octets.count) }
            if let upper = high {
                octets.append(upper << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        guard high == nil else { throw DecodeError(.truncated, "hex", at: octets.count) }
        return octets
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46: character - 0x37
        case 0x61...0x66: character - 0x57
        default: nil
        }
    }
}
