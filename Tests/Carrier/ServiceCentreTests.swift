import HandsetCarrier
import HandsetSMS
import Testing

@Suite("The service centre")
struct ServiceCentreTests {
    static let start: Int64 = 1_800_000_000

    @Test("lines on two networks reach each other, with the sender's service centre and zone")
    func acrossNetworks() async throws {
        try await withCarrier(clock: .manual(startingAt: Self.start)) { world in
            let work = try await world.addWork()
            let personal = try await world.terminal()
            let other = try await world.terminal(on: work, setUp: "ATE0;+CNMI=2,1")
            // Dialled as a national number: the network knows whom that is.
            _ = try await personal.submit(try CarrierFixture.pdu("Ciao 👋", to: "5550111"))
            try await other.line(beginning: "+CMTI: \"SM\",1")
            let pdu = try PDU(hex: try #require(try await other.ask("AT+CMGR=1").last))
            let deliver = try Deliver(decoding: pdu.tpdu)
            #expect(pdu.serviceCentre.address?.value == "+15550001")
            #expect(deliver.originatingAddress.value == CarrierFixture.personal)
            #expect(deliver.text == "Ciao 👋")
            #expect(deliver.timestamp.secondsSince1970 == Self.start)
            #expect(deliver.timestamp.quarterHours == 8)
        }
    }

    @Test("parts arrive as they were sent, header and octets")
    func parts() async throws {
        try await withCarrier { world in
            let work = try await world.addWork()
            let personal = try await world.terminal()
            let other = try await world.terminal(on: work)
            let text = String(repeating: "Ünïcödé 😀 ", count: 30)
            let pdus = try CarrierFixture.pdus(text, to: CarrierFixture.work)
            #expect(pdus.count > 3)
            for pdu in pdus { _ = try await personal.submit(pdu) }
            try await world.carrier.waitUntil { $0.modems["work"]?.storedOnCard == pdus.count }
            let lines = try await other.ask("AT+CMGL=4")
            let parts = try stride(from: 1, to: lines.count, by: 2).map {
                try Deliver(decoding: try PDU(hex: lines[$0]).tpdu)
            }
            #expect(try parts.map(\.userData) == pdus.map { try Submit(decoding: $0.tpdu).userData })
            #expect(UserData.text(joining: parts.map(\.userData)) == text)
        }
    }

    @Test("a subscriber puts parts together and answers")
    func echo() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=2,1")
            let text = String(repeating: "Blåbærsyltetøy. ", count: 20)
            let pdus = try CarrierFixture.pdus(text, to: CarrierFixture.echo)
            // In another order than they were made.
            for pdu in pdus.reversed() { _ = try await terminal.submit(pdu) }
            let received = try await world.carrier.subscriber(CarrierFixture.echo).waitForTexts(1)
            #expect(received.map(\.text) == [text])
            let count = try Submit.messages(
                "👍 " + text, to: try #require(Address(CarrierFixture.personal)), reference: 1
            ).count
            try await world.carrier.waitUntil { $0.modems["personal"]?.storedOnCard == count }
        }
    }

    @Test("answers come in turn, after their delay")
    func answers() async throws {
        try await withCarrier(clock: .manual(startingAt: Self.start)) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=2,1")
            try await world.friend.setBehaviour(.answers(["yes", "no"]), replyDelay: .seconds(60))
            for _ in 0..<3 { _ = try await terminal.submit(try CarrierFixture.pdu("?", to: CarrierFixture.friend)) }
            await world.carrier.advance(by: .seconds(59))
            #expect(await world.carrier.snapshot.handedOver(to: "personal").isEmpty)
            await world.carrier.advance(by: .seconds(1))
            let texts = try await world.carrier.snapshot.handedOver(to: "personal").map {
                try Deliver(decoding: $0.octets).text
            }
            #expect(texts == ["yes", "no", "yes"])
        }
    }

    // MARK: Reports

    @Test("a report tells reference, recipient, both times and the status")
    func report() async throws {
        try await withCarrier(clock: .manual(startingAt: Self.start)) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=2,1,0,1,0")
            try await world.friend.setReachable(false)
            let pdu = try CarrierFixture.pdu("report", to: CarrierFixture.friend, wantsReport: true)
            #expect(try await terminal.submit(pdu) == ["+CMGS: 1", "OK"])
            await world.carrier.advance(by: .seconds(3600))
            try await world.friend.setReachable(true)
            let (code, report) = try await terminal.routedPDU("+CDS: ")
            #expect(code == "+CDS: \(report.tpdu.count)")
            let decoded = try StatusReport(decoding: report.tpdu)
            #expect(decoded.messageReference == 1)
            #expect(decoded.recipientAddress.value == CarrierFixture.friend)
            #expect(decoded.timestamp.secondsSince1970 == Self.start)
            #expect(decoded.dischargeTime.secondsSince1970 == Self.start + 3600)
            #expect(decoded.status == .delivered)
            let entry = try #require(await world.carrier.snapshot.handedOver(to: "personal").last)
            #expect(entry.kind == .statusReport)
            #expect(entry.messageReference == 1)
        }
    }

    @Test("the report of a message to a subscriber who is there comes after the answer, not before")
    func reportAfterAnswer() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=2,1,0,1,0")
            let pdu = try CarrierFixture.pdu("report", to: CarrierFixture.friend, wantsReport: true)
            #expect(try await terminal.submit(pdu) == ["+CMGS: 1", "OK"])
            _ = try await terminal.routedPDU("+CDS: ")
        }
    }

    @Test("reports are stored where +CNMI says so, and forgotten where nobody asked", arguments: [0, 2])
    func storedReport(ds: Int) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=2,1,0,\(ds),0")
            let pdu = try CarrierFixture.pdu("report", to: CarrierFixture.friend, wantsReport: true)
            _ = try await terminal.submit(pdu)
            if ds == 2 { try await terminal.line(beginning: "+CDSI: \"SM\",1") }
            let snapshot = try await world.carrier.waitUntil { $0.handedOver(to: "personal").count == 1 }
            #expect(snapshot.modems["personal"]?.storedOnCard == ds / 2)
            #expect(snapshot.waiting.isEmpty)
        }
    }

    @Test(
        "a message ends with its validity, and the report says so",
        arguments: [
            (ValidityPeriod.relative(seconds: 3600), 3600), (.absent, 2 * 86_400),
            (.absolute(Timestamp(secondsSince1970: start + 500, quarterHours: -4)), 500),
        ])
    func expires(validity: ValidityPeriod, seconds: Int) async throws {
        try await withCarrier(clock: .manual(startingAt: Self.start)) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=2,1,0,1,0")
            let pdu = try CarrierFixture.pdu("old", to: CarrierFixture.silent, wantsReport: true, validity: validity)
            _ = try await terminal.submit(pdu)
            await world.carrier.advance(by: .seconds(seconds - 1))
            #expect(await world.carrier.snapshot.waiting == [CarrierFixture.silent: 1])
            await world.carrier.advance(by: .seconds(1))
            let report = try StatusReport(decoding: try await terminal.routedPDU("+CDS: ").pdu.tpdu)
            #expect(report.status == .expired)
            #expect(report.dischargeTime.secondsSince1970 == Self.start + Int64(seconds))
            #expect(await world.carrier.snapshot.waiting.isEmpty)
        }
    }

    @Test("a number that nobody has is not obtainable")
    func unknownRecipient() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=2,1,0,1,0")
            let pdu = try CarrierFixture.pdu("?", to: "+15550177", wantsReport: true)
            #expect(try await terminal.submit(pdu).last == "OK")
            let report = try StatusReport(decoding: try await terminal.routedPDU("+CDS: ").pdu.tpdu)
            #expect(report.status.rawValue == 0x43)
        }
    }

    // MARK: Refusals

    @Test("what a service centre does not take")
    func refuses() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            let good = try CarrierFixture.pdu("Hello", to: CarrierFixture.friend)
            // Another service centre than any network has.
            let unknown = ServiceCentreAddress(Address("+15550166"))
            let astray = PDU(serviceCentre: unknown, tpdu: good.tpdu)
            #expect(try await terminal.submit(astray) == ["+CMS ERROR: 330"])
            // A length that is not the PDU's.
            #expect(try await terminal.submit(good, length: good.tpdu.count - 1) == ["+CMS ERROR: 304"])
            // A TPDU whose user data ends early, and one that is no submission.
            let short = PDU(tpdu: Array(good.tpdu.dropLast()))
            #expect(try await terminal.submit(short) == ["+CMS ERROR: 96"])
            #expect(try await terminal.submit(PDU(tpdu: [0x02, 0x01, 0x00])) == ["+CMS ERROR: 96"])
            // Given up.
            #expect(try await terminal.submit(good, end: "\u{1B}") == ["OK"])
            #expect(try await world.friend.received().isEmpty)
            let taken = await world.carrier.snapshot.taken(from: "personal")
            #expect(taken.map(\.state) == [.refused(330), .refused(96), .refused(96)])
        }
    }

    @Test("without coverage or service nothing is taken, and what came waits", arguments: [true, false])
    func noService(ofModem: Bool) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CREG=1;+CNMI=2,1")
            func set(_ on: Bool) async throws {
                if ofModem {
                    try await world.modem.setCoverage(on)
                } else {
                    try await world.carrier.setInService(on, network: CarrierFixture.northwind)
                }
            }
            try await set(false)
            try await terminal.line(beginning: "+CREG: 2")
            #expect(try await terminal.command("AT+COPS?") == ["+COPS: 0", "OK"])
            #expect(try await terminal.command("AT+CSQ") == ["+CSQ: 99,99", "OK"])
            let pdu = try CarrierFixture.pdu("Hello", to: CarrierFixture.friend)
            #expect(try await terminal.submit(pdu) == ["+CMS ERROR: 331"])
            try await world.friend.send("later", to: CarrierFixture.personal)
            #expect(await world.carrier.snapshot.waiting == [CarrierFixture.personal: 1])
            try await set(true)
            try await terminal.line(beginning: "+CREG: 1")
            try await terminal.line(beginning: "+CMTI")
        }
    }

    @Test("messages written to a storage are sent from there")
    func stored() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            let pdu = try CarrierFixture.pdu("stored", to: CarrierFixture.friend)
            #expect(try await terminal.submit(pdu, by: "AT+CMGW=") == ["+CMGW: 1", "OK"])
            #expect(try await terminal.ask("AT+CMGL=2").first == "+CMGL: 1,2,,\(pdu.tpdu.count)")
            #expect(try await terminal.command("AT+CMSS=1") == ["+CMSS: 1", "OK"])
            #expect(try await terminal.ask("AT+CMGL=3").first == "+CMGL: 1,3,,\(pdu.tpdu.count)")
            #expect(try await terminal.command("AT+CMSS=2") == ["+CMS ERROR: 321"])
            #expect(try await world.friend.waitForTexts(1).map(\.text) == ["stored"])
        }
    }
}
