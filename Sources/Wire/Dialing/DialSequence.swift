/// A written number, separated: what is dialled, and what is sent as tones once the other side answered.
///
/// Visual separators are removed, nothing else is: `*` and `#` stay where they are, so that a service code is still one
/// (``Dialing`` says what it is). `(0)` in an international number, which is to be left out when dialling, is left out.
package struct DialSequence: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// Wait ``DialSequence/pause``. The first begins when the other side answers.
        case pause
        /// Wait until the person says go on.
        case wait
        case tones(Tones)
    }

    /// How long one pause is: "three seconds, ± 20 %" (TS 22.101, annex A, DTMF control digits separator).
    ///
    /// The two seconds of modems (V.250, S8) are for tones in front of the answer and not meant here.
    package static let pause: Duration = .seconds(3)

    package var number: DialString
    package var steps: [Step]

    package init(number: DialString, steps: [Step] = []) {
        self.number = number
        self.steps = steps
    }

    /// Reads a number as people and apps write it.
    ///
    /// `,` or `p` is a pause, `;` or `w` a wait, `x`, `ext` or `extension` stands for a pause in front of an extension.
    /// A pause or a wait at the end has nothing to wait for and is dropped.
    /// - Throws: ``DialingError`` for anything that is not wholly a number: a word, an address, a control character.
    package init(_ written: some StringProtocol) throws(DialingError) {
        let scalars = Array(written.unicodeScalars.prefix(DialingLimits.writtenNumber + 1))
        guard scalars.count <= DialingLimits.writtenNumber else { throw DialingError(.number, .tooLong) }
        var parser = DialSequenceParser(scalars: scalars)
        self = try parser.parse()
    }

    /// Whether anything is to be sent after the answer.
    package var hasTones: Bool { !steps.isEmpty }

    /// How it is written down: the number, `,` and `;`, the tones.
    package var text: String {
        steps.reduce(into: number.text) { text, step in
            switch step {
            case .pause: text += ","
            case .wait: text += ";"
            case .tones(let tones): text += tones.text
            }
        }
    }
}

private struct DialSequenceParser {
    let scalars: [Unicode.Scalar]
    var index = 0
    var number: [UInt8] = []
    var tones: [UInt8] = []
    var steps: [DialSequence.Step] = []
    var isBehindNumber = false

    mutating func parse() throws(DialingError) -> DialSequence {
        while index < scalars.count {
            let scalar = scalars[index]
            let part: DialingError.Part = isBehindNumber ? .tones : .number
            switch DialCharacter(scalar) {
            case .dialled(let octet):
                append(octet)
            case .plus:
                guard !isBehindNumber else { throw DialingError(.tones, .character) }
                append(UInt8(ascii: "+"))
            case .separator:
                if scalar == "(", isTrunkPrefix { index += 2 }
            case .pause:
                try step(.pause)
            case .wait:
                try step(.wait)
            case .control:
                throw DialingError(part, .control)
            case .other:
                guard let length = extensionMark else { throw DialingError(part, .character) }
                try step(.pause)
                index += length - 1
            }
            index += 1
        }
        try endTones()
        while let last = steps.last, last == .pause || last == .wait { steps.removeLast() }
        return DialSequence(number: try DialString(octets: number), steps: steps)
    }

    private mutating func append(_ octet: UInt8) {
        if isBehindNumber {
            tones.append(octet)
        } else {
            number.append(octet)
        }
    }

    private mutating func step(_ step: DialSequence.Step) throws(DialingError) {
        guard !number.isEmpty else { throw DialingError(.number, .empty) }
        try endTones()
        isBehindNumber = true
        guard steps.count < DialingLimits.steps else { throw DialingError(.tones, .tooMany) }
        steps.append(step)
    }

    private mutating func endTones() throws(DialingError) {
        guard !tones.isEmpty else { return }
        guard steps.count < DialingLimits.steps else { throw DialingError(.tones, .tooMany) }
        steps.append(.tones(try Tones(octets: tones)))
        tones = []
    }

    /// Whether `(0)` follows and stands for a trunk prefix that is not dialled from abroad. The numbers of Italy, San
    /// Marino and the Vatican keep their zero.
    private var isTrunkPrefix: Bool {
        guard !isBehindNumber, number.first == UInt8(ascii: "+"), index + 2 < scalars.count,
            scalars[index + 1] == "0", scalars[index + 2] == ")"
        else { return false }
        let code = number.dropFirst()
        return !["39", "378", "379"].contains { code.elementsEqual($0.utf8) }
    }

    /// The length of the `x`, `ext`, `ext.` or `extension` that begins here, in front of a digit.
    private var extensionMark: Int? {
        guard !isBehindNumber, !number.isEmpty else { return nil }
        for mark in ["extension", "ext", "x"] {
            let marked = scalars[index...].prefix(mark.unicodeScalars.count)
            guard marked.elementsEqual(mark.unicodeScalars, by: { $0 == $1 || $0.value | 0x20 == $1.value }) else {
                continue
            }
            return mark.unicodeScalars.count
        }
        return nil
    }
}
