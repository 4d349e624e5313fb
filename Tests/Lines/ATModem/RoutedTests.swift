import HandsetAT
import HandsetLines
import Testing

@testable import HandsetATModem

@Suite(.timeLimit(.minutes(1))) struct RoutedTests {
    @Test(arguments: ["+CMT: ,3", "+CDS: 3", "+CMT: \"a,b\",3"]) func acknowledgesOnceStored(_ header: String)
        async throws
    {
        try await Bench.run { bench in
            await bench.ready()
            await bench.owner.hold()
            await bench.farEnd.say("\r\n\(header)\r\n\(pdu(1))\r\n")
            await bench.owner.wait { $0.offers == 1 }
            #expect(await bench.farEnd.count(of: "AT+CNMA") == 0)
            await bench.owner.release()
            await bench.farEnd.waitFor("AT+CNMA")
            let journal = bench.journal
            let stored = try #require(journal.index(of: "stored \(pdu(1))"))
            let acknowledged = try #require(journal.index(of: "AT+CNMA"))
            #expect(stored < acknowledged)
        }
    }

    @Test func refusesWhatCouldNotBeStored() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.owner.refuse([pdu(1)])
            await bench.farEnd.say("\r\n+CMT: ,3\r\n\(pdu(1))\r\n")
            await bench.farEnd.waitFor("AT+CNMA=2")
            #expect(await bench.owner.parts.isEmpty)
        }
    }

    @Test func rearmsAfterALateAcknowledgement() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.script("+CNMA", .lines(["+CMS ERROR: 340"]))
            await bench.farEnd.say("\r\n+CDS: 3\r\n\(pdu(1))\r\n")
            await bench.farEnd.waitFor("AT+CNMI=2,1,0,1,0")
            #expect(await bench.owner.parts == [pdu(1)])
            #expect(await bench.farEnd.received.filter { $0.hasPrefix("AT+CN") } == ["AT+CNMA", "AT+CNMI=2,1,0,1,0"])
        }
    }

    @Test func rearmsWhenThePDUDidNotCome() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.say("\r\n+CMT: ,3\r\n+CMT: ,3\r\n\(pdu(2))\r\n")
            await bench.farEnd.waitFor("AT+CNMI=2,1,0,1,0")
            await bench.farEnd.waitFor("AT+CNMA")
            #expect(await bench.owner.parts == [pdu(2)])
        }
    }

    @Test func goesBetweenTheCommandsOfADrain() async throws {
        try await Bench.run { bench in
            for number in 1...20 { _ = await bench.farEnd.store(pdu(number)) }
            await bench.farEnd.script(
                "+CMGD=1;", .raw("\r\n+CMT: ,3\r\n\(pdu(99))\r\n\r\nOK\r\n"))
            await bench.ready()
            let journal = bench.journal.all
            let acknowledged = try #require(journal.firstIndex(of: "AT+CNMA"))
            let last = try #require(journal.lastIndex { $0.hasPrefix("AT+CMGD") })
            #expect(acknowledged < last)
        }
    }

    @Test func acknowledgesBeforeWhatWaitsToBeSent() async throws {
        try await Bench.run { bench in
            await bench.ready()
            let sms = try #require(await bench.modem.sms)
            await bench.farEnd.script("PDU", .silence)
            async let first = sms.send(OutgoingPart(number: 1, octets: [1]))
            await bench.farEnd.wait { $0.sent.count == 1 }
            async let second = sms.send(OutgoingPart(number: 1, octets: [1, 2]))
            async let third = sms.send(OutgoingPart(number: 1, octets: [1, 2, 3]))
            await bench.farEnd.say("\r\n+CMT: ,3\r\n\(pdu(1))\r\n")
            await bench.owner.wait { $0.parts == [pdu(1)] }
            while await bench.modem.waitingCommands < 3 { await Task.yield() }  // the acknowledgement is in line
            await bench.farEnd.say("\r\n+CMGS: 9\r\n\r\nOK\r\n")
            #expect(await first == .taken(reference: 9))
            _ = await (second, third)
            let commands = await bench.farEnd.received.filter { $0.hasPrefix("AT") }.map { String($0.prefix(7)) }
            #expect(commands == ["AT+CMGS", "AT+CNMA", "AT+CMGS", "AT+CMGS"])
        }
    }

    @Test func waitsForTheLine() async throws {
        try await Bench.run { bench in
            await bench.farEnd.script(
                "+CRSM", .raw("\r\n+CMT: ,3\r\n\(pdu(1))\r\n\r\n+CRSM: 144,0,\"988812010000000010F1\"\r\nOK\r\n"))
            await bench.ready()
            #expect(await bench.owner.parts == [pdu(1)])
            #expect(await bench.farEnd.received.isEmpty)
            #expect(bench.journal.all.contains("AT+CNMA"))
        }
    }

    @Test func keepsWhatAModemHasAcknowledgedItself() async throws {
        try await Bench.run { bench in
            await bench.farEnd.script("+CSMS", .lines(["ERROR"]), lasting: true)
            await bench.ready()
            await bench.owner.refuse([pdu(1)])
            await bench.farEnd.say("\r\n+CMT: ,3\r\n\(pdu(1))\r\n+CMT: ,3\r\n\(pdu(2))\r\n")
            await bench.owner.wait { $0.offers > 0 }
            await bench.farEnd.cut()
            await bench.farEnd.wait { $0.connections == 2 }
            await bench.owner.refuse([])
            await bench.owner.wait { $0.parts == [pdu(1), pdu(2)] }
            #expect(!bench.journal.all.contains { $0.hasPrefix("AT+CNMA") })
        }
    }

    @Test func keepsADamagedLineAsItCame() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.say("\r\n+CMT: ,3\r\n0004zz\r\n")
            await bench.farEnd.waitFor("AT+CNMA")
            #expect(await bench.owner.parts == [Hex.encode("0004zz".utf8).text])
        }
    }

    @Test func choosesIndications() throws {
        func best(_ offer: String, acknowledging: Bool = true) throws -> [Int]? {
            try MessageIndications.choices([Parameter](parsing: offer.utf8), acknowledging: acknowledging)
                .first?.parameters.compactMap(\.number)
        }
        #expect(try best("(0-2),(0-3),(0-3),(0-2),(0,1)") == [2, 1, 0, 1, 0])
        #expect(try best("(0-2),(0-3),(0-3),(0-2),(0,1)", acknowledging: false) == [2, 1, 0, 2, 0])
        #expect(try best("(0,1),(0,2),(0),(0),(1)") == [1, 2, 0, 0, 1])
        #expect(try best("(3),(0,1),(0),(0,2),(1)") == [3, 1, 0, 2, 1])
        #expect(try best("2,1,0,0,0") == [2, 1, 0, 0, 0])
        #expect(try best("(0),(0),(0),(0),(0)") == nil)
        #expect(try best("") == [2, 1, 0, 1, 0])
    }

    @Test func fallsBackWhenIndicationsAreRefused() async throws {
        try await Bench.run { bench in
            await bench.farEnd.script("+CNMI=2,1,0,1,0", .lines(["+CMS ERROR: 303"]), lasting: true)
            await bench.modem.start()
            await bench.modem.probe()
            #expect(await bench.farEnd.received.contains("AT+CNMI=2,1,0,0,0"))
            #expect(await bench.owner.status?.trouble == nil)
        }
    }

    @Test func saysThatNobodyWillTell() async throws {
        try await Bench.run { bench in
            await bench.farEnd.script("+CNMI", .lines(["ERROR"]), lasting: true)
            await bench.modem.start()
            await bench.owner.waitForStatus { $0.trouble?.contains("does not tell") == true }
            await bench.modem.probe()
            _ = await bench.farEnd.store(pdu(1))
            await bench.modem.probe()
            #expect(await bench.owner.parts == [pdu(1)])
        }
    }
}

extension ATModem {
    fileprivate var waitingCommands: Int { link?.waiting ?? 0 }
}
