/// Splits what a modem sends into lines and prompts (ITU-T V.250, clause 5.7.1; 3GPP TS 27.005, clause 3.5.1).
///
/// Lines end with S3, S4 or both, in any order and number; empty ones are dropped. The tokens do not depend on the
/// pieces in which the octets come.
package struct ResponseReader: Sendable {
    package enum Token: Hashable, Sendable {
        case line([UInt8])
        /// `> ` at the start of a line: the modem waits for text.
        case prompt
        /// A line over the limit: how it began, and its length.
        case overlong(prefix: [UInt8], octets: Int)
    }

    private var line: [UInt8] = []
    private var dropped = 0
    private let limit: Int

    package init(limit: Int = ATLimits.responseLine) { self.limit = limit }

    package mutating func read(_ octets: some Sequence<UInt8>) -> [Token] {
        var tokens: [Token] = []
        for octet in octets {
            switch octet {
            case IRA.carriageReturn, IRA.lineFeed:
                if let token = finish() { tokens.append(token) }
            case IRA.space where line == [UInt8(ascii: ">")]:
                line.removeAll()
                tokens.append(.prompt)
            default:
                if line.count < limit { line.append(octet) } else { dropped += 1 }
            }
        }
        return tokens
    }

    /// Forgets a line that has begun.
    package mutating func reset() {
        line = []
        dropped = 0
    }

    private mutating func finish() -> Token? {
        defer { reset() }
        if line.isEmpty { return nil }
        return dropped > 0 ? .overlong(prefix: Array(line.prefix(32)), octets: line.count + dropped) : .line(line)
    }
}
