import HandsetInterface
import HandsetLines
import Testing

@testable import HandsetService

/// Whom a report is about.
@Suite struct ReportsTests {
    @Test(arguments: [
        ("+4915550001", "015550001", true), ("+15550123", "15550123", true), ("+4915550001", "15550001", true),
        ("0049 (1555) 000-1", "+4915550001", true), ("12", "2012", false),
        ("ann@example.com", "joann@example.com", false), ("Ann@Example.com", "ann@example.COM", true),
        ("ann@example.com", "5550001", false), ("5550001@example.com", "15550001@example.com", false),
    ])
    func addresses(a: String, b: String, isSame: Bool) {
        #expect(Store.isSame(a, b) == isSame)
        #expect(Store.isSame(b, a) == isSame)
    }

    @Test func aReportOfAMailboxIsNotAnothersWhoseNameEndsAlike() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let line = LineID(rawValue: "iccid-1")
        let record = OutboxRecord(
            app: "a", service: MultimediaMessage.service, id: "1", digest: [1], line: line,
            recipient: "ann@example.com\njoann@example.com", wantsReport: true, parts: 1, at: .unixTime,
            transactionID: "X")
        let serial = try await store.insert(record, parts: [OutgoingPart(number: 1, octets: [1])])
        let part = SendEnd.Part(number: 1, state: .taken)
        try await store.finish(serial, SendEnd(result: SendResult(.taken), parts: [part], messageID: "m1"))
        for recipient in ["Joann@example.com", "joann@example.com", "ann@example.com"] {
            #expect(try await store.sent(by: "a", since: 0).sent.map(\.state) == [.taken])
            let report = MultimediaReport(
                line: line, messageID: "m1", recipient: recipient, state: .delivered, at: 2_000)
            _ = try await store.settle([.multimediaReport([], report)])
        }
        #expect(try await store.sent(by: "a", since: 0).sent.map(\.state) == [.delivered])
    }
}
