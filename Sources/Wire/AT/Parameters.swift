/// A parameter of a command or a response (ITU-T V.250, clauses 5.4.2.1, 5.4.2.2 and 5.7.3).
package enum Parameter: Hashable, Sendable {
    /// Nothing between two commas: the default, or not known.
    case empty
    /// What is not quoted: numbers, ranges (`0-3`), words (`SIM PIN`). Kept as it came, so that `08` stays `08`.
    case bare([UInt8])
    /// A string constant, without its quotes and still escaped.
    case quoted([UInt8])
    /// Values in parentheses, as in the answer to a test command.
    case list([Parameter])

    package static func number(_ value: Int) -> Parameter { .bare(Array(String(value).utf8)) }
    package static func word(_ text: String) -> Parameter { .bare(Array(text.utf8)) }

    /// A string constant; quotes, backslashes and controls are escaped (ITU-T V.250, clause 5.4.2.2).
    package static func string(_ text: String) -> Parameter {
        .quoted(
            text.utf8.flatMap { octet in
                octet == IRA.quote || octet == UInt8(ascii: "\\") || octet < 0x20
                    ? [UInt8(ascii: "\\")] + Hex.encode([octet]) : [octet]
            })
    }

    /// The value of a number without sign.
    package var number: Int? {
        if case .bare(let octets) = self { octets.decimal } else { nil }
    }

    /// The octets of a string or a word; escapes resolved. Some modems leave the quotes away.
    package var octets: [UInt8]? {
        switch self {
        case .bare(let octets): octets
        case .quoted(let octets): Self.unescape(octets)
        case .empty, .list: nil
        }
    }

    /// The same as text.
    package var text: String? { octets?.text }

    package var isEmpty: Bool { self == .empty }

    /// The numbers that a value of a test answer allows: `2`, `0-3` or a list of such (ITU-T V.250, clause 5.7.3.2).
    package func allows(_ value: Int) -> Bool {
        switch self {
        case .empty, .quoted: return false
        case .list(let values): return values.contains { $0.allows(value) }
        case .bare(let octets):
            let ends = octets.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard let first = ends.first?.decimal, let last = ends.last?.decimal, ends.count <= 2 else { return false }
            return first <= value && value <= last
        }
    }

    /// Whether a value of a test answer names `text`, as in `("SM","ME")`.
    package func allows(_ text: String) -> Bool {
        if case .list(let values) = self { return values.contains { $0.allows(text) } }
        return self.text == text
    }

    /// The parameter as it stands on a line.
    package var encoded: [UInt8] {
        switch self {
        case .empty: []
        case .bare(let octets): octets
        case .quoted(let octets): [IRA.quote] + octets + [IRA.quote]
        case .list(let values): Array("(".utf8) + values.encoded + Array(")".utf8)
        }
    }

    private static func unescape(_ octets: [UInt8]) -> [UInt8] {
        guard octets.contains(UInt8(ascii: "\\")) else { return octets }
        var result: [UInt8] = []
        var rest = octets[...]
        while let octet = rest.popFirst() {
            if octet == UInt8(ascii: "\\"), let escaped = Hex.decode(rest.prefix(2)), escaped.count == 1 {
                result += escaped
                rest = rest.dropFirst(2)
            } else {
                result.append(octet)
            }
        }
        return result
    }
}

extension [Parameter] {
    /// The parameter at `index`; one that is not there counts as empty.
    package subscript(at index: Int) -> Parameter { indices.contains(index) ? self[index] : .empty }

    package func number(at index: Int, _ field: String) throws(ATError) -> Int {
        guard let number = self[at: index].number else { throw .value(field: field, parameter: index) }
        return number
    }

    package func text(at index: Int, _ field: String) throws(ATError) -> String {
        guard let text = self[at: index].text else { throw .value(field: field, parameter: index) }
        return text
    }

    /// The parameters as they stand on a line, separated by commas.
    package var encoded: [UInt8] { Array<[UInt8]>(map(\.encoded)).joined(separator: ",".utf8) + [] }

    /// Parses the parameters of a response, the whole of `octets`. Spaces around a parameter are dropped. No octets are
    /// no parameters; `,` is two empty ones.
    package init(parsing octets: some Collection<UInt8>) throws(ATError) {
        var parser = ParameterParser([UInt8](octets))
        self = try parser.parameters(depth: 0)
        guard parser.isAtEnd else { throw .malformed(offset: parser.position) }
    }
}

/// Parser of a parameter list, which ends at the end of the octets, at a `;` outside a string (the next command of the
/// line), or at the parenthesis that closes it.
struct ParameterParser {
    private let octets: [UInt8]
    private(set) var position: Int
    private var count = 0

    init(_ octets: [UInt8], from position: Int = 0) {
        self.octets = octets
        self.position = position
    }

    private var next: UInt8? { position < octets.count ? octets[position] : nil }
    var isAtEnd: Bool { position >= octets.count }
    private var isAtStop: Bool { isAtEnd || next == UInt8(ascii: ";") || next == UInt8(ascii: ")") }

    mutating func parameters(depth: Int) throws(ATError) -> [Parameter] {
        skipSpaces()
        if isAtStop { return [] }
        var values: [Parameter] = []
        while true {
            count += 1
            guard count <= ATLimits.parameters else { throw .overLimit(offset: position) }
            values.append(try parameter(depth: depth))
            skipSpaces()
            guard next == UInt8(ascii: ",") else { break }
            position += 1
        }
        guard isAtStop else { throw .malformed(offset: position) }
        return values
    }

    private mutating func parameter(depth: Int) throws(ATError) -> Parameter {
        skipSpaces()
        switch next {
        case IRA.quote: return try quoted()
        case UInt8(ascii: "("): return try list(depth: depth)
        default:
            let start = position
            while let octet = next, octet != UInt8(ascii: ","), !isAtStop {
                guard octet != IRA.quote, octet != UInt8(ascii: "(") else { throw .malformed(offset: position) }
                position += 1
            }
            let octets = octets[start..<position].trimmed
            return octets.isEmpty ? .empty : .bare(octets)
        }
    }

    private mutating func quoted() throws(ATError) -> Parameter {
        let start = position + 1
        guard let end = octets[start...].firstIndex(of: IRA.quote) else { throw .truncated(offset: position) }
        position = end + 1
        return .quoted(Array(octets[start..<end]))
    }

    private mutating func list(depth: Int) throws(ATError) -> Parameter {
        let start = position
        guard depth < ATLimits.depth else { throw .overLimit(offset: position) }
        position += 1
        let values = try parameters(depth: depth + 1)
        guard let octet = next else { throw .truncated(offset: start) }
        guard octet == UInt8(ascii: ")") else { throw .malformed(offset: position) }
        position += 1
        return .list(values)
    }

    private mutating func skipSpaces() {
        while next == IRA.space { position += 1 }
    }
}
