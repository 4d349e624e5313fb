import HandsetCarrier
import HandsetSMS
import Testing

@Suite("Indications, routing and acknowledgement (+CNMI, +CSMS, +CNMA)")
struct IndicationTests {
    @Test("nothing is said where nothing was asked for")
    func silent() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await world.friend.send("quiet", to: CarrierFixture.personal)
            #expect(try await terminal.ask("AT+CMGL=0").count == 2)
            #expect(await terminal.lines.isEmpty)
            // Listing has marked it read.
            #expect(try await terminal.ask("AT+CMGL=0").isEmpty)
            #expect(try await terminal.ask("AT+CMGL=1").count == 2)
            #expect(try await terminal.ask("AT+CMGL").isEmpty)
        }
    }

    @Test("mode 0 keeps indications until the TE wants them, or drops them", arguments: [(0, true), (1, false)])
    func buffered(flag: Int, isTold: Bool) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=0,1")
            try await world.friend.send("one", to: CarrierFixture.personal)
            #expect(try await terminal.ask("AT").isEmpty)
            let lines = try await terminal.command("AT+CNMI=2,1,0,0,\(flag)")
            let more = try await terminal.ask("AT")
            #expect((lines + more).contains("+CMTI: \"SM\",1") == isTold)
        }
    }

    @Test("phase 2: a routed message needs no acknowledgement")
    func routedPhase2() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=2,2,0,1,0")
            try await world.friend.send("direct", to: CarrierFixture.personal)
            let (code, pdu) = try await terminal.routedPDU("+CMT: ")
            #expect(code == "+CMT: ,\(pdu.tpdu.count)")
            #expect(try Deliver(decoding: pdu.tpdu).text == "direct")
            let entry = try #require(await world.carrier.snapshot.handedOver(to: "personal").first)
            #expect(entry.steps.map(\.state) == [.handedOver, .acknowledged])
        }
    }

    @Test("phase 2+: one message at a time, each acknowledged")
    func acknowledged() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CSMS=1;+CNMI=2,2,0,1,0")
            try await world.friend.send("first", to: CarrierFixture.personal)
            try await world.friend.send("second", to: CarrierFixture.personal)
            _ = try await terminal.routedPDU("+CMT: ")
            #expect(await terminal.lines.isEmpty)
            #expect(await world.carrier.snapshot.modems["personal"]?.awaitsAcknowledgement == true)
            try await terminal.ask("AT+CNMA")
            let second = try await terminal.routedPDU("+CMT: ").pdu
            #expect(try Deliver(decoding: second.tpdu).text == "second")
            try await terminal.ask("AT+CNMA=1")
            let states = try await world.carrier.waitUntil { $0.waiting.isEmpty }.log.filter {
                $0.direction == .toModem
            }.map { $0.steps.map(\.state) }
            #expect(states == [[.handedOver, .acknowledged], [.handedOver, .acknowledged]])
        }
    }

    @Test("no acknowledgement in time switches routing off; the message comes again and is stored")
    func late() async throws {
        try await withCarrier(clock: .manual(startingAt: 1_800_000_000)) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CSMS=1;+CNMI=2,2,0,1,0")
            try await world.friend.send("late", to: CarrierFixture.personal)
            _ = try await terminal.routedPDU("+CMT: ")
            await world.carrier.advance(by: .seconds(15))
            #expect(try await terminal.command("AT+CNMA") == ["+CMS ERROR: 340"])
            #expect(try await terminal.ask("AT+CNMI?") == ["+CNMI: 2,0,0,0,0"])
            await world.carrier.advance(by: .seconds(10))
            #expect(try await terminal.ask("AT+CMGL=4").count == 2)
            let entries = await world.carrier.snapshot.handedOver(to: "personal")
            #expect(entries.map(\.message.number) == [1, 1])
            #expect(entries[0].steps.map(\.state) == [.handedOver, .unacknowledged])
            #expect(entries[1].passed(.stored(storage: "SM", index: 1)))
            // Routing works again once it is asked for again.
            try await terminal.ask("AT+CNMI=2,2,0,1,0")
            try await world.friend.send("in time", to: CarrierFixture.personal)
            _ = try await terminal.routedPDU("+CMT: ")
            try await terminal.ask("AT+CNMA")
        }
    }

    @Test("a TE that refuses or hangs up gets the message again", arguments: ["AT+CNMA=2", ""])
    func refused(command: String) async throws {
        try await withCarrier(clock: .manual(startingAt: 1_800_000_000)) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CSMS=1;+CNMI=2,2,0,1,0")
            try await world.friend.send("again", to: CarrierFixture.personal)
            _ = try await terminal.routedPDU("+CMT: ")
            if command.isEmpty {
                await terminal.disconnect()
                try await world.carrier.waitUntil { $0.modems["personal"]?.isConnected == false }
                try await terminal.connect(to: world.modem.path)
            } else {
                try await terminal.ask(command)
                try await terminal.ask("AT+CNMI=2,0,0,1,0")
            }
            try await world.carrier.waitUntil { $0.log.last?.state == .unacknowledged }
            await world.carrier.advance(by: .seconds(10))
            #expect(try await terminal.ask("AT+CMGL=4").count == 2)
        }
    }

    @Test(
        "classes go where +CNMI sends them",
        arguments: [
            (2, MessageClass.immediate, "+CMT: "), (2, .equipment, "+CMT: "), (2, .sim, "+CMTI: "),
            (2, .terminal, "+CMT: "), (3, .terminal, "+CMT: "), (3, .equipment, "+CMTI: "), (1, .immediate, "+CMTI: "),
        ])
    func classes(mt: Int, messageClass: MessageClass, code: String) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=2,\(mt)")
            try await world.sendClass(messageClass)
            try await terminal.line(beginning: code)
        }
    }

    @Test("some modems show class 0 whatever was asked")
    func classZero() async throws {
        try await withCarrier(configure: { $0.routesClassZero = true }) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CSMS=1;+CNMI=2,1")
            try await world.sendClass(.immediate)
            let pdu = try await terminal.routedPDU("+CMT: ").pdu
            #expect(try Deliver(decoding: pdu.tpdu).dataCodingScheme.messageClass == .immediate)
            try await terminal.ask("AT+CNMA")
            try await world.sendClass(.equipment)
            try await terminal.line(beginning: "+CMTI")
        }
    }

    @Test("a full card leaves messages with the service centre, and room brings them")
    func full() async throws {
        try await withCarrier(storageSize: 2) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CNMI=2,1;+CMER=3,0,0,1")
            for text in ["one", "two", "three"] { try await world.friend.send(text, to: CarrierFixture.personal) }
            try await terminal.line(beginning: "+CMTI: \"SM\",2")
            try await terminal.line(beginning: "+CIEV: 5,1")
            var snapshot = await world.carrier.snapshot
            #expect(snapshot.waiting == [CarrierFixture.personal: 1])
            #expect(snapshot.log.last?.state == .refused(22))
            try await terminal.ask("AT+CMGD=1")
            try await terminal.line(beginning: "+CMTI: \"SM\",1")
            snapshot = await world.carrier.snapshot
            #expect(snapshot.waiting.isEmpty)
            #expect(snapshot.handedOver(to: "personal").map(\.message.number) == [1, 2, 3, 3])
        }
    }

    @Test("deletion by flag", arguments: [(1, 1), (2, 1), (3, 1), (4, 0)])
    func deletes(flag: Int, rest: Int) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            for text in ["one", "two"] { try await world.friend.send(text, to: CarrierFixture.personal) }
            try await terminal.ask("AT+CMGR=1")
            try await terminal.ask("AT+CMGD=1,\(flag)")
            #expect(await world.carrier.snapshot.modems["personal"]?.storedOnCard == rest)
        }
    }
}

extension CarrierFixture {
    /// A message of a class, from the friend to the personal line.
    func sendClass(_ messageClass: MessageClass) async throws {
        struct NoMessage: Error {}
        guard let friend = Address(Self.friend),
            let deliver = try Deliver.messages(
                "class", from: friend, timestamp: Timestamp(secondsSince1970: 1_800_000_000), reference: 1,
                segmenter: Segmenter(messageClass: messageClass)
            ).first
        else { throw NoMessage() }
        try await self.friend.send(raw: deliver.encoded(), to: Self.personal)
    }
}
