import Foundation
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

@Suite(.timeLimit(.minutes(1))) struct NotificationTests {
    private func message(_ id: String = "1", body: String = "hello") -> NotificationInfo {
        NotificationInfo(
            id: id, title: "Zoë", subtitle: "Work", body: body, sound: "default", category: "im.received",
            actions: [
                .init(id: "reply", title: "Reply", takesText: true), .init(id: "read", title: "Mark as read"),
            ])
    }

    @Test func showsANotification() async throws {
        let desktop = NotificationServer()
        try await TestSession.with(desktop: desktop) { session in
            let client = try await session.client()
            #expect(try await client.notify(app: "a", name: "Messages", message(body: "1 < 2 & <b>x</b>")))
            let shown = try await desktop.next()
            #expect(shown.application == "Messages")
            #expect(shown.summary == "Zoë")
            #expect(shown.body == "Work\n1 &lt; 2 &amp; &lt;b&gt;x&lt;/b&gt;")
            #expect(shown.actions == ["default", "Open", "inline-reply", "Reply", "read", "Mark as read"])
            #expect(shown.hints["sound-name"] == .string("message-new-instant"))
            #expect(shown.hints["urgency"] == .byte(1))
            #expect(shown.hints["category"] == .string("im.received"))
            #expect(shown.expiry == -1)
        }
    }

    @Test func tellsWhatIsShownOfAnApp() async throws {
        let desktop = NotificationServer()
        try await TestSession.with(desktop: desktop) { session in
            let client = try await session.client()
            for number in 0...InterfaceLimits.shownNotifications {
                #expect(try await client.notify(app: "a", name: "A", message("\(number)")))
            }
            #expect(try await client.notify(app: "b", name: "B", message("other")))
            try await client.withdraw(app: "a", ids: ["7"])
            var shown = try await client.shown(of: "a")
            // The oldest of those that are left is told again.
            #expect(shown.map(\.id) == (0...InterfaceLimits.shownNotifications).filter { $0 != 7 }.map(String.init))
            #expect(shown.first?.body == "hello" && shown.first?.delivered != nil)
            #expect(try await client.notify(app: "a", name: "A", message("last")))
            shown = try await client.shown(of: "a")
            #expect(shown.count == InterfaceLimits.shownNotifications)
            #expect(shown.first?.id == "1" && shown.last?.id == "last")
            #expect(try await client.shown(of: "b").map(\.id) == ["other"])
        }
    }

    @Test(arguments: [
        (["body"], "Zoë", "Work\na < b", [String]()), (["actions"], "Zoë: Work\na < b", "", nil),
        (
            ["actions", "body"], "Zoë", "Work\na < b",
            ["default", "Open", "text-0", "Reply", "read", "Mark as read"]
        ),
    ]) func asksNoMoreThanTheServerCan(abilities: [String], summary: String, body: String, actions: [String]?)
        async throws
    {
        let desktop = NotificationServer(abilities)
        try await TestSession.with(desktop: desktop) { session in
            let client = try await session.client()
            #expect(try await client.notify(app: "a", name: "", message(body: "a < b")))
            let shown = try await desktop.next()
            #expect(shown.application == "Handset")
            #expect(shown.summary == summary)
            #expect(shown.body == body)
            if let actions { #expect(shown.actions == actions) }
        }
    }

    @Test(arguments: [("default", "default"), ("read", "read"), ("inline-reply", nil), ("other", nil)])
    func aClickIsReported(key: String, action: String?) async throws {
        let desktop = NotificationServer()
        try await TestSession.with(desktop: desktop) { session in
            let client = try await session.client()
            #expect(try await client.notify(app: "a", name: "A", message("7")))
            let shown = try await desktop.next()
            if key == "inline-reply" {
                try await desktop.reply("on my way", to: shown.number)
                _ = await session.service.journal(where: { $0.contains("responded a 7 reply on my way") })
            } else {
                try await desktop.click(key, on: shown.number)
                // A key that we did not offer leaves the closing.
                let expected = "responded a 7 \(action ?? "dismiss") "
                _ = await session.service.journal(where: { $0.contains(expected) })
            }
            // Once: what comes after belongs to nobody.
            try await desktop.close(shown.number, reason: 2)
            #expect(try await client.notify(app: "a", name: "A", message("8")))
            try await desktop.click("read", on: try await desktop.next().number)
            let journal = await session.service.journal(where: { $0.contains("responded a 8 read ") })
            #expect(journal.count { $0.hasPrefix("responded a 7") } == 1)
        }
    }

    /// Nothing is lost when the click is sooner than our knowing of the number.
    @Test func aClickAtOnceIsReported() async throws {
        let desktop = NotificationServer(clicksAtOnce: "read")
        try await TestSession.with(desktop: desktop) { session in
            let client = try await session.client()
            #expect(try await client.notify(app: "a", name: "A", message("7")))
            _ = await session.service.journal(where: { $0.contains("responded a 7 read ") })
        }
    }

    @Test func aDismissalIsReportedAndAnExpiryIsNot() async throws {
        let desktop = NotificationServer()
        try await TestSession.with(desktop: desktop) { session in
            let client = try await session.client()
            #expect(try await client.notify(app: "a", name: "A", message("1")))
            #expect(try await client.notify(app: "a", name: "A", message("2")))
            let first = try await desktop.next()
            let second = try await desktop.next()
            try await desktop.close(first.number, reason: 1)
            try await desktop.close(second.number, reason: 2)
            #expect(
                await session.service.journal(where: { $0.contains { $0.hasPrefix("responded") } }).last
                    == "responded a 2 dismiss ")
            // From the server's history.
            try await desktop.click("read", on: first.number)
            _ = await session.service.journal(where: { $0.contains("responded a 1 read ") })
        }
    }

    @Test func theSameIdReplacesAndWithdrawingCloses() async throws {
        let desktop = NotificationServer()
        try await TestSession.with(desktop: desktop) { session in
            let client = try await session.client()
            #expect(try await client.notify(app: "a", name: "A", message("1")))
            #expect(try await client.notify(app: "b", name: "B", message("1")))
            #expect(try await client.notify(app: "a", name: "A", message("1", body: "changed")))
            let shown = [try await desktop.next(), try await desktop.next(), try await desktop.next()]
            #expect(shown[0].replaced == 0)
            #expect(shown[1].replaced == 0)
            #expect(shown[2].replaced == shown[0].number)
            try await client.withdraw(app: "a", ids: ["1", "2"])
            #expect(await desktop.nextClosed() == shown[0].number)
            // The other app's stays.
            try await desktop.click("read", on: shown[1].number)
            let journal = await session.service.journal(where: { $0.contains("responded b 1 read ") })
            #expect(!journal.contains { $0.hasPrefix("responded a") })
        }
    }

    @Test func withoutAServerNothingIsShown() async throws {
        try await TestSession.with { session in
            let client = try await session.client()
            #expect(try await client.notify(app: "a", name: "A", message()) == false)
            #expect(try await client.ask(QuestionInfo(title: "t", body: "b", yes: "y", no: "n")) == false)
            try await client.withdraw(app: "a", ids: ["1"])
            // One that comes later is found, and told of.
            let desktop = NotificationServer()
            try await desktop.start(on: session.desktopBus.address)
            _ = await session.service.journal(where: { $0.count { $0 == "register []" } == 2 })
            #expect(try await client.notify(app: "a", name: "A", message()))
            await desktop.stop()
        }
    }

    /// Another server numbers anew: what it tells is not about what the old one showed.
    @Test func aNewServerKnowsNothingOfTheOld() async throws {
        let desktop = NotificationServer()
        try await TestSession.with(desktop: desktop) { session in
            let client = try await session.client()
            #expect(try await client.notify(app: "a", name: "A", message("old")))
            await desktop.stop()
            _ = await session.service.journal(where: { $0.count { $0 == "register []" } == 2 })
            let next = NotificationServer()
            try await next.start(on: session.desktopBus.address)
            _ = await session.service.journal(where: { $0.count { $0 == "register []" } == 3 })
            try await next.click("read", on: 1)
            #expect(try await client.notify(app: "a", name: "A", message("new")))
            let shown = try await next.next()
            #expect(shown.replaced == 0)
            try await next.click("read", on: shown.number)
            let journal = await session.service.journal(where: { $0.contains("responded a new read ") })
            #expect(!journal.contains { $0.hasPrefix("responded a old") })
            await next.stop()
        }
    }

    @Test func aResponseWaitsForAServiceThatIsAway() async throws {
        let desktop = NotificationServer()
        try await TestSession.with(desktop: desktop) { session in
            let client = try await session.client()
            #expect(try await client.notify(app: "a", name: "A", message("7")))
            let shown = try await desktop.next()
            await session.server.stop()
            try await desktop.click("default", on: shown.number)
            try await session.server.start()
            _ = await session.service.journal(where: { $0.contains("responded a 7 default ") })
        }
    }

    @Test func survivesTheEndOfTheSessionBus() async throws {
        try await TestSession.with { session in
            let client = try await session.client()
            await session.desktopBus.kill()
            #expect(try await client.notify(app: "a", name: "A", message()) == false)
            try await session.desktopBus.run()
            let desktop = NotificationServer()
            try await desktop.start(on: session.desktopBus.address)
            #expect(try await client.notify(app: "a", name: "A", message()))
            await desktop.stop()
        }
    }
}
