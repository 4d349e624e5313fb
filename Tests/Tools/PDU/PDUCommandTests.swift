import Foundation
import Testing

@testable import handset

@Suite("handset pdu")
struct PDUCommandTests {
    struct Outcome {
        var code: Int32
        var lines: [String]
        var errors: [String]

        func object(_ index: Int = 0) throws -> [String: Any] {
            let object = try JSONSerialization.jsonObject(with: Data(try #require(lines.dropFirst(index).first).utf8))
            return try #require(object as? [String: Any])
        }
    }

    static func run(_ arguments: String...) -> Outcome { run(arguments) }

    static func run(_ arguments: [String]) -> Outcome {
        var outcome = Outcome(code: 0, lines: [], errors: [])
        outcome.code = PDUCommand.run(
            arguments, output: { outcome.lines.append($0) }, error: { outcome.errors.append($0) })
        return outcome
    }

    static let deliver = "07910396539900F0040C9103960000103200002221317093738007D06A130A7A3A01"
    static let part =
        "0591721891F1400781721881F800003160526104848059050003C30101916536FB1DCABEEB2074D85E064941B19CAB060319A5C522289C9"
        + "6D3D3ED32286C0FA7D96131BBEC024941B19CAB0603DDD36C36A88C87A7E565D0DB0D82C55EB0DB4B068BCD5C20"

    @Test("decode prints every field, absent ones as null")
    func decode() throws {
        let outcome = Self.run("decode", Self.deliver)
        #expect(outcome.code == 0)
        let object = try outcome.object()
        #expect(object["type"] as? String == "deliver")
        #expect(object["smsc"] as? String == "+30693599000")
        #expect((object["address"] as? [String: String]) == ["value": "+306900000123", "type": "international"])
        #expect(object["timestamp"] as? String == "2022-12-13T07:39:37+02:00")
        #expect(object["protocol"] as? Int == 0)
        #expect(object["coding"] as? Int == 0)
        #expect(object["alphabet"] as? String == "gsm7")
        #expect(object["text"] as? String == "PUMP ON")
        #expect((object["damage"] as? [String]) == [])
        let absent = [
            "class", "data", "concatenation", "ports", "waiting", "elements", "validity", "reference", "discharge",
            "status",
        ]
        for name in absent { #expect(object[name] is NSNull, "\(name)") }
    }

    @Test("decode prints the header's elements and their meaning")
    func header() throws {
        let object = try Self.run("decode", Self.part).object()
        #expect((object["concatenation"] as? [String: Int]) == ["reference": 0xC3, "part": 1, "total": 1])
        let elements = try #require(object["elements"] as? [[String: Any]])
        #expect(elements.count == 1)
        #expect(elements.first?["id"] as? Int == 0)
        #expect(elements.first?["data"] as? String == "C30101")
    }

    @Test("decode reads what a mobile sends when told so")
    func submit() throws {
        let hex = "079144872090025311000C914417325476980000FF0FF37219947FD7416937280603E101"
        let object = try Self.run("decode", "--direction", "mo", hex).object()
        #expect(object["type"] as? String == "submit")
        #expect(object["reference"] as? Int == 0)
        #expect(object["validity"] as? Int == 63 * 604_800)
        #expect(object["text"] as? String == "see you in 10 x")
    }

    @Test("decode reads a report of an RP-ERROR")
    func report() throws {
        let object = try Self.run("decode", "--no-smsc", "--direction=mo", "--error", "00D300").object()
        #expect(object["type"] as? String == "deliver-report")
        #expect(object["cause"] as? Int == 0xD3)
        #expect(object["smsc"] is NSNull)
    }

    @Test("decode tells mailboxes, ports and 8-bit data")
    func data() throws {
        let hex = "400A8121436587090004" + "22213170937380" + "0C" + "0605040B8423F0" + "0102030405"
        let object = try Self.run("decode", "--no-smsc", hex).object()
        #expect((object["ports"] as? [String: Int]) == ["destination": 2948, "source": 9200])
        #expect(object["data"] as? String == "0102030405")
        #expect(object["text"] is NSNull)
        let waiting = try Self.run(
            "decode",
            "07915510100102910407D1D6A4F50900C8715091415320291FD6F7B80CA297DBA018C8FDB68751F314A85D76CFC3E7721BE59EA700"
        ).object()
        let first = try #require((waiting["waiting"] as? [[String: Any]])?.first)
        #expect(first["kind"] as? String == "voice")
        #expect(first["store"] as? Bool == false)
        #expect(first["count"] is NSNull)
    }

    @Test("A damaged PDU prints what could be read, and ends well")
    func damaged() throws {
        let digits = Array(Self.deliver)
        // Cut inside the text, inside the time, inside the address.
        let inText = try Self.run("decode", String(digits.prefix(digits.count - 4))).object()
        #expect(inText["text"] as? String == "PUMP ")
        #expect((inText["damage"] as? [String])?.count == 1)
        let inTime = Self.run("decode", String(digits.prefix(48)))
        #expect(inTime.code == 0)
        let time = try inTime.object()
        #expect((time["address"] as? [String: String])?["value"] == "+306900000123")
        #expect(time["timestamp"] is NSNull)
        #expect((time["damage"] as? [String])?.first?.contains("TP-SCTS") == true)
        let inAddress = try Self.run("decode", String(digits.prefix(24))).object()
        #expect(inAddress["type"] as? String == "deliver")
        #expect(inAddress["address"] is NSNull)
    }

    @Test(
        "A PDU of which nothing can be read names the octet",
        arguments: [
            ([""], "octet 0"), (["079144"], "octet 3"), (["zz"], "octet 0"), (["07910396539900F0"], "octet 8"),
            (["--direction", "mo", "0003"], "octet 1"), (["070"], "octet 1"),
        ])
    func unreadable(arguments: [String], octet: String) {
        let outcome = Self.run(["decode"] + arguments)
        #expect(outcome.code == 65)
        #expect(outcome.lines.isEmpty)
        #expect(outcome.errors.first?.contains(octet) == true, "\(outcome.errors)")
    }

    @Test(
        "Octets that make sense with other options say with which",
        arguments: [
            (["0001000B914477000921F300000AE8329BFD4697D9EC37"], "read with --direction mo"),
            (["--no-smsc", deliver], "read without --no-smsc"),
            (["01000B914477000921F300000AE8329BFD4697D9EC37"], "read with --direction mo and with --no-smsc"),
            (["--direction", "mo", deliver], "read with --direction mt"),
        ])
    func hint(arguments: [String], hint: String) {
        for command in ["decode", "explain"] {
            let outcome = Self.run([command] + arguments)
            #expect(outcome.code == 0)
            #expect(outcome.errors.count == 1)
            #expect(outcome.errors.first?.hasSuffix(hint) == true, "\(outcome.errors)")
        }
    }

    @Test("What is right, and what no option makes right, has no hint")
    func noHint() {
        for hex in [Self.deliver, Self.part, String(Self.deliver.dropLast(4))] {
            let outcome = Self.run("decode", hex)
            #expect(outcome.code == 0)
            #expect(outcome.errors.isEmpty)
        }
    }

    @Test(
        "Digits that are no octets are told by their octet",
        arguments: [
            ("abc", "octet 1 has one digit"), ("07zz", "octet 1 is not two hexadecimal digits"),
            (String(repeating: "0", count: 8194), "over the limit at octet 4096"), ("0791", "--no-smsc"),
        ])
    func digits(hex: String, message: String) {
        let outcome = Self.run("decode", hex)
        #expect(outcome.code == 65)
        #expect(outcome.lines.isEmpty)
        #expect(outcome.errors.first?.contains(message) == true, "\(outcome.errors)")
    }

    @Test("Spaces between octets are passed over")
    func spaces() {
        let spaced = Self.deliver.enumerated().map { ($0.offset % 2 == 0 ? " " : "") + String($0.element) }.joined()
        #expect(Self.run("decode", spaced).lines == Self.run("decode", Self.deliver).lines)
    }

    @Test("Lines of standard input are PDUs; empty ones are none")
    func lines() throws {
        var lines = [Self.deliver + "\r", "", " ", "00", Self.part]
        var outcome = Outcome(code: 0, lines: [], errors: [])
        outcome.code = try PDUDecode(["-"]).run(
            output: { outcome.lines.append($0) }, error: { outcome.errors.append($0) },
            lines: { lines.isEmpty ? nil : lines.removeFirst() })
        #expect(outcome.lines == [Self.deliver, Self.part].flatMap { Self.run("decode", $0).lines })
        #expect(outcome.code == 65)
        #expect(outcome.errors.map { $0.hasPrefix("PDU 2: ") } == [true])
    }

    @Test(
        "A word is no number, though the standard has digits a, b and c",
        arguments: ["abc", "+abc", "cab", "*#", "+12a", "+44 7700 900123", "", "+", "123456789012345678901"])
    func number(text: String) {
        for option in ["--to", "--smsc"] {
            let outcome = Self.run(["encode", "--to", "1", option, text, "hi"])
            #expect(outcome.code == 64)
            #expect(outcome.errors.first?.hasPrefix("\(option) takes a number of up to 20 digits") == true)
        }
    }

    @Test(
        "Digits of the standard that no key pad has are a number's all the same", arguments: ["*100#", "12a", "7726"])
    func digit(text: String) throws {
        let encoded = try #require(Self.run("encode", "--to", text, "hi").lines.first)
        let object = try Self.run("decode", "--direction", "mo", encoded).object()
        #expect((object["address"] as? [String: String])?["value"] == text)
    }

    @Test("One unreadable PDU does not hide the others")
    func several() {
        let outcome = Self.run("decode", Self.deliver, "00", Self.part)
        #expect(outcome.lines.count == 2)
        #expect(outcome.code == 65)
        #expect(outcome.errors.first?.hasPrefix("PDU 2: ") == true)
    }

    @Test("encode prints a PDU a part, which decode reads again")
    func encode() throws {
        let text = String(repeating: "abc \u{20AC} ", count: 60)
        let encoded = Self.run(
            "encode", "--to", "+447700900123", "--smsc", "+447700900000", "--report", "--class", "1", "--reference",
            "300",
            "--validity", "2d", text)
        #expect(encoded.code == 0)
        #expect(encoded.lines.count == 3)
        var joined = ""
        for (index, line) in encoded.lines.enumerated() {
            let object = try Self.run("decode", "--direction", "mo", line).object()
            #expect(object["smsc"] as? String == "+447700900000")
            #expect((object["address"] as? [String: String])?["value"] == "+447700900123")
            #expect((object["concatenation"] as? [String: Int]) == ["reference": 300, "part": index + 1, "total": 3])
            #expect(object["class"] as? Int == 1)
            #expect(object["validity"] as? Int == 172_800)
            joined += try #require(object["text"] as? String)
        }
        #expect(joined == text)
    }

    @Test(
        "Wrong use ends with 64",
        arguments: [
            [], ["nothing"], ["decode"], ["decode", "--direction", "up", "00"], ["decode", "--to", "1", "00"],
            ["encode", "text"], ["encode", "--to", "x", "text"], ["encode", "--to", "1"],
            ["encode", "--to", "1", "a", "b"],
            ["encode", "--to", "1", "--class", "4", "a"], ["encode", "--to", "1", "--validity", "soon", "a"],
            ["encode", "--to", "1", "--validity", "64w", "a"], ["encode", "--to", "1", "--validity", "38102401", "a"],
            ["encode", "--to", "1", "--report=yes", "a"],
            ["encode", "--to", "1", "--alphabet", "morse", "a"], ["encode", "--to", "1", "--reference", "65536", "a"],
            ["encode", "--to"], ["explain"], ["explain", "00", "00"], ["encode", "--to", "1", "--smsc", "x", "a"],
        ])
    func usage(arguments: [String]) {
        let outcome = Self.run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.errors.count == 1)
    }

    @Test("Help is no error")
    func help() {
        for arguments in [["--help"], ["decode", "--help"], ["encode", "--help"]] {
            let outcome = Self.run(arguments)
            #expect(outcome.code == 0)
            #expect(outcome.lines.first?.hasPrefix("usage: handset pdu") == true)
        }
    }

    @Test("A text that the alphabet lacks, or of too many parts, ends with 65")
    func unencodable() {
        #expect(Self.run("encode", "--to", "1", "--alphabet", "gsm7", "\u{4F60}").code == 65)
        #expect(Self.run("encode", "--to", "1", String(repeating: "a", count: 153 * 255 + 1)).code == 65)
    }

    @Test("Neither a number nor a text is in an error")
    func discretion() {
        let outcome = Self.run("encode", "--to", "+44secret", "secret")
        #expect(!outcome.errors.joined().contains("secret"))
    }

    @Test("explain names each field at its octet, and covers every octet once")
    func explain() throws {
        for (options, hex) in [
            ([], Self.deliver), ([], Self.part), (["--no-smsc", "--direction", "mo", "--error"], "00D300"),
            (["--direction", "mo"], "079144872090025311000C914417325476980000FF0FF37219947FD7416937280603E101"),
            (["--no-smsc"], "06010B914477000921F32230603023928022306030239280" + "00"),
            (["--no-smsc"], "0100" + "22306030239280"), (["--no-smsc", "--direction", "mo"], "0201000207049121430100"),
            ([], String(Self.part.prefix(60))), ([], String(Self.deliver.prefix(30))), ([], "00"), ([], "0003"),
        ] {
            let outcome = Self.run(["explain"] + options + [hex])
            let digits = outcome.lines.map { $0.dropFirst(6).prefix(24).filter { $0.isHexDigit } }.joined()
            #expect(digits == hex, "\(hex)")
        }
        let lines = Self.run("explain", Self.deliver).lines
        #expect(lines.contains { $0.contains("TP-SCTS: 2022-12-13T07:39:37+02:00") })
        #expect(lines.contains { $0.hasSuffix("TP-UD: \"PUMP ON\"") })
    }

    @Test(
        "explain says what each element, coding and period means",
        arguments: [
            ("mt", "44 0181F1 0004 00101000000000 0A 0605040B8423F0 010203", "element 05: to port 2948 from 9200"),
            ("mt", "44 0181F1 0000 00101000000000 08 0401028003 B001", "element 01: voice: 3 waiting"),
            ("mt", "44 0181F1 0004 00101000000000 04 030601C3", "element 06: service centre control"),
            ("mt", "44 0181F1 0004 00101000000000 04 03200119", "element 20: header of an Internet mail"),
            ("mt", "44 0181F1 0004 00101000000000 06 05 22030181F1", "element 22: reply address"),
            ("mt", "44 0181F1 0004 00101000000000 08 07 230500008103 00", "element 23: voice mail: 3 waiting"),
            ("mt", "44 0181F1 0004 00101000000000 04 03240101", "element 24: single shift: turkish"),
            ("mt", "44 0181F1 0004 00101000000000 04 03250103", "element 25: locking shift: portuguese"),
            ("mt", "44 0181F1 0004 00101000000000 04 037001AA", "element 70"),
            ("mt", "44 0181F1 0004 00101000000000 04 03250160", "element 25: contradicts itself, ignored"),
            ("mt", "44 0181F1 0004 00101000000000 04 02000102", "header: malformed, ignored"),
            ("mt", "04 0181F1 40C8 00101000000000 00", "TP-PID: type 0: neither shown nor stored"),
            ("mt", "04 0181F1 7FF6 00101000000000 00", "TP-PID: data download to the SIM"),
            ("mt", "04 0181F1 24C8 00101000000000 00", "TP-PID: for or from voice telephone"),
            ("mt", "04 0181F1 41C8 00101000000000 00", "TP-DCS: gsm7, voice waiting on"),
            ("mt", "04 0181F1 5F2C 00101000000000 00", "TP-DCS: gsm7, compressed, reserved"),
            ("mt", "04 0181F1 C050 00101000000000 00", "TP-DCS: gsm7, class 0, to be deleted once read"),
            ("mt", "04 0181F1 8000 00001000000000 00", "TP-SCTS: no moment"),
            ("mo", "09 05 0181F1 0000 43123456000000 00", "TP-VP: enhanced, 78245 s, tried once"),
            ("mo", "19 05 0181F1 0000 00101000000000 00", "TP-VP: until 2000-01-01T00:00:00+00:00"),
            (
                "mt", "06 29 0181F1 22213170937380 22213170937380 46 01 00",
                "TP-ST: permanentFailure: validity period expired"
            ),
            ("mo", "22 01 00 02 29 0181F1 00", "TP-MN: about message 41"),
        ])
    func explained(direction: String, hex: String, line: String) {
        let outcome = Self.run("explain", "--no-smsc", "--direction", direction, hex.filter { $0 != " " })
        #expect(outcome.code == 0)
        #expect(outcome.lines.contains { $0.contains(line) }, "\(outcome.lines)")
    }

    @Test("explain of what cannot be read says where it stops", arguments: ["zz", "0791", "03"])
    func unexplained(hex: String) {
        let outcome = Self.run("explain", "--direction", "mo", hex)
        #expect(outcome.code == 65)
        #expect(outcome.errors.first?.contains("octet") == true)
    }

    @Test("A text with what a terminal or JSON would obey is escaped")
    func escaped() throws {
        let text = "\"\\\u{1B}[2J\u{85}\n\r\u{20AC}"
        let encoded = try #require(Self.run("encode", "--to", "1", "--", text).lines.first)
        let outcome = Self.run("decode", "--direction", "mo", encoded)
        #expect(try outcome.object()["text"] as? String == text)
        #expect(
            outcome.lines.first?.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) } == true)
    }
}
