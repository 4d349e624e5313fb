/// What may stand behind `ATD` (TS 27.007, 6.2 and 6.3): digits, `*`, `#`, `A` to `D`, and a `+` in front of an
/// international number.
///
/// A value of this type is the only thing that a modem may be told to dial: it cannot hold `;`, a separator, a control
/// character or anything else that would begin another command.
///
/// A `+` stands first, or directly behind a `*` or `#`, where the number of a service code begins (`**21*+39…#`,
/// `#31#+39…`; TS 22.030, 6.5.2), and has a digit behind it.
package struct DialString: Hashable, Sendable {
    package let text: String

    /// The very characters of `text`: nothing is removed.
    package init(_ text: some StringProtocol) throws(DialingError) {
        try self.init(octets: text.utf8.prefix(DialingLimits.dialString + 1))
    }

    init(octets: some Sequence<UInt8>, part: DialingError.Part = .number) throws(DialingError) {
        var kept: [UInt8] = []
        for octet in octets {
            guard kept.count < DialingLimits.dialString else { throw DialingError(part, .tooLong) }
            switch octet {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                break
            case UInt8(ascii: "*"), UInt8(ascii: "#"), UInt8(ascii: "A")...UInt8(ascii: "D"):
                guard kept.last != UInt8(ascii: "+") else { throw DialingError(part, .character) }
            case UInt8(ascii: "+"):
                let before = kept.last
                guard before == nil || before == UInt8(ascii: "*") || before == UInt8(ascii: "#") else {
                    throw DialingError(part, .character)
                }
            case 0..<0x20, 0x7F:
                throw DialingError(part, .control)
            default:
                throw DialingError(part, .character)
            }
            kept.append(octet)
        }
        guard !kept.isEmpty else { throw DialingError(part, .empty) }
        guard kept.last != UInt8(ascii: "+") else { throw DialingError(part, .empty) }
        // Letters alone are a word.
        guard kept.contains(where: { $0 < UInt8(ascii: "A") }) else { throw DialingError(part, .character) }
        text = String(decoding: kept, as: UTF8.self)
    }

    /// The octets for the command line.
    package var octets: [UInt8] { Array(text.utf8) }

    package var count: Int { text.utf8.count }

    /// Whether it begins with `+`.
    package var isInternational: Bool { text.utf8.first == UInt8(ascii: "+") }

    /// Whether it is a plain number: digits, perhaps behind a `+`.
    package var isNumber: Bool {
        text.utf8.dropFirst(isInternational ? 1 : 0).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    package static func + (prefix: DialString, number: DialString) throws(DialingError) -> DialString {
        try DialString(prefix.text + number.text)
    }
}

/// Printing one shows its length only: logs have no numbers.
extension DialString: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String { "a dial string of \(count)" }
    package var debugDescription: String { description }
}
