/// The semi-octet representation of numbers and digits (TS 23.040, 9.1.2.3).
enum SemiOctet {
    /// The end mark after an odd number of semi-octets.
    static let filler: UInt8 = 0xF

    /// The ASCII character of a semi-octet, nil for the end mark.
    static func character(of semiOctet: UInt8) -> UInt8? {
        switch semiOctet {
        case 0...9: 0x30 + semiOctet
        case 0xA: UInt8(ascii: "*")
        case 0xB: UInt8(ascii: "#")
        case 0xC...0xE: UInt8(ascii: "a") + semiOctet - 0xC
        default: nil
        }
    }

    /// The semi-octet of an ASCII character.
    static func value(of character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case UInt8(ascii: "*"): 0xA
        case UInt8(ascii: "#"): 0xB
        case UInt8(ascii: "a")...UInt8(ascii: "c"): character - UInt8(ascii: "a") + 0xC
        case UInt8(ascii: "A")...UInt8(ascii: "C"): character - UInt8(ascii: "A") + 0xC
        default: nil
        }
    }

    /// The number of two digits in an octet, the first digit in the lower half.
    ///
    /// What is not a digit counts as zero: a receiver shall do so and keep the octet as it came (TS 23.040, 9.2.3.11).
    static func number(_ octet: UInt8) -> Int {
        let first = octet & 15
        let second = octet >> 4
        return Int(first > 9 ? 0 : first) * 10 + Int(second > 9 ? 0 : second)
    }

    /// The octet of the two digits of a number below 100.
    static func octet(_ number: Int) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: ((number % 100) + 100) % 100)
        return value / 10 | (value % 10) << 4
    }
}
