/// Percent-encoding (RFC 3986, 2.1), decoded part by part: after the parts were told from one another, never before.
enum PercentEncoding {
    /// The octets that `text` stands for.
    static func decoded(_ text: some Sequence<UInt8>, part: DialingError.Part) throws(DialingError) -> [UInt8] {
        var octets: [UInt8] = []
        /// The digits that a `%` still waits for, and their value so far.
        var missing = 0
        var value: UInt8 = 0
        for octet in text {
            if missing > 0 {
                guard let digit = digit(octet) else { throw DialingError(part, .percentEncoding) }
                value = value << 4 | digit
                missing -= 1
                if missing == 0 { octets.append(value) }
            } else if octet == UInt8(ascii: "%") {
                (missing, value) = (2, 0)
            } else {
                guard octet >= 0x20, octet != 0x7F else { throw DialingError(part, .control) }
                octets.append(octet)
            }
        }
        guard missing == 0 else { throw DialingError(part, .percentEncoding) }
        return octets
    }

    /// The text that `text` stands for, in UTF-8.
    static func text(_ text: some Sequence<UInt8>, part: DialingError.Part) throws(DialingError) -> String {
        let octets = try decoded(text, part: part)
        guard let text = String(validating: octets, as: UTF8.self) else { throw DialingError(part, .notUTF8) }
        return text
    }

    /// `text` with everything encoded but unreserved characters (RFC 3986, 2.3) and those of `also`.
    static func encoded(_ text: String, also: String = "") -> String {
        var octets: [UInt8] = []
        for octet in text.utf8 {
            switch octet {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                octets.append(octet)
            default:
                if also.utf8.contains(octet) {
                    octets.append(octet)
                } else {
                    octets.append(UInt8(ascii: "%"))
                    octets.append(hexadecimal(octet >> 4))
                    octets.append(hexadecimal(octet & 15))
                }
            }
        }
        return String(decoding: octets, as: UTF8.self)
    }

    private static func digit(_ octet: UInt8) -> UInt8? {
        switch octet {
        case 0x30...0x39: octet - 0x30
        case 0x41...0x46: octet - 0x37
        case 0x61...0x66: octet - 0x57
        default: nil
        }
    }

    private static func hexadecimal(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
