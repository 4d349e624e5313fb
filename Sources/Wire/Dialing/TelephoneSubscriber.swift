/// Who a link names: `telephone-subscriber` (RFC 3966, 3), a number with its parameters.
package struct TelephoneSubscriber: Hashable, Sendable {
    /// Where a local number is valid (RFC 3966, 5.1.5).
    package enum Context: Hashable, Sendable {
        /// The first digits of a global number, `+` in front. They are a place, not a prefix to dial.
        case global(DialString)
        /// A private numbering plan, in lower case.
        case domain(String)
    }

    /// The number without separators; international when it begins with `+`.
    package var number: DialString
    /// What the link has behind a `,` or an encoded `;`, as people write it though RFC 3966 has no such thing.
    package var steps: [DialSequence.Step]
    /// `ext`: to be sent as tones, not a part of the number.
    package var `extension`: Tones?
    /// `isub`: kept, and sent nowhere.
    package var subaddress: String?
    package var context: Context?
    /// The other parameters by their names, which are in lower case; the value is nil where there is no `=`.
    package var parameters: [String: String?]

    package init(
        number: DialString, steps: [DialSequence.Step] = [], extension: Tones? = nil, subaddress: String? = nil,
        context: Context? = nil, parameters: [String: String?] = [:]
    ) {
        self.number = number
        self.steps = steps
        self.extension = `extension`
        self.subaddress = subaddress
        self.context = context
        self.parameters = parameters
    }

    /// What is dialled and what is sent after the answer: the extension follows a pause.
    package var sequence: DialSequence {
        DialSequence(number: number, steps: steps + (`extension`.map { [.pause, .tones($0)] } ?? []))
    }

    /// Reads `text`, which is still percent-encoded and has no scheme, no `?` and no `#`.
    init(encoded text: some Collection<UInt8>) throws(DialingError) {
        let parts = text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard parts.count <= DialingLimits.parameters + 1 else { throw DialingError(.parameter, .tooMany) }
        let written = try PercentEncoding.text(parts.first ?? text[...], part: .number)
        try self.init(Self.sequence(written))
        for part in parts.dropFirst() where !part.isEmpty { try add(parameter: part) }
        // "It MUST NOT be used" with a global number, and says nothing there.
        if number.isInternational { context = nil }
    }

    private init(_ sequence: DialSequence) {
        self.init(number: sequence.number, steps: sequence.steps)
    }

    private static func sequence(_ written: String) throws(DialingError) -> DialSequence {
        // `a` to `d` may be small in a link (RFC 3966, 5.1.3: hexadecimal digits), nowhere else.
        try DialSequence(
            String(String.UnicodeScalarView(written.unicodeScalars.map { ("a"..."d").contains($0) ? upper($0) : $0 })))
    }

    private static func upper(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.isASCII ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value & ~0x20)) : scalar
    }

    private mutating func add(parameter: some Collection<UInt8>) throws(DialingError) {
        let pair = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = pair.first, !first.isEmpty else { throw DialingError(.parameter, .empty) }
        guard first.allSatisfy(Self.isNameCharacter) else { throw DialingError(.parameter, .character) }
        let name = String(decoding: first, as: UTF8.self).lowercased()
        let value = pair.dropFirst().first
        switch name {
        case "ext":
            guard `extension` == nil else { throw DialingError(.extension, .repeated) }
            `extension` = try Self.extension(value)
        case "isub":
            guard subaddress == nil else { throw DialingError(.subaddress, .repeated) }
            let text = try PercentEncoding.text(value ?? parameter.prefix(0), part: .subaddress)
            guard !text.isEmpty else { throw DialingError(.subaddress, .empty) }
            guard !Self.hasControl(text) else { throw DialingError(.subaddress, .control) }
            subaddress = text
        case "phone-context":
            guard context == nil else { throw DialingError(.context, .repeated) }
            context = try Self.context(value)
        default:
            guard parameters[name] == nil else { throw DialingError(.parameter, .repeated) }
            let text: String? =
                if let value { try PercentEncoding.text(value, part: .parameter) } else { nil }
            guard text.map(Self.hasControl) != true else { throw DialingError(.parameter, .control) }
            parameters.updateValue(text, forKey: name)
        }
    }

    private static func `extension`(_ value: (some Collection<UInt8>)?) throws(DialingError) -> Tones {
        guard let value else { throw DialingError(.extension, .empty) }
        let text = try PercentEncoding.text(value, part: .extension)
        var octets: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch DialCharacter(scalar) {
            case .dialled(let octet): octets.append(octet)
            case .separator: break
            case .control: throw DialingError(.extension, .control)
            case .plus, .pause, .wait, .other: throw DialingError(.extension, .character)
            }
        }
        return try Tones(octets: octets, part: .extension)
    }

    private static func context(_ value: (some Collection<UInt8>)?) throws(DialingError) -> Context {
        guard let value, !value.isEmpty else { throw DialingError(.context, .empty) }
        let text = try PercentEncoding.text(value, part: .context)
        if text.utf8.first == UInt8(ascii: "+") {
            let digits = text.utf8.filter { !"-.()".utf8.contains($0) }
            let number = try DialString(octets: digits, part: .context)
            guard number.isNumber else { throw DialingError(.context, .character) }
            return .global(number)
        }
        guard text.utf8.count <= 253 else { throw DialingError(.context, .tooLong) }
        guard text.utf8.allSatisfy({ isNameCharacter($0) || $0 == UInt8(ascii: ".") }) else {
            throw DialingError(.context, .character)
        }
        return .domain(text.lowercased())
    }

    private static func isNameCharacter(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func hasControl(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    }

    /// The canonical form: no separators, `ext` and `isub` first, the rest by name (RFC 3966, 3).
    var encoded: String {
        var text = PercentEncoding.encoded(number.text, also: "+*")
        for step in steps {
            switch step {
            case .pause: text += ","
            case .wait: text += "%3B"
            case .tones(let tones): text += PercentEncoding.encoded(tones.text, also: "*")
            }
        }
        if let tones = `extension` { text += ";ext=" + PercentEncoding.encoded(tones.text, also: "*") }
        if let subaddress { text += ";isub=" + PercentEncoding.encoded(subaddress) }
        switch context {
        case .global(let digits)?: text += ";phone-context=" + digits.text
        case .domain(let name)?: text += ";phone-context=" + name
        case nil: break
        }
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
            text += ";" + name + (value.map { "=" + PercentEncoding.encoded($0) } ?? "")
        }
        return text
    }
}

/// Printing one shows neither number nor extension.
extension TelephoneSubscriber: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String { "a subscriber" }
    package var debugDescription: String { description }
}
