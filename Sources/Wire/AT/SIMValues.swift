/// What the SIM or the modem asks for (`+CPIN`, 3GPP TS 27.007, clause 8.3).
package enum SIMStatus: Hashable, Sendable {
    case ready
    case pin
    case puk
    /// Another code (`PH-SIM PIN`, `SIM PIN2`), or what a maker adds (`NOT INSERTED`, `NOT READY`).
    case other(String)

    package init(_ code: ResponseLine.Code) {
        let text = ((try? code.parameters())?.first?.text ?? code.rest.text)
        switch text {
        case "READY": self = .ready
        case "SIM PIN": self = .pin
        case "SIM PUK": self = .puk
        default: self = .other(text)
        }
    }

    package var encoded: String {
        switch self {
        case .ready: "READY"
        case .pin: "SIM PIN"
        case .puk: "SIM PUK"
        case .other(let text): text
        }
    }
}

/// The identity of a device as modems give it.
package enum EquipmentIdentity {
    /// An IMEI or IMEISV (3GPP TS 23.003, clause 6.2: 14 to 16 digits) out of an answer to `+CGSN` (3GPP TS 27.007, clause
    /// 5.4), with or without quotes.
    package static func imei(answer octets: [UInt8]) -> String? {
        let digits = octets.filter { $0 != IRA.quote && $0 != IRA.space }
        guard (14...16).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
        return digits.text
    }
}

/// Identities of a card as modems give them.
package enum CardIdentity {
    /// An ICCID (ITU-T E.118, 18 to 20 digits) out of an answer to `+CCID` or `+ICCID`, which no standard fixes: with or
    /// without code and quotes, with a filler `F`.
    package static func iccid(answer octets: [UInt8]) -> String? {
        var digits = octets.filter { $0 != IRA.quote && $0 != IRA.space }
        while let last = digits.last, last.uppercased == UInt8(ascii: "F") { digits.removeLast() }
        guard (18...20).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
        return digits.text
    }

    /// The ICCID in the content of EF ICCID, read by `+CRSM`: two digits an octet, the first in the low half
    /// (3GPP TS 31.102, clause 4.2.2 and ETSI TS 102 221, clause 13.2).
    package static func iccid(file hex: [UInt8]) -> String? {
        guard let octets = Hex.decode(hex), octets.count == 10 else { return nil }
        return iccid(answer: Hex.encode(octets.map { $0 << 4 | $0 >> 4 }))
    }

    /// An IMSI (3GPP TS 23.003, clause 2.2: 6 to 15 digits) as `+CIMI` gives it (3GPP TS 27.007, clause 5.6).
    package static func imsi(answer octets: [UInt8]) -> String? {
        let digits = octets.filter { $0 != IRA.quote && $0 != IRA.space }
        guard (6...15).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
        return digits.text
    }
}

/// The answer of a card to a command (`+CRSM`, 3GPP TS 27.007, clause 8.18).
package struct CardResponse: Hashable, Sendable {
    package var sw1: Int
    package var sw2: Int
    /// Hexadecimal.
    package var data: [UInt8]

    package init(_ parameters: [Parameter]) throws(ATError) {
        sw1 = try parameters.number(at: 0, "sw1")
        sw2 = try parameters.number(at: 1, "sw2")
        data = parameters[at: 2].octets ?? []
    }

    /// Normal ending (ETSI TS 102 221, clause 10.2.1.1).
    package var isSuccess: Bool { sw1 == 0x90 && sw2 == 0 || sw1 == 0x91 }
}

/// A number of the subscriber's own (`+CNUM`, 3GPP TS 27.007, clause 7.1).
package struct SubscriberNumber: Hashable, Sendable {
    package var number: String

    package init(number: String) { self.number = number }

    package init(_ parameters: [Parameter]) throws(ATError) {
        let text = try parameters.text(at: 1, "number")
        // Type 145 is international (3GPP TS 24.008, clause 10.5.4.7); the plus may be left to it.
        let isInternational = parameters[at: 2].number == 145 && !text.hasPrefix("+")
        guard !text.isEmpty else { throw .value(field: "number", parameter: 1) }
        number = isInternational ? "+" + text : text
    }
}
