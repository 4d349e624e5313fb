/// Tells answers from unsolicited codes: the terminal's side of a dialogue (ITU-T V.250, clauses 5.7 and 5.8).
///
/// Tell it of each command before it is sent; feed it the tokens in order.
package struct ResponseParser: Sendable {
    /// What a command's answer looks like.
    package struct Expectation: Hashable, Sendable {
        /// Codes that are information responses to it: usually its own name.
        package var names: Set<String>
        /// Whether a PDU line follows each of those.
        package var hasBodies: Bool
        /// Whether lines that are no code are information: identities (`+CIMI`), makers' words (`I`).
        package var takesText: Bool
        /// Whether the ends of a call are its final results (`D`, `A`).
        package var isCall: Bool
        /// Lines that the modem may send back before it answers, if its echo is on.
        package var echoes: [[UInt8]]

        package init(
            names: Set<String> = [], hasBodies: Bool = false, takesText: Bool = false, isCall: Bool = false,
            echoes: [[UInt8]] = []
        ) {
            self.names = names
            self.hasBodies = hasBodies
            self.takesText = takesText
            self.isCall = isCall
            self.echoes = echoes
        }
    }

    package enum Event: Hashable, Sendable {
        /// The command is over.
        case final(FinalResult)
        /// One information response, with its PDU line where the command has such.
        case information(ResponseLine.Code, body: [UInt8]?)
        /// An information response that is no code.
        case text([UInt8])
        case prompt
        case unsolicited(UnsolicitedCode)
        /// A line over the limit, dropped.
        case overlong(octets: Int)
    }

    /// The command in flight.
    package private(set) var expectation: Expectation?
    /// Headers whose PDU line has not come: an answer's and, within it, an unsolicited one's.
    private var openAnswer: ResponseLine.Code?
    private var openUnsolicited: ResponseLine.Code?
    /// A service string whose text goes on in the next line, and the lines that it has.
    private var openString: (code: ResponseLine.Code, lines: Int)?

    package init() {}

    /// A command goes out.
    package mutating func begin(_ expectation: Expectation) {
        self.expectation = expectation
        openAnswer = nil
    }

    /// The link is new: nothing of the old one counts.
    package mutating func reset() { self = ResponseParser() }

    /// Lines that may come back in place of a text that is sent after the prompt.
    package mutating func expectEcho(_ lines: [[UInt8]]) { expectation?.echoes += lines }

    package mutating func take(_ token: ResponseReader.Token) -> [Event] {
        switch token {
        case .prompt: return [.prompt]
        case .overlong(_, let octets):
            let flushed = flush()
            return flushed + [.overlong(octets: octets)]
        case .line(let line):
            if let echoes = expectation?.echoes, echoes.contains(line) { return [] }
            if let events = continueString(line) { return events }
            switch ResponseLine(line) {
            case .final(let result): return takeFinal(result)
            case .code(let code): return takeCode(code)
            case .text(let text): return takeText(text)
            }
        }
    }

    private mutating func takeFinal(_ result: FinalResult) -> [Event] {
        guard let expectation, !result.endsCall || expectation.isCall else {
            return flushUnsolicited() + [.unsolicited(result.endsCall ? .callEnded(result) : .text(result.encoded))]
        }
        let flushed = flush()
        self.expectation = nil
        return flushed + [.final(result)]
    }

    private mutating func takeCode(_ code: ResponseLine.Code) -> [Event] {
        if let expectation, expectation.names.contains(code.name), !isUnsolicited(code) {
            guard expectation.hasBodies else { return [.information(code, body: nil)] }
            let flushed = flushAnswer()
            openAnswer = code
            return flushed
        }
        if code.name == "+CUSD", USSDNotice.isOpen(code.rest) {
            let flushed = flushUnsolicited()
            openString = (code, 1)
            return flushed
        }
        guard UnsolicitedCode.namesWithBody.contains(code.name) else {
            return [.unsolicited(UnsolicitedCode(code, body: nil))]
        }
        let flushed = flushUnsolicited()
        openUnsolicited = code
        return flushed
    }

    private mutating func takeText(_ text: [UInt8]) -> [Event] {
        if let code = openUnsolicited {
            openUnsolicited = nil
            return [.unsolicited(UnsolicitedCode(code, body: text))]
        }
        if let code = openAnswer {
            openAnswer = nil
            return [.information(code, body: text)]
        }
        if expectation?.takesText == true, !Self.isKnownWord(text) { return [.text(text)] }
        return [.unsolicited(text.elementsEqual("RING".utf8) ? .ring : .text(text))]
    }

    /// Whether a code that could answer the command cannot be its answer: `+CREG: 1` or `+CREG: 1,"00C3",...` while
    /// `+CREG?` runs, whose answer has `<n>` before `<stat>` (3GPP TS 27.007, clause 7.2).
    private func isUnsolicited(_ code: ResponseLine.Code) -> Bool {
        guard RegistrationStatus.names.contains(code.name), let parameters = try? code.parameters() else {
            return false
        }
        if case .list = parameters[at: 0] { return false }
        return parameters[at: 1].number == nil
    }

    /// Words that modems say unasked and that no answer holds.
    private static func isKnownWord(_ text: [UInt8]) -> Bool {
        ["RING", "Call Ready", "SMS Ready", "RDY"].contains { text.elementsEqual($0.utf8) }
    }

    private mutating func flush() -> [Event] { flushUnsolicited() + flushAnswer() }

    private mutating func flushAnswer() -> [Event] {
        guard let code = openAnswer else { return [] }
        openAnswer = nil
        return [.information(code, body: nil)]
    }

    /// Takes a line of a menu or a notice, which modems write with its line ends (3GPP TS 23.038, clause 6.2.1 has LF). A
    /// code, and the end of a command, are themselves even there: an octet that got lost must not swallow them.
    private mutating func continueString(_ line: [UInt8]) -> [Event]? {
        guard var (code, lines) = openString else { return nil }
        let isText: Bool =
            switch ResponseLine(line) {
            case .text(let text): !text.elementsEqual("RING".utf8)
            case .code: false
            case .final: expectation == nil
            }
        guard isText else { return nil }
        guard lines < ATLimits.stringLines, code.rest.count + line.count < ATLimits.responseLine else {
            return flushUnsolicited() + take(.line(line))
        }
        code.rest += [IRA.lineFeed] + line
        lines += 1
        openString = (code, lines)
        return USSDNotice.isOpen(code.rest) ? [] : flushUnsolicited()
    }

    private mutating func flushUnsolicited() -> [Event] {
        if let (code, _) = openString {
            openString = nil
            return [.unsolicited(UnsolicitedCode(code, body: nil))]
        }
        guard let code = openUnsolicited else { return [] }
        openUnsolicited = nil
        return [.unsolicited(UnsolicitedCode(code, body: nil))]
    }
}
