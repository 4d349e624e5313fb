import Glibc
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

@testable import HandsetService

/// `handsetd` is killed at each step: nothing is lost, nothing comes under a second id, nothing is sent twice.
@Suite(.serialized, .timeLimit(.minutes(2)))
@ServiceActor
struct CrashTests {
    static let long = String(repeating: "A message of more than one part. ", count: 8)

    /// A client that waits until a text could be sent.
    private func ready(_ stage: Stage) async throws -> ServiceClient {
        let app = ServiceClient(on: stage.bus.address)
        let changes = Events<Void>()
        await app.observe { _ in changes.add(()) }
        try await app.whenConnected()
        while (try? await app.state().lines.first?.canSendSMS) != true { await changes.next() }
        return app
    }

    @Test(arguments: [
        "part-stored", "interpreted", "queued", "handed", "acknowledged", "part-stored:2", "part-waits",
        "interpreted:2",
    ])
    func receiving(point: String) async throws {
        let stage = try await Stage()
        try stage.prepare()
        let first = try stage.startDaemon(fault: "service.\(point)")
        let app = try await ready(stage)
        let text = point.contains("waits") || point.hasSuffix(":2") ? Self.long : "hello"
        try await stage.carrier("send", "from=+15550123", "to=+15550100", "text=\(text)")
        var received: [IncomingMessageInfo] = []
        var cursor: UInt64 = 0
        var hasRestarted = false
        var hasClosed = false
        // What was interrupted may come behind what is sent after it; whatever would come twice has come before the end.
        while received.last?.text != "the end" {
            do {
                let element = try await app.next(service: "sms", reader: 1, after: cursor)
                received.append(element.message)
                cursor = element.cursor
                if hasRestarted, !hasClosed, Set(received.map(\.text)).isSuperset(of: [text, "the way is free"]) {
                    hasClosed = true
                    try await stage.carrier("send", "from=+15550124", "to=+15550100", "text=the end")
                }
            } catch {
                // The daemon is dead: another takes up what it left, and one more message shows that the way is free.
                try #require(!hasRestarted)
                hasRestarted = true
                #expect(await stage.exit(of: first) == .signal(SIGKILL))
                _ = try stage.startDaemon()
                try await app.whenConnected()
                try await stage.carrier("send", "from=+15550124", "to=+15550100", "text=the way is free")
            }
        }
        await app.close()
        await stage.end()
        #expect(hasRestarted)
        let ours = received.filter { $0.text == text }
        #expect(received.count == ours.count + 2, "nothing else came")
        #expect(Set(ours.map(\.id)).count == 1, "one message, one id")
    }

    @Test(arguments: [
        ("send-recorded", SendResult.Outcome.taken, 1), ("part-offered", .unknown, 0), ("part-answered", .unknown, 1),
        ("send-ended", .taken, 1), ("send-answered", .taken, 1),
    ])
    func sending(point: String, outcome: SendResult.Outcome, arrived: Int) async throws {
        let stage = try await Stage()
        try stage.prepare()
        let first = try stage.startDaemon(fault: "service.\(point)")
        let app = try await ready(stage)
        let line = try #require(try await app.state().lines.first).id
        let request = SendRequest(line: line, recipients: ["+15550199"], id: "1", text: "hello")
        #expect(await failure { _ = try await app.send(request) } != nil)
        #expect(await stage.exit(of: first) == .signal(SIGKILL))
        _ = try stage.startDaemon()
        let again = try await ready(stage)
        let result = try await again.send(request)
        let third = try await again.send(request)
        #expect(result.outcome == outcome)
        #expect(third == result)
        let status = try await stage.carrier("status")
        await app.close()
        await again.close()
        await stage.end()
        #expect(status.contains("\"+15550199\":\(arrived)"), "\(status)")
    }
}
