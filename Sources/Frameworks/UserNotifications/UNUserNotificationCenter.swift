import Foundation
package import Handset
import HandsetPlatform

/// What the centre needs of the service; tests have one of their own.
package protocol NotificationPort: Sendable {
    func post(_ notification: LocalNotification) async throws(HandsetError) -> Bool
    func removeNotifications(_ ids: [String]) async throws(HandsetError)
    func deliveredNotifications() async throws(HandsetError) -> [DeliveredNotification]
    func nextNotificationResponse() async throws(CancellationError) -> NotificationResponse
}

extension HandsetClient: NotificationPort {}

/// Shows the app's notifications through the session's notification server, and brings back what the person did.
///
/// The Handset agent of the session posts them and stays to take the click, so a notification outlives the app, and a
/// click launches it: set ``delegate`` early, and the response comes.
public final class UNUserNotificationCenter: Sendable {
    struct Pending {
        var notification: LocalNotification
        var interval: TimeInterval
        var repeats: Bool
        var number: UInt64
        var timer: Task<Void, Never>
    }

    private struct State {
        weak var delegate: (any UNUserNotificationCenterDelegate)?
        var categories: Set<UNNotificationCategory> = []
        var pending: [String: Pending] = [:]
        var lastPending: UInt64 = 0
        var responses: Task<Void, Never>?
        /// The end of what was asked of the service so far: what is asked in order is done in order.
        var last: Task<Void, Never>?
    }

    private let state = Lock(State())
    private let port: any NotificationPort
    private let clock: any Clock<Duration>
    /// A process that the agent launched for a message or a push has no person in front of it.
    private let isForeground: Bool

    package init(port: any NotificationPort, clock: any Clock<Duration> = ContinuousClock(), isForeground: Bool) {
        self.port = port
        self.clock = clock
        self.isForeground = isForeground
    }

    deinit {
        let (responses, pending) = state.withLock { ($0.responses, $0.pending) }
        responses?.cancel()
        for entry in pending.values { entry.timer.cancel() }
    }

    private static let shared: UNUserNotificationCenter = {
        let reason = ProcessInfo.processInfo.environment["HANDSET_LAUNCH"] ?? ""
        return UNUserNotificationCenter(
            port: HandsetClient.shared, isForeground: reason.isEmpty || reason == "notification" || reason == "url")
    }()

    /// The app's centre.
    public static func current() -> UNUserNotificationCenter { shared }

    /// Who hears of responses, and is asked how a notification of a running app is shown. Held weakly.
    public weak var delegate: (any UNUserNotificationCenterDelegate)? {
        get { state.withLock { $0.delegate } }
        set {
            state.withLock { state in
                state.delegate = newValue
                if newValue != nil, state.responses == nil {
                    state.responses = Task { [weak self, port] in
                        while let response = try? await port.nextNotificationResponse() {
                            guard let self else { return }
                            await self.deliver(response)
                        }
                    }
                }
            }
        }
    }

    /// False: no desktop shows an app's own view in a notification.
    public var supportsContentExtensions: Bool { false }

    /// True: the desktop's own settings decide what is shown, and the person is not asked here.
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { true }

    /// What the person allows.
    public func notificationSettings() async -> UNNotificationSettings { UNNotificationSettings() }

    /// Shows a notification, at once or when its trigger fires; one with the same identifier is replaced.
    ///
    /// Returns normally also when no notification server runs, or the Handset service cannot be reached for a while: a
    /// loop over messages is not ended by a desktop without notifications.
    ///
    /// - Throws: ``UNError`` when the request cannot be used, or the program has no bundle that Handset knows.
    public func add(_ request: UNNotificationRequest) async throws {
        let categories = state.withLock { $0.categories }
        let notification = try LocalNotification(request, categories: categories)
        if let trigger = request.trigger {
            return try schedule(notification, trigger)
        }
        cancelPending([request.identifier])
        try await present(notification)
    }

    /// Requests whose trigger has not fired, in the order in which they were added.
    public func pendingNotificationRequests() async -> [UNNotificationRequest] {
        let pending = state.withLock { $0.pending.values.sorted { $0.number < $1.number } }
        return pending.map { entry in
            let request = UNNotificationRequest(entry.notification)
            return UNNotificationRequest(
                identifier: request.identifier, content: request.content,
                trigger: UNTimeIntervalNotificationTrigger(timeInterval: entry.interval, repeats: entry.repeats))
        }
    }

    /// Forgets requests whose trigger has not fired.
    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) { cancelPending(identifiers) }

    /// Forgets every request whose trigger has not fired.
    public func removeAllPendingNotificationRequests() {
        cancelPending(state.withLock { Array($0.pending.keys) })
    }

    /// The app's notifications that are still shown; none when the service cannot be reached.
    public func deliveredNotifications() async -> [UNNotification] {
        await state.withLock { $0.last }?.value
        let delivered = (try? await port.deliveredNotifications()) ?? []
        return delivered.map { UNNotification(when: $0.date, what: UNNotificationRequest($0.notification)) }
    }

    /// Takes notifications from the screen.
    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        inOrder { port in _ = try? await port.removeNotifications(identifiers) }
    }

    /// Takes every notification of the app from the screen.
    public func removeAllDeliveredNotifications() {
        inOrder { port in
            guard let delivered = try? await port.deliveredNotifications() else { return }
            _ = try? await port.removeNotifications(delivered.map(\.notification.id))
        }
    }

    /// Sets the app's categories, whose actions are the buttons of the notifications that are added from now on.
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        state.withLock { $0.categories = categories }
    }

    /// The app's categories.
    public func notificationCategories() async -> Set<UNNotificationCategory> { state.withLock { $0.categories } }

    /// Without effect: a freedesktop desktop has no badges.
    ///
    /// - Throws: ``UNError`` when `newBadgeCount` is negative.
    public func setBadgeCount(_ newBadgeCount: Int) async throws {
        if newBadgeCount < 0 { throw UNError(.badgeInputInvalid) }
    }
}

// MARK: - Showing

extension UNUserNotificationCenter {
    /// Does `work` when all that was asked before is done.
    @discardableResult
    private func inOrder<Result: Sendable>(
        _ work: @escaping @Sendable (any NotificationPort) async -> Result
    ) -> Task<Result, Never> {
        state.withLock { state in
            let task = Task { [port, last = state.last] in
                await last?.value
                return await work(port)
            }
            state.last = Task { _ = await task.value }
            return task
        }
    }

    private func present(_ notification: LocalNotification) async throws(UNError) {
        var notification = notification
        if isForeground, let delegate {
            let shown = UNNotification(when: Date(), what: UNNotificationRequest(notification))
            let options = await delegate.userNotificationCenter(self, willPresent: shown)
            guard !options.isDisjoint(with: [.banner, .list]) else { return }
            if !options.contains(.sound) { notification.sound = nil }
        }
        let posted = notification
        let failure = await inOrder { port -> HandsetError? in
            do throws(HandsetError) { _ = try await port.post(posted) } catch { return error }
            return nil
        }.value
        switch failure?.kind {
        case .notPermitted: throw UNError(.notificationsNotAllowed)
        case .invalidArgument: throw UNError(.notificationInvalidNoContent)
        default: return
        }
    }

    private func schedule(_ notification: LocalNotification, _ trigger: UNNotificationTrigger) throws(UNError) {
        guard let trigger = trigger as? UNTimeIntervalNotificationTrigger,
            trigger.interval.isFinite, trigger.interval > 0, !trigger.repeats || trigger.interval >= 60
        else { throw UNError(.notificationInvalidNoDate) }
        let (interval, repeats) = (trigger.interval, trigger.repeats)
        let replaced = state.withLock { state -> Task<Void, Never>? in
            state.lastPending += 1
            let number = state.lastPending
            let timer = Task { [weak self, clock] in
                repeat {
                    // A trigger beyond a century is as good as never.
                    try? await clock.sleep(for: .seconds(min(interval, 3_200_000_000)))
                    guard !Task.isCancelled, let self else { return }
                    await self.fire(notification, number, isLast: !repeats)
                } while repeats
            }
            return state.pending.updateValue(
                Pending(
                    notification: notification, interval: interval, repeats: repeats, number: number, timer: timer),
                forKey: notification.id)?.timer
        }
        replaced?.cancel()
    }

    private func fire(_ notification: LocalNotification, _ number: UInt64, isLast: Bool) async {
        let isPending = state.withLock { state in
            guard state.pending[notification.id]?.number == number else { return false }
            if isLast { state.pending[notification.id] = nil }
            return true
        }
        // Nobody waits for a triggered notification; one that cannot be shown is not shown.
        if isPending { try? await present(notification) }
    }

    private func cancelPending(_ identifiers: [String]) {
        let timers = state.withLock { state in
            identifiers.compactMap { state.pending.removeValue(forKey: $0)?.timer }
        }
        for timer in timers { timer.cancel() }
    }
}

// MARK: - Responses

extension UNUserNotificationCenter {
    private func deliver(_ answer: NotificationResponse) async {
        guard let delegate else { return }
        let notification = UNNotification(when: Date(), what: UNNotificationRequest(answer.notification))
        let response: UNNotificationResponse
        switch answer.action {
        case "dismiss":
            guard Envelope(parsing: answer.notification.info).wantsDismissal else { return }
            response = UNNotificationResponse(what: notification, action: UNNotificationDismissActionIdentifier)
        case "default":
            response = UNNotificationResponse(what: notification, action: UNNotificationDefaultActionIdentifier)
        case let action:
            let asksForText = answer.notification.actions.contains { $0.id == action && $0.asksForText }
            response =
                asksForText
                ? UNTextInputNotificationResponse(what: notification, action: action, text: answer.text)
                : UNNotificationResponse(what: notification, action: action)
        }
        await delegate.userNotificationCenter(self, didReceive: response)
    }
}

/// Who hears of the app's notifications. Both functions may be left out.
public protocol UNUserNotificationCenterDelegate: AnyObject {
    /// How a notification of an app that a person opened is shown; `[]` keeps it from the screen.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// The person did something with a notification, perhaps before this process began.
    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async
}

extension UNUserNotificationCenterDelegate {
    /// Shown in full: a desktop does not tell whether the app is before the person's eyes.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [.banner, .list, .sound, .badge] }

    /// Nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {}
}
