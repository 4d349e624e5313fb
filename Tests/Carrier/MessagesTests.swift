import HandsetCarrier
import HandsetSMS
import Testing

@Suite("Messages in and out of a modem")
struct MessagesTests {
    @Test("a text is stored, told of, read and deleted")
    func receives() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await terminal.ask("AT+CNMI=2,1,0,0,0")
            let sent = try await world.friend.send("Grüße aus Köln", to: CarrierFixture.personal)
            #expect(try await terminal.line(beginning: "+CMTI") == "+CMTI: \"SM\",1")
            let lines = try await terminal.ask("AT+CMGR=1")
            try #require(lines.count == 2)
            let pdu = try PDU(hex: lines[1])
            #expect(lines[0] == "+CMGR: 0,,\(pdu.tpdu.count)")
            #expect(pdu.serviceCentre.address?.value == "+15550002")
            let deliver = try Deliver(decoding: pdu.tpdu)
            #expect(deliver.originatingAddress.value == CarrierFixture.friend)
            #expect(deliver.text == "Grüße aus Köln")
            #expect(deliver.timestamp.quarterHours == -22)
            try await terminal.ask("AT+CMGD=1")
            let entry = try #require(await world.carrier.snapshot.handedOver(to: "personal").first)
            #expect(entry.message == sent.first)
            #expect(entry.peer == CarrierFixture.friend)
            #expect(entry.octets == pdu.tpdu)
            #expect(entry.steps.map(\.state) == [.handedOver, .stored(storage: "SM", index: 1), .read, .deleted])
            #expect(try await terminal.command("AT+CMGR=1") == ["+CMS ERROR: 321"])
        }
    }

    @Test("a text is sent, answered with its reference, and reaches a subscriber")
    func sends() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            let pdu = try CarrierFixture.pdu("Hello", to: CarrierFixture.friend)
            #expect(try await terminal.submit(pdu) == ["+CMGS: 1", "OK"])
            #expect(try await terminal.submit(pdu) == ["+CMGS: 2", "OK"])
            let texts = try await world.friend.waitForTexts(2)
            #expect(texts.map(\.text) == ["Hello", "Hello"])
            #expect(texts.map(\.from) == [CarrierFixture.personal, CarrierFixture.personal])
            let taken = await world.carrier.snapshot.taken(from: "personal")
            #expect(taken.map(\.messageReference) == [1, 2])
            #expect(taken.map { $0.steps.map(\.state) } == [[.taken, .answered], [.taken, .answered]])
        }
    }
}
