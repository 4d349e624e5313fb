/// What one line from a modem is by its own form (ITU-T V.250, clause 5.7). What it answers is `ResponseParser`'s matter.
package enum ResponseLine: Hashable, Sendable {
    case final(FinalResult)
    case code(Code)
    /// Anything else: an identity, a PDU, a word of the maker's.
    case text([UInt8])

    /// `+CREG: 2,1`: an information response or an unsolicited result code.
    package struct Code: Hashable, Sendable {
        /// With its prefix, in capitals: `+CREG`.
        package var name: String
        /// What follows the colon, without the spaces around.
        package var rest: [UInt8]

        package init(name: String, rest: [UInt8]) {
            self.name = name
            self.rest = rest
        }

        package init(_ name: String, _ parameters: [Parameter]) {
            self.init(name: name, rest: parameters.encoded)
        }

        package func parameters() throws(ATError) -> [Parameter] { try [Parameter](parsing: rest) }

        /// The line, without S3 and S4.
        package var encoded: [UInt8] { Array("\(name): ".utf8) + rest }
    }

    package init(_ line: [UInt8]) {
        if let result = FinalResult(line: line) {
            self = .final(result)
        } else if let code = Code(line: line) {
            self = .code(code)
        } else {
            self = .text(line)
        }
    }
}

extension ResponseLine.Code {
    package init?(line: [UInt8]) {
        guard let prefix = line.first, Command.prefixes.contains(prefix),
            let colon = line.prefix(ATLimits.name + 1).firstIndex(of: UInt8(ascii: ":")), colon > 1,
            line[1..<colon].allSatisfy(Command.isNameOctet)
        else { return nil }
        self.init(name: line[..<colon].map(\.uppercased).text, rest: line[(colon + 1)...].trimmed)
    }
}
