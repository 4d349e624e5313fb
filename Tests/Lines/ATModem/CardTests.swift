import HandsetLines
import HandsetPlatform
import Testing

@testable import HandsetATModem

private final class Pins: PINSource {
    let pin: String
    private let state = Lock<(taken: Int, accepted: Int)>((0, 0))

    init(_ pin: String) { self.pin = pin }

    func takePIN(iccid: String?) async -> String? {
        state.withLock { $0.taken += 1 }
        return pin
    }
    func accepted(iccid: String?) async { state.withLock { $0.accepted += 1 } }
    var taken: Int { state.withLock { $0.taken } }
    var acceptances: Int { state.withLock { $0.accepted } }
}

@Suite(.timeLimit(.minutes(1))) struct CardTests {
    private let first = LineID(iccid: "8988211000000000011")

    @Test func asksForThePIN() async throws {
        try await Bench.run { bench in
            await bench.farEnd.change { $0.pin = "1234" }
            _ = await bench.farEnd.store(pdu(1))
            await bench.modem.start()
            await bench.owner.waitForStatus { $0.sim == .pinRequired(attemptsLeft: nil) }
            #expect(await bench.owner.status?.line?.id == first)
            #expect(await bench.owner.status?.line?.canSendSMS == false)
            #expect(await bench.modem.sms == nil)
            let sim = try #require(await bench.modem.sim)
            #expect(await sim.unlock(pin: "12") == .failed)
            #expect(await sim.unlock(pin: "12a4") == .failed)
            #expect(await sim.unlock(pin: "9999") == .wrongPIN(attemptsLeft: nil))
            #expect(await bench.farEnd.count(of: "AT+CPIN=") == 1)
            #expect(await sim.unlock(pin: "1234") == .unlocked)
            await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
            await bench.owner.wait { $0.parts == [pdu(1)] }
            #expect(await sim.unlock(pin: "1234") == .notNeeded)
        }
    }

    @Test func tellsTheAttemptsLeft() async throws {
        try await Bench.run { bench in
            await bench.farEnd.change { $0.pin = "1234" }
            await bench.farEnd.script("+CPINR", .ok(["+CPINR: SIM PIN,2,3"]), lasting: true)
            await bench.modem.start()
            await bench.owner.waitForStatus { $0.sim == .pinRequired(attemptsLeft: 2) }
            let sim = try #require(await bench.modem.sim)
            #expect(await sim.unlock(pin: "0000") == .wrongPIN(attemptsLeft: 2))
            await bench.farEnd.script("+CPIN?", .ok(["+CPIN: SIM PUK"]), lasting: true)
            #expect(await sim.unlock(pin: "0000") == .pukRequired)
        }
    }

    @Test func entersAStoredPIN() async throws {
        let pins = Pins("1234")
        try await Bench.run(pins: pins) { bench in
            await bench.farEnd.change { $0.pin = "1234" }
            await bench.ready()
            #expect(pins.taken == 1 && pins.acceptances == 1)
        }
    }

    @Test func neverTriesAStoredPINTwice() async throws {
        let pins = Pins("4321")
        try await Bench.run(pins: pins) { bench in
            await bench.farEnd.change { $0.pin = "1234" }
            await bench.modem.start()
            await bench.owner.waitForStatus { $0.sim == .pinRequired(attemptsLeft: nil) }
            await bench.modem.probe()
            await bench.farEnd.cut()
            await bench.farEnd.wait { $0.connections == 2 }
            await bench.owner.waitForStatus { $0.sim == .pinRequired(attemptsLeft: nil) }
            await bench.farEnd.say("\r\n+CPIN: SIM PIN\r\n")
            await bench.modem.probe()
            #expect(await bench.farEnd.count(of: "AT+CPIN=") == 1)
            #expect(pins.taken == 1 && pins.acceptances == 0)
        }
    }

    @Test func leavesTheLastAttemptToAPerson() async throws {
        let pins = Pins("1234")
        try await Bench.run(pins: pins) { bench in
            await bench.farEnd.change { $0.pin = "1234" }
            await bench.farEnd.script("+CPINR", .ok(["+CPINR: SIM PIN,1,3"]), lasting: true)
            await bench.modem.start()
            await bench.owner.waitForStatus { $0.sim == .pinRequired(attemptsLeft: 1) }
            await bench.modem.probe()
            #expect(pins.taken == 0)
        }
    }

    @Test func noticesACardTakenOutAndPutIn() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.change { $0.hasCard = false }
            await bench.farEnd.say("\r\n+CPIN: NOT INSERTED\r\n")
            await bench.owner.waitForStatus { $0.sim == .absent && $0.line == nil }
            #expect(await bench.modem.sim == nil)
            await bench.farEnd.change {
                $0.hasCard = true
                $0.iccid = "8988211000000000022"
            }
            await bench.farEnd.say("\r\n+QSIMSTAT: 1,1\r\n")
            await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
            #expect(await bench.owner.status?.line?.id == LineID(iccid: "8988211000000000022"))
        }
    }

    @Test func noticesASilentRemovalByItsErrors() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.change { $0.hasCard = false }
            await bench.farEnd.say("\r\n+CMTI: \"SM\",1\r\n")
            await bench.owner.waitForStatus { $0.sim == .absent }
        }
    }

    @Test func noticesASilentSwapByAProbe() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.change { $0.iccid = "8988211000000000022" }
            _ = await bench.farEnd.store(pdu(1))
            await bench.modem.probe()
            #expect(await bench.owner.status?.line?.id == LineID(iccid: "8988211000000000022"))
            #expect(await bench.owner.lines == [LineID(iccid: "8988211000000000022")])
        }
    }

    @Test func keepsALinesNameWhileTheCardIsBusy() async throws {
        try await Bench.run { bench in
            await bench.ready()
            for name in ["+CRSM", "+CCID", "+ICCID"] {
                await bench.farEnd.script(name, .lines(["+CME ERROR: 14"]), lasting: true)
            }
            _ = await bench.farEnd.store(pdu(1))
            await bench.modem.probe()
            #expect(await bench.owner.status?.line?.id == first)
            #expect(await bench.owner.lines == [first])
        }
    }

    @Test func asksABusyCardAgainWhoItIs() async throws {
        try await Bench.run { bench in
            for name in ["+CRSM", "+CCID", "+ICCID"] {
                await bench.farEnd.script(name, .lines(["+CME ERROR: 14"]))
            }
            await bench.ready()
            #expect(await bench.owner.status?.line?.id == first)
        }
    }

    @Test func readsTheCardsEmergencyNumbersOnce() async throws {
        try await Bench.run { bench in
            await bench.farEnd.change { $0.calls = [] }
            await bench.ready()
            let voice = try #require(await bench.modem.voice)
            await bench.farEnd.script("+CRSM=192", .lines(["+CME ERROR: 14"]))
            #expect(await voice.emergencyNumbers == nil)
            await bench.farEnd.script("+CRSM=192", .lines(["+CME ERROR: 4"]))
            await bench.farEnd.script("+CRSM=176,28599", .ok(["+CRSM: 144,0,\"99F9FF\""]))
            #expect(await voice.emergencyNumbers == ["999"])
            let asked = await bench.farEnd.received.count
            #expect(await voice.emergencyNumbers == ["999"])
            #expect(await bench.farEnd.received.count == asked)
        }
    }

    @Test func deletesNothingFromAnotherCard() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.script("+CMGL", .raw("\r\n+CMGL: 1,0,,3\r\n\(pdu(1))\r\n"))
            async let probe: Void = bench.modem.probe()
            await bench.owner.wait { $0.parts == [pdu(1)] }
            await bench.farEnd.change {
                $0.iccid = "8988211000000000022"
                $0.storages["SM"] = [1: .init(pdu: pdu(2), length: 3)]
            }
            await bench.farEnd.say("\r\n^SIMST: 1\r\n\r\nOK\r\n")
            await probe
            #expect(await bench.owner.parts == [pdu(1), pdu(2)])
            #expect(await bench.owner.lines == [first, LineID(iccid: "8988211000000000022")])
            let stored = try #require(bench.journal.index(of: "stored \(pdu(2))"))
            let deleted = try #require(bench.journal.index(of: "deleted \(pdu(2))"))
            #expect(stored < deleted)
        }
    }

    @Test func asksABusyCardAgain() async throws {
        try await Bench.run { bench in
            for line in ["+CME ERROR: 14", "+CME ERROR: 13", "ERROR"] {
                await bench.farEnd.script("+CPIN?", .lines([line]))
            }
            await bench.farEnd.script("+CPIN?", .ok(["+CPIN: NOT READY"]))
            await bench.ready()
        }
    }

    @Test func namesOtherCodes() async throws {
        try await Bench.run { bench in
            await bench.farEnd.script("+CPIN?", .ok(["+CPIN: PH-NET PIN"]), lasting: true)
            await bench.modem.start()
            await bench.owner.waitForStatus { $0.sim == .otherCodeRequired("PH-NET PIN") }
        }
    }

    @Test func followsTheRegistration() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.script("+CREG?", .ok(["+CREG: 1,3"]), lasting: true)
            await bench.farEnd.script("+CEREG?", .ok(["+CEREG: 1,0"]), lasting: true)
            await bench.farEnd.say("\r\n+CEREG: 0\r\n\r\n+CREG: 3\r\n")
            await bench.owner.waitForStatus { $0.line?.registration == .denied && $0.line?.canSendSMS == false }
            await bench.farEnd.unscript()
            await bench.farEnd.say("\r\n+CREG: 5\r\n")
            await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
        }
    }
}
