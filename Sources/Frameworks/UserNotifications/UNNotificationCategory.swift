/// A kind of notification of the app, with the buttons that it has.
public class UNNotificationCategory: Hashable {
    let name: String
    let buttons: [UNNotificationAction]
    let choices: UNNotificationCategoryOptions

    init(name: String, buttons: [UNNotificationAction], choices: UNNotificationCategoryOptions) {
        self.name = name
        self.buttons = buttons
        self.choices = choices
    }

    /// A category.
    ///
    /// - Parameters:
    ///   - identifier: What a content's `categoryIdentifier` names.
    ///   - actions: Its buttons, in order.
    ///   - intentIdentifiers: Without effect here.
    ///   - options: With ``UNNotificationCategoryOptions/customDismissAction`` the delegate hears of a dismissal.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(name: identifier, buttons: actions, choices: options)
    }

    /// Whether both have the same name, buttons and options.
    public static func == (a: UNNotificationCategory, b: UNNotificationCategory) -> Bool {
        a.name == b.name && a.choices == b.choices && a.buttons.map(\.value) == b.buttons.map(\.value)
    }

    /// Feeds the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A button of a notification.
public class UNNotificationAction {
    struct Value: Equatable {
        var identifier: String
        var title: String
        var options: UNNotificationActionOptions
        var asksForText: Bool
    }
    let value: Value

    init(value: Value) { self.value = value }

    /// A button; `title` is what it says.
    public convenience init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        self.init(value: Value(identifier: identifier, title: title, options: options, asksForText: false))
    }
}

/// A button that asks for a text. Where the notification server has no text field it is a plain button, and the response
/// has an empty text.
public class UNTextInputNotificationAction: UNNotificationAction {
    /// A button with a text field; the server has words of its own for the field's button and placeholder.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.init(value: Value(identifier: identifier, title: title, options: options, asksForText: true))
    }
}

/// How a button behaves.
public struct UNNotificationActionOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Without effect: a Linux session has no per-action authentication.
    public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1 << 0)
    /// Without effect: notification servers do not mark buttons.
    public static let destructive = UNNotificationActionOptions(rawValue: 1 << 1)
    /// The app comes to the front.
    public static let foreground = UNNotificationActionOptions(rawValue: 1 << 2)
}

/// How the notifications of a category behave.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The delegate hears when the person closes the notification.
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1 << 0)
    /// Without effect here.
    public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 1 << 1)
    /// Without effect here.
    public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 1 << 2)
    /// Without effect here.
    public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 1 << 3)
}
