import Glibc
import HandsetInterface
import Testing

@testable import HandsetService

/// Pushes over a real bus. The test's user is an app that may be pushed to, and a tool of the person.
@Suite struct PushTests {
    private static let phone = "org.example.phone"

    private static func running(
        _ body: @ServiceActor (House, FakeAgent) async throws -> Void
    ) async throws {
        try await House.with { (house) async throws in
            try House.writeBundle(
                phone, in: house.folder.path + "/apps",
                entitlements: [Role.calling.entitlement, settingsEntitlement])
            try House.writeBundle(
                "org.example.stopped", in: house.folder.path + "/apps", entitlements: [Role.calling.entitlement])
            house.configuration.identities = [getuid(): phone]
            try await house.start()
            try await body(house, try await house.agent())
        }
    }

    @Test func onlyThePersonsToolsPushAndOnlyCallingAppsAsk() async throws {
        try await House.running { (house, _) async throws in
            let app = house.client()
            let calls: [@Sendable () async throws -> Void] = [
                { _ = try await app.push(PushRequest(payload: "{}"), to: "org.example.other") },
                { _ = try await app.pushToken(for: "voip") }, { _ = try await app.nextPush(of: ["voip"]) },
                { try await app.pushHandled("x") },
            ]
            for (index, call) in calls.enumerated() {
                let kind = await failure { try await call() }
                #expect(kind == .notPermitted, "call \(index)")
            }
        }
    }

    @Test func launchesAStoppedAppOnce() async throws {
        try await Self.running { (house, agent) async throws in
            let tool = house.client()
            for _ in 1...2 {
                let outcome = try await tool.push(PushRequest(payload: "{}"), to: "org.example.stopped")
                #expect(outcome == .launching)
            }
            #expect(await agent.launches.next() == FakeAgent.Launch(app: "org.example.stopped", reason: .push))
            #expect(agent.launches.count == 0)
        }
    }

    @Test func waitsForTheAppThatRunsAndIsHandedOverAtOnceToTheCallThatWaits() async throws {
        try await Self.running { (house, agent) async throws in
            let app = house.client()
            #expect(try await app.push(PushRequest(payload: #"{"n":1}"#), to: Self.phone) == .waiting)
            let first = try await app.nextPush(of: ["voip"])
            #expect(first.payload == #"{"n":1}"#)
            async let next = app.nextPush(of: ["voip"])
            // The calls of one connection begin in their order: the one above waits by now.
            _ = try await app.state()
            #expect(try await app.push(PushRequest(payload: #"{"n":2}"#), to: Self.phone) == .handedOver)
            #expect(try await next.payload == #"{"n":2}"#)
            #expect(agent.launches.count == 0)
        }
    }

    @Test func aLaterCallTakesThePlaceOfAnEarlier() async throws {
        try await Self.running { (house, _) async throws in
            let app = house.client()
            async let early = app.nextPush(of: ["voip"])
            _ = try await app.state()
            async let late = app.nextPush(of: ["voip"])
            _ = try await app.state()
            do {
                _ = try await early
                Issue.record("a call whose place was taken was answered")
            } catch {
                #expect((error as? ServiceError)?.kind == .busy)
            }
            _ = try await app.push(PushRequest(payload: "{}"), to: Self.phone)
            #expect(try await late.payload == "{}")
            #expect(await failure { _ = try await app.nextPush(of: []) } == .invalidArgument)
        }
    }

    @Test func whatDiedWithItsProcessIsOfferedAgain() async throws {
        try await Self.running { (house, agent) async throws in
            let (tool, app) = (house.client(), house.client())
            _ = try await tool.push(PushRequest(payload: "{}"), to: Self.phone)
            let push = try await app.nextPush(of: ["voip"])
            await house.kill(app)
            // The tool is of the same bundle: no launch is needed, and its call gets it.
            #expect(try await tool.nextPush(of: ["voip"]) == push)
            try await tool.pushHandled(push.id)
            #expect(house.daemon?.pushes.isBusy == false)
            #expect(agent.launches.count == 0)
        }
    }

    @Test func aPushThatIsTooOldIsForgotten() async throws {
        try await Self.running { (house, _) async throws in
            let app = house.client()
            _ = try await app.push(PushRequest(payload: #"{"n":1}"#), to: Self.phone)
            house.pass(seconds: 121)
            _ = try await app.push(PushRequest(payload: #"{"n":2}"#), to: Self.phone)
            #expect(try await app.nextPush(of: ["voip"]).payload == #"{"n":2}"#)
        }
    }

    @Test(
        arguments: [
            ("voip", "[]", phone, .invalidArgument), ("voip", "{", phone, .invalidArgument),
            ("voip", String(repeating: "[", count: 5_000), phone, .invalidArgument),
            ("other", "{}", phone, .invalidArgument), ("voip", "{}", House.app, .noSuchApp),
            ("voip", "{}", "org.example.none", .noSuchApp),
        ] as [(String, String, String, ServiceError.Kind)])
    func isRefused(type: String, payload: String, app: String, kind: ServiceError.Kind) async throws {
        try await Self.running { (house, _) async throws in
            let tool = house.client()
            #expect(
                await failure { _ = try await tool.push(PushRequest(type: type, payload: payload), to: app) } == kind)
        }
    }

    @Test func aSeventeenthIsBusy() async throws {
        try await Self.running { (house, _) async throws in
            let tool = house.client()
            for _ in 0..<PushQueue.limit { _ = try await tool.push(PushRequest(payload: "{}"), to: Self.phone) }
            #expect(await failure { _ = try await tool.push(PushRequest(payload: "{}"), to: Self.phone) } == .busy)
        }
    }

    @Test func theTokenIsTheSameForEverAndAnAppsOwn() async throws {
        try await Self.running { (house, _) async throws in
            let token = try await house.client().pushToken(for: "voip")
            #expect(token.utf8.count == 64)
            try await house.restart()
            #expect(try await house.client().pushToken(for: "voip") == token)
        }
    }
}
