import Testing

@testable import HandsetAT

@Suite struct ParametersTests {
    struct Fixture: CustomTestStringConvertible, Sendable {
        var line: String
        var parameters: [Parameter]
        var testDescription: String { line }
    }

    static let fixtures: [Fixture] = [
        .init(line: "", parameters: []),
        .init(line: "1", parameters: [.number(1)]),
        .init(line: "08", parameters: [.bare("08".octets)]),
        .init(line: ",", parameters: [.empty, .empty]),
        .init(line: "1,,23", parameters: [.number(1), .empty, .number(23)]),
        .init(line: #""SM",3"#, parameters: [.string("SM"), .number(3)]),
        .init(line: #""a,b;(c)",3"#, parameters: [.string("a,b;(c)"), .number(3)]),
        .init(line: "SIM PIN", parameters: [.word("SIM PIN")]),
        .init(
            line: "(0-2),(0,1,3),()",
            parameters: [
                .list([.word("0-2")]), .list([.number(0), .number(1), .number(3)]), .list([]),
            ]),
        .init(
            line: #"("SM","ME"),((1),2)"#,
            parameters: [.list([.string("SM"), .string("ME")]), .list([.list([.number(1)]), .number(2)])]),
        .init(line: "\"\u{FC}\"", parameters: [.quoted("\u{FC}".octets)]),
    ]

    @Test(arguments: fixtures) func parses(_ fixture: Fixture) throws {
        let parsed = try [Parameter](parsing: fixture.line.octets)
        #expect(parsed == fixture.parameters)
        #expect(parsed.encoded == fixture.line.octets)
    }

    @Test func dropsSpaces() throws {
        #expect(
            try [Parameter](parsing: " 1 , \"a b\" ,( 2 , 3 ) ".octets) == [
                .number(1), .string("a b"), .list([.number(2), .number(3)]),
            ])
    }

    @Test(
        arguments: [
            ("\"abc", ATError.truncated(offset: 0)), ("1,(2,3", .truncated(offset: 2)), ("1)", .malformed(offset: 1)),
            ("\"a\"b", .malformed(offset: 3)), ("a\"b\"", .malformed(offset: 1)), ("(1;2)", .malformed(offset: 2)),
            ("1;2", .malformed(offset: 1)), ("(((((1)))))", .overLimit(offset: 4)), ("4(", .malformed(offset: 1)),
        ])
    func refuses(_ line: String, _ error: ATError) {
        #expect(throws: error) { try [Parameter](parsing: line.octets) }
    }

    @Test func boundsTheirNumber() throws {
        let most = [UInt8](repeating: UInt8(ascii: ","), count: ATLimits.parameters - 1)
        #expect(try [Parameter](parsing: most).count == ATLimits.parameters)
        #expect(throws: ATError.overLimit(offset: ATLimits.parameters)) { try [Parameter](parsing: most + [0x2C]) }
    }

    @Test(arguments: fixtures) func survivesEveryPrefix(_ fixture: Fixture) {
        let line = fixture.line.octets
        for end in line.indices {
            do throws(ATError) {
                let parameters = try [Parameter](parsing: line[..<end])
                #expect(parameters.encoded.count <= end)
            } catch {
                guard case .truncated = error else {
                    Issue.record("a prefix of a good line is wrong: \(error)")
                    continue
                }
            }
        }
    }

    @Test func survivesEveryOctet() {
        for octet in UInt8.min...UInt8.max {
            for line in [[octet], [0x31, octet], [octet, 0x31], [0x28, octet, 0x29], [0x22, octet, 0x22]] {
                guard let parameters = try? [Parameter](parsing: line) else { continue }
                #expect((try? [Parameter](parsing: parameters.encoded)) == parameters)
            }
        }
    }

    @Test func readsValues() throws {
        #expect(Parameter.string("a\"b\\c\n").encoded == #""a\22b\5Cc\0A""#.octets)
        #expect(Parameter.string("a\"b\\c\n").text == "a\"b\\c\n")
        #expect(Parameter.quoted(#"a\zz\2"#.octets).text == #"a\zz\2"#)
        #expect(Parameter.bare("1234567890".octets).number == nil)
        #expect(Parameter.bare("-1".octets).number == nil)
        #expect(Parameter.string("1").number == nil)
        let range = try [Parameter](parsing: "(0-2,5),3,(\"SM\"),(2-0),(1-2-3)".octets)
        #expect([0, 2, 5].allSatisfy { range[at: 0].allows($0) } && !range[at: 0].allows(3))
        #expect(range[at: 1].allows(3) && !range[at: 1].allows(4))
        #expect(range[at: 2].allows("SM") && !range[at: 2].allows("ME") && !range[at: 2].allows(1))
        #expect(!range[at: 3].allows(1) && !range[at: 4].allows(2) && !range[at: 9].allows(0))
    }

    @Test func decodesHex() {
        #expect(Hex.decode("00fFA1".octets) == [0x00, 0xFF, 0xA1])
        #expect(Hex.decode([]) == [])
        #expect(Hex.decode("0".octets) == nil)
        #expect(Hex.decode("0G".octets) == nil)
        #expect(Hex.decode(Hex.encode(0...255)) == Array(0...255))
    }
}
