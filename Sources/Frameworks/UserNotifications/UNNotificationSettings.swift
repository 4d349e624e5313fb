public import Foundation

/// What the person allows the app's notifications.
public class UNNotificationSettings {
    init() {}

    /// Always authorized: the desktop's own settings decide what is shown, and do not tell.
    public var authorizationStatus: UNAuthorizationStatus { .authorized }
    /// Always enabled.
    public var alertSetting: UNNotificationSetting { .enabled }
    /// Always enabled.
    public var soundSetting: UNNotificationSetting { .enabled }
    /// Not supported: a freedesktop desktop has no badges.
    public var badgeSetting: UNNotificationSetting { .notSupported }
}

/// Whether the app may show notifications.
public enum UNAuthorizationStatus: Int, Sendable {
    /// Not asked yet; never so here.
    case notDetermined
    /// The person said no.
    case denied
    /// Allowed.
    case authorized
    /// Never so here.
    case provisional
    /// Never so here.
    case ephemeral
}

/// Whether one kind of presentation is on.
public enum UNNotificationSetting: Int, Sendable {
    /// The desktop has no such thing.
    case notSupported
    /// Off.
    case disabled
    /// On.
    case enabled
}

/// What an app asks for. Handset needs none of it; a desktop's settings decide.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Badges.
    public static let badge = UNAuthorizationOptions(rawValue: 1 << 0)
    /// Sounds.
    public static let sound = UNAuthorizationOptions(rawValue: 1 << 1)
    /// Notifications on the screen.
    public static let alert = UNAuthorizationOptions(rawValue: 1 << 2)
    /// Notifications in a car.
    public static let carPlay = UNAuthorizationOptions(rawValue: 1 << 3)
    /// Sounds that ignore silence.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 1 << 4)
    /// A button to the app's own settings.
    public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 1 << 5)
    /// Quiet notifications without a question.
    public static let provisional = UNAuthorizationOptions(rawValue: 1 << 6)
}

/// How a notification of a running app is shown.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// With a badge; without effect here.
    public static let badge = UNNotificationPresentationOptions(rawValue: 1 << 0)
    /// With its sound.
    public static let sound = UNNotificationPresentationOptions(rawValue: 1 << 1)
    /// In the desktop's list; servers decide for themselves, so this is as ``banner``.
    public static let list = UNNotificationPresentationOptions(rawValue: 1 << 3)
    /// On the screen.
    public static let banner = UNNotificationPresentationOptions(rawValue: 1 << 4)
}

/// Why a notification was not taken.
public struct UNError: Error, Hashable, LocalizedError, Sendable {
    /// What is wrong.
    public enum Code: Int, Sendable {
        /// The program has no bundle, so that it may post none.
        case notificationsNotAllowed = 1
        /// An attachment is no file that can be read.
        case attachmentInvalidURL = 100
        /// The file's type cannot be told.
        case attachmentUnrecognizedType = 101
        /// The file is too large.
        case attachmentInvalidFileSize = 102
        /// The file is not in the bundle's reach.
        case attachmentNotInDataStore = 103
        /// The file could not be moved.
        case attachmentMoveIntoDataStoreFailed = 104
        /// The file is damaged.
        case attachmentCorrupt = 105
        /// The trigger's time is not in the future, or repeats more often than once a minute.
        case notificationInvalidNoDate = 1400
        /// There is nothing to show, or `userInfo` is no property list.
        case notificationInvalidNoContent = 1401
        /// A content provider is not allowed.
        case contentProvidingObjectNotAllowed = 1500
        /// A content provider is invalid.
        case contentProvidingInvalid = 1501
        /// A badge is negative.
        case badgeInputInvalid = 1600
    }

    /// What is wrong.
    public let code: Code

    /// An error with a code.
    public init(_ code: Code) { self.code = code }

    /// What is wrong and what to do, for the developer.
    public var errorDescription: String? {
        switch code {
        case .notificationsNotAllowed:
            "Only an app with a bundle that Handset knows may post notifications; `handset apps` lists them."
        case .attachmentInvalidURL: "The attachment's URL names no file that can be read."
        case .notificationInvalidNoDate: "The trigger's interval must be more than 0 s, and at least 60 s to repeat."
        case .notificationInvalidNoContent:
            "The notification has neither title, subtitle, body, sound nor badge, or its userInfo is no property list."
        case .badgeInputInvalid: "A badge cannot be negative."
        default: "The notification cannot be used (code \(code.rawValue))."
        }
    }
}
