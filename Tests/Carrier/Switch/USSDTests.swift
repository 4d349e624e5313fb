import HandsetAT
import HandsetCarrier
import Testing

@Suite("Unstructured data")
struct USSDTests {
    static let start = CarrierClock.manual(startingAt: 1_800_000_000)

    static let strings: [(command: String, answer: String)] = [
        ("AT+CUSD=1,\"*100#\",15", "+CUSD: 0,\"Your balance is 12.50. It is valid until 31 December.\",15"),
        ("AT+CUSD=1,\"*100#\"", "+CUSD: 0,\"Your balance is 12.50. It is valid until 31 December.\",15"),
        ("AT+CUSD=1;D*100#;", "+CUSD: 0,\"Your balance is 12.50. It is valid until 31 December.\",15"),
        ("AT+CUSD=1;D*100#", "+CUSD: 0,\"Your balance is 12.50. It is valid until 31 December.\",15"),
        ("AT+CUSD=1,\"*199#\",15", "+CUSD: 4"),
        ("AT+CUSD=1,\"*#21#\"", "+CUSD: 0,\"Call forwarding\\0AVoice: not active\",15"),
        ("AT+CUSD=1,\"*1#\"", "+CUSD: 0,\"a ?uro: ? \\22[x]\\22\",15"),
        ("AT+CUSD=1,\"*2#\"", "+CUSD: 0,\"041F044004380432043504420020D83DDE00\",72"),
        ("AT+CSCS=\"UTF-8\";+CUSD=1,\"*1#\"", "+CUSD: 0,\"a €uro: é \\22[x]\\22\",15"),
        (
            "AT+CSCS=\"UCS2\";+CUSD=1,\"002A00310023\"",
            "+CUSD: 0,\"0061002020AC00750072006F003A002000E900200022005B0078005D0022\",15"
        ),
        ("AT+CSCS=\"HEX\";+CUSD=1,\"2A3123\"", "+CUSD: 0,\"61201B6575726F3A200520221B3C781B3E22\",15"),
        ("AT+CUSD=1,\"002A00310023\",72", "+CUSD: 0,\"a ?uro: ? \\22[x]\\22\",15"),
        ("AT+CSCS=\"HEX\";+CUSD=1,\"2A3223\"", "+CUSD: 0,\"041F044004380432043504420020D83DDE00\",72"),
    ]

    private func codes(_ world: CarrierFixture) async throws {
        try await world.carrier.setUSSD("*1#", .answer("a €uro: é \"[x]\""), network: CarrierFixture.northwind)
        try await world.carrier.setUSSD("*2#", .answer("Привет 😀"), network: CarrierFixture.northwind)
    }

    @Test("an answer comes in the character set of the TE", arguments: strings)
    func answered(_ string: (command: String, answer: String)) async throws {
        try await withCarrier { world in
            try await codes(world)
            let terminal = try await world.terminal()
            try await terminal.ask(string.command)
            #expect(try await terminal.line(beginning: "+CUSD") == string.answer)
            #expect(await world.carrier.calls.isEmpty)
        }
    }

    @Test("in the GSM alphabet the octets are its own")
    func gsm() async throws {
        try await withCarrier { world in
            try await world.carrier.setUSSD("*1#", .answer("$_Å"), network: CarrierFixture.northwind)
            let terminal = try await world.terminal(setUp: "ATE0;+CSCS=\"GSM\"")
            try await terminal.ask("AT+CUSD=1,\"*1#\"")
            #expect(try await terminal.line(beginning: "+CUSD") == "+CUSD: 0,\"\u{02}\u{11}\u{0E}\",15")
        }
    }

    @Test("some modems pack, and break lines")
    func makers() async throws {
        try await withCarrier(configure: { $0.voice.packsUSSD = true }) { world in
            let terminal = try await world.terminal()
            try await terminal.ask("AT+CUSD=1,\"AA180C3602\",15")
            try await terminal.line(beginning: "+CUSD: 0,\"D9775D0E12")
            #expect(await world.carrier.snapshot.ussd.first?.text == "*100#")
            #expect(try await terminal.command("AT+CUSD=1,\"*100#\",15") == ["+CME ERROR: 50"])
        }
        try await withCarrier(configure: { $0.voice.breaksUSSDLines = true }) { world in
            let terminal = try await world.terminal()
            try await terminal.ask("AT+CUSD=1,\"*#21#\"")
            #expect(
                try await terminal.linesUntil("end of the string") { $0.hasSuffix("15") } == [
                    "+CUSD: 0,\"Call forwarding", "Voice: not active\",15",
                ])
        }
    }

    @Test("a menu leads on, and ends")
    func menu() async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal()
            try await terminal.ask("AT+CUSD=1,\"*101#\"")
            #expect(
                try await terminal.line(beginning: "+CUSD") == "+CUSD: 1,\"1 Balance\\0A2 Data left\\0A0 Leave\",15")
            try await terminal.ask("AT+CUSD=1,\"2\"")
            #expect(try await terminal.line(beginning: "+CUSD") == "+CUSD: 1,\"1 This month\\0A2 Last month\",15")
            try await terminal.ask("AT+CUSD=1,\"1\"")
            #expect(try await terminal.line(beginning: "+CUSD") == "+CUSD: 0,\"1.5 GB left\",15")
            let log = await world.carrier.snapshot.ussd
            #expect(log.map(\.isFromModem) == [true, false, true, false, true, false])
            #expect(log.filter(\.isFromModem).map(\.text) == ["*101#", "2", "1"])
        }
    }

    @Test("a menu ends otherwise", arguments: ["wrong", "time", "cancel", "coverage", "reset"])
    func menuEnds(how: String) async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal()
            try await terminal.ask("AT+CUSD=1,\"*101#\"")
            try await terminal.line(beginning: "+CUSD: 1")
            switch how {
            case "wrong": try await terminal.ask("AT+CUSD=1,\"9\"")
            case "time": await world.carrier.advance(by: .seconds(30))
            case "cancel": try await terminal.ask("AT+CUSD=2")
            case "coverage": try await world.modem.setCoverage(false)
            default: try await world.modem.reset()
            }
            if !["cancel", "reset"].contains(how) {
                #expect(try await terminal.line(beginning: "+CUSD") == "+CUSD: 2")
            }
            try await world.modem.setCoverage(true)
            // "1" is no choice of anything now.
            try await terminal.ask("ATE0;+CUSD=1,\"1\"")
            #expect(try await terminal.line(beginning: "+CUSD") == "+CUSD: 4")
            await world.carrier.advance(by: .seconds(60))
            #expect(await terminal.lines.isEmpty)
        }
    }

    @Test("a network that is silent is given up, and takes nothing else meanwhile")
    func silent() async throws {
        try await withCarrier(clock: Self.start) { world in
            try await world.carrier.setUSSD("*1#", .silence, network: CarrierFixture.northwind)
            let terminal = try await world.terminal()
            try await terminal.ask("AT+CUSD=1,\"*1#\"")
            #expect(try await terminal.command("AT+CUSD=1,\"*100#\"") == ["+CME ERROR: 3"])
            await world.carrier.advance(by: .seconds(30))
            #expect(try await terminal.line(beginning: "+CUSD") == "+CUSD: 5")
        }
    }

    @Test("the network begins")
    func pushed() async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CUSD=1")
            try await world.modem.push(.answer("Top up soon"))
            #expect(try await terminal.line(beginning: "+CUSD") == "+CUSD: 0,\"Top up soon\",15")
            try await world.modem.push(.menu("Your name?", ["*": .answer("Thank you")]))
            #expect(try await terminal.line(beginning: "+CUSD") == "+CUSD: 1,\"Your name?\",15")
            await #expect(throws: CarrierError.self) { try await world.modem.push(.answer("?")) }
            try await terminal.ask("AT+CUSD=1,\"Ada\"")
            #expect(try await terminal.line(beginning: "+CUSD") == "+CUSD: 0,\"Thank you\",15")
            try await terminal.ask("AT+CUSD=0")
            try await world.modem.push(.answer("Nobody sees this"))
            #expect(try await terminal.ask("AT+CUSD?") == ["+CUSD: 0"])
            #expect(await terminal.lines.isEmpty)
        }
    }

    @Test(
        "what is wrong is refused",
        arguments: [
            ("AT+CUSD=3", "+CME ERROR: 50"), ("AT+CUSD=1,\"\"", "+CME ERROR: 50"), ("AT+CUSD=x", "+CME ERROR: 50"),
            ("AT+CUSD=1,\"*1#\",x", "+CME ERROR: 50"), ("AT+CUSD=1,\"*1#\",72", "+CME ERROR: 50"),
            ("AT+CUSD=1,\"00\",72", "+CME ERROR: 50"), ("AT+CSCS=\"HEX\";+CUSD=1,\"2\"", "+CME ERROR: 50"),
            ("AT+CUSD=1,\"" + String(repeating: "1", count: 183) + "\"", "+CME ERROR: 50"), ("AT+CUSD", "ERROR"),
            ("AT+CUSD=?", "OK"), ("AT+CUSD=2", "OK"),
        ])
    func refused(command: String, answer: String) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            #expect(try await terminal.command(command).last == answer)
        }
    }

    @Test("needs a card and a network")
    func unregistered() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await world.modem.setCoverage(false)
            #expect(try await terminal.command("AT+CUSD=1,\"*100#\"").last == "+CME ERROR: 30")
            try await world.modem.removeSIM()
            #expect(try await terminal.command("AT+CUSD=1,\"*100#\"").last == "+CME ERROR: 10")
        }
    }
}
