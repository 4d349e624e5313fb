import HandsetLines
import HandsetPlatform
import Testing

@testable import HandsetService

/// What is on the disk of announced messages.
@Suite struct MultimediaStoreTests {
    static let line = LineID(rawValue: "iccid-1")

    static func announcement(
        _ transaction: String = "T1", location: String = "http://m/1", expires: Int64 = 10_000, lane: String = "",
        host: String = ""
    ) -> MultimediaAnnouncement {
        MultimediaAnnouncement(
            line: line, transactionID: Array(transaction.utf8), location: Array(location.utf8), notification: [1],
            at: 1_000, expires: expires, lane: lane, host: host)
    }

    static func withStore(_ body: (Store, Lock<Int64>) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let clock = Lock<Int64>(1_000)
        let store = try Store(folder: folder.path, now: { clock.withLock { $0 } })
        try await body(store, clock)
        await store.close()
    }

    private static func deliver(_ number: Int64, _ store: Store, messageID: String = "M1") async throws -> UInt64? {
        var message = IncomingMessage(line: line, sender: .init(dialled: "+15550123"), text: "Hi", received: 1_000)
        message.service = MultimediaMessage.service
        return try await store.deliverMultimedia(
            number, message, messageID: Array(messageID.utf8), answerID: nil, .retrieved)
    }

    @Test func theSameAnnouncementIsOneMessage() async throws {
        try await Self.withStore { store, _ in
            for _ in 0..<3 { _ = try await store.settle([.announce([], Self.announcement())]) }
            _ = try await store.settle([.announce([], Self.announcement("T2", location: "http://m/2"))])
            #expect(try await store.missingMultimedia().map(\.transactionID) == [Array("T1".utf8), Array("T2".utf8)])
        }
    }

    @Test func whatIsHereIsToldAgainAndNotFetchedAgain() async throws {
        try await Self.withStore { store, _ in
            _ = try await store.settle([.announce([], Self.announcement())])
            let number = try #require(try await store.openMultimedia().first).number
            #expect(try await Self.deliver(number, store) != nil)
            try await store.answered(number, nextAttempt: nil)
            #expect(try await store.openMultimedia().isEmpty)
            _ = try await store.settle([.announce([], Self.announcement())])
            let open = try await store.openMultimedia()
            #expect(open.map(\.state) == [.done])
            #expect(open.map(\.answer) == [.retrieved])
        }
    }

    @Test func theSameMessageUnderAnotherAnnouncementIsDroppedOnce() async throws {
        try await Self.withStore { store, _ in
            _ = try await store.settle([
                .announce([], Self.announcement()), .announce([], Self.announcement("T2")),
                .announce([], Self.announcement("T3")),
            ])
            let numbers = try await store.openMultimedia().map(\.number)
            #expect(numbers.count == 3)
            #expect(try await Self.deliver(numbers[0], store) != nil)
            #expect(try await Self.deliver(numbers[1], store) == nil)
            // Without a name of its own nothing says that it is the same.
            #expect(try await Self.deliver(numbers[2], store, messageID: "") != nil)
            #expect(try await store.queue(of: "mms").waitingCount == 2)
        }
    }

    @Test func whatFailedComesBackWhenItIsAnnouncedAgainOrAskedFor() async throws {
        try await Self.withStore { store, clock in
            _ = try await store.settle([.announce([], Self.announcement())])
            let number = try #require(try await store.openMultimedia().first).number
            try await store.endMultimedia(number, as: .failed, reason: "Gone.")
            #expect(try await store.openMultimedia().isEmpty)
            #expect(try await store.missingMultimedia().map(\.reason) == ["Gone."])
            _ = try await store.settle([.announce([], Self.announcement(expires: 20_000))])
            #expect(try await store.openMultimedia().map(\.expires) == [20_000])
            clock.withLock { $0 = 30_000 }
            try await store.endMultimedia(number, as: .expired, reason: "Late.")
            #expect(try await store.askForMultimedia(number))
            // Whoever asks gets a look, however late.
            #expect(try await store.openMultimedia().first.map { $0.expires > 30_000 } == true)
            #expect(try await store.askForMultimedia(99) == false)
        }
    }

    @Test func whatIsOldIsForgottenButNotWhatWaitsForTheApp() async throws {
        try await Self.withStore { store, clock in
            _ = try await store.settle([
                .announce([], Self.announcement()), .announce([], Self.announcement("T2", location: "http://m/2")),
            ])
            let numbers = try await store.openMultimedia().map(\.number)
            for number in numbers { try await store.writeMultimedia(number, [1, 2, 3]) }
            let first = try #require(try await Self.deliver(numbers[0], store))
            _ = try await Self.deliver(numbers[1], store, messageID: "M2")
            try await store.remove([first])
            clock.withLock { $0 += Store.keptSeconds + 1 }
            try await store.forgetOldMultimedia()
            #expect(await store.readMultimedia(numbers[0]) == nil)
            #expect(await store.readMultimedia(numbers[1]) == [1, 2, 3])
        }
    }

    /// Ten thousand that never came must not be looked through for two months.
    @Test func whatDidNotComeIsForgottenSoonerThanWhatDid() async throws {
        try await Self.withStore { store, clock in
            _ = try await store.settle([
                .announce([], Self.announcement()), .announce([], Self.announcement("T2", location: "http://m/2")),
                .announce([], Self.announcement("T3", location: "http://m/3")),
            ])
            let numbers = try await store.openMultimedia().map(\.number)
            _ = try await Self.deliver(numbers[0], store)
            try await store.answered(numbers[0], nextAttempt: nil)
            try await store.endMultimedia(numbers[1], as: .expired, reason: "Late.")
            try await store.endMultimedia(numbers[2], as: .failed, reason: "Gone.")
            clock.withLock { $0 += Store.keptSeconds }
            try await store.forgetOldMultimedia()
            #expect(try await store.missingMultimedia().isEmpty)
            #expect(try await store.multimedia(numbers[1]) != nil)
            clock.withLock { $0 += 1 }
            try await store.forgetOldMultimedia()
            var left: [Int64] = []
            for number in numbers { if try await store.multimedia(number) != nil { left.append(number) } }
            #expect(left == [numbers[0]])
        }
    }

    /// A batch of new announcements of one sender.
    private func flood(_ count: Int, from lane: String) -> [Settlement] {
        (0..<count).map {
            .announce([], Self.announcement("\(lane) \($0)", location: "http://\(lane)/\($0)", lane: lane))
        }
    }

    private func open(_ store: Store) async throws -> [String: Int] {
        Dictionary(grouping: try await store.openMultimedia(), by: \.lane).mapValues(\.count)
    }

    @Test func aFloodOfOneSenderLeavesRoomForOthersAndIsHeld() async throws {
        try await Self.withStore { store, clock in
            _ = try await store.settle(flood(10_000, from: "evil"))
            #expect(try await open(store) == ["evil": Store.laneLimit])
            #expect(try await store.heldKinds() == ["mms-announcement": .init(kept: Store.heldLaneLimit)])
            _ = try await store.settle(flood(3, from: "carrier"))
            #expect(try await open(store)["carrier"] == 3)
            // What is held and announced again is none more.
            _ = try await store.settle(flood(300, from: "evil"))
            #expect(try await store.heldMultimediaCount() == Store.heldLaneLimit)
            // What is beyond stays as it came.
            let number = try await store.record(Arrival(line: Self.line, part: .tpdu([1]), at: 1_000))
            _ = try await store.settle([
                .announce([number], Self.announcement("X", location: "http://m/x", lane: "evil"))
            ])
            #expect(try await store.heldKinds()["wap-push"] == .init(kept: 1))
            // As others are done with, the oldest that is held is taken up.
            let first = try await store.openMultimedia().filter { $0.lane == "evil" }.prefix(2).map(\.number)
            for number in first { try await store.endMultimedia(number, as: .failed, reason: "Gone.") }
            #expect(try await store.takeUpHeldMultimedia())
            #expect(try await open(store)["evil"] == Store.laneLimit)
            #expect(try await !store.takeUpHeldMultimedia())
            #expect(try await store.heldMultimediaCount() == Store.heldLaneLimit - 2)
            // What the network keeps no longer is not held for ever.
            clock.withLock { $0 = 20_000 }
            _ = try await store.takeUpHeldMultimedia()
            #expect(try await store.heldMultimediaCount() == 0)
        }
    }

    @Test func aFloodOfManySendersLeavesRoomForWhoeverHasBroughtAMessage() async throws {
        try await Self.withStore { store, _ in
            _ = try await store.settle(flood(1, from: "carrier"))
            let number = try #require(try await store.openMultimedia().first).number
            _ = try await Self.deliver(number, store)
            try await store.answered(number, nextAttempt: nil)
            for sender in 0..<100 { _ = try await store.settle(flood(20, from: "evil \(sender)")) }
            let limit = Store.announcementLimit - Store.announcementReserve
            #expect(try await open(store).values.reduce(0, +) == limit)
            _ = try await store.settle(
                (1...50).map {
                    .announce([], Self.announcement("c\($0)", location: "http://carrier/c\($0)", lane: "carrier"))
                })
            #expect(try await open(store)["carrier"] == 50)
            // The others' turn is their own: each gets a little of what is free.
            let some = try await store.openMultimedia().filter { $0.lane != "carrier" }.prefix(100)
            for message in some { try await store.endMultimedia(message.number, as: .failed, reason: "Gone.") }
            #expect(try await store.takeUpHeldMultimedia())
            let lanes = try await open(store).filter { $0.key != "carrier" }
            #expect(lanes.values.reduce(0, +) == limit - 50)
        }
    }

    /// On a line that knows nobody yet, whoever has less waiting than another takes the place of that one's newest.
    @Test func aFloodOfManySendersLeavesRoomForWhoeverIsNew() async throws {
        try await Self.withStore { store, _ in
            let limit = Store.announcementLimit - Store.announcementReserve
            for sender in 0..<50 { _ = try await store.settle(flood(20, from: "evil \(sender)")) }
            #expect(try await open(store).values.reduce(0, +) == limit)
            _ = try await store.settle(flood(10, from: "carrier"))
            let lanes = try await open(store)
            #expect(lanes["carrier"] == 10)
            #expect(lanes.values.reduce(0, +) == limit)
            #expect(try await store.heldMultimediaCount() == 50 * 20 + 10 - limit)
            // What made room is the newest, and comes back.
            #expect(try await !store.takeUpHeldMultimedia())
        }
    }

    @Test func whatIsHeldMayBeAskedForAndForgotten() async throws {
        try await Self.withStore { store, _ in
            _ = try await store.settle(flood(Store.laneLimit + 2, from: "evil"))
            let held = try #require(try await store.missingMultimedia().last { $0.state == .held })
            #expect(try await store.askForMultimedia(held.number))
            #expect(try await open(store)["evil"] == Store.laneLimit + 1)
            #expect(try await store.heldCounts().held == 1)
            #expect(try await store.forgetHeld(.kind("mms-announcement")))
            #expect(try await store.heldCounts().held == 0)
            #expect(try await !store.forgetHeld(.kind("mms-announcement")))
        }
    }

    /// Whoever's server we ask may give what it gives the name of another's message.
    @Test func theNameOfAnotherMessageDoesNotMakeItThatMessage() async throws {
        try await Self.withStore { store, _ in
            _ = try await store.settle([
                .announce([], Self.announcement()), .announce([], Self.announcement("T2")),
                .announce([], Self.announcement("T3")),
            ])
            let numbers = try await store.openMultimedia().map(\.number)
            func deliver(_ number: Int64, _ octets: [UInt8]) async throws -> UInt64? {
                try await store.writeMultimedia(number, octets)
                var message = IncomingMessage(
                    line: Self.line, sender: .init(dialled: "+15550123"), text: "Hi", received: 1_000)
                message.service = MultimediaMessage.service
                return try await store.deliverMultimedia(
                    number, message, messageID: [1], answerID: nil, .retrieved, isSame: { $0 == octets })
            }
            #expect(try await deliver(numbers[0], [6, 6, 6]) != nil)
            #expect(try await deliver(numbers[1], [1, 2, 3]) != nil)
            #expect(try await deliver(numbers[2], [1, 2, 3]) == nil)
        }
    }

    @Test func reportsOfAllRecipientsMakeAMessageDelivered() async throws {
        try await Self.withStore { store, _ in
            var record = OutboxRecord(
                app: "a", service: "mms", id: "1", digest: [1], line: Self.line, recipient: "+15550123\n+15550124",
                wantsReport: true, parts: 1, at: 1_000, transactionID: "X")
            record.serial = try await store.insert(record, parts: [OutgoingPart(number: 1, octets: [1])])
            let part = SendEnd.Part(number: 1, state: .taken)
            try await store.finish(
                record.serial, SendEnd(result: .init(.taken), parts: [part], messageID: "m1"))
            func report(_ recipient: String, _ state: MultimediaReport.State) async throws {
                _ = try await store.settle([
                    .multimediaReport(
                        [],
                        MultimediaReport(
                            line: Self.line, messageID: "m1", recipient: recipient, state: state, at: 2_000))
                ])
            }
            try await report("+15550123", .delivered)
            try await report("+15559999", .delivered)
            #expect(try await store.sent(by: "a", since: 0).sent.map(\.state) == [.taken])
            try await report("15550124", .read)
            let sent = try await store.sent(by: "a", since: 0).sent
            #expect(sent.map(\.state) == [.delivered])
            #expect(sent.map(\.recipients) == [["+15550123", "+15550124"]])
            try await report("+15550123", .failed)
            #expect(try await store.sent(by: "a", since: 0).sent.map(\.state) == [.failed])
        }
    }
}
