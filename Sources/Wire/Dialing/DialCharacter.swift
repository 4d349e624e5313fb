/// What a character of a written number stands for (TS 27.007, 6.2; RFC 3966, 5.1.1; TS 22.101, annex A).
enum DialCharacter {
    /// `0`...`9`, `*`, `#` or `A`...`D`, as the octet that is dialled.
    case dialled(UInt8)
    case plus
    /// A character for the eye alone.
    case separator
    /// `,` or `p`.
    case pause
    /// `;` or `w`.
    case wait
    case control
    case other

    init(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "0"..."9", "*", "#", "A"..."D": self = .dialled(UInt8(truncatingIfNeeded: scalar.value))
        case "+", "\u{FF0B}": self = .plus
        case "\u{FF0A}": self = .dialled(UInt8(ascii: "*"))
        case "\u{FF03}": self = .dialled(UInt8(ascii: "#"))
        case " ", "-", ".", "(", ")", "/", "[", "]", "~": self = .separator
        case ",", "p", "P": self = .pause
        case ";", "w", "W": self = .wait
        case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": self = .control
        // Spaces, hyphens and dashes of every width; the marks of direction that address books wrap a number in.
        case "\u{A0}", "\u{AD}", "\u{2000}"..."\u{200F}", "\u{2010}"..."\u{2015}", "\u{202A}"..."\u{202F}",
            "\u{205F}"..."\u{2069}", "\u{2212}", "\u{3000}", "\u{FEFF}", "\u{FF08}", "\u{FF09}", "\u{FF0D}", "\u{FF0E}":
            self = .separator
        default:
            // Digits of other scripts are digits: a number copied from an Arabic page is a number.
            let value = scalar.properties.numericType == .decimal ? scalar.properties.numericValue : nil
            if let value, (0...9).contains(value) {
                self = .dialled(UInt8(ascii: "0") + UInt8(value))
            } else {
                self = .other
            }
        }
    }
}
