import HandsetCarrier
import HandsetSMS
import Testing

@Suite("What a TE should not send")
struct HostileInputTests {
    static let inputs: [(name: String, octets: [UInt8])] = [
        ("a line without AT", Array("HELLO\r".utf8)),
        ("a line that never ends", Array(repeating: 0x41, count: 200_000)),
        ("an over-long command", Array("AT+CMGL=".utf8) + Array(repeating: 0x31, count: 10_000) + [13]),
        ("an open string", Array("AT+CPIN=\"12\r".utf8)),
        ("many commands", Array(("AT" + String(repeating: "+CSQ;", count: 500) + "\r").utf8)),
        ("parentheses", Array("AT+CMGL=((((((((((((\r".utf8)),
        ("binary", Array((0...255).map { UInt8($0) }.filter { $0 != 0x0D })),
        ("a PDU over the limit", Array("AT+CMGS=20\r".utf8) + Array(repeating: 0x46, count: 50_000) + [0x1A]),
        ("a PDU that is no hexadecimal", Array("AT+CMGS=20\rGrüße\u{1A}".utf8)),
        ("an empty PDU", Array("AT+CMGS=20\r\u{1A}".utf8)),
        ("numbers beyond reason", Array("AT+CMGR=99999999999999999999\rAT+CMGD=-1,9\rAT+CNMI=9,9,9\r".utf8)),
        ("a dial string over the limit", Array(("ATD" + String(repeating: "5", count: 1_900) + ";\r").utf8)),
        ("a dial string of anything", Array("ATD\"(\"+1;+CFUN=0;I@!>\u{1}9;\rATD;;;;\rATD\"\r".utf8)),
        (
            "holds of calls that are none",
            Array("AT+CHLD=19;+CHLD=2\rAT+CHLD=-1\rAT+CHLD=00000000001\rAT+CHLD=(1)\r".utf8)
        ),
        ("tones of anything", Array("AT+VTS={{{,}}}\rAT+VTS=\"\"\rAT+VTS=(1),{,\rAT+VTD=999999999999\r".utf8)),
        (
            "unstructured data of anything",
            Array("AT+CUSD=1,\"\\\\\\00\u{2}\",999999999\rAT+CUSD=1,(),72\rAT+CSCS=\"UCS2\"\rAT+CUSD=1,\"D8\"\r".utf8)
        ),
        ("unstructured data without end", Array(("AT+CUSD=1,\"" + String(repeating: "*", count: 2_000) + "\"\r").utf8)),
        ("a prompt that is given up", Array("AT+CMGS=20\r0011\u{1B}".utf8)),
    ]

    @Test("is answered or ignored, and the modem goes on", arguments: inputs)
    func survives(_ input: (name: String, octets: [UInt8])) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            await terminal.write(input.octets)
            // Ends whatever is unfinished; then a question that only a modem in its senses answers.
            await terminal.write("\u{1B}\rAT+CGSN\r")
            try await terminal.line(beginning: "990000862471854")
            #expect(await world.carrier.log.allSatisfy { $0.direction != .fromModem })
        }
    }

    @Test("random octets in random pieces")
    func random() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            var generator = SystemRandomNumberGenerator()
            let words = [
                "AT", "+CMGS=", "+CNMI=", "+CPMS=\"", "\r", "\u{1A}", "\u{1B}", ";", "?", "=", "+CRSM=176,", "9", "D5",
                "+CHLD=",
                "+CUSD=1,\"*", "+VTS=", "A", "+CCWA=1,", "+CLCC", "+CRSM=178,28599,1,4,",
            ]
            for _ in 0..<2_000 {
                let noise = (0..<Int.random(in: 0..<8, using: &generator)).map { _ in UInt8.random(in: 0...255) }
                await terminal.write(Array((words.randomElement(using: &generator) ?? "").utf8) + noise)
            }
            await terminal.write("\u{1B}\rATE0V1\rAT+CGSN\r")
            try await terminal.line(beginning: "990000862471854")
        }
    }

    @Test("commands while an answer is held back are bounded")
    func backlog() async throws {
        try await withCarrier(clock: .manual(startingAt: 1_800_000_000)) { world in
            let terminal = try await world.terminal()
            try await world.modem.inject(.delayAnswer(.seconds(1), command: "+CSQ"))
            await terminal.write("AT+CSQ\r")
            try await world.carrier.waitUntil { $0.faultsArmed == 0 }
            await terminal.write(String(repeating: "AT+CMEE?\r", count: 20_000))
            try await world.carrier.waitUntil { $0.modems["personal"]?.octetsFromTerminal ?? 0 > 9 * 20_000 }
            await world.carrier.advance(by: .seconds(1))
            try await terminal.line(beginning: "+CSQ")
            await terminal.write("\rAT+CGSN\r")
            let lines = try await terminal.linesUntil("serial number") { $0 == "990000862471854" }
            #expect(lines.count < 10_000)
        }
    }
}
