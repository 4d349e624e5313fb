import Foundation
import Handset
import HandsetPlatform
import Testing
import UserNotifications

@Suite(.timeLimit(.minutes(1))) struct CenterTests {
    private let port = MemoryPort()
    private let clock = TestClock()
    private let center: UNUserNotificationCenter

    init() { center = UNUserNotificationCenter(port: port, clock: clock, isForeground: true) }

    private func content(_ body: String) -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "title"
        content.body = body
        return content
    }

    private func request(
        _ id: String, _ body: String = "body", after seconds: TimeInterval? = nil, repeats: Bool = false
    ) -> UNNotificationRequest {
        UNNotificationRequest(
            identifier: id, content: content(body),
            trigger: seconds.map { UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: repeats) })
    }

    @Test func whatIsAddedIsPostedAsItIs() async throws {
        let content = content("body")
        content.subtitle = "subtitle"
        content.sound = .default
        content.categoryIdentifier = "message"
        content.threadIdentifier = "thread"
        content.interruptionLevel = .critical
        content.badge = 3
        content.userInfo = [
            "text": "a", "number": 5, "date": Date(timeIntervalSince1970: 1.5), "data": Data([1, 2]),
            "list": ["x", Date(timeIntervalSince1970: 2)] as [Any],
        ]
        let reply = UNTextInputNotificationAction(
            identifier: "reply", title: "Reply", textInputButtonTitle: "Send", textInputPlaceholder: "Text")
        let open = UNNotificationAction(identifier: "open", title: "Open", options: .foreground)
        center.setNotificationCategories([
            UNNotificationCategory(identifier: "message", actions: [reply, open], intentIdentifiers: [])
        ])
        try await center.add(UNNotificationRequest(identifier: "1", content: content, trigger: nil))
        content.body = "changed afterwards"

        let posted = try #require(await port.posted.first)
        #expect([posted.id, posted.title, posted.subtitle, posted.body] == ["1", "title", "subtitle", "body"])
        #expect(posted.sound == "default" && posted.category == "message" && posted.thread == "thread")
        #expect(posted.urgency == .critical)
        #expect(
            posted.actions == [
                .init(id: "reply", title: "Reply", asksForText: true),
                .init(id: "open", title: "Open", isForeground: true),
            ])
        let shown = try #require(await center.deliveredNotifications().first)
        #expect(shown.date == Date(timeIntervalSince1970: 7))
        let back = shown.request.content
        #expect(back.userInfo["text"] as? String == "a")
        #expect(back.userInfo["number"] as? Int == 5)
        #expect(back.userInfo["date"] as? Date == Date(timeIntervalSince1970: 1.5))
        #expect(back.userInfo["data"] as? Data == Data([1, 2]))
        #expect((back.userInfo["list"] as? [Any])?.last as? Date == Date(timeIntervalSince1970: 2))
        #expect(back.badge == 3 && back.interruptionLevel == .critical)
    }

    @Test(arguments: [HandsetError.Kind.unreachable, .unavailable, .failed])
    func aServiceThatIsNotThereIsNoError(_ kind: HandsetError.Kind) async throws {
        await port.fail(with: kind)
        try await center.add(request("1"))
        #expect(await port.posted.isEmpty)
    }

    @Test func aProgramWithoutABundleIsTold() async {
        await port.fail(with: .notPermitted)
        await #expect(throws: UNError(.notificationsNotAllowed)) { try await center.add(request("1")) }
    }

    @Test func whatCannotBeShownIsRefused() async {
        let empty = UNNotificationRequest(identifier: "1", content: UNNotificationContent(), trigger: nil)
        await #expect(throws: UNError(.notificationInvalidNoContent)) { try await center.add(empty) }
        let odd = content("x")
        odd.userInfo = ["thing": MemoryPort()]
        let request = UNNotificationRequest(identifier: "1", content: odd, trigger: nil)
        await #expect(throws: UNError(.notificationInvalidNoContent)) { try await center.add(request) }
        for bad in [
            self.request("1", after: 0), self.request("1", after: .nan), self.request("1", after: 59, repeats: true),
        ] {
            await #expect(throws: UNError(.notificationInvalidNoDate)) { try await center.add(bad) }
        }
        await #expect(throws: UNError(.badgeInputInvalid)) { try await center.setBadgeCount(-1) }
        #expect(throws: UNError(.attachmentInvalidURL)) {
            try UNNotificationAttachment(identifier: "a", url: URL(filePath: "/nonexistent/file"))
        }
        #expect(await port.posted.isEmpty)
    }

    @Test func aTriggerWaitsForItsTime() async throws {
        try await center.add(request("a", after: 10))
        try await center.add(request("b", after: 5))
        #expect(await center.pendingNotificationRequests().map(\.identifier) == ["a", "b"])
        await clock.sleepers(2)
        clock.advance(by: .seconds(5))
        #expect(await port.posted(1).map(\.id) == ["b"])
        let left = try #require(await center.pendingNotificationRequests().first)
        #expect(left.identifier == "a")
        #expect((left.trigger as? UNTimeIntervalNotificationTrigger)?.repeats == false)
        clock.advance(by: .seconds(5))
        #expect(await port.posted(2).map(\.id) == ["b", "a"])
        #expect(await center.pendingNotificationRequests().isEmpty)
    }

    @Test func aRepeatingTriggerComesAgain() async throws {
        try await center.add(request("a", after: 60, repeats: true))
        for count in 1...3 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(60))
            _ = await port.posted(count)
        }
        center.removeAllPendingNotificationRequests()
        #expect(await center.pendingNotificationRequests().isEmpty)
    }

    @Test func theSameIdentifierReplacesWhatIsPending() async throws {
        try await center.add(request("a", "old", after: 10))
        try await center.add(request("a", "new", after: 20))
        await clock.sleepers(2)
        clock.advance(by: .seconds(10))
        try await center.add(request("b", "between"))
        clock.advance(by: .seconds(10))
        #expect(await port.posted(2).map(\.body) == ["between", "new"])
        try await center.add(request("c", "late", after: 10))
        try await center.add(request("c", "now"))
        #expect(await center.pendingNotificationRequests().isEmpty)
    }

    @Test func removalsKeepTheirOrder() async throws {
        try await center.add(request("a"))
        center.removeDeliveredNotifications(withIdentifiers: ["a"])
        center.removeAllDeliveredNotifications()
        #expect(await center.deliveredNotifications().isEmpty)
        #expect(await port.removed == [["a"], []])
    }

    // MARK: The delegate

    private final class Delegate: UNUserNotificationCenterDelegate, Sendable {
        let options: UNNotificationPresentationOptions
        let responses: AsyncStream<(id: String, action: String, text: String?)>
        private let told: AsyncStream<(id: String, action: String, text: String?)>.Continuation

        init(options: UNNotificationPresentationOptions = [.banner, .sound]) {
            self.options = options
            (responses, told) = AsyncStream.makeStream()
        }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification
        ) async -> UNNotificationPresentationOptions { options }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
        ) async {
            let text = (response as? UNTextInputNotificationResponse)?.userText
            told.yield((response.notification.request.identifier, response.actionIdentifier, text))
        }
    }

    @Test func theDelegateDecidesWhatIsShown() async throws {
        let silent = Delegate(options: [])
        center.delegate = silent
        try await center.add(request("a"))
        let quiet = Delegate(options: .banner)
        center.delegate = quiet
        let content = content("b")
        content.sound = .default
        try await center.add(UNNotificationRequest(identifier: "b", content: content, trigger: nil))
        #expect(await port.posted.map(\.id) == ["b"])
        #expect(await port.posted.first?.sound == nil)
        withExtendedLifetime((silent, quiet)) {}
    }

    @Test func anAppThatWasLaunchedForAMessageIsNotAsked() async throws {
        let background = UNUserNotificationCenter(port: port, isForeground: false)
        let delegate = Delegate(options: [])
        background.delegate = delegate
        try await background.add(request("a"))
        #expect(await port.posted.map(\.id) == ["a"])
        withExtendedLifetime(delegate) {}
    }

    @Test func aResponseThatWaitedComesWhenThereIsADelegate() async {
        let notification = LocalNotification(
            id: "old", body: "b", info: #"{"info":{},"level":1}"#,
            actions: [.init(id: "reply", title: "Reply", asksForText: true), .init(id: "mute", title: "Mute")])
        await port.respond(NotificationResponse(notification: notification, action: "default"))
        await port.respond(NotificationResponse(notification: notification, action: "dismiss"))
        await port.respond(NotificationResponse(notification: notification, action: "mute"))
        await port.respond(NotificationResponse(notification: notification, action: "reply", text: "yes"))
        let delegate = Delegate()
        center.delegate = delegate
        var responses = delegate.responses.makeAsyncIterator()
        let click = await responses.next()
        #expect(click?.id == "old" && click?.action == UNNotificationDefaultActionIdentifier && click?.text == nil)
        // The dismissal is not told: no category asked for it.
        #expect(await responses.next()?.action == "mute")
        #expect(await responses.next()?.text == "yes")
    }

    @Test func aDismissalIsToldWhenTheCategoryAsksForIt() async throws {
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: "c", actions: [], intentIdentifiers: [], options: .customDismissAction)
        ])
        let content = content("x")
        content.categoryIdentifier = "c"
        try await center.add(UNNotificationRequest(identifier: "1", content: content, trigger: nil))
        let posted = try #require(await port.posted.first)
        await port.respond(NotificationResponse(notification: posted, action: "dismiss"))
        let delegate = Delegate()
        center.delegate = delegate
        var responses = delegate.responses.makeAsyncIterator()
        #expect(await responses.next()?.action == UNNotificationDismissActionIdentifier)
    }

    @Test func theSettingsSayWhatADesktopHas() async throws {
        #expect(try await center.requestAuthorization(options: [.alert, .sound]))
        let settings = await center.notificationSettings()
        #expect(settings.authorizationStatus == .authorized && settings.badgeSetting == .notSupported)
        #expect(!center.supportsContentExtensions)
    }
}

/// Notifications over a real bus.
@Suite(.timeLimit(.minutes(1))) struct NotificationBusTests {
    @Test func theyReachTheServiceAndComeBack() async throws {
        try await House.with { house in
            let client = house.client
            let notification = LocalNotification(
                id: "1", title: "t", subtitle: "s", body: "b", sound: "default", category: "c", thread: "th",
                urgency: .critical, info: #"{"a":1}"#,
                actions: [.init(id: "reply", title: "Reply", asksForText: true, isForeground: true)])
            #expect(try await client.post(notification))
            let delivered = try await client.deliveredNotifications()
            #expect(delivered.map(\.notification) == [notification])
            #expect(delivered.map(\.date) == [Date(timeIntervalSince1970: 1_700_000_000)])
            try await client.removeNotifications(["1"])
            #expect(await house.service.shown.isEmpty)
        }
    }

    @Test(arguments: IncomingMessagesTests.Disaster.allCases)
    func aResponseIsAwaitedAcrossRestarts(_ disaster: IncomingMessagesTests.Disaster) async throws {
        try await House.with { house in
            let response = Task { try await house.client.nextNotificationResponse() }
            await house.service.wait { $0.journal.contains("response") }
            switch disaster {
            case .service: try await house.restartService()
            case .bus: try await house.restartBus()
            }
            await house.service.wait { $0.journal.filter { $0 == "response" }.count == 2 }
            await house.service.respond(.init(id: "1", action: "default", notification: .init(id: "1", title: "t")))
            #expect(try await response.value.notification.title == "t")
        }
    }
}
