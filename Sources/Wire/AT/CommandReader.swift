/// What the modem reads from the terminal: command lines, and text where it has prompted for some.
///
/// The reader takes octets in any pieces and gives one token at a time, since the answer to one token (a prompt) decides
/// how the next octets read.
package struct CommandReader: Sendable {
    package enum Token: Hashable, Sendable {
        /// A line, without S3.
        case line([UInt8])
        /// The text after a prompt, without its `0x1A`.
        case text([UInt8])
        /// That text was given up with ESC.
        case cancelled
        /// A line or text over the limit, dropped: its length.
        case overlong(octets: Int)
    }

    /// Whether the modem has prompted (3GPP TS 27.005, clause 3.5.1). Falls back by itself after one text.
    package var awaitsText = false

    private var waiting: ArraySlice<UInt8> = []
    private var collected: [UInt8] = []
    private var dropped = 0

    package init() {}

    package mutating func append(_ octets: some Collection<UInt8>) { waiting.append(contentsOf: octets) }

    /// The next whole token, if it has come.
    package mutating func next() -> Token? {
        while let octet = waiting.popFirst() {
            if let token = awaitsText ? takeText(octet) : takeLine(octet) { return token }
        }
        waiting = []
        return nil
    }

    private mutating func takeText(_ octet: UInt8) -> Token? {
        switch octet {
        case IRA.substitute:
            awaitsText = false
            return finish { .text($0) }
        case IRA.escape:
            awaitsText = false
            _ = finish { .text($0) }
            return .cancelled
        default:
            keep(octet, limit: ATLimits.promptedText)
            return nil
        }
    }

    private mutating func takeLine(_ octet: UInt8) -> Token? {
        switch octet {
        case IRA.carriageReturn:
            guard !collected.isEmpty else { return nil }
            return finish { .line($0) }
        case IRA.backspace:  // S5, ITU-T V.250, clause 6.2.3
            if dropped == 0 { _ = collected.popLast() }
        // Clause 5.2.2: other controls of a command line are ignored, the LF of a CR LF among them.
        case 0..<0x20: break
        default: keep(octet, limit: ATLimits.commandLine)
        }
        return nil
    }

    private mutating func keep(_ octet: UInt8, limit: Int) {
        if collected.count < limit { collected.append(octet) } else { dropped += 1 }
    }

    private mutating func finish(_ token: ([UInt8]) -> Token) -> Token {
        defer {
            collected = []
            dropped = 0
        }
        return dropped > 0 ? .overlong(octets: collected.count + dropped) : token(collected)
    }
}
