/// DTMF tones (TS 23.014; `+VTS` of TS 27.007, C.11): `0`...`9`, `*`, `#`, `A`...`D`.
package struct Tones: Hashable, Sendable {
    package let text: String

    /// The very characters of `text`.
    package init(_ text: some StringProtocol) throws(DialingError) {
        try self.init(octets: text.utf8.prefix(DialingLimits.tones + 1))
    }

    init(octets: some Sequence<UInt8>, part: DialingError.Part = .tones) throws(DialingError) {
        var kept: [UInt8] = []
        for octet in octets {
            guard kept.count < DialingLimits.tones else { throw DialingError(part, .tooLong) }
            guard Self.isTone(octet) else { throw DialingError(part, octet < 0x20 ? .control : .character) }
            kept.append(octet)
        }
        guard !kept.isEmpty else { throw DialingError(part, .empty) }
        text = String(decoding: kept, as: UTF8.self)
    }

    package static func isTone(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "#"),
            UInt8(ascii: "A")...UInt8(ascii: "D"):
            true
        default: false
        }
    }
}

/// Printing them shows their number only: they may be a PIN.
extension Tones: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String { "\(text.utf8.count) tones" }
    package var debugDescription: String { description }
}
