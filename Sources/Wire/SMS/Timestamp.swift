package import HandsetWireCore

/// A time stamp with its zone: TP-SCTS, TP-DT and an absolute TP-VP (TS 23.040, 9.2.3.11, 9.2.3.13, 9.2.3.12.2).
///
/// The seven octets are kept as they came; the standard asks for it, since networks send digits that are none.
package struct Timestamp: Hashable, Sendable {
    /// Year, month, day, hour, minute, second, zone; the first octet lowest.
    private var storage: UInt64

    init(storage: UInt64) { self.storage = storage }

    /// A time stamp of zeros, which stands for no time at all.
    package static let zero = Timestamp(storage: 0)

    /// The wall-clock time in a zone.
    ///
    /// - Parameter quarterHours: east of Greenwich is positive; the standard has room for ±79.
    package init(secondsSince1970 seconds: Int64, quarterHours: Int = 0) {
        let quarters = max(-79, min(79, quarterHours))
        let local = CivilTime(
            secondsSince1970: max(-2_208_988_800, min(4_102_444_799, seconds)) + Int64(quarters * 900))
        storage = 0
        set(local.year, at: 0)
        set(local.month, at: 1)
        set(local.day, at: 2)
        set(local.hour, at: 3)
        set(local.minute, at: 4)
        set(local.second, at: 5)
        // The sign is bit 3 of the octet, the most significant of its first digit.
        storage |= UInt64(SemiOctet.octet(abs(quarters)) | (quarters < 0 ? 0x08 : 0)) << 48
    }

    package var month: Int { SemiOctet.number(octet(at: 1)) }
    package var day: Int { SemiOctet.number(octet(at: 2)) }
    package var hour: Int { SemiOctet.number(octet(at: 3)) }
    package var minute: Int { SemiOctet.number(octet(at: 4)) }
    package var second: Int { SemiOctet.number(octet(at: 5)) }

    /// The year in four digits. Two are sent: 90 and above are of the last century, which is when the service began.
    package var year: Int {
        let short = SemiOctet.number(octet(at: 0))
        return short >= 90 ? 1900 + short : 2000 + short
    }

    /// The zone in quarters of an hour, east of Greenwich positive.
    package var quarterHours: Int {
        let octet = octet(at: 6)
        let magnitude = SemiOctet.number(octet & 0xF7)
        return octet & 0x08 == 0 ? magnitude : -magnitude
    }

    package var offsetSeconds: Int { quarterHours * 900 }

    /// Whether each octet is two digits and together they are a moment that exists.
    package var isValid: Bool { moment != nil }

    /// The wall-clock time, nil when the octets are none.
    private var moment: CivilTime? {
        let digits = storage & ~Self.sign
        guard digits.areDecimalSemiOctets else { return nil }
        // Tens stand in the lower half of each octet; the numbers stay below a hundred, so the octets do not meet.
        let numbers = (digits & 0x0F0F_0F0F_0F0F_0F0F) &* 10 &+ (digits >> 4 & 0x0F0F_0F0F_0F0F_0F0F)
        func number(_ index: UInt64) -> Int { Int(numbers >> (index * 8) & 0xFF) }
        let short = number(0)
        let time = CivilTime(
            year: short >= 90 ? 1900 + short : 2000 + short, month: number(1), day: number(2), hour: number(3),
            minute: number(4), second: number(5))
        guard time.hour < 24, time.minute < 60, time.second < 60, 1...12 ~= time.month,
            1...CivilTime.days(in: time.month, of: time.year) ~= time.day
        else { return nil }
        return time
    }

    /// The zone's sign: bit 3 of the last octet.
    private static let sign: UInt64 = 0x08 << 48

    /// The moment, nil when the octets are none.
    package var secondsSince1970: Int64? { moment.map { $0.secondsSince1970 - Int64(offsetSeconds) } }

    /// The seven octets.
    package var octets: [UInt8] { (0..<7).map { octet(at: $0) } }

    private func octet(at index: Int) -> UInt8 { UInt8(truncatingIfNeeded: storage >> UInt64(index * 8)) }

    private mutating func set(_ number: Int, at index: Int) {
        storage |= UInt64(SemiOctet.octet(number)) << UInt64(index * 8)
    }
}

// MARK: - Wire

extension Timestamp {
    package init(from reader: inout Reader, field: String) throws(DecodeError) {
        storage = try reader.littleEndian(7, field)
    }

    package func append(to octets: inout [UInt8]) {
        for index in 0..<7 { octets.append(octet(at: index)) }
    }
}

extension Timestamp: CustomStringConvertible {
    /// ISO 8601 with the offset, made of the digits as they are, whether or not they are a moment.
    package var description: String {
        let zone = abs(quarterHours)
        let sign = quarterHours < 0 ? "-" : "+"
        return "\(year)-\(two(month))-\(two(day))T\(two(hour)):\(two(minute)):\(two(second))"
            + "\(sign)\(two(zone / 4)):\(two(zone % 4 * 15))"
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
