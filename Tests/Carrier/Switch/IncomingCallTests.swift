import HandsetAT
import HandsetCarrier
import Testing

@Suite("Calls that come to a line")
struct IncomingCallTests {
    static let start = CarrierClock.manual(startingAt: 1_800_000_000)

    @Test("ring every five seconds, and are taken")
    func taken() async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CLIP=1")
            let id = try await world.friend.call(CarrierFixture.personal)
            for _ in 0..<3 {
                #expect(
                    try await terminal.linesUntil("ring") { $0.hasPrefix("+CLIP") } == [
                        "RING", "+CLIP: \"+15550123\",145",
                    ])
                await world.carrier.advance(by: .seconds(5))
            }
            #expect(try await terminal.ask("AT+CPAS").last == "+CPAS: 3")
            #expect(try await terminal.ask("AT+CLCC") == ["+CLCC: 1,1,4,0,0,\"+15550123\",145"])
            try await terminal.ask("ATA")
            await world.carrier.advance(by: .seconds(60))
            #expect(try await terminal.ask("AT+CLCC") == ["+CLCC: 1,1,0,0,0,\"+15550123\",145"])
            #expect(await world.carrier.calls.first?.isConnected == true)
            try await world.friend.hangUp()
            #expect(try await terminal.line(beginning: "NO CARRIER") == "NO CARRIER")
            #expect(await world.carrier.snapshot.call(id)?.state == .ended(by: .caller, .normalClearing))
            #expect(await terminal.lines.isEmpty)
        }
    }

    @Test("show their kind with +CRC, and no number where it is withheld")
    func withheld() async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CLIP=1;+CRC=1")
            try await world.friend.call(CarrierFixture.personal, isWithheld: true)
            #expect(
                try await terminal.linesUntil("ring") { $0.hasPrefix("+CLIP") } == [
                    "+CRING: VOICE", "+CLIP: \"\",128,,,,1",
                ])
            #expect(try await terminal.ask("AT+CLCC") == ["+CLCC: 1,1,4,0,0,\"\",128,,,1"])
        }
    }

    @Test(
        "are turned down", arguments: [("ATH", CallCause.rejected), ("AT+CHUP", .rejected), ("AT+CHLD=0", .userBusy)])
    func refused(command: String, cause: CallCause) async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal()
            try await world.friend.call(CarrierFixture.personal)
            try await terminal.line(beginning: "RING")
            try await terminal.ask(command)
            await world.carrier.advance(by: .seconds(30))
            #expect(try await terminal.ask("AT+CLCC") == [])
            #expect(await world.carrier.calls.map(\.state) == [.ended(by: .callee, cause)])
            #expect(await terminal.lines.isEmpty)
        }
    }

    @Test("end when the caller or the network gives up", arguments: [Duration.seconds(12), nil])
    func givenUp(patience: Duration?) async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal()
            try await world.friend.call(CarrierFixture.personal, givesUpAfter: patience)
            await world.carrier.advance(by: .seconds(60))
            let lines = try await terminal.linesUntil("end") { $0 == "NO CARRIER" }
            #expect(lines.count { $0 == "RING" } == (patience == nil ? 12 : 3))
            #expect(await world.carrier.calls.map(\.cause) == [patience == nil ? .noAnswer : .normalClearing])
            #expect(try await terminal.command("ATA").last == "NO CARRIER")
        }
    }

    @Test("come back, where somebody calls back")
    func callBack() async throws {
        try await withCarrier(clock: Self.start) { world in
            try await world.friend.setCalls(CallBehaviour(.busy, callsBackAfter: .seconds(20)))
            let terminal = try await world.terminal()
            try await terminal.ask("ATD5550123;")
            try await terminal.line(beginning: "BUSY")
            await world.carrier.advance(by: .seconds(19))
            #expect(await world.carrier.calls.count == 1)
            await world.carrier.advance(by: .seconds(1))
            try await terminal.line(beginning: "RING")
            #expect(await world.carrier.calls.last?.caller == CarrierFixture.friend)
        }
    }

    @Test("find a line that is busy, absent, or without call waiting", arguments: ["busy", "absent", "dialling"])
    func busy(why: String) async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal()
            switch why {
            case "busy":
                try await terminal.ask("AT+CCWA=0,0,1")
                try await world.carrier.subscriber(CarrierFixture.echo).call(CarrierFixture.personal)
                try await terminal.line(beginning: "RING")
                try await terminal.ask("ATA")
            case "dialling": try await terminal.ask("ATD+15550124;")
            default: try await world.modem.setCoverage(false)
            }
            let id = try await world.friend.call(CarrierFixture.personal)
            let cause: CallCause = why == "absent" ? .destinationOutOfOrder : .userBusy
            #expect(await world.carrier.snapshot.call(id)?.cause == cause)
        }
    }

    @Test("ring from line to line")
    func lineToLine() async throws {
        try await withCarrier(clock: Self.start) { world in
            let work = try await world.addWork()
            let other = try await world.terminal(on: work, setUp: "ATE0;+CLIP=1")
            let terminal = try await world.terminal()
            try await terminal.ask("ATD5550111;")
            #expect(try await other.line(beginning: "+CLIP") == "+CLIP: \"+15550100\",145")
            #expect(try await terminal.ask("AT+CLCC") == ["+CLCC: 1,0,3,0,0,\"5550111\",129"])
            try await other.ask("ATA")
            #expect(try await terminal.ask("AT+CLCC") == ["+CLCC: 1,0,0,0,0,\"5550111\",129"])
            try await terminal.ask("AT+VTS=5")
            try await other.ask("AT+CHUP")
            try await terminal.line(beginning: "NO CARRIER")
            let call = try #require(await world.carrier.calls.first)
            #expect(call.callerModem == "personal" && call.calleeModem == "work")
            #expect(call.tones(by: .caller) == "5")
        }
    }
}
