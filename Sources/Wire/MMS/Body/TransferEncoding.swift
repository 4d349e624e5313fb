/// The transfer encodings of mail (RFC 2045, 6.7 and 6.8), which gateways leave on a part now and then.
enum TransferEncoding {
    /// - Returns: nil for octets that are no base64. Line ends and spaces are passed over.
    static func base64(_ octets: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(octets.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        var isPadded = false
        for octet in octets where octet > 0x20 {
            if octet == UInt8(ascii: "=") {
                isPadded = true
                continue
            }
            guard !isPadded, let value = value(of: octet) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count == 4 {
                result += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
                bits = 0
                count = 0
            }
        }
        switch count {
        case 0: break
        case 2: result.append(UInt8(bits >> 4 & 0xFF))
        case 3: result += [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
        default: return nil
        }
        return result
    }

    private static func value(of octet: UInt8) -> UInt8? {
        switch octet {
        case 0x41...0x5A: octet - 0x41
        case 0x61...0x7A: octet - 0x61 + 26
        case 0x30...0x39: octet - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }

    /// What is no escape stays as it is.
    static func quotedPrintable(_ octets: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(octets.count)
        var rest = octets[...]
        while let octet = rest.popFirst() {
            guard octet == UInt8(ascii: "=") else {
                result.append(octet)
                continue
            }
            let pair = rest.prefix(2)
            if pair.starts(with: [0x0D, 0x0A]) {
                rest = rest.dropFirst(2)
            } else if pair.first == 0x0A {
                rest = rest.dropFirst(1)
            } else if let high = pair.first.flatMap(hex), pair.count == 2, let low = pair.last.flatMap(hex) {
                result.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                result.append(octet)
            }
        }
        return result
    }

    private static func hex(_ octet: UInt8) -> UInt8? {
        switch octet {
        case 0x30...0x39: octet - 0x30
        case 0x41...0x46: octet - 0x37
        case 0x61...0x66: octet - 0x57
        default: nil
        }
    }
}
