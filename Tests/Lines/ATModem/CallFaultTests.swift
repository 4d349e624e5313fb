import HandsetAT
import HandsetLines
import Testing

@testable import HandsetATModem

@Suite(.timeLimit(.minutes(1))) struct CallFaultTests {
    private let number = "+15550199"
    private static let ringing = "1,1,4,0,0,\"+15550199\",145"
    private static let talking = "1,1,0,0,0,\"+15550199\",145"

    /// A bench whose modem lists a call that the owner knows.
    private func run(
        _ calls: [String], times change: (inout ATModemConfiguration.Times) -> Void = { _ in },
        _ body: (Bench, any VoiceCapability) async throws -> Void
    ) async throws {
        try await Bench.runCalls(times: change) { bench, voice in
            await bench.farEnd.change { $0.calls = calls }
            await bench.farEnd.say("\r\nRING\r\n")
            await bench.owner.wait { $0.calls.last?.calls.count == calls.count }
            await bench.farEnd.forget()
            try await body(bench, voice)
        }
    }

    private func refusal(_ body: () async throws(CallRefusal) -> Void) async -> CallRefusal? {
        do throws(CallRefusal) { try await body() } catch { return error }
        return nil
    }

    // MARK: Cuts and silence

    @Test(arguments: [
        ("A", CallOperation.answer, ringing), ("+CHUP", .reject, ringing), ("+CHUP", .hangUp(index: 1), talking),
    ])
    func losesTheLinkAtACommand(_ command: String, _ operation: CallOperation, _ call: String) async throws {
        try await run([call]) { bench, voice in
            await bench.farEnd.change { $0.calls = [call] }
            await bench.farEnd.script(command, .cut)
            #expect(
                await refusal { () async throws(CallRefusal) in try await voice.perform(operation) }?.kind == .noModem)
            await bench.owner.wait { $0.calls.last?.ended == [EndedCall(index: 1, cause: .modemLost)] }
            // The modem still has it: that is told as what it is, a call that is there.
            await bench.owner.wait { $0.calls.last?.calls.count == 1 }
            #expect(await bench.owner.calls.last?.isFirst == true)
            #expect(await bench.owner.calls.contains { $0.isLinkLost })
            #expect(await bench.farEnd.count(of: "AT" + command) == 1)
        }
    }

    /// The owner hears that the calls of the connection before are over.
    @Test func tellsOfNoCallsAfterALoss() async throws {
        try await run([Self.talking]) { bench, _ in
            let before = await bench.owner.emptyFirsts
            await bench.farEnd.list()
            await bench.farEnd.cut()
            await bench.owner.wait { $0.emptyFirsts == before + 1 }
            let lost = [EndedCall(index: 1, cause: .modemLost)]
            #expect(await bench.owner.calls.last == CallReport(ended: lost, isLinkLost: true))
        }
    }

    /// What was listed before the card was looked at may be over by then.
    @Test func asksAgainWhenACodeComesBeforeTheFirstReport() async throws {
        try await run([Self.talking]) { bench, _ in
            let before = await bench.owner.emptyFirsts
            await bench.farEnd.script("+CRC", .silence)
            await bench.farEnd.script("+CPIN?", .raw("\r\nNO CARRIER\r\n\r\n+CPIN: READY\r\n\r\nOK\r\n"))
            await bench.farEnd.cut()
            await bench.farEnd.wait { $0.count(of: "AT+CRC") == 1 }
            await bench.farEnd.list()
            await bench.farEnd.say("\r\nOK\r\n")
            await bench.owner.wait { $0.emptyFirsts == before + 1 }
        }
    }

    /// Whose calls these are is told first: the owner looks for rows of the line that an earlier life left open. A card that is slow is
    /// not waited for.
    @Test(arguments: [true, false])
    func tellsOfTheLineBeforeItsCalls(isSlow: Bool) async throws {
        try await run(
            [Self.talking], times: { $0.firstReport = isSlow ? .milliseconds(50) : .seconds(100) }
        ) { bench, _ in
            await bench.farEnd.script("+CPIN?", .silence)
            await bench.farEnd.list(Self.ringing)
            await bench.farEnd.cut()
            await bench.farEnd.waitFor("AT+CPIN?")
            let known = await bench.owner.calls.count
            await bench.farEnd.say("\r\nRING\r\n")
            if isSlow { await bench.owner.wait { $0.calls.last?.isFirst == true } }
            #expect(await bench.owner.calls.count == known + (isSlow ? 1 : 0))
            #expect(await bench.owner.status?.line == nil)
            await bench.farEnd.say("\r\n+CPIN: READY\r\n\r\nOK\r\n")
            await bench.owner.wait { $0.calls.last?.isFirst == true }
            if !isSlow { #expect(await bench.owner.status?.line != nil) }
        }
    }

    @Test func saysThatAnAnswerIsNotKnown() async throws {
        try await run([Self.ringing]) { bench, voice in
            await bench.farEnd.script("A", .lines(["NO CARRIER"]))
            #expect(
                await refusal { () async throws(CallRefusal) in try await voice.perform(.answer) }?.kind == .wrongState)
            await bench.farEnd.list()
            #expect(
                await refusal { () async throws(CallRefusal) in try await voice.perform(.answer) }?.kind == .wrongState)
            #expect(await bench.farEnd.count(of: "ATA") == 1)
            await bench.owner.wait { $0.calls.last?.ended.count == 1 }
        }
    }

    /// A modem that took the call, or did not, and never says so: whoever hangs up does not wait for it.
    @Test(arguments: [CallOperation.hangUp(index: 1), .reject], [true, false])
    func aCallThatIsBeingTakenCanBeEnded(_ operation: CallOperation, _ aborts: Bool) async throws {
        try await run(
            [Self.ringing],
            times: {
                $0.slowCommand = .seconds(100)
                $0.interrupted = aborts ? .seconds(100) : .milliseconds(50)
            }
        ) { bench, voice in
            await bench.farEnd.script("A", .silence)
            let answering = Task { () async -> CallRefusal? in
                await refusal { () async throws(CallRefusal) in try await voice.perform(.answer) }
            }
            await bench.farEnd.waitFor("ATA")
            async let ended: Void = voice.perform(operation)
            if aborts { await bench.farEnd.abort("NO CARRIER") }
            #expect(await answering.value?.kind == (aborts ? .wrongState : .silent))
            try await ended
            #expect(await bench.farEnd.received.last { !$0.contains("CLCC") } == "AT+CHUP")
            await bench.farEnd.list()
        }
    }

    /// Hung up before the command to take it has left: it does not leave.
    @Test func aCallThatIsToBeEndedIsNotTaken() async throws {
        try await run([Self.ringing]) { bench, voice in
            await bench.farEnd.script("+CLCC", .silence)
            let answering = Task { () async -> CallRefusal? in
                await refusal { () async throws(CallRefusal) in try await voice.perform(.answer) }
            }
            await bench.farEnd.waitFor("AT+CLCC")
            async let ended: Void = voice.perform(.hangUp(index: 1))
            while await bench.modem.calling.actors.isEmpty { await Task.yield() }
            await bench.farEnd.say("\r\n+CLCC: \(Self.ringing)\r\n\r\nOK\r\n")
            #expect(await answering.value?.kind == .wrongState)
            try await ended
            #expect(await bench.farEnd.count(of: "ATA") == 0)
            #expect(await bench.farEnd.received.contains("AT+CHUP"))
        }
    }

    @Test func anEmergencyCallWaitsForNoAnswerOfATA() async throws {
        try await run(
            [Self.ringing],
            times: {
                $0.slowCommand = .seconds(100)
                $0.interrupted = .milliseconds(50)
            }
        ) { bench, voice in
            await bench.farEnd.script("A", .silence)
            async let answered: Void? = try? await voice.perform(.answer)
            await bench.farEnd.waitFor("ATA")
            async let outcome = voice.dial(CallRequest(number: "112", isEmergency: true))
            await bench.farEnd.waitFor("AT+CHUP")
            await bench.farEnd.list("1,0,2,0,0,\"112\",129")
            #expect(await [.taken(index: 1), .taken(index: nil)].contains(outcome))
            _ = await answered
        }
    }

    @Test func doesNotKnowAfterSilenceAtDialling() async throws {
        try await Bench.runCalls(times: {
            $0.dialing = .milliseconds(100)
            $0.command = .milliseconds(200)
        }) { bench, voice in
            await bench.farEnd.script("D", .silence)
            await bench.farEnd.list("1,0,2,0,0,\"+15550199\",145")
            // What is listed already is another call: none of ours.
            await bench.farEnd.list()
            async let outcome = voice.dial(CallRequest(number: number))
            await bench.farEnd.waitFor("ATD+15550199;")
            await bench.farEnd.list("1,0,3,0,0,\"+15550199\",145")
            #expect(await outcome == .unknown)
            // It rings over there: that is told, and it can be ended.
            await bench.owner.wait { $0.calls.last?.calls.first?.state == .alerting }
            await bench.farEnd.list()
            await bench.owner.wait { $0.calls.last?.ended.count == 1 }
            #expect(await bench.farEnd.count(of: "ATD") == 1)
        }
    }

    @Test func refusesWhatNeverLeft() async throws {
        try await Bench.runCalls { bench, voice in
            await bench.farEnd.script("+CLCC", .silence)
            async let outcome = voice.dial(CallRequest(number: number))
            await bench.farEnd.waitFor("AT+CLCC")
            await bench.farEnd.cut()
            #expect(await outcome == .refused(.noModem))
            #expect(await bench.farEnd.count(of: "ATD") == 0)
        }
    }

    @Test func oneCallIsMadeAtATime() async throws {
        try await Bench.runCalls { bench, voice in
            await bench.farEnd.script("D", .silence)
            async let first = voice.dial(CallRequest(number: number))
            await bench.farEnd.waitFor("ATD+15550199;")
            guard case .refused(let refusal) = await voice.dial(CallRequest(number: "5550123")) else {
                Issue.record("not refused")
                return
            }
            #expect(refusal.kind == .wrongState)
            await bench.farEnd.list("1,0,2,0,0")
            await bench.farEnd.say("\r\nOK\r\n")
            #expect(await first == .taken(index: 1))
            #expect(await bench.farEnd.count(of: "ATD") == 1)
        }
    }

    static let refusals: [(String, CallRefusal.Kind, Int?)] = [
        ("+CME ERROR: 10", .noSIM, 10), ("+CME ERROR: 11", .pinRequired, 11), ("+CME ERROR: 12", .pinRequired, 12),
        ("+CME ERROR: 30", .noService, 30), ("+CME ERROR: 32", .noService, 32), ("+CME ERROR: 62", .barred, 62),
        ("+CME ERROR: 56", .barred, 56), ("+CME ERROR: 3", .wrongState, 3), ("+CME ERROR: 4", .notSupported, 4),
        ("+CME ERROR: 999", .network, 999), ("ERROR", .network, nil), ("+CMS ERROR: 8", .network, nil),
        ("BUSY", .busy, nil),
        ("NO CARRIER", .network, nil),
    ]

    @Test(arguments: refusals)
    func mapsRefusals(_ line: String, _ kind: CallRefusal.Kind, _ code: Int?) async throws {
        try await Bench.runCalls { bench, voice in
            await bench.farEnd.script("D", .lines([line]))
            guard case .refused(let refusal) = await voice.dial(CallRequest(number: number)) else {
                Issue.record("not refused")
                return
            }
            #expect(refusal.kind == kind && refusal.code == code)
            #expect(!refusal.reason.isEmpty && !refusal.reason.contains("5550199"))
            #expect(await bench.owner.calls.isEmpty)
        }
    }

    // MARK: Codes that get lost

    @Test func findsACallByItsNumberAlone() async throws {
        try await Bench.runCalls { bench, voice in
            await bench.farEnd.list("1,1,4,0,0")
            await bench.farEnd.say("\r\n+CLIP: \"+15550199\",145\r\n")
            await bench.owner.wait { $0.calls.last?.calls.first?.number == .known(number) }
        }
    }

    @Test func hearsMakersWords() async throws {
        try await run([Self.talking]) { bench, _ in
            for (line, count) in [("VOICE CALL: END: 000007", 1), ("^CEND: 1,5,67", 2), ("+CIEV: 7,0", 3)] {
                await bench.farEnd.say("\r\n\(line)\r\n")
                await bench.farEnd.wait { $0.count(of: "AT+CLCC") == count }
            }
        }
    }

    @Test func isQuietDuringACall() async throws {
        try await run([Self.talking]) { bench, _ in
            await bench.modem.probe()
            let count = await bench.farEnd.count(of: "AT+CLCC")
            await bench.modem.probe()
            #expect(await bench.farEnd.count(of: "AT+CLCC") == count + 1)
            await bench.farEnd.list()
            await bench.modem.probe()
            await bench.owner.wait { $0.calls.last?.calls.isEmpty == true }
            await bench.farEnd.forget()
            await bench.modem.probe()
            #expect(await bench.farEnd.count(of: "AT+CLCC") == 0)
        }
    }

    // MARK: Modems that do it in their own way

    @Test func hangsUpWithoutItsCommand() async throws {
        try await run([Self.talking]) { bench, voice in
            await bench.farEnd.script("+CHUP", .lines(["ERROR"]))
            try await voice.perform(.hangUp(index: 1))
            let received = await bench.farEnd.received
            #expect(received.contains("AT+CVHU=0") && received.contains("ATH"))
        }
    }

    @Test func endsAHeldCallThatCannotBeNamed() async throws {
        try await run([Self.talking, "2,1,1,0,0"]) { bench, voice in
            await bench.farEnd.script("+CHLD=12", .lines(["+CME ERROR: 3"]))
            try await voice.perform(.hangUp(index: 2))
            #expect(await bench.farEnd.received.contains("AT+CHLD=0"))
            await bench.farEnd.script("+CHLD=11", .lines(["+CME ERROR: 3"]))
            #expect(
                await refusal { () async throws(CallRefusal) in try await voice.perform(.hangUp(index: 1)) }?.kind
                    == .wrongState)
        }
    }

    @Test func leavesAWaitingCallAlone() async throws {
        try await run([Self.talking, "2,1,1,0,0", "3,1,5,0,0"]) { bench, voice in
            await bench.farEnd.script("+CHLD=12", .lines(["+CME ERROR: 3"]))
            _ = await refusal { () async throws(CallRefusal) in try await voice.perform(.hangUp(index: 2)) }
            #expect(await !bench.farEnd.received.contains("AT+CHLD=0"))
        }
    }

    @Test(arguments: [
        CallOperation.answer, .holdAndAnswer, .endAndAnswer, .reject, .hangUp(index: 1), .swap, .merge,
        .split(index: 1),
    ])
    func changesNothingWithoutCalls(_ operation: CallOperation) async throws {
        try await Bench.runCalls { bench, voice in
            #expect(
                await refusal { () async throws(CallRefusal) in try await voice.perform(operation) }?.kind
                    == .wrongState)
            #expect(await bench.farEnd.received == ["AT+CLCC"])
        }
    }

    // MARK: Tones

    @Test(arguments: ["", "1,2", "x", "a", "1\r", String(repeating: "1", count: 33), "é"])
    func sendsNothingButTones(_ tones: String) async throws {
        try await run([Self.talking]) { bench, voice in
            #expect(
                await refusal { () async throws(CallRefusal) in try await voice.sendTones(tones) }?.kind
                    == .notSupported)
            #expect(await bench.farEnd.count(of: "AT+VTS") == 0)
        }
    }

    @Test func sendsTonesInTheirOrder() async throws {
        try await run([Self.talking]) { bench, voice in
            try await voice.sendTones("1#A")
            #expect(await bench.farEnd.received == ["AT+VTS=1", "AT+VTS=#", "AT+VTS=A"])
            await bench.farEnd.list()
            await bench.farEnd.say("\r\nNO CARRIER\r\n")
            await bench.owner.wait { $0.calls.last?.calls.isEmpty == true }
            #expect(
                await refusal { () async throws(CallRefusal) in try await voice.sendTones("1") }?.kind == .wrongState)
        }
    }

    // MARK: Past everything that waits

    @Test func anAnswerPassesTheReadingOfMessages() async throws {
        try await run([Self.ringing]) { bench, voice in
            for number in 1...4 { _ = await bench.farEnd.store(pdu(number)) }
            await bench.farEnd.script("+CMGR", .silence)
            await bench.farEnd.say("\r\n+CMTI: \"SM\",1\r\n+CMTI: \"SM\",2\r\n")
            await bench.farEnd.wait { $0.count(of: "AT+CMGR") == 1 }
            async let answered: Void = voice.perform(.answer)
            async let probe: Void = bench.modem.probe()
            // What is done to the calls is in line behind the one command that is out, and before all others.
            await bench.farEnd.say("\r\nERROR\r\n")
            try await answered
            let received = await bench.farEnd.received
            let answer = try #require(received.firstIndex(of: "ATA"))
            #expect(received[..<answer].count { $0.hasPrefix("AT+CM") } == 1)
            await probe
        }
    }
}
