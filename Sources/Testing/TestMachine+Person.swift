/// What the person in front of the machine sees and does.
extension TestMachine {
    /// The next notification, of those that the desktop has shown and that were not yet returned here; waits for it.
    ///
    /// - Parameters:
    ///   - limit: How long to wait.
    ///   - accepts: Which one is meant; those that it does not take wait for a later call.
    /// - Throws: ``TestMachineError`` when none has come.
    public func nextNotification(
        within limit: Duration = .seconds(30),
        where accepts: @escaping @Sendable (ShownNotification) -> Bool = { _ in true }
    ) async throws -> ShownNotification {
        try await desktop.next(within: limit, where: accepts)
    }

    /// The notifications on the screen now, the oldest first.
    public var shownNotifications: [ShownNotification] {
        get async { await desktop.shown.values.sorted { $0.number < $1.number } }
    }

    /// Clicks a notification, or a button of it. An app that has ended is launched for it.
    ///
    /// - Parameters:
    ///   - notification: One that is on the screen.
    ///   - button: What is written on the button, or its key; nil is the notification itself.
    /// - Throws: ``TestMachineError`` when the notification is not on the screen, or has no such button.
    public func click(_ notification: ShownNotification, button: String? = nil) async throws {
        try await check(notification)
        guard let button else { return try await desktop.click(on: notification.number) }
        guard let action = notification.actions.first(where: { $0.label == button || $0.key == button }) else {
            let labels = notification.actions.map(\.label).joined(separator: ", ")
            throw TestMachineError(
                "the notification has no button \(button); it has: \(labels.isEmpty ? "none" : labels)")
        }
        guard action.key != Self.replyField else {
            throw TestMachineError("\(button) is a field to type into: use reply")
        }
        try await desktop.click(action.key, on: notification.number)
    }

    /// Types an answer into a notification's field.
    ///
    /// - Throws: ``TestMachineError`` when the notification is not on the screen, or has no field.
    public func reply(_ text: String, to notification: ShownNotification) async throws {
        try await check(notification)
        guard notification.actions.contains(where: { $0.key == Self.replyField }) else {
            throw TestMachineError("the notification has no field to type into: does its category have a text action?")
        }
        try await desktop.reply(text, to: notification.number)
    }

    /// Closes a notification.
    ///
    /// - Throws: ``TestMachineError`` when the notification is not on the screen.
    public func dismiss(_ notification: ShownNotification) async throws {
        try await check(notification)
        try await desktop.dismiss(notification.number)
    }

    private static let replyField = "inline-reply"

    private func check(_ notification: ShownNotification) async throws {
        guard await desktop.shown[notification.number] != nil else {
            throw TestMachineError(
                "the notification is not on the screen any more: it was clicked, closed or withdrawn")
        }
    }
}
