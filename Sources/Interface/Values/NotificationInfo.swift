import HandsetDBus

/// A local notification of an app.
package struct NotificationInfo: DictionaryCodable {
    package struct Action: DictionaryCodable {
        package var id: String
        package var title: String
        /// Whether it asks for a text.
        package var takesText: Bool
        package var opensApp: Bool

        package init(id: String, title: String, takesText: Bool = false, opensApp: Bool = false) {
            self.id = id
            self.title = title
            self.takesText = takesText
            self.opensApp = opensApp
        }

        package init(_ fields: Fields) throws(ServiceError) {
            id = try fields.required("id")
            title = try fields.string("title", limit: InterfaceLimits.line) ?? ""
            takesText = try fields.boolean("text") ?? false
            opensApp = try fields.boolean("foreground") ?? false
        }

        package var dictionary: [String: BusValue] {
            ["id": .text(id), "title": .text(title), "text": .boolean(takesText), "foreground": .boolean(opensApp)]
        }
    }

    package enum Urgency: UInt32, Hashable, Sendable { case low, normal, critical }

    /// The same id replaces.
    package var id: String
    package var title: String
    package var subtitle: String
    package var body: String
    package var sound: String?
    package var category: String?
    package var thread: String?
    package var urgency: Urgency
    /// A JSON object.
    package var info: String?
    package var actions: [Action]
    /// Seconds since 1970; only of a delivered one.
    package var delivered: Int64?

    package init(
        id: String, title: String = "", subtitle: String = "", body: String = "", sound: String? = nil,
        category: String? = nil, thread: String? = nil, urgency: Urgency = .normal, info: String? = nil,
        actions: [Action] = [], delivered: Int64? = nil
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
        self.delivered = delivered
    }

    package init(_ fields: Fields) throws(ServiceError) {
        id = try fields.required("id")
        title = try fields.string("title", limit: InterfaceLimits.line) ?? ""
        subtitle = try fields.string("subtitle", limit: InterfaceLimits.line) ?? ""
        body = try fields.string("body", limit: InterfaceLimits.text) ?? ""
        sound = try fields.string("sound")
        category = try fields.string("category")
        thread = try fields.string("thread")
        urgency = try fields.uint32("urgency").flatMap(Urgency.init(rawValue:)) ?? .normal
        info = try fields.string("info", limit: InterfaceLimits.text)
        actions = try fields.values("actions", count: InterfaceLimits.notificationActions)
        delivered = try fields.int64("at")
    }

    package var dictionary: [String: BusValue] {
        .known([
            "id": .text(id), "title": .text(title), "subtitle": .text(subtitle), "body": .text(body),
            "sound": sound.map { .text($0) }, "category": category.map { .text($0) },
            "thread": thread.map { .text($0) }, "urgency": .uint32(urgency.rawValue), "info": info.map { .text($0) },
            "actions": .values(actions), "at": delivered.map { .int64($0) },
        ])
    }
}

/// What the person did with a notification.
package struct NotificationResponseInfo: DictionaryCodable {
    /// The notification's.
    package var id: String
    /// `default`, `dismiss`, or an action's id.
    package var action: String
    /// What the person typed.
    package var text: String
    /// As posted.
    package var notification: NotificationInfo?

    package init(id: String, action: String, text: String = "", notification: NotificationInfo? = nil) {
        self.id = id
        self.action = action
        self.text = text
        self.notification = notification
    }

    package init(_ fields: Fields) throws(ServiceError) {
        id = try fields.required("id")
        action = try fields.required("action")
        text = try fields.string("text", limit: InterfaceLimits.text) ?? ""
        if let posted = try fields.dictionary("notification") {
            notification = try NotificationInfo(posted)
        }
    }

    package var dictionary: [String: BusValue] {
        .known([
            "id": .text(id), "action": .text(action), "text": .text(text),
            "notification": notification.map { .dictionary($0.dictionary) },
        ])
    }
}
