/// How large the parts of a call may be; `InvalidArgument` beyond.
package enum InterfaceLimits {
    /// Octets of an id, a path, an address or a name.
    package static let identifier = 1_024
    /// Characters of a line's label.
    package static let label = 64
    /// Octets of a text. An SMS of 255 parts is a quarter of it.
    package static let text = 256 << 10
    /// Octets of a notification's title, subtitle, or what the person typed.
    package static let line = 4 << 10
    /// Octets of a push's payload: what Apple's push service takes for a call.
    package static let pushPayload = 5 << 10
    package static let recipients = 100
    /// Parts of a multimedia message, and octets of all of them.
    package static let parts = 512
    package static let body = 16 << 20
    package static let notificationActions = 16
    /// Notifications of an app that it is told are shown.
    package static let shownNotifications = 32
    package static let identifiers = 1_000
    package static let bundles = 500
    /// Sentences about bundles that cannot be used.
    package static let bundleFaults = 50
    package static let entitlements = 100
    /// Parties of a conversation.
    package static let handles = 100
    /// Conversations that a calling app carries, and actions that it asks for at once.
    package static let conversations = 16
    package static let conversationActions = 16
    /// Octets of tones, and of a service string (3GPP TS 22.090 allows 182 characters).
    package static let tones = 64
    package static let ussd = 182
    /// Rows of the call history in an answer.
    package static let recents = 500
    /// Elements of one answer of what is held.
    package static let heldPage = 500
    /// Elements of an answer.
    package static let elements = 10_000
}
