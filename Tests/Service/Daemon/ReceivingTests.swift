import HandsetInterface
import HandsetLines
import HandsetSMS
import Testing

@testable import HandsetService

/// From the modem to the app, over a real bus.
@Suite struct ReceivingTests {
    @Test func theFirstMessageLaunchesTheAppAndIsHandedToIt() async throws {
        try await House.running { (house, agent) async throws in
            try await house.modem.receive("hello")
            #expect(await agent.launches.next() == .init(app: House.app, reason: .message))
            let app = house.client()
            let state = try await app.state()
            #expect(state.roles == [.carrierMessaging])
            #expect(state.lines.map(\.id) == [House.line.rawValue])
            let element = try await app.next(service: "sms", reader: 1, after: 0)
            #expect(element.message.text == "hello")
            #expect(element.message.sender == "+15550100")
            #expect(element.message.senderKind == .number)
            #expect(element.message.sent == 1_800_000_000)
            #expect(element.message.line == House.line.rawValue)
            // The app is here: no second launch, and the next message is handed over as it comes.
            async let next = app.next(service: "sms", reader: 1, after: element.cursor)
            try await house.modem.receive("again", at: 1_800_000_001)
            #expect(try await next.message.text == "again")
            #expect(agent.launches.count == 0)
        }
    }

    @Test func linesAreKnownBeforeAnyModemIsUp() async throws {
        try await House.with { (house) async throws in
            try await house.start()
            await house.stop()
            let store = try Store(folder: house.folder.path)
            let daemon = Daemon(
                store: store, configuration: house.configuration, appFolders: [house.folder.path + "/apps"],
                bus: house.bus.address, version: "test")
            try await daemon.load()
            #expect(daemon.lines.infos.map(\.label) == ["Testnet"])
            #expect(daemon.lines.infos.map(\.isPresent) == [false])
            await daemon.stop()
        }
    }

    @Test func whatWasNotAcknowledgedComesAgainUnderTheSameId() async throws {
        try await House.running { (house, agent) async throws in
            try await house.modem.receive("one")
            try await house.modem.receive("two", at: 1_800_000_009)
            _ = await agent.launches.next()
            let first = house.client()
            let one = try await first.next(service: "sms", reader: 1, after: 0)
            let two = try await first.next(service: "sms", reader: 1, after: one.cursor)
            try await house.restart()
            // The same reader goes on at its cursor; a new one starts at what is left.
            try await first.whenConnected()
            let again = try await first.next(service: "sms", reader: 2, after: 0)
            #expect(again == two)
            try await first.acknowledge(service: "sms", reader: 2, through: again.cursor)
            try await house.modem.receive("three", at: 1_800_000_019)
            #expect(try await first.next(service: "sms", reader: 2, after: again.cursor).message.text == "three")
        }
    }

    @Test func partsAreJoinedAcrossARestartAndOutOfOrder() async throws {
        try await House.running { (house, agent) async throws in
            let text = String(repeating: "A long message. ", count: 30)
            let parts = try FakeModem.parts(text)
            #expect(parts.count == 4)
            try await house.modem.receive([parts[2], parts[0]])
            try await house.modem.receive([parts[3]])
            try await house.restart()
            try await house.modem.receive([parts[1]])
            let app = house.client()
            let element = try await app.next(service: "sms", reader: 1, after: 0)
            #expect(element.message.text == text)
            #expect(!element.message.isIncomplete)
            _ = agent
        }
    }

    @Test func aRepeatIsDroppedAndTheSameTextAtAnotherTimeIsNot() async throws {
        try await House.running { (house, _) async throws in
            let app = house.client()
            try await house.modem.receive("TACHO status:0")
            try await house.modem.receive("TACHO status:0")
            try await house.modem.receive("TACHO status:0", at: 1_800_000_005)
            try await house.restart()
            try await house.modem.receive("TACHO status:0")
            try await house.modem.receive("end", at: 1_800_000_006)
            var texts: [String] = []
            var cursor: UInt64 = 0
            while texts.last != "end" {
                let element = try await app.next(service: "sms", reader: 1, after: cursor)
                texts.append(element.message.text)
                cursor = element.cursor
            }
            #expect(texts == ["TACHO status:0", "TACHO status:0", "end"])
        }
    }

    @Test func aPartThatNeverComesIsGivenUpAndALateOneIsAMessage() async throws {
        try await House.running { (house, _) async throws in
            let parts = try FakeModem.parts(String(repeating: "0123456789", count: 20))
            try await house.modem.receive([parts[0]])
            let daemon = try #require(house.daemon)
            await daemon.probe()
            house.pass(seconds: 4 * 3_600 + 1)
            await daemon.probe()
            let app = house.client()
            let first = try await app.next(service: "sms", reader: 1, after: 0)
            #expect(first.message.isIncomplete)
            try await house.modem.receive([parts[1]])
            let late = try await app.next(service: "sms", reader: 1, after: first.cursor)
            #expect(late.message.isIncomplete)
            #expect(late.message.id != first.message.id)
        }
    }

    /// Three parts, of which the first is shown alone; the others come late, on either side of a restart.
    @Test func aLatePartIsKnownAfterARestart() async throws {
        try await House.running { (house, _) async throws in
            let parts = try FakeModem.parts(String(repeating: "0123456789", count: 40))
            #expect(parts.count == 3)
            try await house.modem.receive([parts[0]])
            await house.daemon?.probe()
            house.pass(seconds: 4 * 3_600 + 1)
            await house.daemon?.probe()
            try await house.restart()
            let app = house.client()
            let first = try await app.next(service: "sms", reader: 1, after: 0)
            try await house.modem.receive([parts[1]])
            let second = try await app.next(service: "sms", reader: 1, after: first.cursor)
            #expect(second.message.isIncomplete)
            try await house.restart()
            try await app.whenConnected()
            try await house.modem.receive([parts[2]])
            let third = try await app.next(service: "sms", reader: 1, after: second.cursor)
            #expect(third.message.isIncomplete)
            #expect(third.message.text.hasSuffix("789"))
            // None of their text is kept, and in the end nothing.
            let kept = try #require(try await house.daemon?.store.parts(.shown))
            #expect(kept.count == 3)
            for part in kept { #expect(Store.octets(of: part.arrival.part)[1].count < 30) }
            house.pass(seconds: 8 * 86_400)
            await house.daemon?.probe()
            while try await house.daemon?.store.parts(.shown).isEmpty == false { await Task.yield() }
            // The reference comes round again: a message like any other.
            let again = try FakeModem.parts(String(repeating: "abcdefghij", count: 40), at: 1_800_900_000)
            try await house.modem.receive(again)
            let whole = try await app.next(service: "sms", reader: 1, after: third.cursor)
            #expect(!whole.message.isIncomplete)
        }
    }

    @Test func classZeroIsShownAndNotHandedOver() async throws {
        try await House.running { (house, agent) async throws in
            try await house.modem.receive(FakeModem.parts("Your credit is low", class: .immediate))
            let shown = await agent.notifications.next()
            #expect(shown.body == "Your credit is low")
            try await house.modem.receive("for the app", at: 1_800_000_002)
            let element = try await house.client().next(service: "sms", reader: 1, after: 0)
            #expect(element.message.text == "for the app")
        }
    }

    @Test func whatHasNoRoomIsKeptAndCounted() async throws {
        try await House.running { (house, _) async throws in
            let daemon = try #require(house.daemon)
            let push = try #require(
                UserData(data: [1, 2, 3], header: UserDataHeader([.init(id: 0x05, [0x0B, 0x84, 0x23, 0xF0])])))
            let address = try #require(Address("+15550100"))
            let time = Timestamp(secondsSince1970: 1_800_000_000)
            try await house.modem.receive([
                Deliver(originatingAddress: address, timestamp: time, userData: push),
                Deliver(
                    originatingAddress: address, timestamp: time, userData: UserData(), protocolIdentifier: .typeZero),
            ])
            try await house.modem.receive(.tpdu([0x00, 0x04, 0xFF]))
            try await house.modem.receive(.tpdu([]))
            try await house.modem.receive("//VVM:SYNC:ev=NM", at: 1_800_000_001)
            try await house.modem.receive("text", at: 1_800_000_002)
            let element = try await house.client().next(service: "sms", reader: 1, after: 0)
            #expect(element.message.text == "text")
            #expect(try await daemon.store.heldCounts().held == 5)
        }
    }

    /// Joined as texts are, whatever else the sender writes meanwhile.
    @Test func aPushOfSeveralPartsIsHeldWhenItIsWhole() async throws {
        try await House.running { (house, _) async throws in
            let daemon = try #require(house.daemon)
            let address = try #require(Address("+15550100"))
            let time = Timestamp(secondsSince1970: 1_800_000_000)
            for number: UInt8 in [2, 1] {
                let header = UserDataHeader([
                    .init(id: 0x05, [0x0B, 0x84, 0x23, 0xF0]), .init(id: 0x00, [7, 2, number]),
                ])
                let data = try #require(UserData(data: [number], header: header))
                try await house.modem.receive([
                    Deliver(originatingAddress: address, timestamp: time, userData: data)
                ])
                try await house.modem.receive("text \(number)", at: 1_800_000_002 + Int64(number))
                let app = house.client()
                let element = try await app.next(service: "sms", reader: 1, after: 0)
                #expect(element.message.text == "text \(number)")
                try await app.acknowledge(service: "sms", reader: 1, through: element.cursor)
                await house.kill(app)
                await house.vanished(House.app)
                let counts = try await daemon.store.heldCounts()
                #expect(counts == (number == 1 ? (held: 2, waiting: 0) : (held: 0, waiting: 1)))
            }
            #expect(try await daemon.store.heldKinds() == ["wap-push": .init(kept: 2)])
        }
    }

    @Test func fieldsFromABackendThatHidesTheTPDU() async throws {
        try await House.running { (house, _) async throws in
            let fields = ReceivedFields(sender: "INFO", text: "hi", timestamp: 5, utcOffset: 60, identity: "/1")
            try await house.modem.receive(.fields(fields))
            try await house.modem.receive(.fields(fields))
            var other = fields
            other.identity = "/2"
            try await house.modem.receive(.fields(other))
            let app = house.client()
            let first = try await app.next(service: "sms", reader: 1, after: 0)
            #expect(first.message.senderKind == .alphanumeric)
            let second = try await app.next(service: "sms", reader: 1, after: first.cursor)
            #expect(second.message.id != first.message.id)
        }
    }

    // MARK: Death, and the bus

    @Test func anAppThatDiedWithAMessageIsLaunchedAgainAtOnceAndTheMessageParkedInTheEnd() async throws {
        try await House.running { (house, agent) async throws in
            try await house.modem.receive("poison")
            for _ in 0..<DeliveryQueue.deathsToPark {
                _ = await agent.launches.next()
                let app = house.client()
                let element = try await app.next(service: "sms", reader: 1, after: 0)
                #expect(element.message.text == "poison")
                await house.kill(app)
                // Pauses grow; a probe is reason enough not to wait for the end of one.
                await house.daemon?.probe()
            }
            try await house.modem.receive("later", at: 1_800_000_003)
            _ = await agent.launches.next()
            let app = house.client()
            let later = try await app.next(service: "sms", reader: 1, after: 0)
            #expect(later.message.text == "later")
            // Offered once more to this process, behind the other.
            #expect(try await app.next(service: "sms", reader: 1, after: later.cursor).message.text == "poison")
        }
    }

    @Test func aReaderGoesOnWhenTheBusComesBack() async throws {
        try await House.running { (house, _) async throws in
            let app = house.client()
            try await house.modem.receive("one")
            let one = try await app.next(service: "sms", reader: 1, after: 0)
            await house.bus.kill()
            try await house.modem.receive("two", at: 1_800_000_004)
            try await house.bus.run()
            while true {
                try await app.whenConnected()
                guard let two = try? await app.next(service: "sms", reader: 1, after: one.cursor) else { continue }
                #expect(two.message.text == "two")
                break
            }
            let queue = try await house.daemon?.store.queue(of: "sms")
            #expect(queue?.elements.map(\.deaths) == [0])
        }
    }
}
