internal import HandsetWireCore

/// How long the service centre tries: TP-VP, told by TP-VPF (TS 23.040, 9.2.3.12 and 9.2.3.3).
package enum ValidityPeriod: Hashable, Sendable {
    case absent
    /// One octet, see ``seconds``.
    case relative(UInt8)
    case absolute(Timestamp)
    case enhanced(EnhancedValidity)

    /// The shortest relative period that is not below `seconds`; 63 weeks are the most there is.
    package static func relative(seconds: Int64) -> ValidityPeriod {
        let minutes = max(0, min(seconds, 63 * 604_800) + 59) / 60
        let value: Int64 =
            switch minutes {
            case ...720: max(1, (minutes + 4) / 5) - 1
            case ...1440: 143 + (minutes - 720 + 29) / 30
            case ...43_200: 166 + (minutes + 1439) / 1440
            default: 192 + max(5, (minutes + 10_079) / 10_080)
            }
        return .relative(UInt8(clamping: value))
    }

    /// The seconds of a period, nil where there is none or where it is a moment.
    package var seconds: Int64? {
        switch self {
        case .absent, .absolute: nil
        case .relative(let value): Self.seconds(ofRelative: value)
        case .enhanced(let enhanced): enhanced.seconds
        }
    }

    /// The table of TS 23.040, 9.2.3.12.1.
    static func seconds(ofRelative value: UInt8) -> Int64 {
        switch value {
        case 0...143: (Int64(value) + 1) * 300
        case 144...167: 43_200 + (Int64(value) - 143) * 1800
        case 168...196: (Int64(value) - 166) * 86_400
        default: (Int64(value) - 192) * 604_800
        }
    }

    /// TP-VPF, where it stands in the first octet (bits 4 and 3).
    var format: UInt8 {
        switch self {
        case .absent: 0x00
        case .enhanced: 0x08
        case .relative: 0x10
        case .absolute: 0x18
        }
    }

    init(from reader: inout Reader, format: UInt8) throws(DecodeError) {
        switch format & 0x18 {
        case 0x00: self = .absent
        case 0x08: self = .enhanced(try EnhancedValidity(from: &reader))
        case 0x10: self = .relative(try reader.octet("TP-VP"))
        default: self = .absolute(try Timestamp(from: &reader, field: "TP-VP"))
        }
    }

    func append(to octets: inout [UInt8]) {
        switch self {
        case .absent: break
        case .relative(let value): octets.append(value)
        case .absolute(let moment): moment.append(to: &octets)
        case .enhanced(let enhanced): enhanced.append(to: &octets)
        }
    }
}

/// The enhanced format of the validity period, seven octets (TS 23.040, 9.2.3.12.3).
package struct EnhancedValidity: Hashable, Sendable {
    /// The first octet is the functionality indicator; the first octet lowest.
    private var storage: UInt64

    /// What the functionality indicator says of the octets after it.
    package enum Period: Hashable, Sendable {
        case none
        /// As ``ValidityPeriod/relative(_:)``.
        case relative(UInt8)
        /// 1 to 255; zero is reserved.
        case seconds(UInt8)
        case time(hours: Int, minutes: Int, seconds: Int)
        /// A format that the standard reserves, or an extension of the indicator.
        case reserved
    }

    package init(_ period: Period, isSingleShot: Bool = false) {
        storage = isSingleShot ? 0x40 : 0
        switch period {
        case .none, .reserved: break
        case .relative(let value): storage |= 0x01 | UInt64(value) << 8
        case .seconds(let value): storage |= 0x02 | UInt64(value) << 8
        case .time(let hours, let minutes, let seconds):
            let digits = [hours, minutes, seconds].map { UInt64(SemiOctet.octet(max(0, min(99, $0)))) }
            storage |= 0x03 | digits[0] << 8 | digits[1] << 16 | digits[2] << 24
        }
    }

    /// Whether the service centre tries once only.
    package var isSingleShot: Bool { octet(at: 0) & 0x40 != 0 }

    /// Whether another octet of functionality follows the first, which no release defines.
    package var hasExtension: Bool { octet(at: 0) & 0x80 != 0 }

    package var period: Period {
        guard !hasExtension else { return .reserved }
        switch octet(at: 0) & 0x07 {
        case 0: return .none
        case 1: return .relative(octet(at: 1))
        case 2: return octet(at: 1) == 0 ? .reserved : .seconds(octet(at: 1))
        case 3:
            let parts = (1...3).map { SemiOctet.number(octet(at: $0)) }
            return .time(hours: parts[0], minutes: parts[1], seconds: parts[2])
        default: return .reserved
        }
    }

    package var seconds: Int64? {
        switch period {
        case .none, .reserved: nil
        case .relative(let value): ValidityPeriod.seconds(ofRelative: value)
        case .seconds(let value): Int64(value)
        case .time(let hours, let minutes, let seconds): Int64(hours * 3600 + minutes * 60 + seconds)
        }
    }

    init(from reader: inout Reader) throws(DecodeError) {
        storage = try reader.littleEndian(7, "TP-VP")
    }

    func append(to octets: inout [UInt8]) {
        for index in 0..<7 { octets.append(octet(at: index)) }
    }

    private func octet(at index: Int) -> UInt8 { UInt8(truncatingIfNeeded: storage >> UInt64(index * 8)) }
}
