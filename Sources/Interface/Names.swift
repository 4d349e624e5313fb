/// The names on the bus (docs/dbus/).
package enum HandsetName {
    package static let service = "org.handset.Handset1"
    package static let path = "/org/handset/Handset1"
    package static let agentPath = "/org/handset/Agent1"

    static let session = "org.handset.Session1"
    static let lines = "org.handset.Lines1"
    static let roles = "org.handset.Roles1"
    static let messages = "org.handset.Messages1"
    static let notifications = "org.handset.Notifications1"
    static let pushes = "org.handset.Pushes1"
    static let agents = "org.handset.Agents1"
    static let calls = "org.handset.Calls1"
    static let history = "org.handset.History1"
    static let conversations = "org.handset.Conversations1"
    static let status = "org.handset.Status1"
    static let agent = "org.handset.Agent1"
}

/// A role that the person gives to one app or none.
package enum Role: String, Hashable, Sendable, CaseIterable {
    case dialer
    case calling
    case carrierMessaging = "carrier-messaging"

    /// The key in the bundle's entitlements that makes it eligible.
    package var entitlement: String {
        switch self {
        case .dialer: "com.apple.developer.dialing-app"
        case .calling: "com.apple.developer.calling-app"
        case .carrierMessaging: "com.apple.developer.carrier-messaging-app"
        }
    }
}

/// The entitlement of the person's own tools.
package let settingsEntitlement = "org.handset.settings"
