internal import HandsetWireCore

/// A time at which a message expires or may be delivered: a date, or a span from now (OMA-TS-MMS_ENC-V1_3, 7.3.14 and
/// 7.3.20).
package enum MMSTime: Hashable, Sendable {
    /// Seconds since 1970 in UTC.
    case absolute(UInt64)
    /// Seconds from when the MMSC sent the PDU.
    case relative(UInt64)
}

// MARK: - Wire

extension MMSTime {
    /// - Returns: nil for a value that is no time.
    init?(_ value: WSPValue) {
        let time = value.read { reader throws(DecodeError) -> MMSTime in
            var part = try reader.lengthPrefixed("")
            let token = try part.octet("")
            guard token == 0x80 || token == 0x81 else { throw DecodeError(.malformed, "", at: 1) }
            // Some write the span as a short integer, which a Long-integer cannot be taken for.
            let seconds = try part.integer("")
            return token == 0x81 ? .relative(seconds) : .absolute(seconds)
        }
        guard let time else { return nil }
        self = time
    }

    var value: WSPValue {
        var content: [UInt8] = []
        switch self {
        case .absolute(let seconds):
            content.append(0x80)
            content.append(longInteger: seconds)
        case .relative(let seconds):
            content.append(0x81)
            content.append(longInteger: seconds)
        }
        return .lengthPrefixed(content)
    }
}
