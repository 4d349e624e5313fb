import Testing

@testable import HandsetAT

@Suite struct CommandLineTests {
    struct Fixture: CustomTestStringConvertible, Sendable {
        var line: String
        var commands: [Command]
        var testDescription: String { line }
    }

    static let fixtures: [Fixture] = [
        .init(line: "AT", commands: []),
        .init(line: "ATE0", commands: [.basic("E", "0".octets)]),
        .init(
            line: "ATE0V1&FS3=13S4?",
            commands: [
                .basic("E", "0".octets), .basic("V", "1".octets), .basic("&F", []), .basic("S", "3=13".octets),
                .basic("S", "4?".octets),
            ]),
        .init(line: "AT+CMGS=23", commands: [.extended("+CMGS", .set([.number(23)]))]),
        .init(line: "AT+CPIN?", commands: [.extended("+CPIN", .read)]),
        .init(line: "AT+CNMI=?", commands: [.extended("+CNMI", .test)]),
        .init(
            line: "AT+CMEE=1;+CREG=2;+CPIN?",
            commands: [
                .extended("+CMEE", .set([.number(1)])), .extended("+CREG", .set([.number(2)])),
                .extended("+CPIN", .read),
            ]),
        .init(
            line: "ATE0+CMGL;H",
            commands: [.basic("E", "0".octets), .extended("+CMGL", .execute), .basic("H", [])]),
        .init(
            line: #"AT+CPMS="SM","SM;X","SM""#,
            commands: [.extended("+CPMS", .set([.string("SM"), .string("SM;X"), .string("SM")]))]),
        .init(line: "ATD12345;", commands: [.basic("D", "12345;".octets)]),
        .init(line: "ATD*#31#1;+CSQ", commands: [.basic("D", "*#31#1;".octets), .extended("+CSQ", .execute)]),
        .init(line: #"ATD>"a;b";"#, commands: [.basic("D", #">"a;b";"#.octets)]),
        .init(line: "AT^SYSINFO", commands: [.extended("^SYSINFO", .execute)]),
        .init(line: "AT+CGDCONT=1,,", commands: [.extended("+CGDCONT", .set([.number(1), .empty, .empty]))]),
    ]

    @Test(arguments: fixtures) func parsesAndWrites(_ fixture: Fixture) throws {
        let line = try CommandLine(parsing: fixture.line.octets)
        #expect(line.commands == fixture.commands)
        #expect(line.encoded == fixture.line.octets + [0x0D])
    }

    @Test(arguments: ["at+cpin?", " AT +CPIN ?", "AT;;+CPIN?;"]) func takesLooseForms(_ text: String) throws {
        #expect(try CommandLine(parsing: text.octets).commands == [.extended("+CPIN", .read)])
    }

    @Test(
        arguments: [
            ("", ATError.malformed(offset: 0)), ("A", .malformed(offset: 1)), ("BT", .malformed(offset: 0)),
            ("AT+", .malformed(offset: 2)), ("AT=1", .malformed(offset: 2)), ("AT+CPIN?x", .malformed(offset: 8)),
            ("AT+CPIN=\"12", .truncated(offset: 8)), ("AT+X=1)", .malformed(offset: 6)),
            ("AT&1", .malformed(offset: 3)),
            ("ATD\"x", .truncated(offset: 3)), ("AT\u{1}", .malformed(offset: 2)),
        ])
    func refuses(_ line: String, _ error: ATError) {
        #expect(throws: error) { try CommandLine(parsing: line.octets) }
    }

    @Test func isBounded() {
        let many = "AT" + String(repeating: "H", count: ATLimits.commands + 1)
        #expect(throws: ATError.overLimit(offset: ATLimits.commands + 2)) { try CommandLine(parsing: many.octets) }
        let long = "AT+" + String(repeating: "C", count: ATLimits.name)
        #expect(throws: ATError.overLimit(offset: 2)) { try CommandLine(parsing: long.octets) }
        let line = "ATD" + String(repeating: "1", count: ATLimits.commandLine)
        #expect(throws: ATError.overLimit(offset: ATLimits.commandLine)) { try CommandLine(parsing: line.octets) }
    }

    @Test(arguments: fixtures) func survivesEveryPrefixAndChange(_ fixture: Fixture) {
        let line = fixture.line.octets
        for end in line.indices {
            _ = try? CommandLine(parsing: Array(line[..<end]))
            for octet: UInt8 in [0x00, 0x22, 0x28, 0x29, 0x2C, 0x3B, 0x3D, 0x3F, 0xFF] {
                var changed = line
                changed[end] = octet
                guard let parsed = try? CommandLine(parsing: changed) else { continue }
                let again = try? CommandLine(parsing: parsed.encoded.dropLast())
                #expect(again == parsed, "\(String(decoding: changed, as: UTF8.self))")
            }
        }
    }
}

extension CommandLine {
    fileprivate init(parsing octets: ArraySlice<UInt8>) throws(ATError) { try self.init(parsing: Array(octets)) }
}

@Suite struct CommandReaderTests {
    /// Answers `+CMGS` with a prompt, as a modem does.
    private func tokens(of pieces: [[UInt8]]) -> [CommandReader.Token] {
        var reader = CommandReader()
        var tokens: [CommandReader.Token] = []
        for piece in pieces {
            reader.append(piece)
            while let token = reader.next() {
                tokens.append(token)
                if case .line(let line) = token, line.starts(with: "AT+CMGS".utf8) { reader.awaitsText = true }
            }
        }
        return tokens
    }

    @Test func readsLinesAndTexts() {
        let octets = "\r\nATE0\r\nAT+CMGS=3\r0011\r\n22\u{1A}AT\rAT+CMGS=3\r00\u{1B}AT+CSX\u{8}Q\rAT".octets
        let expected: [CommandReader.Token] = [
            .line("ATE0".octets), .line("AT+CMGS=3".octets), .text("0011\r\n22".octets), .line("AT".octets),
            .line("AT+CMGS=3".octets), .cancelled, .line("AT+CSQ".octets),
        ]
        for pieces in pieces(of: octets) { #expect(tokens(of: pieces) == expected) }
    }

    @Test func isBounded() {
        let long = [UInt8](repeating: 0x41, count: ATLimits.commandLine + 5)
        #expect(
            tokens(of: [long, "\rAT\r".octets]) == [.overlong(octets: long.count), .line("AT".octets)])
        let text = [UInt8](repeating: 0x30, count: ATLimits.promptedText + 1)
        #expect(
            tokens(of: ["AT+CMGS=1\r".octets, text, [0x1A], "AT\r".octets]) == [
                .line("AT+CMGS=1".octets), .overlong(octets: text.count), .line("AT".octets),
            ])
    }
}
