import HandsetDBus
import HandsetInterface
import HandsetLines
import HandsetSMS
import Testing

@testable import HandsetService

/// From the app to the modem, over a real bus.
@Suite struct SendingTests {
    static func request(
        _ text: String, id: String = "1", to recipient: String = "+15550123", line: String = House.line.rawValue,
        report: Bool = false
    ) -> SendRequest {
        SendRequest(line: line, recipients: [recipient], id: id, text: text, wantsReport: report)
    }

    @Test func taken() async throws {
        try await House.running { (house, _) async throws in
            let app = house.client()
            #expect(try await app.send(Self.request("hello")).outcome == .taken)
            #expect(await house.modem.sent.next().octets == Array("hello".utf8))
            let sent = try await app.sent(since: 0)
            #expect(sent.sent.map(\.state) == [.taken])
            #expect(try await app.sent(since: sent.revision).sent.isEmpty)
        }
    }

    @Test func partsGoOneAfterTheOther() async throws {
        try await House.running { (house, _) async throws in
            let app = house.client()
            #expect(try await app.send(Self.request("0123456789abcdefghijKLM")).outcome == .taken)
            let texts = [
                await house.modem.sent.next(), await house.modem.sent.next(), await house.modem.sent.next(),
            ].map { String(decoding: $0.octets, as: UTF8.self) }
            #expect(texts == ["0123456789", "abcdefghij", "KLM"])
            #expect(try await sent(app, \.parts) == [3])
        }
    }

    @Test func refused() async throws {
        try await House.running { (house, _) async throws in
            let app = house.client()
            house.modem.plan(.refused(SendRefusal(.permanent, code: 8, reason: "Barred.")))
            let result = try await app.send(Self.request("hello"))
            #expect(result == SendResult(.refused(isPermanent: true, reason: "Barred."), code: 8))
            #expect(try await sent(app, \.state) == [.refused])
        }
    }

    @Test func refusedInTheMiddle() async throws {
        try await House.running { (house, _) async throws in
            house.modem.plan(.taken(reference: 1), .refused(SendRefusal(.temporary, reason: "Congestion.")))
            let result = try await house.client().send(Self.request("0123456789abc"))
            #expect(
                result.outcome
                    == .refused(
                        isPermanent: false, reason: "Congestion. (1 part of the message had been sent)"))
        }
    }

    @Test func unknownIsSaidAndTheRestNotSent() async throws {
        try await House.running { (house, _) async throws in
            let app = house.client()
            house.modem.plan(.unknown)
            #expect(try await app.send(Self.request("0123456789abc")).outcome == .unknown)
            _ = await house.modem.sent.next()
            #expect(house.modem.sent.count == 0)
            #expect(try await sent(app, \.state) == [.unknown])
            // Asked again: the first attempt's answer, and nothing is sent.
            #expect(try await app.send(Self.request("0123456789abc")).outcome == .unknown)
            #expect(house.modem.sent.count == 0)
        }
    }

    @Test func theSameAgainHasTheFirstAnswerUntilItIsConfirmed() async throws {
        try await House.running { (house, _) async throws in
            let app = house.client()
            for _ in 0..<3 { #expect(try await app.send(Self.request("hello")).outcome == .taken) }
            try await house.restart()
            try await app.whenConnected()
            #expect(try await app.send(Self.request("hello")).outcome == .taken)
            #expect(house.modem.sent.count == 1)
            // Another content under the same id is another message.
            #expect(try await app.send(Self.request("other")).outcome == .taken)
            #expect(house.modem.sent.count == 2)
            try await app.confirmSend(service: "sms", id: "1")
            #expect(try await app.send(Self.request("hello")).outcome == .taken)
            #expect(house.modem.sent.count == 3)
        }
    }

    @Test func aSecondCallWhileTheFirstIsOnItsWayJoinsIt() async throws {
        try await House.running { (house, _) async throws in
            let app = house.client()
            let gate = house.modem.hold()
            async let first = app.send(Self.request("hello"))
            _ = await house.modem.sent.next()
            async let second = house.client().send(Self.request("hello"))
            #expect(try await sent(app, \.state) == [.sending])
            gate.give(())
            #expect(try await [first.outcome, second.outcome] == [.taken, .taken])
            #expect(house.modem.sent.count == 0)
        }
    }

    /// A crash between the part and its answer: the store knows that it was offered, and nothing more.
    @Test func interruptedSendsGetTheirEndAtTheNextStart() async throws {
        try await House.running { (house, _) async throws in
            let store = try #require(house.daemon).store
            func record(_ id: String, _ states: PartState...) async throws {
                let record = OutboxRecord(
                    app: House.app, service: "sms", id: id, digest: [1], line: House.line, recipient: "+15550123",
                    wantsReport: false, parts: states.count, at: 1_800_000_100)
                let parts = states.indices.map { OutgoingPart(number: $0 + 1, octets: [0]) }
                let serial = try await store.insert(record, parts: parts)
                for (index, state) in states.enumerated() {
                    try await store.setPart(index + 1, of: serial, to: state)
                }
            }
            try await record("offered", .taken, .offered, .waiting)
            try await record("partly", .taken, .waiting)
            try await record("not", .waiting, .waiting)
            try await house.restart()
            let app = house.client()
            let states = try await app.sent(since: 0).sent.reduce(into: [:]) { $0[$1.id] = $1.state }
            #expect(states == ["offered": .unknown, "partly": .refused, "not": .refused])
            #expect(house.modem.sent.count == 0)
            let again = try await house.daemon?.store.unconfirmed(
                SendAttempt(name: SendName(app: House.app, service: "sms", id: "not"), digest: [1]))
            #expect(again == nil)
        }
    }

    @Test(arguments: ["", "abc", "+", "12a", String(repeating: "1", count: 21)])
    func whatCannotBeDialledIsRefused(recipient: String) async throws {
        try await House.running { (house, _) async throws in
            let result = try await house.client().send(Self.request("x", to: recipient))
            guard case .refused(isPermanent: true, _) = result.outcome else {
                Issue.record("\(result.outcome)")
                return
            }
            #expect(house.modem.sent.count == 0)
        }
    }

    @Test(arguments: [("+44 (0)20 7946-0000", "+4402079460000"), ("*100#", "*100#"), ("88.22", "8822")])
    func whatPeopleWriteBetweenDigitsIsLeftOut(written: String, dialled: String) {
        #expect(Outbox.dialled(written) == dialled)
    }

    @Test func theLineMustBeGivenWhereThereAreSeveral() async throws {
        try await House.with { (house) async throws in
            house.others = [FakeModem("two", line: LineID(iccid: "8944000000000000002"))]
            house.configuration.modems.append(.init(name: "two", endpoint: .socket(path: "/none")))
            try await house.start()
            let app = house.client()
            #expect(await failure { _ = try await app.send(Self.request("x", line: "")) } == .invalidArgument)
            #expect(await failure { _ = try await app.send(Self.request("x", line: "iccid-9")) } == .noSuchLine)
            #expect(try await app.send(Self.request("x", line: "iccid-8944000000000000002")).outcome == .taken)
            #expect(house.others[0].sent.count == 1)
            #expect(try await lines(app, \.label).sorted() == ["Testnet", "Testnet 2"])
        }
    }

    @Test func withoutAModemItIsRefusedForNow() async throws {
        try await House.running { (house, _) async throws in
            let app = house.client()
            await house.modem.report(ModemStatus(name: "one", trouble: "The port is gone."))
            let result = try await app.send(Self.request("x"))
            guard case .refused(isPermanent: false, _) = result.outcome else {
                Issue.record("\(result.outcome)")
                return
            }
        }
    }

    // MARK: Reports

    static func report(
        _ reference: UInt8, _ status: Status, to recipient: String = "+15550123"
    ) throws -> ReceivedPart {
        let report = StatusReport(
            messageReference: reference, recipientAddress: try #require(Address(recipient)),
            timestamp: Timestamp(secondsSince1970: 1_800_000_000),
            dischargeTime: Timestamp(secondsSince1970: 1_800_000_060), status: status)
        return .tpdu(PDU(tpdu: report.encoded()).encoded())
    }

    @Test func aMessageIsDeliveredWhenAllItsPartsAre() async throws {
        try await House.running { (house, _) async throws in
            let app = house.client()
            house.modem.plan(.taken(reference: 250), .taken(reference: 251))
            _ = try await app.send(Self.request("0123456789abc", report: true))
            // The other's part, and a number without its country's code.
            try await house.modem.receive(Self.report(250, .delivered, to: "+15559999"))
            try await house.modem.receive(Self.report(251, .delivered))
            try await house.modem.receive(Self.report(251, .delivered))
            #expect(try await sent(app, \.state) == [.taken])
            try await house.modem.receive(Self.report(250, .delivered, to: "+15550123"))
            var state = try await app.sent(since: 0).sent.first
            while state?.state == .taken { state = try await app.sent(since: 0).sent.first }
            #expect(state?.state == .delivered)
            #expect(state?.reportTime == 1_800_000_060)
        }
    }

    /// B47: the modem gives no reference; the report's recipient tells, in order.
    @Test func withoutAReferenceTheRecipientTells() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        var serials: [UInt64] = []
        for (id, recipient) in [("1", "+4915550001"), ("2", "015550001"), ("3", "+4915550002")] {
            let record = OutboxRecord(
                app: "a", service: "sms", id: id, digest: [1], line: House.line, recipient: recipient,
                wantsReport: true, parts: 1, at: .unixTime)
            let serial = try await store.insert(record, parts: [OutgoingPart(number: 1, octets: [1])])
            let part = SendEnd.Part(number: 1, state: id == "2" ? .unknown : .taken)
            try await store.finish(serial, SendEnd(result: SendResult(.taken), parts: [part]))
            serials.append(serial)
        }
        func pair(_ recipient: String, _ status: Status.Class) async throws -> Bool {
            try await store.pair(
                PartReport(line: House.line, reference: 7, recipient: recipient, status: status, at: 5))
        }
        #expect(try await pair("+4915550002", .delivered))
        #expect(try await pair("+4915550001", .stillTrying) == false)
        #expect(try await pair("+4915550001", .permanentFailure))
        #expect(try await pair("+4915550001", .delivered))
        #expect(try await pair("+4915550001", .delivered) == false)
        let states = try await store.sent(by: "a", since: 0).sent.reduce(into: [:]) { $0[$1.id] = $1.state }
        #expect(states == ["1": .failed, "2": .delivered, "3": .delivered])
    }

    @Test func atMostFiveHundredAreKept() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        for number in 0..<510 {
            let record = OutboxRecord(
                app: "a", service: "sms", id: "\(number)", digest: [1], line: House.line, recipient: "1",
                wantsReport: false, parts: 0, at: .unixTime, result: SendResult(.taken))
            _ = try await store.insert(record, parts: [])
        }
        let sent = try await store.sent(by: "a", since: 0).sent
        #expect(sent.count == 500)
        #expect(sent.first?.id == "10")
        #expect(sent.last?.id == "509")
    }
}
