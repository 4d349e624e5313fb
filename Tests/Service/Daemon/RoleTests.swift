import Glibc
import HandsetInterface
import HandsetLines
import Testing

@testable import HandsetService

/// Who may do what, over a real bus.
@Suite struct RoleTests {
    @Test func whoHasNotTheRoleGetsNothing() async throws {
        try await House.with { (house) async throws in
            house.configuration.roles = [:]
            try await house.start()
            let app = house.client()
            try await house.modem.receive("not for you")
            let state = try await app.state()
            #expect(state.app == House.app)
            #expect(state.roles.isEmpty)
            #expect(state.lines.isEmpty)
            let calls: [@Sendable () async throws -> Void] = [
                { _ = try await app.next(service: "sms", reader: 1, after: 0) },
                { try await app.openReader(service: "sms", reader: 1) },
                { try await app.acknowledge(service: "sms", reader: 1, through: 1) },
                { _ = try await app.send(SendingTests.request("x")) },
                { _ = try await app.sent(since: 0) },
                { try await app.confirmSend(service: "sms", id: "1") },
                { try await app.setLabel("Mine", ofLine: House.line.rawValue) },
                { _ = try await app.unlock(line: House.line.rawValue, pin: "1234") },
                { _ = try await app.status() },
                { try await app.appExited("x", processID: 1, status: 0) },
            ]
            for call in calls { #expect(await failure { _ = try await call() } == .notPermitted) }
        }
    }

    @Test func aChangeEndsTheReadersOfTheOldHolderAndTheQueueStays() async throws {
        try await House.running { (house, agent) async throws in
            let app = house.client()
            _ = try await app.state()
            async let waiting = app.next(service: "sms", reader: 1, after: 0)
            let daemon = try #require(house.daemon)
            // The reader is open when a message has gone through it.
            try await house.modem.receive("one")
            let one = try await waiting
            async let blocked: QueueElement = app.next(service: "sms", reader: 1, after: one.cursor)
            _ = try await app.roles()
            try await daemon.change(.carrierMessaging, to: "org.example.other")
            do {
                _ = try await blocked
                Issue.record("a reader without the role was answered")
            } catch {
                #expect((error as? ServiceError)?.kind == .notPermitted)
            }
            try await house.modem.receive("two", at: 1_800_000_001)
            #expect(await agent.launches.next().app == "org.example.other")
            #expect(try await app.state().roles.isEmpty)
        }
    }

    @Test func anAppsRequestIsThePersonsToAnswer() async throws {
        try await House.running { (house, agent) async throws in
            let app = house.client()
            #expect(await failure { _ = try await app.setRole(.carrierMessaging, to: nil) } == .refused)
            #expect(await agent.questions.next().title.contains("text messages"))
            #expect(try await app.roles() == [.carrierMessaging: House.app])
            agent.answer.withLock { $0 = true }
            try await app.setRole(.carrierMessaging, to: nil)
            #expect(try await app.roles() == [:])
            #expect(await failure { _ = try await app.setRole(.dialer, to: House.app) } == .noSuchApp)
            #expect(await failure { _ = try await app.setRole(.dialer, to: "none.such") } == .noSuchApp)
        }
    }

    @Test func withoutAnAgentNobodyCanBeAsked() async throws {
        try await House.with { (house) async throws in
            try await house.start()
            #expect(await failure { _ = try await house.client().setRole(.carrierMessaging, to: nil) } == .unavailable)
        }
    }

    @Test func aPersonsToolChangesRolesLabelsAndSeesTheStatus() async throws {
        try await House.with { (house) async throws in
            house.configuration.identities = [getuid(): "org.example.tool"]
            try House.writeBundle(
                "org.example.tool", in: house.folder.path + "/apps", entitlements: [settingsEntitlement])
            try await house.start()
            let tool = house.client()
            try await tool.setRole(.carrierMessaging, to: "org.example.other")
            #expect(try await tool.roles() == [.carrierMessaging: "org.example.other"])
            try await tool.setLabel("Work", ofLine: House.line.rawValue)
            #expect(try await lines(tool, \.label) == ["Work"])
            #expect(try await tool.unlock(line: House.line.rawValue, pin: "9999").outcome == .wrongPIN)
            #expect(await failure { _ = try await tool.setLabel("x", ofLine: "none") } == .noSuchLine)
            try await house.modem.receive("waits")
            var status = try await tool.status()
            while status.waiting == 0 { status = try await tool.status() }
            #expect(status.modems.map(\.name) == ["one"])
            #expect(status.trouble.contains { $0.contains("no agent") })
            try await house.restart()
            try await tool.whenConnected()
            // The operator's configuration speaks again at a start; the label is the person's.
            #expect(try await lines(tool, \.label) == ["Work"])
        }
    }

    @Test func whatIsHeldIsThePersonsToCountAndTheOperatorsToSee() async throws {
        try await House.with { (house) async throws in
            house.configuration.identities = [getuid(): "org.example.tool", 4_000: "org.example.tool"]
            try House.writeBundle(
                "org.example.tool", in: house.folder.path + "/apps", executable: "/bin/cat",
                entitlements: [settingsEntitlement])
            try await house.start()
            let tool = house.client()
            #expect(try await tool.held(after: 0, withOctets: false).isEmpty)
            try await house.modem.receive(.tpdu([0x00, 0x04, 0xFF]))
            var status = try await tool.status()
            while status.held == 0 { status = try await tool.status() }
            #expect(status.heldKinds == ["unreadable": 1])
            #expect(status.configuredRoles == [.carrierMessaging: House.app])
            let held = try await tool.held(after: 0, withOctets: true)
            #expect(held.map(\.octets) == [[0x00, 0x04, 0xFF]])
            let id = try #require(held.first).id
            // Another user's process of the same tool.
            let daemon = try #require(house.daemon)
            let stranger = Caller(uniqueName: ":1.999", userID: 4_000, processID: 1)
            #expect(
                await failure { _ = try await daemon.held(after: 0, withOctets: true, for: stranger) } == .notPermitted)
            #expect(await failure { try await daemon.forgetHeld(.id(id), for: stranger) } == .notPermitted)
            try await tool.forgetHeld(.id(id))
            #expect(await failure { try await tool.forgetHeld(.kind("unreadable")) } == .invalidArgument)
            #expect(try await tool.status().heldKinds.isEmpty)
        }
    }

    @Test func withoutAHolderThePersonIsToldAndMayChoose() async throws {
        try await House.with { (house) async throws in
            house.configuration.roles = [:]
            try await house.start()
            let agent = FakeAgent()
            let client = try await house.agent(agent)
            try await house.modem.receive("waits")
            let told = await agent.notifications.next()
            #expect(told.id == Daemon.messagesWait)
            #expect(told.actions.map(\.id) == ["role:\(House.app)", "role:org.example.other"])
            try await house.modem.receive("once a burst", at: 1_800_000_001)
            try await client.notificationResponded(.init(id: told.id, action: told.actions[0].id), app: "")
            #expect(await agent.launches.next() == .init(app: House.app, reason: .message))
            #expect(agent.notifications.count == 0)
            #expect(try await house.client().state().roles == [.carrierMessaging])
        }
    }

    @Test func aChoiceThatIsNotOpenChangesNothing() async throws {
        try await House.with { (house) async throws in
            try await house.start()
            let client = try await house.agent(FakeAgent())
            // The role is given: whoever says that the person chose was not asked.
            try await client.notificationResponded(
                .init(id: Daemon.messagesWait, action: "role:org.example.other"), app: "")
            #expect(try await client.roles() == [.carrierMessaging: House.app])
        }
    }

    @Test func oneUsersAgentsLeaveRoomForTheOthers() async throws {
        try await House.with { (house) async throws in
            try await house.start()
            for _ in 1...Agents.limitPerUser { _ = try await house.agent(FakeAgent()) }
            #expect(await failure { _ = try await house.agent(FakeAgent()) } == .busy)
            #expect(Agents.limitPerUser < Agents.limit)
        }
    }

    // MARK: Notifications

    @Test func aResponseIsForAnAppThatIsThere() async throws {
        try await House.with { (house) async throws in
            try await house.start()
            let session = try await house.agent(FakeAgent())
            let call: @Sendable () async throws -> Void = {
                try await session.notificationResponded(.init(id: "n", action: "default"), app: "none.such")
            }
            #expect(await failure { try await call() } == .noSuchApp)
        }
    }

    @Test func aClickOnANotificationWaitsForTheAppAndLaunchesIt() async throws {
        try await House.with { (house) async throws in
            try await house.start()
            let agent = FakeAgent()
            let session = try await house.agent(agent)
            let app = house.client()
            let posted = NotificationInfo(id: "n", title: "From", body: "text", info: "{}")
            #expect(try await app.post(posted))
            #expect(await agent.notifications.next().body == "text")
            let delivered = try await app.deliveredNotifications()
            #expect(delivered.map(\.id) == ["n"])
            await house.kill(app)
            await house.vanished(House.app)
            try await session.notificationResponded(
                .init(id: "n", action: "default", notification: posted), app: House.app)
            #expect(await agent.launches.next() == .init(app: House.app, reason: .notification))
            let again = house.client()
            let response = try await again.nextResponse()
            #expect(response.action == "default")
            #expect(response.notification?.title == "From")
            async let next = again.nextResponse()
            try await session.notificationResponded(.init(id: "m", action: "reply", text: "hi"), app: House.app)
            #expect(try await next.text == "hi")
        }
    }
}
