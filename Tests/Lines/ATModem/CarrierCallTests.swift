import HandsetCarrier
import HandsetLines
import HandsetPlatform
import Testing

@testable import HandsetATModem

extension CarrierBench {
    static let other = "+15550124"
    var other: CarrierSubscriber { carrier.subscriber(Self.other) }

    /// Runs `body` with a line, a friend and another subscriber.
    static func run(
        configure: (inout ModemConfiguration) -> Void = { _ in },
        times change: (inout ATModemConfiguration.Times) -> Void = { _ in },
        _ body: (CarrierBench, any VoiceCapability) async throws -> Void
    ) async throws {
        let bench = try await CarrierBench(configure: configure, times: change)
        do {
            try await bench.carrier.addSubscriber(.init(network: Self.network, number: Self.other))
            await bench.ready()
            try await body(bench, #require(await bench.modem.voice))
        } catch {
            await bench.end()
            throw error
        }
        await bench.end()
    }

    func waitForStates(_ states: HandsetLines.ModemCall.State...) async {
        await owner.wait { $0.calls.last?.calls.map(\.state) == states }
    }

    func waitForEnd() async -> [EndedCall] {
        await owner.wait { $0.calls.last?.calls.isEmpty == true && $0.calls.last?.ended.isEmpty == false }
        return await owner.calls.last?.ended ?? []
    }

    /// A call in progress with the friend.
    func talk(_ voice: any VoiceCapability) async throws -> CallID {
        let id = try await friend.call(Self.number)
        await waitForStates(.incoming)
        try await voice.perform(.answer)
        await waitForStates(.active)
        return id
    }
}

@Suite(.timeLimit(.minutes(1))) struct CarrierCallTests {
    @Test(arguments: [false, true]) func makesACall(answersLate: Bool) async throws {
        try await CarrierBench.run(
            configure: { $0.voice.answersDialLate = answersLate },
            times: { if answersLate { $0.dialPending = .milliseconds(200) } }
        ) { bench, voice in
            #expect(await voice.dial(CallRequest(number: CarrierBench.friend)) == .taken(index: 1))
            if !answersLate { await bench.waitForStates(.alerting) }
            let id = try await bench.friend.answer()
            await bench.waitForStates(.active)
            #expect(await bench.owner.calls.last?.calls.first?.number == .known(CarrierBench.friend))
            try await voice.sendTones("1*#D")
            #expect(try await bench.carrier.waitForCall(id) { $0.tones.count == 4 }.tones(by: .caller) == "1*#D")
            try await voice.setMuted(true)
            #expect(try await bench.far.snapshot().isMuted)
            try await voice.perform(.hangUp(index: 1))
            #expect(await bench.waitForEnd() == [EndedCall(index: 1, cause: .normal)])
            #expect(try await bench.carrier.waitForCall(id) { $0.isOver }.endedBy == .caller)
            #expect(await bench.carrier.calls.count == 1)
        }
    }

    @Test(arguments: [false, true]) func hangsUpBeforeTheAnswer(answersLate: Bool) async throws {
        try await CarrierBench.run(
            configure: { $0.voice.answersDialLate = answersLate },
            times: { if answersLate { $0.dialPending = .milliseconds(200) } }
        ) { bench, voice in
            #expect(await voice.dial(CallRequest(number: CarrierBench.friend)) == .taken(index: 1))
            try await voice.perform(.hangUp(index: 1))
            #expect(await bench.waitForEnd() == [EndedCall(index: 1, cause: .normal)])
            let snapshot = try await bench.carrier.waitUntil { $0.modems["modem"]?.calls.isEmpty == true }
            #expect(snapshot.modems["modem"]?.calls.isEmpty == true)
            #expect(await bench.carrier.calls.map(\.isOver) == [true])
        }
    }

    @Test(arguments: [
        (CallBehaviour.Reaction.busy, CallEndCause.busy), (.rejects(after: .milliseconds(10)), .rejected),
        (.fails(.unassignedNumber), .unallocated), (.fails(.congestion), .network),
        (.fails(.destinationOutOfOrder), .unreachable), (.fails(.operatorDeterminedBarring), .barred),
    ])
    func saysWhyACallFails(_ reaction: CallBehaviour.Reaction, _ cause: CallEndCause) async throws {
        try await CarrierBench.run { bench, voice in
            try await bench.friend.setCalls(CallBehaviour(reaction))
            guard case .taken = await voice.dial(CallRequest(number: CarrierBench.friend)) else {
                Issue.record("not taken")
                return
            }
            #expect(await bench.waitForEnd() == [EndedCall(index: 1, cause: cause)])
        }
    }

    @Test(arguments: [
        (CallBehaviour.Reaction.busy, CallRefusal.Kind.busy), (.fails(.operatorDeterminedBarring), .barred),
        (.fails(.unassignedNumber), .network),
    ])
    func saysWhyACallFailsLate(_ reaction: CallBehaviour.Reaction, _ kind: CallRefusal.Kind) async throws {
        try await CarrierBench.run(configure: { $0.voice.answersDialLate = true }) { bench, voice in
            try await bench.friend.setCalls(CallBehaviour(reaction))
            guard case .refused(let refusal) = await voice.dial(CallRequest(number: CarrierBench.friend)) else {
                Issue.record("not refused")
                return
            }
            #expect(refusal.kind == kind)
            #expect(await bench.owner.calls.isEmpty)
        }
    }

    @Test func hidesTheNumber() async throws {
        try await CarrierBench.run { bench, voice in
            _ = await voice.dial(CallRequest(number: CarrierBench.friend, showsNumber: false))
            #expect(await bench.carrier.calls.first?.isWithheld == true)
            try await voice.perform(.hangUp(index: 1))
            _ = await bench.waitForEnd()
            _ = await voice.dial(CallRequest(number: CarrierBench.friend, showsNumber: true))
            #expect(await bench.carrier.calls.last?.isWithheld == false)
        }
    }

    @Test(arguments: [false, true]) func takesACall(isWithheld: Bool) async throws {
        try await CarrierBench.run { bench, voice in
            let id = try await bench.friend.call(CarrierBench.number, isWithheld: isWithheld)
            let number: HandsetLines.ModemCall.Number = isWithheld ? .withheld : .known(CarrierBench.friend)
            await bench.owner.wait { $0.calls.last?.calls.first?.number == number }
            await bench.waitForStates(.incoming)
            try await voice.perform(.answer)
            await bench.waitForStates(.active)
            try await bench.friend.hold()
            await bench.owner.wait { $0.calls.last?.heldByOther == [1] }
            try await bench.friend.hold(false)
            await bench.owner.wait { $0.calls.last?.heldByOther == [] }
            try await bench.friend.hangUp()
            #expect(await bench.waitForEnd() == [EndedCall(index: 1, cause: .normal)])
            #expect(try await bench.carrier.waitForCall(id) { $0.isOver }.wasConnected)
        }
    }

    @Test func turnsACallAway() async throws {
        try await CarrierBench.run { bench, voice in
            let id = try await bench.friend.call(CarrierBench.number)
            await bench.waitForStates(.incoming)
            try await voice.perform(.reject)
            #expect(await bench.waitForEnd() == [EndedCall(index: 1, cause: .normal)])
            #expect(try await bench.carrier.waitForCall(id) { $0.isOver }.wasConnected == false)
            await #expect(throws: CallRefusal.self) { try await voice.perform(.answer) }
        }
    }

    @Test(
        "B84: a second call waits beside the first", arguments: [CallOperation.holdAndAnswer, .endAndAnswer, .reject])
    func takesAWaitingCall(_ operation: CallOperation) async throws {
        try await CarrierBench.run { bench, voice in
            _ = try await bench.talk(voice)
            try await bench.other.call(CarrierBench.number)
            await bench.waitForStates(.active, .waiting)
            #expect(await bench.owner.calls.last?.calls.last?.number == .known(CarrierBench.other))
            await #expect(throws: CallRefusal.self) { try await voice.perform(.answer) }
            await #expect(throws: CallRefusal.self) { try await voice.perform(.swap) }
            try await voice.perform(operation)
            switch operation {
            case .holdAndAnswer:
                await bench.waitForStates(.held, .active)
                try await voice.perform(.swap)
                await bench.waitForStates(.active, .held)
                try await voice.perform(.merge)
                await bench.owner.wait { $0.calls.last?.calls.allSatisfy { $0.isMultiparty } == true }
                try await voice.perform(.split(index: 1))
                await bench.waitForStates(.active, .held)
                try await voice.perform(.hangUp(index: 2))
                await bench.waitForStates(.active)
                #expect(await bench.owner.calls.last?.ended == [EndedCall(index: 2, cause: .normal)])
            case .endAndAnswer:
                await bench.owner.wait { $0.calls.last?.calls.map(\.index) == [2] }
                await bench.waitForStates(.active)
            default:
                await bench.waitForStates(.active)
                #expect(await bench.owner.calls.last?.calls.map(\.index) == [1])
            }
        }
    }

    @Test("B84: a waiting call whose caller gives up stops waiting, whatever codes get lost")
    func noticesThatAWaitingCallIsGone() async throws {
        try await CarrierBench.run { bench, voice in
            _ = try await bench.talk(voice)
            try await bench.other.call(CarrierBench.number)
            await bench.waitForStates(.active, .waiting)
            try await bench.far.inject(.loseCallEnd)
            try await bench.other.hangUp()
            await bench.waitForStates(.active)
            #expect(await bench.owner.calls.last?.ended == [EndedCall(index: 2, cause: .normal)])
        }
    }

    @Test func holdsForASecondCall() async throws {
        try await CarrierBench.run { bench, voice in
            _ = try await bench.talk(voice)
            #expect(await voice.dial(CallRequest(number: CarrierBench.other)) == .taken(index: 2))
            await bench.waitForStates(.held, .alerting)
            guard case .refused(let refusal) = await voice.dial(CallRequest(number: "+15550125")) else {
                Issue.record("not refused")
                return
            }
            #expect(refusal.kind == .wrongState)
            try await bench.other.answer()
            await bench.waitForStates(.held, .active)
        }
    }

    /// Only active ones can be named (3GPP TS 22.030, clause 6.5.5.1): the person is told what to do instead.
    @Test func saysWhyAHeldJoinedCallIsNotEndedAlone() async throws {
        try await CarrierBench.run { bench, voice in
            _ = try await bench.talk(voice)
            #expect(await voice.dial(CallRequest(number: CarrierBench.other)) == .taken(index: 2))
            await bench.waitForStates(.held, .alerting)
            try await bench.other.answer()
            await bench.waitForStates(.held, .active)
            try await voice.perform(.merge)
            await bench.owner.wait { $0.calls.last?.calls.allSatisfy { $0.isMultiparty } == true }
            try await voice.perform(.swap)
            await bench.waitForStates(.held, .held)
            let refusal = await #expect(throws: CallRefusal.self) { try await voice.perform(.hangUp(index: 1)) }
            #expect(refusal?.kind == .wrongState && refusal?.reason.contains("take them up first") == true)
            try await voice.perform(.swap)
            await bench.waitForStates(.active, .active)
            try await voice.perform(.hangUp(index: 1))
            await bench.waitForStates(.active)
        }
    }

    @Test func findsACallWithoutItsFirstRing() async throws {
        try await CarrierBench.run(configure: { $0.voice.ringInterval = .milliseconds(100) }) { bench, voice in
            try await bench.far.inject(.loseRing)
            try await bench.friend.call(CarrierBench.number)
            await bench.waitForStates(.incoming)
        }
    }

    @Test func findsTheEndOfACallByTheProbe() async throws {
        try await CarrierBench.run { bench, voice in
            _ = try await bench.talk(voice)
            try await bench.far.inject(.loseCallEnd)
            try await bench.friend.hangUp()
            try await bench.carrier.waitUntil { $0.modems["modem"]?.calls.isEmpty == true }
            await bench.modem.probe()
            #expect(await bench.waitForEnd() == [EndedCall(index: 1, cause: .normal)])
        }
    }

    @Test func losesACallWithTheLink() async throws {
        try await CarrierBench.run { bench, voice in
            _ = try await bench.talk(voice)
            try await bench.far.cutConnection()
            #expect(await bench.waitForEnd() == [EndedCall(index: 1, cause: .modemLost)])
        }
    }

    @Test func losesACallWithTheNetwork() async throws {
        try await CarrierBench.run { bench, voice in
            _ = try await bench.talk(voice)
            try await bench.far.setCoverage(false)
            let ended = await bench.waitForEnd()
            #expect(ended.map(\.index) == [1])
            #expect(ended.allSatisfy { $0.cause == .noService || $0.cause == .network })
        }
    }

    @Test func findsTheCallsOfAnEarlierConnection() async throws {
        try await CarrierBench.run { bench, voice in
            _ = try await bench.talk(voice)
            try await bench.far.cutConnection()
            await bench.owner.wait { $0.calls.contains { !$0.ended.isEmpty } }
            if try await bench.far.snapshot().calls.isEmpty { return }
            await bench.waitForStates(.active)
        }
    }

    // MARK: Emergencies

    @Test func callsForHelpWithoutACard() async throws {
        let bench = try await CarrierBench(hasCard: false)
        await bench.modem.start()
        await bench.owner.waitForStatus { $0.isReachable && $0.sim == .absent }
        let voice = try #require(await bench.modem.voice)
        #expect(await voice.dial(CallRequest(number: "112", isEmergency: true)) == .taken(index: 1))
        #expect(await bench.carrier.calls.first?.isEmergency == true)
        guard case .refused(let refusal) = await voice.dial(CallRequest(number: CarrierBench.friend)) else {
            Issue.record("not refused")
            return
        }
        #expect([.noSIM, .wrongState].contains(refusal.kind))
        #expect(await voice.emergencyNumbers == [])
        await bench.end()
    }

    @Test func callsForHelpBeforeThePIN() async throws {
        let bench = try await CarrierBench(pin: "1234", emergencyNumbers: ["123", "99"])
        await bench.modem.start()
        await bench.owner.waitForStatus { if case .pinRequired = $0.sim { true } else { false } }
        let voice = try #require(await bench.modem.voice)
        #expect(await voice.emergencyNumbers == ["123", "99"])
        guard case .refused(let refusal) = await voice.dial(CallRequest(number: CarrierBench.friend)) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.kind == .pinRequired)
        #expect(await voice.dial(CallRequest(number: "123", isEmergency: true)) == .taken(index: 1))
        await bench.end()
    }

    @Test func readsTheNumbersOfAnOldCard() async throws {
        let bench = try await CarrierBench(emergencyNumbers: ["112", "08"], isSIM: true)
        await bench.ready()
        #expect(await bench.modem.voice?.emergencyNumbers == ["112", "08"])
        await bench.end()
    }

    @Test func callsForHelpDuringCalls() async throws {
        try await CarrierBench.run { bench, voice in
            _ = try await bench.talk(voice)
            _ = await voice.dial(CallRequest(number: CarrierBench.other))
            guard case .taken = await voice.dial(CallRequest(number: "112", isEmergency: true)) else {
                Issue.record("not taken")
                return
            }
            await bench.owner.wait { $0.calls.last?.calls.map(\.number) == [.known("112")] }
            #expect(await bench.carrier.calls.map(\.isOver) == [true, true, false])
        }
    }

    // MARK: Service strings

    @Test(arguments: [(false, false), (true, false), (false, true)])
    func asksTheNetwork(packs: Bool, breaksLines: Bool) async throws {
        try await CarrierBench.run(configure: {
            $0.voice.packsUSSD = packs
            $0.voice.breaksUSSDLines = breaksLines
        }) { bench, _ in
            let ussd = try #require(await bench.modem.ussd)
            #expect(
                try await ussd.request("*100#")
                    == USSDAnswer(text: "Your balance is 12.50. It is valid until 31 December.", standing: .done))
            #expect(
                try await ussd.request("*101#")
                    == USSDAnswer(text: "1 Balance\n2 Data left\n0 Leave", standing: .awaitsReply))
            #expect(
                try await ussd.request("2") == USSDAnswer(text: "1 This month\n2 Last month", standing: .awaitsReply))
            #expect(try await ussd.request("1") == USSDAnswer(text: "1.5 GB left", standing: .done))
            #expect(try await ussd.request("*999#").standing == .notSupported)
            _ = try await ussd.request("*101#")
            await ussd.cancel()
            #expect(try await ussd.request("*100#").standing == .done)
        }
    }

    @Test func tellsWhatTheNetworkSaysUnasked() async throws {
        try await CarrierBench.run { bench, _ in
            try await bench.far.push(.answer("Kredit: 5 €, \u{44F}"))
            await bench.owner.wait { $0.strings.count == 1 }
            #expect(await bench.owner.strings == [USSDAnswer(text: "Kredit: 5 €, \u{44F}", standing: .done)])
        }
    }

    @Test func doesNotWaitForever() async throws {
        try await CarrierBench.run(times: { $0.ussd = .milliseconds(100) }) { bench, _ in
            try await bench.far.inject(.loseUSSD)
            let ussd = try #require(await bench.modem.ussd)
            #expect(try await ussd.request("*100#").standing == .timedOut)
            #expect(try await ussd.request("*100#").standing == .done)
        }
    }
}
