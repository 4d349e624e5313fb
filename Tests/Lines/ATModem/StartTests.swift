import HandsetLines
import Testing

@testable import HandsetATModem

@Suite(.timeLimit(.minutes(1))) struct StartTests {
    @Test func tellsOfTheLine() async throws {
        try await Bench.run { bench in
            await bench.ready()
            let status = try #require(await bench.owner.status)
            #expect(status.isReachable && status.trouble == nil && status.sim == .ready)
            #expect(
                status.line
                    == LineState(
                        id: LineID(iccid: "8988211000000000011"), iccid: "8988211000000000011", imsi: "310260000000001",
                        ownNumber: "+15550100", registration: .home, signal: 100, network: "Net A", canSendSMS: true))
            #expect(await bench.modem.sms != nil)
            #expect(await bench.modem.sim != nil)
        }
    }

    /// A busy card tells its number later.
    @Test func asksForTheNumberAgain() async throws {
        try await Bench.run { bench in
            // At the card's start, and when the network is first looked at.
            for _ in 0..<2 { await bench.farEnd.script("+CNUM", .lines(["+CME ERROR: 14"])) }
            await bench.ready()
            #expect(await bench.owner.status?.line?.ownNumber == nil)
            await bench.farEnd.say("\r\n+CREG: 1\r\n")
            await bench.owner.waitForStatus { $0.line?.ownNumber == "+15550100" }
        }
    }

    @Test func settlesTheModem() async throws {
        try await Bench.run { bench in
            await bench.modem.start()
            await bench.modem.probe()
            let lines = await bench.farEnd.received
            #expect(Array(lines.prefix(3)) == ["AT+CMEE?", "ATE0", "AT+CMEE=1"])
            for line in [
                "AT+CMGF=0", "AT+CSMS=1", "AT+CPMS=\"SM\",\"SM\",\"SM\"", "AT+CNMI=2,1,0,1,0", "AT+CREG=1",
                "AT+CEREG=1",
                "AT+CMGL=4",
            ] { #expect(lines.contains(line), "\(line)") }
        }
    }

    @Test func livesWithEcho() async throws {
        try await Bench.run { bench in
            await bench.farEnd.change { $0.echoes = true }
            await bench.ready()
            #expect(await bench.owner.status?.line?.imsi == "310260000000001")
        }
    }

    @Test func getsAModemOutOfItsPrompt() async throws {
        try await Bench.run { bench in
            await bench.farEnd.change { $0.startsInPrompt = true }
            await bench.modem.start()
            await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
            #expect(await bench.farEnd.received.first == "ESC")
            #expect(await bench.farEnd.sent.isEmpty)
        }
    }

    @Test func livesWithoutTheMarker() async throws {
        try await Bench.run { bench in
            await bench.farEnd.script("+CMEE", .lines(["ERROR"]), lasting: true)
            await bench.ready()
        }
    }

    @Test(arguments: ["+CCID: \"8988211000000000011F\"", "8988211000000000011", "+ICCID: 8988211000000000011"])
    func asksMakersForTheICCID(_ answer: String) async throws {
        try await Bench.run { bench in
            await bench.farEnd.script("+CRSM", .lines(["+CME ERROR: 4"]), lasting: true)
            await bench.farEnd.script("+CCID", .ok([answer]), lasting: true)
            await bench.ready()
            #expect(await bench.owner.status?.line?.id == LineID(iccid: "8988211000000000011"))
        }
    }

    @Test func takesTheIMSIWithoutICCID() async throws {
        try await Bench.run { bench in
            await bench.farEnd.script("+CRSM", .lines(["+CRSM: 106,130", "OK"]), lasting: true)
            await bench.ready()
            #expect(await bench.owner.status?.line?.id == LineID(imsi: "310260000000001"))
        }
    }

    @Test func comesBackAfterEachCut() async throws {
        try await Bench.run { bench in
            await bench.ready()
            for round in 1...3 {
                await bench.farEnd.cut()
                await bench.farEnd.wait { $0.connections == round + 1 }
                await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
                let losses = await bench.owner.statuses.filter { $0.trouble == "the connection to the modem is gone" }
                #expect(losses.count == round && losses.allSatisfy { $0.line == nil && !$0.isReachable })
            }
        }
    }

    @Test func survivesACutAtEachCommand() async throws {
        try await Bench.run { bench in
            _ = await bench.farEnd.store(pdu(1))
            for command in [
                "+CMEE?", "E0", "+CPIN", "+CRSM", "+CIMI", "+CMGF", "+CPMS", "+CNMI", "+CMGL", "+CMGD", "+COPS",
            ] {
                await bench.farEnd.script(command, .cut)
            }
            await bench.modem.start()
            await bench.farEnd.wait { $0.storages["SM"]?.isEmpty == true && $0.connections > 11 }
            await bench.owner.waitForStatus { $0.line?.canSendSMS == true && $0.line?.network != nil }
            #expect(Set(await bench.owner.parts) == [pdu(1)])
        }
    }

    @Test func waitsForTheDevice() async throws {
        let bench = try await Bench()
        await bench.farEnd.close()
        await bench.modem.start()
        await bench.owner.waitForStatus { $0.trouble != nil }
        #expect(await bench.owner.status?.isReachable == false)
        await bench.modem.probe()
        try await bench.farEnd.open()
        await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
        await bench.end()
    }

    @Test func aProbeReconnectsAtOnce() async throws {
        let bench = try await Bench {
            $0.firstRetry = .seconds(3600)
            $0.lastRetry = .seconds(3600)
        }
        await bench.farEnd.close()
        await bench.modem.start()
        await bench.owner.waitForStatus { $0.trouble != nil }
        try await bench.farEnd.open()
        await bench.modem.probe()
        #expect(await bench.owner.status?.line?.canSendSMS == true)
        await bench.end()
    }

    @Test func servesSeveralModems() async throws {
        try await Bench.run { first in
            try await Bench.run { second in
                await second.farEnd.change { $0.iccid = "8988211000000000022" }
                await first.ready()
                await second.ready()
                #expect(await second.owner.status?.line?.id == LineID(iccid: "8988211000000000022"))
                _ = await second.farEnd.store(pdu(2))
                await second.farEnd.say("\r\n+CMTI: \"SM\",1\r\n")
                await second.owner.wait { $0.parts == [pdu(2)] }
                #expect(await first.owner.parts.isEmpty)
            }
        }
    }

    @Test func givesUpOnASilentModem() async throws {
        try await Bench.run(times: { $0.command = .milliseconds(50) }) { bench in
            await bench.farEnd.script("", .silence, lasting: true)
            await bench.modem.start()
            await bench.owner.waitForStatus { $0.trouble == "the modem does not answer" }
            await bench.farEnd.unscript()
            await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
        }
    }

    @Test func stopsAnywhere() async throws {
        for count in [0, 1, 3, 8, 15] {
            let bench = try await Bench()
            await bench.modem.start()
            await bench.farEnd.wait { $0.received.count >= count }
            await bench.end()
            #expect(await bench.modem.sms == nil)
        }
    }
}
