/// A character set between the terminal and the modem (`+CSCS`, 3GPP TS 27.007, clause 5.5).
package enum CharacterSet: Hashable, Sendable {
    /// The default alphabet of 3GPP TS 23.038, a character an octet.
    case gsm
    /// ITU-T T.50.
    case ira
    case utf8
    /// UTF-16 in hexadecimal digits.
    case ucs2
    /// The default alphabet in hexadecimal digits, a character two of them.
    case hex
    case other(String)

    package init(_ name: String) {
        switch name.uppercased() {
        case "GSM": self = .gsm
        case "IRA": self = .ira
        case "UTF-8", "UTF8": self = .utf8
        case "UCS2": self = .ucs2
        case "HEX": self = .hex
        default: self = .other(name)
        }
    }

    package var name: String {
        switch self {
        case .gsm: "GSM"
        case .ira: "IRA"
        case .utf8: "UTF-8"
        case .ucs2: "UCS2"
        case .hex: "HEX"
        case .other(let name): name
        }
    }
}
