import HandsetInterface

/// An app: a folder with `Info.plist` and one `.entitlements` property list, in the manner of Apple's bundles.
struct AppBundle: Hashable, Sendable {
    /// CFBundleIdentifier.
    var id: String
    /// CFBundleDisplayName.
    var name: String
    /// Of the folder.
    var path: String
    /// Of CFBundleExecutable, with every symbolic link followed.
    var executable: String
    /// The keys that are true.
    var entitlements: Set<String>
    /// From a folder that the operator named; not what a user's agent reported.
    var isTrusted: Bool
    /// The user whose agent reported it; nil for a trusted one, which is everybody's.
    var userID: UInt32?

    init(_ info: BundleInfo, isTrusted: Bool, userID: UInt32? = nil) {
        id = info.id
        name = info.name.plainLine
        path = info.path
        executable = info.executable
        entitlements = Set(info.entitlements)
        self.isTrusted = isTrusted
        self.userID = userID
    }

    func isEligible(for role: Role) -> Bool { entitlements.contains(role.entitlement) }

    var eligible: Set<Role> { Set(Role.allCases.filter(isEligible)) }

    /// Whether it speaks for the person: it asks on a terminal or a screen of its own before it changes anything.
    var isPersonsTool: Bool { isTrusted && entitlements.contains(settingsEntitlement) }
}
