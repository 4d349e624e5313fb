import HandsetAT
import HandsetLines
import Testing

@testable import HandsetATModem

extension FarEnd {
    func list(_ calls: String...) { self.calls = calls }
}

extension Bench {
    /// Runs `body` with a modem that has calls.
    static func runCalls(
        times change: (inout ATModemConfiguration.Times) -> Void = { _ in },
        _ body: (Bench, any VoiceCapability) async throws -> Void
    ) async throws {
        try await run(times: change) { bench in
            await bench.farEnd.list()
            await bench.ready()
            let voice = try #require(await bench.modem.voice)
            try await body(bench, voice)
        }
    }

    func waitForCalls(_ calls: [ModemCall]) async { await owner.wait { $0.calls.last?.calls == calls } }
}

@Suite(.timeLimit(.minutes(1))) struct CallingTests {
    private let number = "+15550199"

    private func outgoing(_ state: ModemCall.State, _ index: Int = 1) -> ModemCall {
        ModemCall(index: index, isIncoming: false, state: state, number: .known(number))
    }

    private func incoming(_ state: ModemCall.State, _ index: Int = 1) -> ModemCall {
        ModemCall(index: index, isIncoming: true, state: state, number: .known(number))
    }

    @Test func preparesForCalls() async throws {
        try await Bench.run { bench in
            await bench.farEnd.list()
            await bench.modem.start()
            await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
            await bench.modem.probe()
            let received = await bench.farEnd.received
            for command in ["+CRC=1", "+CLIP=1", "+CCWA=1", "+CSSN=1,1", "+CUSD=1", "+CSCS=\"GSM\""] {
                #expect(received.count { $0 == "AT" + command } == 1)
            }
            #expect(await bench.modem.voice != nil)
            #expect(await bench.modem.ussd != nil)
        }
    }

    @Test func hasNoCallsWithoutAListing() async throws {
        try await Bench.run { bench in
            await bench.ready()
            #expect(await bench.modem.voice == nil)
            await bench.farEnd.say("\r\nRING\r\n")
            await bench.modem.probe()
            #expect(await bench.farEnd.count(of: "AT+CLCC") == 0)
        }
    }

    @Test func dials() async throws {
        try await Bench.runCalls { bench, voice in
            await bench.farEnd.change { $0.calls = [] }
            await bench.farEnd.script("D", .ok())
            async let outcome = voice.dial(CallRequest(number: number))
            await bench.farEnd.waitFor("ATD+15550199;")
            await bench.farEnd.list("1,0,2,0,0,\"+15550199\",145")
            #expect(await [.taken(index: 1), .taken(index: nil)].contains(outcome))
            await bench.waitForCalls([outgoing(.dialing)])
            await bench.farEnd.list("1,0,3,0,0,\"+15550199\",145")
            await bench.waitForCalls([outgoing(.alerting)])
            await bench.farEnd.list("1,0,0,0,0,\"+15550199\",145")
            await bench.waitForCalls([outgoing(.active)])
            await bench.farEnd.list()
            try await hangUp(1, bench, voice)
            let last = try #require(await bench.owner.calls.last)
            #expect(last == CallReport(ended: [EndedCall(index: 1, cause: .normal)]))
            #expect(await bench.farEnd.count(of: "ATD") == 1)
        }
    }

    /// Hangs up a call that the far end drops from its listing then.
    private func hangUp(_ index: Int, _ bench: Bench, _ voice: any VoiceCapability) async throws {
        let listed = await bench.owner.calls.last?.calls ?? []
        await bench.farEnd.change { far in far.calls = listed.map(\.line) }
        await bench.farEnd.script("+CHUP", .ok())
        async let done: Void = voice.perform(.hangUp(index: index))
        await bench.farEnd.wait { $0.received.contains("AT+CHUP") }
        await bench.farEnd.change { $0.calls = [] }
        try await done
        await bench.owner.wait { $0.calls.last?.calls.isEmpty == true }
    }

    @Test func answersARing() async throws {
        try await Bench.runCalls { bench, voice in
            await bench.farEnd.list("1,1,4,0,0")
            await bench.farEnd.say("\r\n+CRING: VOICE\r\n")
            await bench.owner.wait { $0.calls.last?.calls.first?.state == .incoming }
            await bench.farEnd.say("\r\n+CLIP: \"+15550199\",145,,,,0\r\n")
            await bench.waitForCalls([incoming(.incoming)])
            async let answered: Void = voice.perform(.answer)
            await bench.farEnd.waitFor("ATA")
            await bench.farEnd.list("1,1,0,0,0,\"+15550199\",145")
            try await answered
            await bench.waitForCalls([incoming(.active)])
            try await hangUp(1, bench, voice)
        }
    }

    @Test(arguments: [
        "1;+CFUN=0", "1\r\nAT+CFUN=0", "1\r", "1\n", "+", "", "1,2", "1w2", "tel:1", "1+2", "1 2", ">1", "1I",
        "\u{0661}",
        String(repeating: "1", count: 81),
    ])
    func onlyDigitsReachTheWire(_ number: String) async throws {
        try await Bench.runCalls { bench, voice in
            guard case .refused(let refusal) = await voice.dial(CallRequest(number: number, isEmergency: true)) else {
                Issue.record("not refused")
                return
            }
            #expect(refusal.kind == .notSupported)
            #expect(number.isEmpty || number.count < 3 || !refusal.reason.contains(number))
            #expect(await bench.farEnd.received.allSatisfy { !$0.hasPrefix("ATD") && !$0.contains("CFUN") })
        }
    }

    @Test func knowsNothingAfterACutAtDialling() async throws {
        try await Bench.runCalls { bench, voice in
            await bench.farEnd.script("D", .cut)
            #expect(await voice.dial(CallRequest(number: number)) == .unknown)
            await bench.farEnd.wait { $0.connections == 2 }
            await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
            await bench.modem.probe()
            #expect(await bench.farEnd.count(of: "ATD") == 1)
            #expect(await bench.owner.calls.isEmpty)
        }
    }
}

extension ModemCall {
    /// As `+CLCC` lists it.
    var line: String {
        let states: [State] = [.active, .held, .dialing, .alerting, .incoming, .waiting]
        let shown =
            if case .known(let number) = number { ",\"\(number)\",\(number.hasPrefix("+") ? 145 : 129)" } else { "" }
        return "\(index),\(isIncoming ? 1 : 0),\(states.firstIndex(of: state) ?? 0),0,\(isMultiparty ? 1 : 0)\(shown)"
    }
}
