import HandsetAT
import HandsetCarrier
import Testing

@Suite("Several calls on a line")
struct SeveralCallsTests {
    static let start = CarrierClock.manual(startingAt: 1_800_000_000)

    /// `stat` and `mpty` of +CLCC in the order of their indices.
    private func states(_ terminal: Terminal) async throws -> [String] {
        try await terminal.ask("AT+CLCC").map { line in
            let values = line.dropFirst("+CLCC: ".count).split(separator: ",")
            return values[0] + ":" + values[2] + (values[4] == "1" ? "m" : "")
        }
    }

    private func answering(_ world: CarrierFixture, _ numbers: [String]) async throws {
        for number in numbers {
            try await world.carrier.addSubscriber(
                .init(network: CarrierFixture.harbour, number: number, calls: CallBehaviour(.answers(after: .zero))))
        }
    }

    @Test("a second caller waits, is taken, and the first comes back")
    func waiting() async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CCWA=1;+CSSN=1,1")
            let echo = world.carrier.subscriber(CarrierFixture.echo)
            try await world.friend.call(CarrierFixture.personal)
            try await terminal.line(beginning: "RING")
            try await terminal.ask("ATA")
            let second = try await echo.call(CarrierFixture.personal)
            #expect(try await terminal.line(beginning: "+CCWA") == "+CCWA: \"+15550124\",145,1")
            #expect(await world.carrier.snapshot.call(second)?.state == .waiting)
            #expect(try await states(terminal) == ["1:0", "2:5"])
            try await terminal.ask("AT+CHLD=2")
            #expect(try await states(terminal) == ["1:1", "2:0"])
            #expect(await world.carrier.calls.map(\.heldBy) == [[.callee], []])
            try await terminal.ask("AT+CHLD=2")
            #expect(try await states(terminal) == ["1:0", "2:1"])
            try await echo.hangUp()
            #expect(try await terminal.linesUntil("end") { $0 == "NO CARRIER" } == ["+CSSU: 5", "NO CARRIER"])
            #expect(try await states(terminal) == ["1:0"])
            // No RING while there was a call.
            #expect(await terminal.lines.isEmpty)
        }
    }

    @Test("a second caller who waits rings when the first is gone")
    func waitingRings() async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CCWA=1;+CLIP=1")
            try await world.friend.call(CarrierFixture.personal)
            try await terminal.line(beginning: "+CLIP")
            try await terminal.ask("ATA")
            try await world.carrier.subscriber(CarrierFixture.echo).call(CarrierFixture.personal, isWithheld: true)
            #expect(try await terminal.line(beginning: "+CCWA") == "+CCWA: \"\",128,1,,1")
            try await world.friend.hangUp()
            #expect(
                try await terminal.linesUntil("ring") { $0.hasPrefix("+CLIP") } == [
                    "NO CARRIER", "RING", "+CLIP: \"\",128,,,,1",
                ])
            #expect(try await states(terminal) == ["2:4"])
            try await terminal.ask("ATA")
            #expect(try await states(terminal) == ["2:0"])
        }
    }

    @Test("call waiting is the network's, its indication the modem's")
    func callWaitingSettings() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            #expect(try await terminal.ask("AT+CCWA=?;+CCWA?") == ["+CCWA: (0,1)", "+CCWA: 0"])
            #expect(try await terminal.ask("AT+CCWA=1,2") == ["+CCWA: 1,1"])
            #expect(try await terminal.ask("AT+CCWA=1,0,7;+CCWA=,2;+CCWA?") == ["+CCWA: 0,1", "+CCWA: 1"])
            #expect(try await terminal.ask("AT+CCWA=1,1,2;+CCWA=1,2,1") == ["+CCWA: 0,1"])
            #expect(try await terminal.ask("AT+CCWA=1,1,1;+CCWA=1,2,1") == ["+CCWA: 1,1"])
            for wrong in ["AT+CCWA=2", "AT+CCWA=1,3", "AT+CCWA=1,1,x"] {
                #expect(try await terminal.command(wrong) == ["+CME ERROR: 50"])
            }
            try await world.modem.setCoverage(false)
            #expect(try await terminal.command("AT+CCWA=1,1,1") == ["+CME ERROR: 30"])
        }
    }

    @Test("five join, the sixth does not; one talks in private, one leaves")
    func multiparty() async throws {
        try await withCarrier(clock: Self.start) { world in
            let numbers = (1...6).map { "+1555016\($0)" }
            try await answering(world, numbers)
            let terminal = try await world.terminal()
            for (index, number) in numbers.enumerated() {
                try await terminal.ask("ATD\(number);")
                guard index > 0 else { continue }
                let expected = index < 5 ? "OK" : "+CME ERROR: 3"
                #expect(try await terminal.command("AT+CHLD=3").last == expected)
            }
            #expect(try await states(terminal) == ["1:1m", "2:1m", "3:1m", "4:1m", "5:1m", "6:0"])
            try await terminal.ask("AT+CHLD=1")
            #expect(try await states(terminal) == ["1:0m", "2:0m", "3:0m", "4:0m", "5:0m"])
            try await terminal.ask("AT+CHLD=23")
            #expect(try await states(terminal) == ["1:1m", "2:1m", "3:0", "4:1m", "5:1m"])
            try await terminal.ask("AT+VTS=7")
            try await terminal.ask("AT+CHLD=3;+CHLD=15")
            #expect(try await states(terminal) == ["1:0m", "2:0m", "3:0m", "4:0m"])
            try await world.carrier.subscriber(numbers[0]).hangUp()
            try await terminal.line(beginning: "NO CARRIER")
            #expect(try await states(terminal) == ["2:0m", "3:0m", "4:0m"])
            try await terminal.ask("AT+VTS=8")
            let calls = await world.carrier.calls
            #expect(calls.map { $0.tones(by: .caller) } == ["", "8", "78", "8", "", ""])
            #expect(calls[4].endedBy == .caller && calls[0].endedBy == .callee)
            try await terminal.ask("ATH")
            #expect(await world.carrier.calls.allSatisfy(\.isOver))
        }
    }

    @Test("a line in another's conference is told so")
    func joined() async throws {
        try await withCarrier(clock: Self.start) { world in
            try await answering(world, ["+15550161"])
            let work = try await world.addWork()
            let other = try await world.terminal(on: work, setUp: "ATE0;+CSSN=1,1")
            let terminal = try await world.terminal()
            try await terminal.ask("ATD+15550111;")
            try await other.line(beginning: "RING")
            try await other.ask("ATA")
            try await terminal.ask("ATD+15550161;")
            try await other.line(beginning: "+CSSU: 2")
            try await terminal.ask("AT+CHLD=3")
            try await other.line(beginning: "+CSSU: 3")
            try await other.line(beginning: "+CSSU: 4")
        }
    }

    @Test("two are left to each other", arguments: [true, false])
    func transfer(isAnswered: Bool) async throws {
        try await withCarrier(clock: Self.start) { world in
            let work = try await world.addWork()
            let other = try await world.terminal(on: work, setUp: "ATE0;+CSSN=1,1")
            try await world.friend.setCalls(CallBehaviour(isAnswered ? .answers(after: .zero) : .rings))
            let terminal = try await world.terminal()
            try await terminal.ask("ATD+15550111;")
            try await other.line(beginning: "RING")
            try await other.ask("ATA")
            try await terminal.ask("ATD+15550123;")
            try await terminal.ask("AT+CHLD=4")
            #expect(try await states(terminal) == [])
            try await other.line(beginning: "+CSSU: 2")
            #expect(
                try await other.line(beginning: isAnswered ? "+CSSU: 8" : "+CSSU: 7")
                    == "+CSSU: \(isAnswered ? 8 : 7),,\"+15550123\",145")
            #expect(try await other.ask("AT+CLCC") == ["+CLCC: 1,1,0,0,0,\"+15550123\",145"])
            let calls = await world.carrier.calls
            #expect(calls.map(\.isOver) == [true, false])
            #expect(calls[1].caller == CarrierFixture.work && calls[1].callee == CarrierFixture.friend)
            if !isAnswered { try await world.friend.answer() }
            #expect(await world.carrier.calls[1].isConnected)
            try await other.ask("AT+CHUP")
            #expect(await world.carrier.calls[1].endedBy == .caller)
            #expect(await terminal.lines.isEmpty)
        }
    }

    @Test(
        "+CHLD is checked",
        arguments: [
            ("AT+CHLD=?", ["+CHLD: (0,1,1x,2,2x,3,4)", "OK"]), ("AT+CHLD=1", ["+CME ERROR: 3"]),
            ("AT+CHLD=17", ["+CME ERROR: 21"]), ("AT+CHLD=5", ["+CME ERROR: 50"]), ("AT+CHLD=", ["+CME ERROR: 50"]),
            ("AT+CHLD=1,2", ["+CME ERROR: 50"]), ("AT+CHLD=\"2\"", ["+CME ERROR: 3"]), ("AT+CHLD", ["ERROR"]),
            ("AT+CHLD=123456789012", ["+CME ERROR: 50"]),
        ])
    func checks(command: String, answer: [String]) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            #expect(try await terminal.command(command) == answer)
        }
    }
}
