/// Emergency call codes of a card: EF_ECC (3GPP TS 31.102, clause 4.2.21; 3GPP TS 51.011, clause 10.3.27).
package enum EmergencyCodes {
    /// The file's id.
    package static let file = 0x6FB7
    /// Codes of one file, at most.
    package static let limit = 32

    /// The number in three octets, two digits each, the first in the low half; `nil` for an empty place.
    package static func number(_ octets: some Collection<UInt8>) -> String? {
        var digits: [UInt8] = []
        let halves = octets.prefix(3).flatMap { [$0 & 0x0F, $0 >> 4] }
        for half in halves {
            switch half {
            case 0...9: digits.append(0x30 + half)
            case 0xA: digits.append(UInt8(ascii: "*"))
            case 0xB: digits.append(UInt8(ascii: "#"))
            default: return digits.isEmpty ? nil : digits.text
            }
        }
        return digits.isEmpty ? nil : digits.text
    }

    /// The numbers of the transparent file of a GSM card.
    package static func numbers(transparent octets: [UInt8]) -> [String] {
        stride(from: 0, to: min(octets.count, limit * 3), by: 3).compactMap { number(octets[$0...]) }
    }
}

/// How an elementary file is built, from the answer to GET RESPONSE or STATUS.
package enum FileStructure: Hashable, Sendable {
    case transparent(size: Int)
    case records(length: Int, count: Int)

    /// Of the file control parameters (ETSI TS 102 221, clause 11.1.1.3, tag 62) or of a GSM card (3GPP TS 51.011, clause
    /// 9.2.1).
    package init?(_ octets: [UInt8]) {
        if octets.first == 0x62 { self.init(parameters: octets) } else { self.init(gsm: octets) }
    }

    private init?(parameters octets: [UInt8]) {
        var size: Int?
        var rest = octets.dropFirst(2)
        while let tag = rest.popFirst(), let length = rest.popFirst() {
            let value = Array(rest.prefix(Int(length)))
            guard value.count == Int(length) else { return nil }
            rest = rest.dropFirst(Int(length))
            // File descriptor: structure, coding, then the length and number of records.
            if tag == 0x82, value.count >= 5 {
                self = .records(length: Int(value[2]) << 8 | Int(value[3]), count: Int(value[4]))
                return
            }
            if tag == 0x80, value.count == 2 { size = Int(value[0]) << 8 | Int(value[1]) }
        }
        guard let size else { return nil }
        self = .transparent(size: size)
    }

    private init?(gsm octets: [UInt8]) {
        guard octets.count >= 14 else { return nil }
        let size = Int(octets[2]) << 8 | Int(octets[3])
        guard octets[13] != 0 else {
            self = .transparent(size: size)
            return
        }
        guard octets.count >= 15, octets[14] > 0 else { return nil }
        self = .records(length: Int(octets[14]), count: size / Int(octets[14]))
    }
}
