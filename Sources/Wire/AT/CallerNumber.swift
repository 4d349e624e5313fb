/// The number of the other party as a code or a listing gives it (3GPP TS 27.007, clauses 7.6, 7.11 and 7.18).
package struct CallerNumber: Hashable, Sendable {
    /// `+` and digits, or digits alone; absent where there is none.
    package var number: String?
    package var validity: NumberValidity

    package init(number: String? = nil, validity: NumberValidity = .valid) {
        self.number = number
        self.validity = validity
    }

    /// Digits of a number, at most; longer ones are none (ITU-T E.164 has 15, and what is dialled may be more).
    static let limit = 40

    /// `+CLIP: <number>,<type>[,<subaddr>,<satype>[,[<alpha>][,<CLI validity>]]]`
    package init(clip parameters: [Parameter]) {
        self.init(parameters, number: 0, validity: 5)
    }

    /// `+CCWA: <number>,<type>,<class>[,[<alpha>][,<CLI validity>...]]`
    package init(ccwa parameters: [Parameter]) {
        self.init(parameters, number: 0, validity: 4)
    }

    init(_ parameters: [Parameter], number: Int, validity: Int) {
        self.number = Self.number(parameters[at: number], type: parameters[at: number + 1].number)
        self.validity = NumberValidity(rawValue: parameters[at: validity].number ?? NumberValidity.valid.rawValue)
    }

    /// The number without visual separators; international by its type (145, 3GPP TS 24.008, clause 10.5.4.7) or its `+`.
    private static func number(_ parameter: Parameter, type: Int?) -> String? {
        guard var octets = parameter.octets, octets.count <= limit * 4 else { return nil }
        octets = plain(octets)
        let isInternational = octets.first == UInt8(ascii: "+")
        if isInternational { octets.removeFirst() }
        guard !octets.isEmpty, octets.count <= limit, octets.allSatisfy(DialString.isDigit) else { return nil }
        return (isInternational || type.map { $0 & 0x70 == 0x10 } == true ? "+" : "") + octets.text
    }

    /// Some modems write numbers as UCS-2 while that character set is chosen: `002B0031...`.
    private static func plain(_ octets: [UInt8]) -> [UInt8] {
        guard octets.count >= 4, octets.count % 4 == 0, let units = Hex.decode(octets) else { return octets }
        let high = stride(from: 0, to: units.count, by: 2).map { units[$0] }
        let low = stride(from: 1, to: units.count, by: 2).map { units[$0] }
        let isNumber =
            high.allSatisfy { $0 == 0 } && low.allSatisfy { DialString.isDigit($0) || $0 == UInt8(ascii: "+") }
        return isNumber ? low : octets
    }
}

/// A call in a listing: `+CLCC: <ccid1>,<dir>,<stat>,<mode>,<mpty>[,<number>,<type>[,<alpha>[,<priority>[,<CLI
/// validity>]]]]` (3GPP TS 27.007, clause 7.18).
package struct ListedCall: Hashable, Sendable {
    package var index: Int
    package var direction: CallDirection
    package var state: CallState
    package var mode: CallMode
    package var isMultiparty: Bool
    package var caller: CallerNumber

    package init(
        index: Int, direction: CallDirection, state: CallState, mode: CallMode = .voice, isMultiparty: Bool = false,
        caller: CallerNumber = CallerNumber()
    ) {
        self.index = index
        self.direction = direction
        self.state = state
        self.mode = mode
        self.isMultiparty = isMultiparty
        self.caller = caller
    }

    /// Throws for a state that the standard does not have: some modems list a call once more while it ends.
    package init(_ parameters: [Parameter]) throws(ATError) {
        index = try parameters.number(at: 0, "ccid1")
        guard 1...9 ~= index else { throw .value(field: "ccid1", parameter: 0) }
        guard let direction = CallDirection(rawValue: try parameters.number(at: 1, "dir")) else {
            throw .value(field: "dir", parameter: 1)
        }
        self.direction = direction
        guard let state = CallState(rawValue: try parameters.number(at: 2, "stat")) else {
            throw .value(field: "stat", parameter: 2)
        }
        self.state = state
        mode = CallMode(rawValue: try parameters.number(at: 3, "mode"))
        isMultiparty = parameters[at: 4].number == 1
        caller = CallerNumber(parameters, number: 5, validity: 9)
    }
}
