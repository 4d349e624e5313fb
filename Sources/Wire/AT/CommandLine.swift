/// A command line from the terminal to the modem (ITU-T V.250, clause 5.2.1).
package struct CommandLine: Hashable, Sendable {
    package var commands: [Command]

    package init(_ commands: [Command]) { self.commands = commands }

    /// The octets on the line, `AT` and S3 included.
    package var encoded: [UInt8] {
        var octets = Array("AT".utf8)
        for (index, command) in commands.enumerated() {
            octets += command.encoded
            // An extended command ends with a semicolon before the next (ITU-T V.250, clause 5.4.2.3).
            if command.isExtended, index + 1 < commands.count { octets.append(UInt8(ascii: ";")) }
        }
        return octets + [IRA.carriageReturn]
    }

    /// Parses a line, without S3. No commands after `AT` are a line too: the modem answers OK.
    package init(parsing octets: [UInt8]) throws(ATError) {
        var parser = CommandParser(octets)
        commands = try parser.commands()
    }
}

/// A command (ITU-T V.250, clauses 5.3.1 and 5.4.1).
package enum Command: Hashable, Sendable {
    /// `E0`, `&F`, `S3=13`, `D<string>;`: the name in capitals and what follows it. A dial string keeps its semicolon,
    /// which makes the call a voice call (3GPP TS 27.007, clause 6.2).
    case basic(String, [UInt8])
    /// `+CMGS=23`: the name with its prefix, in capitals.
    case extended(String, Form)

    /// What is asked of an extended command (ITU-T V.250, clauses 5.4.3 and 5.4.4).
    package enum Form: Hashable, Sendable {
        /// `+CMGL`
        case execute
        /// `+CPIN?`
        case read
        /// `+CNMI=?`
        case test
        /// `+CMGS=23`
        case set([Parameter])
    }

    var isExtended: Bool {
        if case .extended = self { true } else { false }
    }

    package var name: String {
        switch self {
        case .basic(let name, _), .extended(let name, _): name
        }
    }

    var encoded: [UInt8] {
        switch self {
        case .basic(let name, let argument): Array(name.utf8) + argument
        case .extended(let name, let form):
            switch form {
            case .execute: Array(name.utf8)
            case .read: Array(name.utf8) + Array("?".utf8)
            case .test: Array(name.utf8) + Array("=?".utf8)
            case .set(let parameters): Array(name.utf8) + Array("=".utf8) + parameters.encoded
            }
        }
    }
}

extension Command {
    /// The octet before an extended command: `+` of the standards, and the vendors' own.
    static let prefixes = Set("+^$%*#@_!".utf8)

    /// What the rest of the name is made of (ITU-T V.250, clause 5.4.1).
    static func isNameOctet(_ octet: UInt8) -> Bool {
        octet.isLetter || octet.isDigit || Set("!%-./:_".utf8).contains(octet)
    }
}

/// Parser of a command line.
private struct CommandParser {
    private let octets: [UInt8]
    private var position = 0

    init(_ octets: [UInt8]) { self.octets = octets }

    private var next: UInt8? { position < octets.count ? octets[position] : nil }

    mutating func commands() throws(ATError) -> [Command] {
        guard octets.count <= ATLimits.commandLine else { throw .overLimit(offset: ATLimits.commandLine) }
        skip(IRA.space)
        guard next?.uppercased == UInt8(ascii: "A") else { throw .malformed(offset: position) }
        position += 1
        guard next?.uppercased == UInt8(ascii: "T") else { throw .malformed(offset: position) }
        position += 1
        var commands: [Command] = []
        while true {
            skip(IRA.space)
            if next == UInt8(ascii: ";") {
                position += 1
                continue
            }
            guard let octet = next else { return commands }
            guard commands.count < ATLimits.commands else { throw .overLimit(offset: position) }
            commands.append(Command.prefixes.contains(octet) ? try extended() : try basic())
        }
    }

    private mutating func extended() throws(ATError) -> Command {
        let start = position
        position += 1
        while let octet = next, Command.isNameOctet(octet) { position += 1 }
        guard position > start + 1 else { throw .malformed(offset: start) }
        guard position - start <= ATLimits.name else { throw .overLimit(offset: start) }
        let name = octets[start..<position].map(\.uppercased).text
        let form = try form()
        skip(IRA.space)
        guard next == nil || next == UInt8(ascii: ";") else { throw .malformed(offset: position) }
        return .extended(name, form)
    }

    private mutating func form() throws(ATError) -> Command.Form {
        skip(IRA.space)
        switch next {
        case UInt8(ascii: "?"):
            position += 1
            return .read
        case UInt8(ascii: "="):
            position += 1
            skip(IRA.space)
            if next == UInt8(ascii: "?") {
                position += 1
                return .test
            }
            var parser = ParameterParser(octets, from: position)
            let parameters = try parser.parameters(depth: 0)
            position = parser.position
            return .set(parameters)
        default: return .execute
        }
    }

    /// A letter, or `&` and a letter, and a number; `S` and `D` take more.
    private mutating func basic() throws(ATError) -> Command {
        let start = position
        if next == UInt8(ascii: "&") { position += 1 }
        guard let letter = next, letter.isLetter else { throw .malformed(offset: position) }
        position += 1
        let name = octets[start..<position].map(\.uppercased).text
        let argument = position
        switch name {
        case "D": try skipDialString()
        case "S":
            skipDigits()
            if next == UInt8(ascii: "?") {
                position += 1
            } else if next == UInt8(ascii: "=") {
                position += 1
                skipDigits()
            }
        default: skipDigits()
        }
        return .basic(name, Array(octets[argument..<position]))
    }

    private mutating func skipDialString() throws(ATError) {
        while let octet = next {
            if octet == IRA.quote {
                guard let end = octets[(position + 1)...].firstIndex(of: IRA.quote) else {
                    throw .truncated(offset: position)
                }
                position = end
            }
            position += 1
            if octet == UInt8(ascii: ";") { return }
        }
    }

    private mutating func skipDigits() {
        while next?.isDigit == true { position += 1 }
    }

    private mutating func skip(_ octet: UInt8) {
        while next == octet { position += 1 }
    }
}
