import Foundation
import HandsetLines
import HandsetMMS
import HandsetPlatform
import HandsetSMS
import Testing

@testable import HandsetService

/// Announcements of a carrier and of others, and what a line's downloads come to.
@Suite(.timeLimit(.minutes(3))) struct MultimediaInboxTests {
    static let carrier = "+15550001"

    /// An announcement as one short message.
    static func push(
        _ location: String, _ transaction: String, from sender: String = carrier, size: UInt64 = 1_000,
        expiry: MMSTime = .relative(86_400), at seconds: Int64 = 1_800_000_000
    ) throws -> Deliver {
        let pdu = MMSNotification(
            transactionID: TextValue(transaction), contentLocation: TextValue(location), from: nil, messageSize: size,
            expiry: expiry
        ).encoded()
        let ports = try #require(UserDataHeader([ApplicationPorts(destination: 2948, source: 9200).element]))
        let address = try #require(Address(sender) ?? Address(alphanumeric: sender))
        return Deliver(
            originatingAddress: address, timestamp: Timestamp(secondsSince1970: seconds),
            userData: try #require(UserData(data: [0x01, 0x06, 0x03, 0xBE, 0xAF, 0x84] + pdu, header: ports)))
    }

    @ServiceActor
    static func withCentre(
        _ change: @ServiceActor (inout MultimediaOptions) -> Void = { _ in },
        _ body: @ServiceActor (House, FakeAgent, ScriptedCentre) async throws -> Void
    ) async throws {
        try await House.with { house async throws in
            let centre = try ScriptedCentre()
            var options = LineOptions()
            options.multimedia.interface = "lo"
            options.multimedia.mmsc = "http://127.0.0.1:\(centre.port)/mmsc"
            change(&options.multimedia)
            house.configuration.lines = ["*": options]
            try await house.start()
            let result: Result<Void, any Error>
            do {
                try await body(house, try await house.agent(), centre)
                result = .success(())
            } catch {
                result = .failure(error)
            }
            await house.stop()
            centre.stop()
            try result.get()
        }
    }

    @ServiceActor
    static func hang(_ house: House, _ centre: ScriptedCentre, senders: Int, each: Int = 2) async throws {
        for sender in 0..<senders {
            for number in 0..<each {
                let location = "http://127.0.1.\(sender):\(centre.port)/hang"
                try await house.modem.receive([
                    try push(location, "h\(sender)-\(number)", from: "+1555100\(sender)")
                ])
            }
        }
    }

    @Test func whatTheCarrierAnnouncesComesWhileOtherServersHang() async throws {
        try await Self.withCentre { house, agent, centre in
            try await Self.hang(house, centre, senders: 9)
            while centre.hanging < 2 { await Task.yield() }
            for id in ["a", "b", "c"] {
                try await house.modem.receive([try Self.push("http://127.0.0.1:\(centre.port)/m/\(id)", id)])
            }
            let app = house.client()
            var after: UInt64 = 0
            var texts: Set<String> = []
            for _ in 0..<3 {
                let element = try await app.next(service: "mms", reader: 1, after: after)
                after = element.cursor
                texts.insert(element.message.text)
            }
            #expect(texts == ["Message a", "Message b", "Message c"])
            // And the MMSC is told at once.
            for _ in 0..<3 {
                guard case .notifyResponse(let response) = await centre.posted.next() else {
                    Issue.record("something else was posted")
                    continue
                }
                #expect(response.status == .retrieved)
            }
            #expect(centre.hanging == 2)
        }
    }

    @Test func aStoreThatTakesNothingDownIsNoReasonToAskOverAndOver() async throws {
        try await Self.withCentre { house, agent, centre in
            centre.message = { _ in [] }
            try await house.modem.receive([try Self.push("http://127.0.0.1:\(centre.port)/m/a", "a")])
            while centre.fetched.isEmpty { await Task.yield() }
            let daemon = try #require(house.daemon)
            while daemon.multimedia.inbox.fetching > 0 { await Task.yield() }
            try await daemon.store.setReadOnly(true)
            house.pass(seconds: 31)
            daemon.multimedia.inbox.wake()
            while centre.fetched.count < 2 { await Task.yield() }
            try await ServiceActor.loop.sleep(for: .milliseconds(500))
            #expect(centre.fetched.count == 2)
            // When it can be written again the message is taken up again.
            try await daemon.store.setReadOnly(false)
            centre.message = { ScriptedCentre.message($0) }
            house.pass(seconds: 31)
            daemon.multimedia.inbox.wake()
            let app = house.client()
            #expect(try await app.next(service: "mms", reader: 1, after: 0).message.text == "Message a")
        }
    }

    @Test func whatNobodyCouldReadIsAskedForAgainWhenThePersonWantsIt() async throws {
        try await Self.withCentre { house, agent, centre in
            // An M-Retrieve.conf that says of itself that it is another kind.
            centre.message = { _ in [0x8C, 0x82, 0x98] }
            try await house.modem.receive([try Self.push("http://127.0.0.1:\(centre.port)/m/a", "a")])
            let daemon = try #require(house.daemon)
            for attempt in 1...DownloadPolicy.attemptsToRead {
                while centre.fetched.count < attempt || daemon.multimedia.inbox.fetching > 0 { await Task.yield() }
                house.pass(seconds: 3_600)
                daemon.multimedia.inbox.wake()
            }
            let app = house.client()
            let missing = try #require(try await app.downloads().first)
            #expect(missing.state == .failed)
            centre.message = { ScriptedCentre.message($0) }
            try await app.download(missing.id)
            #expect(try await app.next(service: "mms", reader: 1, after: 0).message.text == "Message a")
        }
    }

    /// Whoever asks has waited enough.
    @Test func whatFailedIsFetchedAtOnceWhenThePersonAsks() async throws {
        try await Self.withCentre { house, agent, centre in
            try await house.modem.receive([try Self.push("http://127.0.0.1:\(centre.port)/gone", "a")])
            var daemon = try #require(house.daemon)
            for attempt in 1...DownloadPolicy.attemptsToBelieve {
                while centre.fetched.count < attempt || daemon.multimedia.inbox.fetching > 0 { await Task.yield() }
                house.pass(seconds: 3_600)
                daemon.multimedia.inbox.wake()
            }
            house.configuration.lines["*"]?.multimedia.download = .ask
            try await house.restart()
            daemon = try #require(house.daemon)
            _ = try await house.agent()
            let app = house.client()
            try await app.download(try #require(try await app.downloads().first).id)
            while centre.fetched.count <= DownloadPolicy.attemptsToBelieve { await Task.yield() }
        }
    }

    /// A carrier whose messages lie on a host that nobody knows yet.
    @Test func oneSenderDoesNotTakeThePlacesOfStrangers() async throws {
        try await Self.withCentre { house, agent, centre in
            try await Self.hang(house, centre, senders: 1, each: 50)
            while centre.hanging < 1 { await Task.yield() }
            try await house.modem.receive([try Self.push("http://127.0.0.7:\(centre.port)/m/a", "a")])
            let app = house.client()
            #expect(try await app.next(service: "mms", reader: 1, after: 0).message.text == "Message a")
            #expect(centre.hanging == 1)
        }
    }

    @Test func aDeafCentreHoldsNoDownloadUp() async throws {
        try await Self.withCentre { house, agent, centre in
            centre.isDeaf = true
            let app = house.client()
            var after: UInt64 = 0
            for id in ["a", "b", "c", "d", "e"] {
                try await house.modem.receive([try Self.push("http://127.0.0.1:\(centre.port)/m/\(id)", id)])
                let element = try await app.next(service: "mms", reader: 1, after: after)
                #expect(element.message.text == "Message \(id)")
                after = element.cursor
            }
            // Two are being told, the others wait for their turn.
            _ = await centre.posted.next()
            _ = await centre.posted.next()
            #expect(centre.posted.count == 0)
        }
    }

    /// Two announcements of one message that are fetched side by side are one message; another that borrows its name is another.
    @Test func oneMessageIsHandedOverOnceHoweverItIsFetched() async throws {
        try await Self.withCentre { house, agent, centre in
            centre.message = { id in
                ScriptedCentre.message("same", text: id.hasPrefix("x") ? "Borrowed" : "Same")
            }
            for id in ["x", "a", "b", "c"] {
                try await house.modem.receive([try Self.push("http://127.0.0.1:\(centre.port)/m/\(id)", id)])
            }
            for _ in 0..<4 { _ = await centre.posted.next() }
            let app = house.client()
            let first = try await app.next(service: "mms", reader: 1, after: 0)
            let second = try await app.next(service: "mms", reader: 1, after: first.cursor)
            #expect(Set([first.message.text, second.message.text]) == ["Borrowed", "Same"])
            #expect(house.daemon?.deliveries.waitingCount == 1)
        }
    }

    struct Answer: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var status = 200
        var body: [UInt8] = []
        var reason = "no message"
    }

    /// Not one of these is a message, and the next attempt is one.
    @Test(arguments: [
        Answer(testDescription: "nothing", status: 204, reason: "status 204"),
        Answer(testDescription: "a part", status: 206, body: ScriptedCentre.message("a"), reason: "status 206"),
        Answer(testDescription: "not modified", status: 304, reason: "status 304"),
        Answer(testDescription: "a redirection that leads nowhere", status: 302, reason: "must not follow"),
        Answer(testDescription: "no octets", reason: "cannot be read"),
        Answer(
            testDescription: "half of it", body: Array(ScriptedCentre.message("a").dropLast(9)),
            reason: "cannot be read"),
        Answer(
            testDescription: "the answer to another question",
            body: MMSSendConfirmation(transactionID: "a", status: .ok, messageID: "m").encoded(),
            reason: "cannot be read"),
        Answer(
            testDescription: "an announcement",
            body: MMSNotification(
                transactionID: "a", contentLocation: "http://127.0.0.1/m/a", from: nil, messageSize: 1,
                expiry: .relative(60)
            ).encoded(), reason: "cannot be read"),
        Answer(
            testDescription: "a refusal for now",
            body: MMSRetrieveConfirmation(
                transactionID: "a", status: MMSRetrieveStatus(rawValue: 0xC0), date: 1_800_000_000
            ).encoded(), reason: "for now"),
    ])
    func anAnswerThatIsNoMessage(_ answer: Answer) async throws {
        try await Self.withCentre({ $0.retryAfter = 1 }) { house, agent, centre in
            centre.status = answer.status
            centre.message = { _ in answer.body }
            try await house.modem.receive([try Self.push("http://127.0.0.1:\(centre.port)/m/a", "a")])
            let app = house.client()
            var reason: String?
            while reason == nil { reason = try await app.downloads().first?.reason }
            #expect(reason?.contains(answer.reason) == true, "\(reason ?? "")")
            // What is asked for at once is asked for, whatever the pause.
            centre.status = 200
            // Of another transaction than the announcement's, as of carriers that name none.
            centre.message = { _ in ScriptedCentre.message("other") }
            let id = try #require(try await app.downloads().first?.id)
            try await app.download(id)
            #expect(try await app.next(service: "mms", reader: 1, after: 0).message.text == "Message other")
        }
    }

    /// More than one sender's share, and a daemon that ends in the middle of it: each comes once.
    @Test func everythingThatIsAnnouncedComesOnce() async throws {
        let count = Store.laneLimit + 40
        try await Self.withCentre { house, agent, centre in
            // Not before all of it was announced.
            centre.status = 503
            for start in stride(from: 0, to: count, by: 60) {
                try await withThrowingTaskGroup { group in
                    for number in start..<min(start + 60, count) {
                        let push = try Self.push(
                            "http://127.0.0.1:\(centre.port)/m/\(number)", "t\(number)", size: 900)
                        group.addTask { try await house.modem.receive([push]) }
                    }
                    try await group.waitForAll()
                }
            }
            centre.status = 200
            house.pass(seconds: 100)
            try await house.restart()
            let queue = try #require(house.daemon?.deliveries["mms"])
            while queue.waitingCount < count / 2 { await Task.yield() }
            // One that was refused at the last moment has its pause behind it too.
            house.pass(seconds: 100)
            try await house.restart()
            let again = try #require(house.daemon?.deliveries["mms"])
            while again.waitingCount < count { await Task.yield() }
            let app = house.client()
            var (after, texts): (UInt64, [String]) = (0, [])
            for _ in 0..<count {
                let element = try await app.next(service: "mms", reader: 1, after: after)
                after = element.cursor
                texts.append(element.message.text)
            }
            #expect(Set(texts) == Set((0..<count).map { "Message \($0)" }))
            #expect(try await app.downloads().isEmpty)
        }
    }

    /// Whoever is to ask is told of all of them, however many there are, and a person's word is followed before theirs.
    @Test func whatWaitsForThePersonIsAskedFor() async throws {
        try await Self.withCentre({ $0.download = .ask }) { house, agent, centre in
            for number in 0..<20 {
                try await house.modem.receive([
                    try Self.push("http://127.0.0.1:\(centre.port)/m/\(number)", "t\(number)")
                ])
            }
            for _ in 0..<20 {
                guard case .notifyResponse(let response) = await centre.posted.next() else { continue }
                #expect(response.status == .deferred)
            }
            #expect(centre.fetched.isEmpty)
            let app = house.client()
            let all = try await app.downloads()
            #expect(all.map(\.state) == Array(repeating: .deferred, count: 20))
            try await app.download(all[7].id)
            #expect(try await app.next(service: "mms", reader: 1, after: 0).message.text == "Message 7")
        }
    }

    /// `HANDSET_FLOOD=10000` for the figures of docs/mms.md.
    @Test func aFloodLeavesTheDaemonPrompt() async throws {
        let count = ProcessInfo.processInfo.environment["HANDSET_FLOOD"].flatMap { Int($0) } ?? 1_200
        try await Self.withCentre { house, agent, centre in
            let app = house.client()
            try await house.modem.receive("first")
            var after = try await app.next(service: "sms", reader: 1, after: 0).cursor
            let before = Self.residentKiB()
            var slowest = Duration.zero
            let begin = MonotonicTime.now
            for batch in 0..<(count / 100) {
                // A hundred at once share a commit, as those of a modem's storage do.
                let pushes = try (0..<100).map { number in
                    try Self.push(
                        "http://127.1.\(batch % 250).\(number + 1):\(centre.port)/hang", "\(batch)-\(number)",
                        from: "+1555\(1_000_000 + number % 50)", at: 1_800_000_000 + Int64(batch))
                }
                try await withThrowingTaskGroup { group in
                    for push in pushes { group.addTask { try await house.modem.receive([push]) } }
                    try await group.waitForAll()
                }
                let sent = MonotonicTime.now
                try await house.modem.receive("text \(batch)", at: 1_800_100_000 + Int64(batch))
                let element = try await app.next(service: "sms", reader: 1, after: after)
                #expect(element.message.text == "text \(batch)")
                after = element.cursor
                slowest = max(slowest, MonotonicTime.now - sent)
            }
            let announced = MonotonicTime.now - begin
            // And the carrier's own is here at once.
            let sent = MonotonicTime.now
            try await house.modem.receive([try Self.push("http://127.0.0.1:\(centre.port)/m/a", "a")])
            let element = try await app.next(service: "mms", reader: 2, after: 0)
            #expect(element.message.text == "Message a")
            let own = MonotonicTime.now - sent
            let store = try #require(house.daemon?.store)
            let asked = MonotonicTime.now
            let open = try await store.openMultimedia().count
            let query = MonotonicTime.now - asked
            let held = try await store.heldKinds()
            #expect(open + held.values.reduce(0) { $0 + $1.kept + $1.lost } >= count)
            #expect(open <= Store.announcementLimit)
            #expect(centre.hanging <= 2)
            #expect(slowest < .seconds(30))
            print(
                "flood: \(count) announced in \(announced), \(open) open (read in \(query)), held \(held.mapValues(\.kept)),",
                "slowest text \(slowest), the carrier's own \(own), resident \(before) -> \(Self.residentKiB()) KiB")
        }
    }

    private static func residentKiB() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
