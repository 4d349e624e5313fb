import HandsetCarrier
import HandsetSMS
import Testing

@Suite("Faults on demand")
struct FaultTests {
    static let start: Int64 = 1_800_000_000

    /// The texts of what was handed to the personal line, in order.
    private func texts(_ world: CarrierFixture) async throws -> [String?] {
        try await world.carrier.snapshot.handedOver(to: "personal").filter { $0.state != .lost }.map {
            try Deliver(decoding: $0.octets).text
        }
    }

    // MARK: On the way

    @Test(
        "a part is lost, doubled, late, or overtaken",
        arguments: [
            (Fault.losePart, ["b", "c"], ["b", "c"]), (.duplicatePart, ["a", "a", "b", "c"], ["a", "a", "b", "c"]),
            (.delayPart(.seconds(60)), ["b", "c"], ["b", "c", "a"]), (.reorderPart, ["b", "a", "c"], ["b", "a", "c"]),
        ])
    func parts(fault: Fault, atOnce: [String], later: [String]) async throws {
        try await withCarrier(clock: .manual(startingAt: Self.start)) { world in
            try await world.modem.inject(fault)
            for text in ["a", "b", "c"] { try await world.friend.send(text, to: CarrierFixture.personal) }
            #expect(try await texts(world) == atOnce)
            await world.carrier.advance(by: .seconds(60))
            #expect(try await texts(world) == later)
            #expect(await world.carrier.snapshot.faultsArmed == 0)
            let lost = await world.carrier.log.filter { $0.state == .lost }
            #expect(lost.count == (fault == .losePart ? 1 : 0))
        }
    }

    @Test("a part that is alone cannot be overtaken for ever")
    func reorderAlone() async throws {
        try await withCarrier(clock: .manual(startingAt: Self.start)) { world in
            try await world.carrier.inject(.reorderPart, network: CarrierFixture.northwind)
            try await world.friend.send("a", to: CarrierFixture.personal)
            #expect(try await texts(world).isEmpty)
            await world.carrier.advance(by: .seconds(30))
            #expect(try await texts(world) == ["a"])
        }
    }

    @Test("a part is cut short")
    func truncated() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=2,1")
            try await world.modem.inject(.truncatePart(5))
            try await world.friend.send("a", to: CarrierFixture.personal)
            try await terminal.line(beginning: "+CMTI")
            let lines = try await terminal.ask("AT+CMGR=1")
            #expect(lines.first == "+CMGR: 0,,5")
            #expect(try PDU(hex: lines[1]).tpdu.count == 5)
        }
    }

    // MARK: Between modem and TE

    @Test("an indication is lost, the message is not")
    func lostIndication() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=2,1")
            try await world.modem.inject(.loseIndication, times: 2)
            for text in ["a", "b", "c"] { try await world.friend.send(text, to: CarrierFixture.personal) }
            #expect(try await terminal.line(beginning: "+CMTI") == "+CMTI: \"SM\",3")
            #expect(try await terminal.ask("AT+CMGL=4").count == 6)
        }
    }

    @Test(
        "a submission is refused with the number that is asked for",
        arguments: [
            (Fault.refuseSubmissionCMS(38), "+CMS ERROR: 38", 38), (.refuseSubmissionCME(30), "+CME ERROR: 30", 30),
            (.failCommand("+CMGS", cme: 100), "+CME ERROR: 100", 0), (.failCommand("+CMGS", cme: nil), "ERROR", 0),
        ])
    func refused(fault: Fault, answer: String, code: Int) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await world.modem.inject(fault)
            let pdu = try CarrierFixture.pdu("Hello", to: CarrierFixture.friend)
            #expect(try await terminal.submit(pdu) == [answer])
            if code > 0 {
                #expect(await world.carrier.snapshot.taken(from: "personal").last?.state == .refused(code))
            }
            #expect(try await terminal.submit(pdu) == ["+CMGS: 1", "OK"])
            #expect(try await world.friend.waitForTexts(1).count == 1)
        }
    }

    @Test(
        "the connection ends before the PDU is taken, before the answer, or after it",
        arguments: [
            (Fault.CutPoint.beforeExecution, [LogEntry.State]()), (.beforeAnswer, [.taken, .unanswered]),
            (.afterAnswer, [.taken, .answered]),
        ])
    func cut(point: Fault.CutPoint, states: [LogEntry.State]) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await world.modem.inject(.cutConnection(point, command: "+CMGS"))
            let lines = try await terminal.submit(try CarrierFixture.pdu("Hello", to: CarrierFixture.friend))
            #expect(lines == (point == .afterAnswer ? ["+CMGS: 1", "OK"] : ["[closed]"]))
            if point == .afterAnswer { try await terminal.line(beginning: "[closed]") }
            #expect(await world.carrier.snapshot.taken(from: "personal").first?.steps.map(\.state) ?? [] == states)
            #expect(try await world.friend.received().count == (states.isEmpty ? 0 : 1))
            // The port is there again.
            let again = try await world.terminal()
            #expect(try await again.command("AT") == ["OK"])
        }
    }

    @Test(
        "a command is not answered, carried out or not",
        arguments: [
            (Fault.ignoreCommand("+CMGD"), 1), (.loseAnswer("+CMGD"), 0),
        ])
    func unanswered(fault: Fault, stored: Int) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await world.friend.send("a", to: CarrierFixture.personal)
            try await world.modem.inject(fault)
            await terminal.write("AT+CMGD=1\r")
            #expect(try await terminal.command("AT+CMEE?") == ["+CMEE: 1", "OK"])
            #expect(await world.carrier.snapshot.modems["personal"]?.storedOnCard == stored)
        }
    }

    @Test("an answer comes late, and what was asked meanwhile after it")
    func delayedAnswer() async throws {
        try await withCarrier(clock: .manual(startingAt: Self.start)) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=2,1")
            try await world.modem.inject(.delayAnswer(.seconds(5), command: "+CSQ"))
            await terminal.write("AT+CSQ\rAT+CMEE?\r")
            try await world.carrier.waitUntil { $0.faultsArmed == 0 }
            try await world.friend.send("a", to: CarrierFixture.personal)
            #expect(await terminal.lines.isEmpty)
            await world.carrier.advance(by: .seconds(5))
            try await terminal.line(beginning: "+CMEE: 0")
            try await terminal.line(beginning: "+CSQ: 22,99")
            try await terminal.line(beginning: "+CMTI")
        }
    }

    @Test("a PDU is shown garbled once")
    func garbled() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await world.friend.send("a", to: CarrierFixture.personal)
            try await world.modem.inject(.garblePDU)
            #expect(try await terminal.ask("AT+CMGR=1").last?.hasPrefix("ZZ") == true)
            #expect(try await terminal.ask("AT+CMGR=1").last?.hasPrefix("ZZ") == false)
        }
    }

    @Test("noise, codes that nobody knows, and lines without an end reach the TE")
    func noise() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await world.modem.emit(line: "^UNHEARD: 1,2,3")
            try await world.modem.emit([0xFF, 0x00, 0x80])
            try await world.modem.emit(Array(repeating: 0x41, count: 100_000))
            #expect(try await terminal.line(beginning: "^UNHEARD") == "^UNHEARD: 1,2,3")
            while await terminal.octetCount < 100_000 { _ = try await terminal.command("AT") }
        }
    }

    @Test("a modem is pulled out and put back; its card wants its PIN again")
    func unplugged() async throws {
        try await withCarrier(pin: "1234") { world in
            let terminal = try await world.terminal()
            try await terminal.ask("AT+CPIN=1234")
            try await world.modem.unplug()
            try await terminal.line(beginning: "[closed]")
            await #expect(throws: (any Error).self) { try await terminal.connect(to: world.modem.path) }
            #expect(await world.carrier.snapshot.modems["personal"]?.isRegistered == false)
            try await world.modem.plug()
            try await terminal.connect(to: world.modem.path)
            #expect(try await terminal.command("AT+CPIN?").suffix(2) == ["+CPIN: SIM PIN", "OK"])
        }
    }
}
