public import Foundation

/// What a notification says. Read-only; build one with ``UNMutableNotificationContent``.
public class UNNotificationContent {
    var fields = ContentFields()

    /// Empty content.
    public init() {}

    init(copying other: UNNotificationContent) { fields = other.fields }

    /// The first line, behind the app's name.
    public var title: String { fields.title }
    /// The line under the title.
    public var subtitle: String { fields.subtitle }
    /// The text.
    public var body: String { fields.body }
    /// Kept, and not shown: a freedesktop desktop has no badges.
    public var badge: NSNumber? { fields.badge.map { NSNumber(value: $0) } }
    /// What sounds; nil for silence.
    public var sound: UNNotificationSound? { fields.sound.map(UNNotificationSound.init(freedesktopName:)) }
    /// What comes back with the response: a property list (text, numbers, dates, data, lists and dictionaries of them).
    public var userInfo: [AnyHashable: Any] { fields.userInfo }
    /// The category whose actions become buttons.
    public var categoryIdentifier: String { fields.categoryIdentifier }
    /// Notifications with the same thread belong together.
    public var threadIdentifier: String { fields.threadIdentifier }
    /// Kept while the app runs, and not shown.
    public var attachments: [UNNotificationAttachment] { fields.attachments }
    /// How urgent it is; becomes the notification server's urgency.
    public var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }
    /// Kept, without effect; 0 to 1.
    public var relevanceScore: Double { fields.relevanceScore }
}

/// What a notification says, to be filled in.
public class UNMutableNotificationContent: UNNotificationContent {
    /// The first line, behind the app's name.
    override public var title: String {
        get { fields.title }
        set { fields.title = newValue }
    }
    /// The line under the title.
    override public var subtitle: String {
        get { fields.subtitle }
        set { fields.subtitle = newValue }
    }
    /// The text.
    override public var body: String {
        get { fields.body }
        set { fields.body = newValue }
    }
    /// Kept, and not shown: a freedesktop desktop has no badges.
    override public var badge: NSNumber? {
        get { super.badge }
        set { fields.badge = newValue?.intValue }
    }
    /// What sounds; nil for silence.
    override public var sound: UNNotificationSound? {
        get { super.sound }
        set { fields.sound = newValue?.freedesktopName }
    }
    /// What comes back with the response: a property list (text, numbers, dates, data, lists and dictionaries of them).
    override public var userInfo: [AnyHashable: Any] {
        get { fields.userInfo }
        set { fields.userInfo = newValue }
    }
    /// The category whose actions become buttons.
    override public var categoryIdentifier: String {
        get { fields.categoryIdentifier }
        set { fields.categoryIdentifier = newValue }
    }
    /// Notifications with the same thread belong together.
    override public var threadIdentifier: String {
        get { fields.threadIdentifier }
        set { fields.threadIdentifier = newValue }
    }
    /// Kept while the app runs, and not shown.
    override public var attachments: [UNNotificationAttachment] {
        get { fields.attachments }
        set { fields.attachments = newValue }
    }
    /// How urgent it is; becomes the notification server's urgency.
    override public var interruptionLevel: UNNotificationInterruptionLevel {
        get { fields.interruptionLevel }
        set { fields.interruptionLevel = newValue }
    }
    /// Kept, without effect; 0 to 1.
    override public var relevanceScore: Double {
        get { fields.relevanceScore }
        set { fields.relevanceScore = newValue }
    }
}

struct ContentFields {
    var title = ""
    var subtitle = ""
    var body = ""
    var badge: Int?
    var sound: String?
    var userInfo: [AnyHashable: Any] = [:]
    var categoryIdentifier = ""
    var threadIdentifier = ""
    var attachments: [UNNotificationAttachment] = []
    var interruptionLevel = UNNotificationInterruptionLevel.active
    var relevanceScore = 0.0
}

/// How urgent a notification is.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Low urgency.
    case passive
    /// Normal urgency.
    case active
    /// Normal urgency; desktops know nothing between normal and critical.
    case timeSensitive
    /// Critical urgency: most servers show it until it is closed.
    case critical
}

/// The name of a sound, without its folder.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// The sound with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The sound with this name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// What sounds with a notification, by a name of the freedesktop sound theme.
public class UNNotificationSound {
    let freedesktopName: String

    init(freedesktopName: String) { self.freedesktopName = freedesktopName }

    /// The desktop's sound for a new message.
    public class var `default`: UNNotificationSound { UNNotificationSound(freedesktopName: "default") }
    /// The desktop's ringing sound.
    public class var defaultRingtone: UNNotificationSound {
        UNNotificationSound(freedesktopName: "phone-incoming-call")
    }
    /// A sound of the theme.
    public convenience init(named name: UNNotificationSoundName) { self.init(freedesktopName: name.rawValue) }
}

/// A file that belongs to a notification. Kept while the app runs, and not shown.
public class UNNotificationAttachment {
    /// The attachment's name.
    public var identifier: String { name }
    /// The file.
    public var url: URL { file }
    private let name: String
    private let file: URL

    init(name: String, file: URL) {
        self.name = name
        self.file = file
    }

    /// Names a file that exists; an empty identifier is replaced by a unique one.
    ///
    /// - Throws: ``UNError`` with ``UNError/Code/attachmentInvalidURL`` when `url` is no file that can be read.
    public convenience init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
        guard url.isFileURL, FileManager.default.isReadableFile(atPath: url.path) else {
            throw UNError(.attachmentInvalidURL)
        }
        self.init(name: identifier.isEmpty ? UUID().uuidString : identifier, file: url)
    }
}
