import HandsetAT
import HandsetCarrier
import Testing

@Suite("Calls that a line makes")
struct OutgoingCallTests {
    static let start = CarrierClock.manual(startingAt: 1_800_000_000)

    @Test("dials, rings, talks, and ends here")
    func answered() async throws {
        try await withCarrier(clock: Self.start) { world in
            try await world.friend.setCalls(CallBehaviour(.answers(after: .seconds(5))))
            let terminal = try await world.terminal()
            try await terminal.ask("ATD+15550123;")
            #expect(try await terminal.ask("AT+CLCC") == ["+CLCC: 1,0,3,0,0,\"+15550123\",145"])
            #expect(try await terminal.ask("AT+CPAS") == ["+CPAS: 4"])
            await world.carrier.advance(by: .seconds(5))
            #expect(try await terminal.ask("AT+CLCC") == ["+CLCC: 1,0,0,0,0,\"+15550123\",145"])
            try await terminal.ask("AT+CHUP")
            #expect(try await terminal.ask("AT+CLCC") == [])
            #expect(try await terminal.ask("AT+CPAS") == ["+CPAS: 0"])
            #expect(try await terminal.ask("AT+CEER") == ["+CEER: 16,\"normal call clearing\""])
            let call = try #require(await world.carrier.calls.first)
            #expect(
                call.steps.map(\.state) == [.dialing, .alerting, .connected, .ended(by: .caller, .normalClearing)])
            #expect(call.caller == CarrierFixture.personal && call.callee == CarrierFixture.friend)
            #expect(await terminal.lines.isEmpty)
        }
    }

    static let failures: [(behaviour: CallBehaviour, line: String, cause: CallCause)] = [
        (CallBehaviour(.busy), "BUSY", .userBusy), (CallBehaviour(.rings), "NO ANSWER", .noAnswer),
        (CallBehaviour(.rejects(after: .seconds(3))), "NO CARRIER", .rejected),
        (CallBehaviour(.fails(.noUserResponding)), "NO ANSWER", .noUserResponding),
        (CallBehaviour(.fails(.noCircuit)), "NO CARRIER", .noCircuit),
        (CallBehaviour(.fails(.operatorDeterminedBarring)), "NO CARRIER", .operatorDeterminedBarring),
        (CallBehaviour(.fails(CallCause(rawValue: 99))), "NO CARRIER", CallCause(rawValue: 99)),
    ]

    @Test("fail for a reason that +CEER tells, whether OK came at once or not", arguments: failures, [false, true])
    func fails(_ failure: (behaviour: CallBehaviour, line: String, cause: CallCause), isLate: Bool) async throws {
        try await withCarrier(clock: Self.start, configure: { $0.voice.answersDialLate = isLate }) { world in
            try await world.friend.setCalls(failure.behaviour)
            let terminal = try await world.terminal()
            await terminal.write("ATD+15550123;\r")
            if !isLate { try await terminal.line(beginning: "OK") }
            try await world.carrier.waitUntil { !$0.calls.isEmpty }
            await world.carrier.advance(by: .seconds(60))
            #expect(try await terminal.line(beginning: failure.line) == failure.line)
            #expect(
                try await terminal.ask("AT+CEER") == ["+CEER: \(failure.cause.rawValue),\"\(failure.cause.meaning)\""])
            #expect(try await terminal.ask("AT+CLCC") == [])
            #expect(await world.carrier.calls.map(\.cause) == [failure.cause])
            #expect(await terminal.lines.isEmpty)
        }
    }

    @Test(
        "fail where there is nobody",
        arguments: [
            ("5559999", CallCause.unassignedNumber), ("+15550199", .destinationOutOfOrder), ("5550100", .userBusy),
        ])
    func nobody(number: String, cause: CallCause) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await terminal.ask("ATD\(number);")
            try await terminal.line(beginning: cause == .userBusy ? "BUSY" : "NO CARRIER")
            #expect(await world.carrier.calls.map(\.cause) == [cause])
        }
    }

    @Test("say OK once taken, where the modem is of that kind")
    func late() async throws {
        try await withCarrier(clock: Self.start, configure: { $0.voice.answersDialLate = true }) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CMEE=1;+COLP=1")
            await terminal.write("ATD5550123;\r")
            try await world.carrier.waitUntil { $0.calls.contains { $0.state == .alerting } }
            #expect(await terminal.lines.isEmpty)
            try await world.friend.answer()
            #expect(try await terminal.linesUntil("OK") { $0 == "OK" } == ["+COLP: \"5550123\",129", "OK"])
            #expect(try await terminal.ask("AT+CLCC") == ["+CLCC: 1,0,0,0,0,\"5550123\",129"])
        }
    }

    @Test("are given up by any octet while ATD waits")
    func abort() async throws {
        try await withCarrier(clock: Self.start, configure: { $0.voice.answersDialLate = true }) { world in
            let terminal = try await world.terminal()
            await terminal.write("ATD5550123;\r")
            try await world.carrier.waitUntil { $0.calls.contains { $0.state == .alerting } }
            await terminal.write("\r")
            try await terminal.line(beginning: "NO CARRIER")
            #expect(try await terminal.ask("AT+CLCC") == [])
            #expect(await world.carrier.calls.map(\.state) == [.ended(by: .caller, .normalClearing)])
        }
    }

    @Test("end there")
    func endedThere() async throws {
        try await withCarrier(clock: Self.start) { world in
            try await world.friend.setCalls(CallBehaviour(.answers(after: .zero), hangsUpAfter: .seconds(30)))
            let terminal = try await world.terminal()
            try await terminal.ask("ATD+15550123;")
            await world.carrier.advance(by: .seconds(29))
            #expect(try await terminal.ask("AT+CLCC").count == 1)
            await world.carrier.advance(by: .seconds(1))
            try await terminal.line(beginning: "NO CARRIER")
            #expect(try await terminal.ask("AT+CLCC") == [])
            #expect(await world.carrier.calls.first?.endedBy == .callee)
        }
    }

    @Test("are told of a hold there, and of waiting there")
    func notices() async throws {
        try await withCarrier(clock: Self.start) { world in
            let modem = try await world.addWork()
            try await world.friend.setCalls(
                CallBehaviour(
                    .answers(after: .zero), holdsAfter: .seconds(10), retrievesAfter: .seconds(5),
                    takesSecondCalls: true))
            let terminal = try await world.terminal(setUp: "ATE0;+CSSN=1,1")
            try await terminal.ask("ATD+15550123;")
            await world.carrier.advance(by: .seconds(10))
            try await terminal.line(beginning: "+CSSU: 2")
            #expect(await world.carrier.calls.first?.heldBy == [.callee])
            // The other end's hold is not ours.
            #expect(try await terminal.ask("AT+CLCC") == ["+CLCC: 1,0,0,0,0,\"+15550123\",145"])
            await world.carrier.advance(by: .seconds(5))
            try await terminal.line(beginning: "+CSSU: 3")
            let other = try await world.terminal(on: modem, setUp: "ATE0;+CSSN=1,1")
            try await other.ask("ATD+15550123;")
            try await other.line(beginning: "+CSSI: 3")
        }
    }

    @Test(
        "withhold the number where they are asked to",
        arguments: [
            ("ATD5550111;", "\"+15550100\",145"), ("ATDI5550111;", "\"\",128,,,,1"),
            ("ATD#31#5550111;", "\"\",128,,,,1"),
            ("AT+CLIR=1;D5550111;", "\"\",128,,,,1"), ("AT+CLIR=1;D5550111i;", "\"+15550100\",145"),
            ("AT+CLIR=1;D*31#5550111G;", "\"+15550100\",145"),
        ])
    func withheld(command: String, shown: String) async throws {
        try await withCarrier { world in
            let work = try await world.addWork()
            let other = try await world.terminal(on: work, setUp: "ATE0;+CLIP=1")
            let terminal = try await world.terminal()
            try await terminal.ask(command)
            #expect(try await other.line(beginning: "+CLIP") == "+CLIP: \(shown)")
        }
    }

    static let dialStrings: [(dialled: String, answer: String)] = [
        ("ATD;", "ERROR"), ("ATD", "ERROR"), ("ATD>1;", "ERROR"), ("ATDL;", "ERROR"), ("ATD+;", "ERROR"),
        ("ATD12+3;", "ERROR"), ("ATD" + String(repeating: "5", count: 81) + ";", "ERROR"), ("ATDé;", "ERROR"),
        ("ATD5550123", "NO CARRIER"), ("ATD(555) 0123;", "OK"), ("ATDT555,0123W;", "OK"), ("ATD1ABCD*#2;", "OK"),
        ("ATA", "NO CARRIER"), ("ATH1", "ERROR"), ("AT+CHUP", "OK"), ("AT+CVHU=1;H", "OK"),
    ]

    @Test("a dial string is taken or not", arguments: dialStrings)
    func dialString(_ string: (dialled: String, answer: String)) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            #expect(try await terminal.command(string.dialled).last == string.answer)
            #expect(await world.carrier.calls.isEmpty == !(string.dialled.contains("ATD") && string.answer == "OK"))
        }
    }
}
