import Glibc
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

@Suite(.timeLimit(.minutes(1))) struct ServiceTests {
    @Test func carriesEveryMethod() async throws {
        try await House.with { house in
            let client = house.client
            let state = try await client.state()
            #expect(state.app == "org.example.messages")
            #expect(state.roles == [.carrierMessaging])
            #expect(state.lines.first?.signal == 71)
            try await client.setLabel("Work", ofLine: "iccid-1")
            #expect(try await client.unlock(line: "iccid-1", pin: "1234") == UnlockInfo(.wrongPIN, attemptsLeft: 2))
            #expect(try await client.apps().map(\.eligible) == [[.dialer]])
            #expect(try await client.roles() == [.dialer: "d", .carrierMessaging: "m"])
            try await client.setRole(.calling, to: nil)
            let request = SendRequest(line: "iccid-1", recipients: ["+1"], id: "7", text: "hello")
            #expect(
                try await client.send(request) == SendResult(.refused(isPermanent: true, reason: "barred"), code: 8))
            try await client.confirmSend(service: "sms", id: "7")
            try await client.openReader(service: "sms", reader: 1)
            let message = IncomingMessageInfo(
                id: "1", line: "iccid-1", sender: "+1", senderKind: .number, text: "hi", received: 4)
            await house.service.enqueue(QueueElement(cursor: 4, message: message))
            #expect(
                try await client.next(service: "sms", reader: 1, after: 3) == QueueElement(cursor: 4, message: message))
            try await client.acknowledge(service: "sms", reader: 1, through: 4)
            try await client.closeReader(service: "sms", reader: 1)
            let changes = try await client.sent(since: 3)
            #expect(changes.revision == 4)
            #expect(changes.sent.first?.state == .delivered)
            #expect(try await client.post(NotificationInfo(id: "n")))
            try await client.removeNotifications(["n", "m"])
            #expect(try await client.deliveredNotifications().first?.actions.first?.title == "A")
            #expect(try await client.nextResponse().notification?.id == "n")
            #expect(try await client.push(PushRequest(payload: "{}"), to: "a") == .launching)
            #expect(try await client.pushToken(for: "voip") == "0aff")
            #expect(
                try await client.nextPush(of: ["voip"])
                    == PushInfo(id: "p", type: "voip", payload: "{}", received: 5))
            try await client.pushHandled("p")
            try await client.registerAgent(SessionInfo(hasDisplay: true), bundles: [])
            try await client.appExited("a", processID: 4, status: -9)
            try await client.notificationResponded(.init(id: "n", action: "default"), app: "a")
            #expect(try await client.status().modems.first?.sim == .ready)
            #expect(
                await house.service.journal == [
                    "state", "label iccid-1 Work", "unlock iccid-1", "apps", "roles", "role calling none", "send 7",
                    "confirm sms 7", "open sms 1 0", "next sms 1 3", "acknowledge sms 1 4", "close sms 1", "sent 3",
                    "post n", #"remove ["n", "m"]"#, "delivered", "response", "push a voip {}", "token voip",
                    #"next push ["voip"]"#, "push handled p", "register []", "exited a -9",
                    "responded a n default ", "status",
                ])
            let callers = await house.service.callers
            #expect(callers.map(\.processID) == [UInt32(getpid())])
            #expect(callers.map(\.userID) == [getuid()])
        }
    }
}
