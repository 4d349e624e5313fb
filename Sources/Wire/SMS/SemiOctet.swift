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

    /// Whether the first `count` semi-octets, the lowest first, are decimal digits; at most sixteen are looked at.
    static func areDigits(_ semiOctets: UInt64, count: Int) -> Bool {
        guard count > 0 else { return true }
        let kept = count >= 16 ? semiOctets : semiOctets & ((1 << UInt64(count * 4)) - 1)
        return kept.areDecimalSemiOctets
    }

    /// The characters of eight digits, the lowest semi-octet first.
    static func characters(_ digits: UInt32) -> UInt64 {
        var spread = UInt64(digits)
        spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
        spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
        spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
        return spread &+ 0x3030_3030_3030_3030
    }
}

extension UInt64 {
    /// Whether none of the sixteen semi-octets is above nine: one that is carries when six is added to its lower bits.
    var areDecimalSemiOctets: Bool {
        ((self & 0x7777_7777_7777_7777) &+ 0x6666_6666_6666_6666) & self & 0x8888_8888_8888_8888 == 0
    }
}
