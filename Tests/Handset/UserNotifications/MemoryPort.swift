import Foundation
import Handset
import HandsetDBus
import HandsetPlatform
import UserNotifications

/// A service for notifications in memory.
actor MemoryPort: NotificationPort {
    private(set) var posted: [LocalNotification] = []
    private(set) var removed: [[String]] = []
    private var responses: [NotificationResponse] = []
    private var waiter: OneShot<Void>?
    private var posts: [(count: Int, ticket: OneShot<Void>)] = []
    var failure: HandsetError.Kind?

    func fail(with kind: HandsetError.Kind?) { failure = kind }

    func post(_ notification: LocalNotification) async throws(HandsetError) -> Bool {
        if let failure { throw HandsetError(failure) }
        posted.append(notification)
        for post in posts where post.count <= posted.count { post.ticket.give(()) }
        return true
    }
    func removeNotifications(_ ids: [String]) async throws(HandsetError) { removed.append(ids) }
    func deliveredNotifications() async throws(HandsetError) -> [DeliveredNotification] {
        let gone = Set(removed.joined())
        return posted.filter { !gone.contains($0.id) }.map {
            DeliveredNotification(notification: $0, date: Date(timeIntervalSince1970: 7))
        }
    }
    func nextNotificationResponse() async throws(CancellationError) -> NotificationResponse {
        while responses.isEmpty {
            let waiter = OneShot<Void>()
            self.waiter = waiter
            await withTaskCancellationHandler {
                await waiter.value()
            } onCancel: {
                waiter.give(())
            }
            if Task.isCancelled { throw CancellationError() }
        }
        return responses.removeFirst()
    }

    func respond(_ response: NotificationResponse) {
        responses.append(response)
        waiter?.give(())
    }

    /// Waits until this many were posted.
    func posted(_ count: Int) async -> [LocalNotification] {
        if posted.count < count {
            let ticket = OneShot<Void>()
            posts.append((count, ticket))
            await ticket.value()
        }
        return posted
    }
}

/// A clock that stands still until it is set forward.
final class TestClock: Clock {
    typealias Duration = Swift.Duration
    struct Instant: InstantProtocol {
        var time: Swift.Duration
        func advanced(by duration: Swift.Duration) -> Instant { Instant(time: time + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.time - time }
        static func < (a: Instant, b: Instant) -> Bool { a.time < b.time }
    }
    private struct State {
        var now = Instant(time: .zero)
        var sleepers: [(until: Instant, ticket: OneShot<Bool>)] = []
        var watchers: [(count: Int, ticket: OneShot<Void>)] = []
    }
    private let state = Lock(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Swift.Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let ticket = OneShot<Bool>()
        let watchers = state.withLock { state in
            state.sleepers.append((deadline, ticket))
            return state.watchers.filter { $0.count <= state.sleepers.count }
        }
        for watcher in watchers { watcher.ticket.give(()) }
        let isDue = await withTaskCancellationHandler {
            await ticket.value()
        } onCancel: {
            ticket.give(false)
        }
        if !isDue { throw CancellationError() }
    }

    /// Waits until so many sleep.
    func sleepers(_ count: Int) async {
        let ticket = OneShot<Void>()
        let isSo = state.withLock { state in
            if state.sleepers.count >= count { return true }
            state.watchers.append((count, ticket))
            return false
        }
        if !isSo { await ticket.value() }
    }

    func advance(by duration: Swift.Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.until <= state.now }
            state.sleepers.removeAll { $0.until <= state.now }
            return due
        }
        for sleeper in due { sleeper.ticket.give(true) }
    }
}
