public import Foundation

/// A notification of this app, shown by the session's agent.
public struct LocalNotification: Hashable, Identifiable, Sendable {
    /// How urgent it is, as the notification server takes it.
    public enum Urgency: Int, Hashable, Sendable { case low, normal, critical }

    /// A button of the notification.
    public struct Action: Hashable, Identifiable, Sendable {
        /// Comes back with the response.
        public var id: String
        /// What the button says.
        public var title: String
        /// Whether the person types an answer; shown as a button where the notification server has no text field.
        public var asksForText: Bool
        /// Whether it brings the app to the front.
        public var isForeground: Bool

        /// A button with a title.
        public init(id: String, title: String, asksForText: Bool = false, isForeground: Bool = false) {
            self.id = id
            self.title = title
            self.asksForText = asksForText
            self.isForeground = isForeground
        }
    }

    /// A notification with the same id replaces it.
    public var id: String
    /// The first line.
    public var title: String
    /// The line under the title.
    public var subtitle: String
    /// The text.
    public var body: String
    /// A sound's name of the freedesktop sound naming specification, `default`, or nil for silence.
    public var sound: String?
    /// The app's name for its kind; comes back with the response.
    public var category: String
    /// Notifications with the same thread belong together.
    public var thread: String
    /// How urgent it is.
    public var urgency: Urgency
    /// A JSON object that comes back with the response.
    public var info: String
    /// Its buttons, 16 at most.
    public var actions: [Action]

    /// A notification; all but the id may be left out.
    public init(
        id: String, title: String = "", subtitle: String = "", body: String = "", sound: String? = nil,
        category: String = "", thread: String = "", urgency: Urgency = .normal, info: String = "{}",
        actions: [Action] = []
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.sound = sound
        self.category = category
        self.thread = thread
        self.urgency = urgency
        self.info = info
        self.actions = actions
    }
}

/// A notification that is still shown.
public struct DeliveredNotification: Hashable, Sendable {
    /// As it was posted.
    public let notification: LocalNotification
    /// When it was shown.
    public let date: Date

    package init(notification: LocalNotification, date: Date) {
        self.notification = notification
        self.date = date
    }
}

/// What the person did with a notification.
public struct NotificationResponse: Hashable, Sendable {
    /// As it was posted.
    public let notification: LocalNotification
    /// `default` for a click on the notification, `dismiss` when it was closed, else an action's id.
    public let action: String
    /// What the person typed.
    public let text: String

    package init(notification: LocalNotification, action: String, text: String = "") {
        self.notification = notification
        self.action = action
        self.text = text
    }
}
