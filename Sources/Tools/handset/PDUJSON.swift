/// A JSON value that keeps the order of its members.
indirect enum PDUJSON {
    case null
    case bool(Bool)
    case number(Int)
    case string(String)
    case array([PDUJSON])
    case object([(String, PDUJSON)])

    init(_ value: Int?) { self = value.map(PDUJSON.number) ?? .null }
    init(_ value: UInt8?) { self = value.map { .number(Int($0)) } ?? .null }
    init(_ value: String?) { self = value.map(PDUJSON.string) ?? .null }

    /// The value on one line.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += String(value)
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, (name, value)) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(name, to: &text)
                text += ":"
                value.write(to: &text)
            }
            text += "}"
        }
    }

    /// Escapes what RFC 8259 asks for, and the other control characters that a terminal would obey.
    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                if scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value {
                    let digits = String(scalar.value, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        text += "\""
    }
}
