/// A service string from the network: `+CUSD: <m>[,<str>,<dcs>]` (3GPP TS 27.007, clause 7.15).
///
/// The text keeps the octets of the line: what they mean depends on the coding, on the character set chosen by `+CSCS`, and
/// on the modem.
package struct USSDNotice: Hashable, Sendable {
    package var status: USSDStatus?
    package var string: [UInt8]?
    /// The coding of cell broadcasts (3GPP TS 23.038, clause 5).
    package var coding: Int?

    package init(status: USSDStatus?, string: [UInt8]? = nil, coding: Int? = nil) {
        self.status = status
        self.string = string
        self.coding = coding
    }

    /// The string runs to the last quote: modems do not escape those within a text, nor its line ends.
    package init(_ code: ResponseLine.Code) throws(ATError) {
        let rest = code.rest
        let head = rest.prefix { $0 != UInt8(ascii: ",") }
        guard let number = head.trimmed.decimal else { throw .value(field: "m", parameter: 0) }
        status = USSDStatus(rawValue: number)
        let tail = rest[head.endIndex...].dropFirst().trimmed
        guard tail.first == IRA.quote, let end = tail.lastIndex(of: IRA.quote), end > 0 else {
            // Some modems leave the quotes away.
            let parts = tail.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            string = parts.first.map { $0.trimmed }.flatMap { $0.isEmpty || $0.first == IRA.quote ? nil : $0 }
            coding = parts.count > 1 ? parts.last?.trimmed.decimal : nil
            return
        }
        string = Self.unescape(tail[1..<end])
        coding = tail[(end + 1)...].drop { $0 == UInt8(ascii: ",") || $0 == IRA.space }.trimmed.decimal
    }

    /// Resolves the escapes of what cannot stand in a string (ITU-T V.250, clause 5.4.2.2), and nothing else: in the default
    /// alphabet the octet of the backslash is a letter.
    private static func unescape(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = octets
        while let octet = rest.popFirst() {
            if octet == UInt8(ascii: "\\"), let escaped = Hex.decode(rest.prefix(2))?.first,
                escaped < 0x20 || escaped == IRA.quote || escaped == UInt8(ascii: "\\")
            {
                result.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                result.append(octet)
            }
        }
        return result
    }

    /// Whether the line leaves its string open: the text has a line end.
    static func isOpen(_ rest: [UInt8]) -> Bool {
        guard let first = rest.firstIndex(of: IRA.quote), let last = rest.lastIndex(of: IRA.quote) else { return false }
        if first == last { return true }
        // A quote of the text, or the one that ends it: only a coding follows that.
        return !rest[(last + 1)...].allSatisfy { $0 == UInt8(ascii: ",") || $0 == IRA.space || $0.isDigit }
    }
}
