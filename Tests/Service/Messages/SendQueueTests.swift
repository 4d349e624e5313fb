import HandsetDBus
import HandsetInterface
import HandsetLines
import HandsetMMS
import Testing

@testable import HandsetService

extension Store {
    /// As a disk that fills when a message has been written down: what becomes of its parts cannot be.
    func refuseParts(_ isRefused: Bool) throws {
        try database.execute(
            isRefused
                ? "CREATE TEMP TRIGGER refusal BEFORE UPDATE ON outbox_part BEGIN SELECT RAISE(ABORT, 'full'); END"
                : "DROP TRIGGER refusal")
    }
}

extension Store {
    /// Of all parts that were sent.
    fileprivate func references() throws -> [Int64?] {
        try database.rows("SELECT reference FROM outbox_part ORDER BY serial, number") { $0.optionalInteger(0) }
    }
}

/// Sends whose end cannot be written down, and equal ones at once.
@Suite(.timeLimit(.minutes(1)))
@ServiceActor
struct SendQueueTests {
    static let hello = SendingTests.request("hello")

    private static func isTemporary(_ result: SendResult) -> Bool {
        if case .refused(isPermanent: false, _) = result.outcome { true } else { false }
    }

    /// Calls at one moment.
    private static func many(
        _ count: Int, _ send: @escaping @Sendable () async throws -> SendResult
    ) async throws -> [SendResult] {
        try await withThrowingTaskGroup(of: SendResult.self) { group in
            for _ in 0..<count { group.addTask { try await send() } }
            var results: [SendResult] = []
            for try await result in group { results.append(result) }
            return results
        }
    }

    @Test func aRepeatOfASendWhoseEndCouldNotBeWrittenHasItsAnswer() async throws {
        try await House.running { (house, _) async throws in
            let (app, daemon) = (house.client(), try #require(house.daemon))
            try await daemon.store.refuseParts(true)
            let first = try await app.send(Self.hello)
            #expect(Self.isTemporary(first))
            #expect(try await app.send(Self.hello) == first)
            #expect(house.modem.sent.count == 0)
            // Once it has been confirmed the id is free, as soon as that can be written.
            try await app.confirmSend(service: "sms", id: "1")
            #expect(await failure { _ = try await app.send(Self.hello) } == .unavailable)
            try await daemon.store.refuseParts(false)
            #expect(try await app.send(Self.hello).outcome == .taken)
            #expect(house.modem.sent.count == 1)
        }
    }

    /// The network has it: nobody may be told otherwise, and nothing goes out twice.
    @Test(arguments: [false, true])
    func whatWasTakenWhileTheDiskFilledIsTaken(isConfirmed: Bool) async throws {
        try await House.running { (house, _) async throws in
            let (app, daemon) = (house.client(), try #require(house.daemon))
            let gate = house.modem.hold()
            async let first = app.send(Self.hello)
            _ = await house.modem.sent.next()
            try await daemon.store.refuseParts(true)
            gate.give(())
            #expect(try await first.outcome == .taken)
            #expect(try await app.send(Self.hello).outcome == .taken)
            if isConfirmed { try await app.confirmSend(service: "sms", id: "1") }
            try await daemon.store.refuseParts(false)
            await daemon.probe()
            #expect(try await sent(app, \.state) == [.taken])
            #expect(try await daemon.store.sendingCount() == 0)
            #expect(try await app.send(Self.hello).outcome == .taken)
            #expect(house.modem.sent.count == (isConfirmed ? 1 : 0))
        }
    }

    /// What could not be written of the first part is written with the end of the last; reports need the reference.
    @Test func theReferencesOfAllPartsAreWritten() async throws {
        try await House.running { (house, _) async throws in
            let (app, daemon) = (house.client(), try #require(house.daemon))
            house.modem.plan(.taken(reference: 250), .taken(reference: 251))
            let gate = house.modem.hold()
            async let first = app.send(SendingTests.request("0123456789abc", report: true))
            _ = await house.modem.sent.next()
            try await daemon.store.refuseParts(true)
            gate.give(())
            guard case .refused(isPermanent: false, _) = try await first.outcome else {
                Issue.record("the second part was sent without being written down")
                return
            }
            try await daemon.store.refuseParts(false)
            await daemon.probe()
            #expect(try await sent(app, \.state) == [.refused])
            #expect(try await daemon.store.references() == [250, nil])
        }
    }

    @Test func anEndThatCouldNotBeWrittenIsUnknownAfterACrash() async throws {
        try await House.running { (house, _) async throws in
            let (app, daemon) = (house.client(), try #require(house.daemon))
            let gate = house.modem.hold()
            async let first = app.send(Self.hello)
            _ = await house.modem.sent.next()
            try await daemon.store.refuseParts(true)
            gate.give(())
            #expect(try await first.outcome == .taken)
            try await house.restart()
            try await app.whenConnected()
            #expect(try await app.send(Self.hello).outcome == .unknown)
            #expect(house.modem.sent.count == 0)
        }
    }

    @Test func equalSendsAtOnceAreOne() async throws {
        try await House.running { (house, _) async throws in
            let daemon = try #require(house.daemon)
            let results = try await Self.many(20) { try await daemon.outbox.send(Self.hello, by: House.app) }
            #expect(results.map(\.outcome) == Array(repeating: .taken, count: 20))
            #expect(house.modem.sent.count == 1)
        }
    }

    /// Not one of the hundred: what joins a send takes no place in the queue.
    @Test func whoeverJoinsASendTakesNoPlace() async throws {
        try await House.running { (house, _) async throws in
            let (app, daemon) = (house.client(), try #require(house.daemon))
            let gate = house.modem.hold()
            async let first = app.send(Self.hello)
            _ = await house.modem.sent.next()
            async let others = Self.many(200) { try await daemon.outbox.send(Self.hello, by: House.app) }
            async let other = daemon.outbox.send(SendingTests.request("other", id: "2"), by: House.app)
            while try await sent(app, \.id) != ["1", "2"] { await Task.yield() }
            gate.give(())
            #expect(try await other.outcome == .taken)
            let all = try await others
            #expect(try await first.outcome == .taken)
            #expect(all.allSatisfy { $0.outcome == .taken })
            #expect(try await sent(app, \.id) == ["1", "2"])
        }
    }

    // MARK: Multimedia messages

    static let picture = SendRequest(
        service: MultimediaMessage.service, line: House.line.rawValue, recipients: ["+15550123"], id: "1", text: "hello"
    )

    @Test func aRepeatOfAMultimediaMessageWhoseEndCouldNotBeWrittenHasItsAnswer() async throws {
        try await MultimediaInboxTests.withCentre { house, _, centre in
            let (app, store) = (house.client(), try #require(house.daemon).store)
            try await store.refuseParts(true)
            let first = try await app.send(Self.picture)
            #expect(Self.isTemporary(first))
            #expect(try await app.send(Self.picture) == first)
            try await app.confirmSend(service: MultimediaMessage.service, id: "1")
            try await store.refuseParts(false)
            await house.daemon?.probe()
            #expect(try await sent(app, \.state) == [.refused])
            #expect(try await store.sendingCount() == 0)
            #expect(centre.posted.count == 0)
        }
    }

    /// The end is written late and whole: a report finds the message by the MMSC's name for it.
    @Test func aMultimediaMessageThatWasTakenWhileTheDiskFilledIsTaken() async throws {
        try await MultimediaInboxTests.withCentre { house, _, centre in
            let (app, store) = (house.client(), try #require(house.daemon).store)
            centre.isDeaf = true
            async let first = app.send(Self.picture)
            guard case .sendRequest(let request) = await centre.posted.next() else {
                Issue.record("something else was posted")
                return
            }
            try await store.refuseParts(true)
            centre.answer(
                MMSSendConfirmation(transactionID: request.transactionID ?? "", status: .ok, messageID: "m1").encoded())
            #expect(try await first.outcome == .taken)
            #expect(try await app.send(Self.picture).outcome == .taken)
            try await store.refuseParts(false)
            await house.daemon?.probe()
            let report = MultimediaReport(
                line: House.line, messageID: "m1", recipient: "+15550123", state: .delivered, at: 2_000)
            _ = try await store.settle([.multimediaReport([], report)])
            #expect(try await sent(app, \.state) == [.delivered])
            #expect(centre.posted.count == 0)
        }
    }

    /// What is over the carrier's limit is refused whatever is in it.
    @Test func aMultimediaMessageThatIsTooLargeIsRefused() async throws {
        try await MultimediaInboxTests.withCentre({ $0.maximumSize = 10_000 }) { house, _, centre in
            let app = house.client()
            var request = Self.picture
            request.parts = [MessagePartInfo(type: "image/png", id: "a", name: "a.png", offset: 0, size: 20_000)]
            request.body = try MessageBody.descriptor(of: [UInt8](repeating: 1, count: 20_000))
            let result = try await app.send(request)
            #expect(result.code == MultimediaRefusal.tooLarge.rawValue)
            request.body = try MessageBody.descriptor(of: [UInt8](repeating: 2, count: 20_000))
            #expect(try await app.send(request) == result)
            #expect(try await sent(app, \.state) == [.refused])
            #expect(centre.posted.count == 0)
        }
    }

    @Test func equalMultimediaMessagesAtOnceAreOne() async throws {
        try await MultimediaInboxTests.withCentre { house, _, centre in
            let (app, outbox) = (house.client(), try #require(house.daemon).multimedia.outbox)
            let results = try await Self.many(20) { try await outbox.send(Self.picture, by: House.app) }
            // The centre's answer has no word of it.
            #expect(results.map(\.outcome) == Array(repeating: .unknown, count: 20))
            #expect(centre.posted.count == 1)
            #expect(try await sent(app, \.id) == ["1"])
        }
    }
}
