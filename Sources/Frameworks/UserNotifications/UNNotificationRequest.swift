public import Foundation

/// A notification and when it is to be shown.
public class UNNotificationRequest {
    private let name: String
    private let what: UNNotificationContent
    private let when: UNNotificationTrigger?

    init(name: String, what: UNNotificationContent, when: UNNotificationTrigger?) {
        self.name = name
        // A later change to the caller's content is not one of this.
        self.what = UNNotificationContent(copying: what)
        self.when = when
    }

    /// A request; without a trigger the notification is shown at once.
    ///
    /// - Parameters:
    ///   - identifier: Its name within the app; one with the same name replaces it, pending or shown.
    ///   - content: What it says; copied.
    ///   - trigger: When it is shown.
    public convenience init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.init(name: identifier, what: content, when: trigger)
    }

    /// Its name within the app.
    public var identifier: String { name }
    /// What it says.
    public var content: UNNotificationContent { what }
    /// When it is shown; nil is at once.
    public var trigger: UNNotificationTrigger? { when }
}

/// When a notification is shown.
public class UNNotificationTrigger {
    let isRepeating: Bool

    init(isRepeating: Bool) { self.isRepeating = isRepeating }

    /// Whether it is shown again and again.
    public var repeats: Bool { isRepeating }
}

/// Shows a notification after a time. Handset keeps the time in the app: it ends with the process.
public class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    let interval: TimeInterval

    init(interval: TimeInterval, isRepeating: Bool) {
        self.interval = interval
        super.init(isRepeating: isRepeating)
    }

    /// Triggers `timeInterval` seconds after the request was added: more than 0, at least 60 when it repeats.
    public convenience init(timeInterval: TimeInterval, repeats: Bool) {
        self.init(interval: timeInterval, isRepeating: repeats)
    }

    /// When it would trigger if it were added now.
    public func nextTriggerDate() -> Date? { interval > 0 ? Date(timeIntervalSinceNow: interval) : nil }
}

/// A notification that was shown.
public class UNNotification {
    private let when: Date
    private let what: UNNotificationRequest

    init(when: Date, what: UNNotificationRequest) {
        self.when = when
        self.what = what
    }

    /// When it was shown.
    public var date: Date { when }
    /// What was asked for.
    public var request: UNNotificationRequest { what }
}

/// What the person did with a notification.
public class UNNotificationResponse {
    private let what: UNNotification
    private let action: String

    init(what: UNNotification, action: String) {
        self.what = what
        self.action = action
    }

    /// The notification.
    public var notification: UNNotification { what }
    /// ``UNNotificationDefaultActionIdentifier``, ``UNNotificationDismissActionIdentifier``, or an action's identifier.
    public var actionIdentifier: String { action }
}

/// A response with what the person typed.
public class UNTextInputNotificationResponse: UNNotificationResponse {
    private let text: String

    init(what: UNNotification, action: String, text: String) {
        self.text = text
        super.init(what: what, action: action)
    }

    /// What the person typed.
    public var userText: String { text }
}

/// The person clicked the notification itself.
public let UNNotificationDefaultActionIdentifier: String = "com.apple.UNNotificationDefaultActionIdentifier"
/// The person closed the notification.
public let UNNotificationDismissActionIdentifier: String = "com.apple.UNNotificationDismissActionIdentifier"
