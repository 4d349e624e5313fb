import HandsetDBus
import HandsetInterface

/// What is on the screen, by the server's number; the oldest is forgotten beyond a limit.
struct ShownNotifications {
    private static let limit = 500

    struct Entry: Sendable {
        var app: String
        /// As it was posted; nil of a question.
        var notification: NotificationInfo?
        /// The server's action keys, and what they mean to the app.
        var actions: [String: String] = [:]
        /// Who waits for the answer, of a question.
        var question: OneShot<Bool>?
    }

    private var entries: [UInt32: Entry] = [:]
    private var order: [UInt32] = []

    subscript(number: UInt32) -> Entry? { entries[number] }

    func number(app: String, id: String) -> UInt32? {
        entries.first { $0.value.app == app && $0.value.notification?.id == id }?.key
    }

    /// The newest of an app: each may have half a megabyte, and a message on a bus has an end.
    func notifications(of app: String) -> [NotificationInfo] {
        order.compactMap { entries[$0] }.filter { $0.app == app }.compactMap(\.notification)
            .suffix(InterfaceLimits.shownNotifications)
    }

    mutating func insert(_ entry: Entry, number: UInt32) {
        remove(number)
        if order.count == Self.limit, let oldest = order.first { remove(oldest)?.question?.give(false) }
        entries[number] = entry
        order.append(number)
    }

    @discardableResult
    mutating func remove(_ number: UInt32) -> Entry? {
        guard let entry = entries.removeValue(forKey: number) else { return nil }
        order.removeAll { $0 == number }
        return entry
    }

    /// Forgets everything; the questions that have no answer now.
    mutating func removeAll() -> [OneShot<Bool>] {
        defer { self = ShownNotifications() }
        return entries.values.compactMap(\.question)
    }
}
