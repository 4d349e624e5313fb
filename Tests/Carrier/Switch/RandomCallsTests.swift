import HandsetAT
import HandsetCarrier
import Testing

@Suite("Lines, people and faults at random")
struct RandomCallsTests {
    private static let commands = [
        "ATD5550123;", "ATD+15550124;", "ATD5550111;", "ATD5550100;", "ATD112;", "ATA", "ATA", "ATH", "AT+CHUP",
        "AT+CHLD=0", "AT+CHLD=1", "AT+CHLD=2", "AT+CHLD=2", "AT+CHLD=3", "AT+CHLD=3", "AT+CHLD=4", "AT+CHLD=11",
        "AT+CHLD=21",
        "AT+VTS=1", "AT+CUSD=1,\"*101#\"", "AT+CUSD=1,\"1\"", "AT+CUSD=2", "AT+CCWA=1,0", "AT+CCWA=1,1",
    ]

    private static let behaviours: [CallBehaviour] = [
        CallBehaviour(.rings), CallBehaviour(.busy), CallBehaviour(.answers(after: .zero), takesSecondCalls: true),
        CallBehaviour(.answers(after: .seconds(3)), hangsUpAfter: .seconds(20), holdsAfter: .seconds(2)),
        CallBehaviour(.rejects(after: .seconds(2)), callsBackAfter: .seconds(4)),
        CallBehaviour(.answers(after: .seconds(1)), hangsUpAfter: .zero),
    ]

    @Test("what the switch and the modems know agrees, and everything ends", arguments: 0..<40)
    func agree(run: Int) async throws {
        let isLate = run % 3 == 0
        try await withCarrier(
            clock: .manual(startingAt: 1_800_000_000), configure: { $0.voice.answersDialLate = isLate }
        ) { world in
            let work = try await world.addWork()
            let modems = [world.modem, work]
            let terminals = [
                try await world.terminal(setUp: "ATE0;+CSSN=1,1"), try await world.terminal(on: work, setUp: "ATE0"),
            ]
            let people = [world.friend, world.carrier.subscriber(CarrierFixture.echo)]
            var generator = Seeded(state: UInt64(run))
            for _ in 0..<200 {
                switch Int.random(in: 0..<16, using: &generator) {
                case 0..<8:
                    let index = Int.random(in: 0..<2, using: &generator)
                    let name = modems[index].name
                    let command = (Self.commands.randomElement(using: &generator) ?? "AT") + "\r"
                    let before = await world.carrier.snapshot.modems[name]?.octetsFromTerminal ?? 0
                    await terminals[index].write(command)
                    // ATD of a modem that answers late is given up by what comes next.
                    try await world.carrier.waitUntil {
                        $0.modems[name]?.octetsFromTerminal ?? 0 >= before + command.utf8.count
                    }
                case 8: _ = try? await people.randomElement(using: &generator)?.call(CarrierFixture.personal)
                case 9:
                    _ = try? await people.randomElement(using: &generator)?.call(
                        CarrierFixture.work, givesUpAfter: .seconds(9))
                case 10: _ = try? await people.randomElement(using: &generator)?.answer()
                case 11: _ = try? await people.randomElement(using: &generator)?.hangUp()
                case 12: _ = try? await people.randomElement(using: &generator)?.hold(Bool.random(using: &generator))
                case 13:
                    try await people.randomElement(using: &generator)?.setCalls(
                        Self.behaviours.randomElement(using: &generator) ?? CallBehaviour())
                case 14: try await disturb(modems.randomElement(using: &generator) ?? work, &generator)
                default: await world.carrier.advance(by: .seconds(Int64.random(in: 0..<8, using: &generator)))
                }
                check(await world.carrier.snapshot)
            }
            // People whom a line has left to each other talk until somebody hangs up.
            for person in people {
                try await person.setCalls(CallBehaviour())
                while (try? await person.hangUp()) != nil {}
            }
            for modem in modems {
                try await modem.setCoverage(true)
                try await modem.setCoverage(false)
            }
            await world.carrier.advance(by: .seconds(120))
            let snapshot = await world.carrier.snapshot
            check(snapshot)
            let isQuiet = snapshot.modems.values.allSatisfy { $0.calls.isEmpty && !$0.isMuted }
            #expect(isQuiet)
            let areOver = snapshot.calls.allSatisfy(\.isOver)
            #expect(areOver)
            #expect(snapshot.calls.count > 5)
        }
    }

    private func disturb(_ modem: CarrierModem, _ generator: inout Seeded) async throws {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: try await modem.setCoverage(false)
        case 1, 2: try await modem.setCoverage(true)
        case 3: try await modem.dropCalls()
        case 4: try await modem.reset()
        default: try await modem.inject(Bool.random(using: &generator) ? .loseCallEnd : .refuseCall(.congestion))
        }
    }

    private func check(_ snapshot: CarrierSnapshot) {
        for (name, modem) in snapshot.modems {
            for entry in modem.calls {
                guard let record = snapshot.call(entry.call) else {
                    Issue.record("a modem has a call that the switch never had")
                    continue
                }
                #expect(!record.isOver && record.involves(name), "a modem has a call that is over")
                // Of a call that was left to another while it rang, one end has long been talking.
                if !record.passed(.transferred) {
                    let talks = entry.state == .active || entry.state == .held
                    #expect(record.isConnected == talks, "\(record.state), \(entry.state)")
                }
                let side: CallRecord.Side = record.callerModem == name ? .caller : .callee
                #expect(record.heldBy.contains(side) == (entry.state == .held))
            }
        }
        for record in snapshot.calls where !record.isOver {
            for name in [record.callerModem, record.calleeModem].compactMap({ $0 }) {
                let isKnown = snapshot.modems[name]?.calls.contains { $0.call == record.id } == true
                #expect(isKnown, "a modem has lost a call")
            }
        }
        for record in snapshot.calls {
            let ends = record.steps.filter { if case .ended = $0.state { true } else { false } }.count
            #expect(ends <= 1)
            if record.isOver, case .ended = record.state {
            } else {
                #expect(!record.isOver, "something came after the end")
            }
        }
    }
}
