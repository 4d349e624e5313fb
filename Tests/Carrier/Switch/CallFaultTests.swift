import HandsetAT
import HandsetCarrier
import Testing

@Suite("Calls that go wrong")
struct CallFaultTests {
    static let start = CarrierClock.manual(startingAt: 1_800_000_000)

    @Test("one RING is lost, the next is not")
    func lostRing() async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CLIP=1")
            try await world.modem.inject(.loseRing)
            try await world.friend.call(CarrierFixture.personal)
            #expect(try await terminal.ask("AT+CLCC").count == 1)
            #expect(await terminal.lines.isEmpty)
            await world.carrier.advance(by: .seconds(5))
            try await terminal.line(beginning: "RING")
        }
    }

    @Test("+CCWA, +CSSU and +CUSD are lost")
    func lostCodes() async throws {
        try await withCarrier(clock: Self.start) { world in
            try await world.friend.setCalls(CallBehaviour(.answers(after: .zero), holdsAfter: .seconds(1)))
            let terminal = try await world.terminal(setUp: "ATE0;+CCWA=1;+CSSN=1,1")
            for fault in [Fault.loseWaitingIndication, .loseCallNotice, .loseUSSD] {
                try await world.modem.inject(fault)
            }
            try await terminal.ask("ATD5550123;")
            try await world.carrier.subscriber(CarrierFixture.echo).call(CarrierFixture.personal)
            await world.carrier.advance(by: .seconds(1))
            try await terminal.ask("AT+CUSD=1,\"*100#\"")
            #expect(
                try await terminal.ask("AT+CLCC") == [
                    "+CLCC: 1,0,0,0,0,\"5550123\",129", "+CLCC: 2,1,5,0,0,\"+15550124\",145",
                ])
            #expect(await terminal.lines.isEmpty)
            #expect(await world.carrier.snapshot.faultsArmed == 0)
        }
    }

    @Test("the end of a call is never told; +CLCC alone shows it", arguments: [CallBehaviour.Reaction.busy, .rings])
    func lostEnd(reaction: CallBehaviour.Reaction) async throws {
        try await withCarrier(clock: Self.start) { world in
            try await world.friend.setCalls(CallBehaviour(reaction))
            let terminal = try await world.terminal()
            try await world.modem.inject(.loseCallEnd)
            try await terminal.ask("ATD5550123;")
            await world.carrier.advance(by: .seconds(60))
            #expect(try await terminal.ask("AT+CLCC") == [])
            #expect(await terminal.lines.isEmpty)
        }
    }

    @Test("a call fails in the network", arguments: [true, false])
    func refused(isOnModem: Bool) async throws {
        try await withCarrier { world in
            let fault = Fault.refuseCall(.noCircuit)
            if isOnModem {
                try await world.modem.inject(fault)
            } else {
                try await world.carrier.inject(fault, network: CarrierFixture.northwind)
            }
            let terminal = try await world.terminal()
            try await terminal.ask("ATD5550123;")
            try await terminal.line(beginning: "NO CARRIER")
            #expect(try await terminal.ask("AT+CEER") == ["+CEER: 34,\"no circuit available\""])
        }
    }

    static let cuts: [(point: Fault.CutPoint, command: String, isCarriedOut: Bool)] = [
        (.beforeExecution, "D", false), (.beforeAnswer, "D", true), (.afterAnswer, "D", true),
        (.beforeExecution, "A", false), (.beforeAnswer, "A", true), (.beforeExecution, "+CHUP", false),
        (.beforeAnswer, "+CHUP", true),
    ]

    @Test("the connection ends around a command; the call is as far as it got", arguments: cuts)
    func cut(_ cut: (point: Fault.CutPoint, command: String, isCarriedOut: Bool)) async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal()
            if cut.command != "D" {
                try await world.friend.call(CarrierFixture.personal)
                try await terminal.line(beginning: "RING")
                if cut.command == "+CHUP" { try await terminal.ask("ATA") }
            }
            try await world.modem.inject(.cutConnection(cut.point, command: cut.command))
            await terminal.write("AT\(cut.command)\(cut.command == "D" ? "5550123;" : "")\r")
            try await terminal.line(beginning: "[closed]")
            let again = try await world.terminal()
            let states = try await again.ask("AT+CLCC").map { String($0.dropFirst(11).prefix(1)) }
            let expected: [String] =
                switch (cut.command, cut.isCarriedOut) {
                case ("D", true): ["3"]
                case ("A", true), ("+CHUP", false): ["0"]
                case ("A", false): ["4"]
                default: []
                }
            #expect(states == expected)
        }
    }

    @Test("a final result is lost, or a command is ignored or fails")
    func answers() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await world.modem.inject(.loseAnswer("D"))
            await terminal.write("ATD5550123;\r")
            try await world.carrier.waitUntil { $0.calls.count == 1 }
            #expect(try await terminal.command("AT+CLCC") == ["+CLCC: 1,0,3,0,0,\"5550123\",129", "OK"])
            try await world.modem.inject(.ignoreCommand("+CHUP"))
            await terminal.write("AT+CHUP\r")
            try await world.modem.inject(.failCommand("+CHUP", cme: 100))
            #expect(try await terminal.command("AT+CHUP") == ["+CME ERROR: 100"])
            #expect(try await terminal.ask("AT+CLCC").count == 1)
            try await terminal.ask("AT+CHUP")
        }
    }

    @Test("the modem hangs in a call, until it starts anew")
    func stuck() async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal()
            try await world.modem.inject(.stopResponding(command: "+CLCC"))
            try await terminal.ask("ATD5550123;")
            await terminal.write("AT+CLCC\r")
            try await world.carrier.waitUntil { $0.faultsArmed == 0 }
            try await world.friend.answer()
            await terminal.write("AT\r")
            try await world.friend.hangUp()
            await world.carrier.advance(by: .seconds(60))
            // What it says first is the answer to what came after its start.
            try await world.modem.reset()
            await terminal.write("ATE0;+CMEE=1\r")
            #expect(try await terminal.linesUntil("OK") { $0 == "OK" }.last == "OK")
            #expect(try await terminal.ask("AT+CLCC") == [])
        }
    }

    static let losses: [(how: String, isTold: Bool)] = [
        ("coverage", true), ("service", true), ("SIM", true), ("radio", true), ("dropped", true), ("reset", false),
        ("restart", false),
    ]

    @Test("calls are lost with what they need", arguments: losses)
    func lost(_ loss: (how: String, isTold: Bool)) async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal()
            try await world.friend.setCalls(CallBehaviour(.answers(after: .zero)))
            try await terminal.ask("ATD5550123;")
            switch loss.how {
            case "coverage": try await world.modem.setCoverage(false)
            case "service": try await world.carrier.setInService(false, network: CarrierFixture.northwind)
            case "SIM": try await world.modem.removeSIM()
            case "radio": try await terminal.ask("AT+CFUN=4")
            case "dropped": try await world.modem.dropCalls()
            case "reset": try await world.modem.reset()
            default: await terminal.write("AT+CFUN=1,1\r")
            }
            let call = try await world.carrier.waitForCall(CallID(number: 1)) { $0.isOver }
            #expect(call.cause == .temporaryFailure)
            if loss.isTold { try await terminal.line(beginning: "NO CARRIER") }
            await terminal.write("ATE0\r")
            try await terminal.line(beginning: "OK")
            #expect(try await terminal.ask("AT+CLCC").filter { $0.hasPrefix("+CLCC") } == [])
            #expect(await !terminal.lines.contains("NO CARRIER"))
        }
    }

    @Test("a modem that is pulled out leaves nobody talking", arguments: [true, false])
    func unplugged(isRemoved: Bool) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await world.friend.setCalls(CallBehaviour(.answers(after: .zero)))
            try await terminal.ask("ATD5550123;")
            if isRemoved { try await world.carrier.removeModem("personal") } else { try await world.modem.unplug() }
            #expect(await world.carrier.calls.map(\.isOver) == [true])
            try await world.friend.call(CarrierFixture.personal)
            #expect(await world.carrier.calls.last?.cause == .destinationOutOfOrder)
        }
    }

    @Test("calls outlive the TE, and ring for the next one")
    func outliveTerminal() async throws {
        try await withCarrier(clock: Self.start) { world in
            let terminal = try await world.terminal()
            try await world.friend.setCalls(CallBehaviour(.answers(after: .zero)))
            try await terminal.ask("ATD5550123;")
            await terminal.disconnect()
            try await world.carrier.waitUntil { $0.modems["personal"]?.isConnected == false }
            let next = try await world.terminal()
            #expect(try await next.ask("AT+CLCC") == ["+CLCC: 1,0,0,0,0,\"5550123\",129"])
        }
    }

    @Test("the other line of a call is told that the first is lost")
    func otherLine() async throws {
        try await withCarrier { world in
            let work = try await world.addWork()
            let other = try await world.terminal(on: work)
            let terminal = try await world.terminal()
            try await terminal.ask("ATD5550111;")
            try await other.line(beginning: "RING")
            try await other.ask("ATA")
            try await world.modem.removeSIM()
            try await other.line(beginning: "NO CARRIER")
            #expect(try await other.ask("AT+CEER") == ["+CEER: 41,\"temporary failure\""])
        }
    }
}
