/// What the person lets one app do for the whole machine.
public struct Role: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The role's name on the bus and the command line.
    public let rawValue: String
    /// The role with a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }

    /// Sends and receives the carrier's messages. Entitlement `com.apple.developer.carrier-messaging-app`.
    public static let carrierMessaging = Role(rawValue: "carrier-messaging")
    /// Starts cellular calls and reads the call history. Entitlement `com.apple.developer.dialing-app`.
    public static let dialer = Role(rawValue: "dialer")
    /// Is offered conversations before the cellular network. Entitlement `com.apple.developer.calling-app`.
    public static let calling = Role(rawValue: "calling")
}

/// An app that the service knows by its bundle.
public struct App: Hashable, Identifiable, Sendable {
    /// `CFBundleIdentifier`.
    public let id: String
    /// `CFBundleDisplayName`, for people.
    public let name: String
    /// The bundle's folder.
    public let path: String
    /// The entitlements that the bundle declares.
    public let entitlements: [String]
    /// The roles that it may be given.
    public let eligibleRoles: Set<Role>
    /// The roles that it has.
    public let roles: Set<Role>
    /// Whether the bundle is one of the system's folder, which only root can write.
    public let isTrusted: Bool

    package init(
        id: String, name: String, path: String, entitlements: [String] = [], eligibleRoles: Set<Role> = [],
        roles: Set<Role> = [], isTrusted: Bool = false
    ) {
        self.id = id
        self.name = name
        self.path = path
        self.entitlements = entitlements
        self.eligibleRoles = eligibleRoles
        self.roles = roles
        self.isTrusted = isTrusted
    }
}
