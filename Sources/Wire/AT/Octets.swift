/// Characters of ITU-T T.50 (IRA) that the grammar names.
enum IRA {
    static let nul: UInt8 = 0x00
    static let backspace: UInt8 = 0x08
    /// S4, ITU-T V.250, clause 6.2.2.
    static let lineFeed: UInt8 = 0x0A
    /// S3, ITU-T V.250, clause 6.2.1.
    static let carriageReturn: UInt8 = 0x0D
    /// Ends the text after a prompt (3GPP TS 27.005, clause 3.5.1).
    static let substitute: UInt8 = 0x1A
    /// Gives that text up.
    static let escape: UInt8 = 0x1B
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
    var uppercased: UInt8 { (0x61...0x7A).contains(self) ? self - 0x20 : self }

    /// The value of a hexadecimal digit.
    var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}

extension Collection<UInt8> {
    /// Text of these octets; what is no UTF-8 is replaced.
    package var text: String { String(decoding: self, as: UTF8.self) }

    /// A decimal number without sign, of at most nine digits.
    package var decimal: Int? {
        guard !isEmpty, count <= 9, allSatisfy(\.isDigit) else { return nil }
        return reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

extension BidirectionalCollection<UInt8> where SubSequence: BidirectionalCollection {
    /// Without the spaces around it.
    var trimmed: [UInt8] {
        var octets = Array(drop { $0 == IRA.space })
        while octets.last == IRA.space { octets.removeLast() }
        return octets
    }
}

/// Hexadecimal text, as PDU mode carries octets (3GPP TS 27.005, clause 3.1).
package enum Hex {
    /// The octets of an even number of hexadecimal digits; `nil` for anything else.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count % 2 == 0 else { return nil }
        var octets: [UInt8] = []
        octets.reserveCapacity(text.count / 2)
        var high: UInt8?
        for character in text {
            guard let digit = character.hexValue else { return nil }
            if let first = high {
                octets.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return octets
    }

    package static func encode(_ octets: some Collection<UInt8>) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(octets.count * 2)
        for octet in octets {
            text.append(digits[Int(octet >> 4)])
            text.append(digits[Int(octet & 0x0F)])
        }
        return text
    }
}
