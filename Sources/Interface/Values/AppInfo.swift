import HandsetDBus

/// An app, as the service judges its bundle.
package struct AppInfo: DictionaryCodable {
    package var id: String
    package var name: String
    /// Of the bundle.
    package var path: String
    package var entitlements: [String]
    package var eligible: Set<Role>
    package var holds: Set<Role>
    /// Whether the bundle is in a folder that only the system's administrator can write.
    package var isTrusted: Bool

    package init(
        id: String, name: String, path: String, entitlements: [String] = [], eligible: Set<Role> = [],
        holds: Set<Role> = [], isTrusted: Bool = false
    ) {
        self.id = id
        self.name = name
        self.path = path
        self.entitlements = entitlements
        self.eligible = eligible
        self.holds = holds
        self.isTrusted = isTrusted
    }

    package init(_ fields: Fields) throws(ServiceError) {
        id = try fields.required("id")
        name = try fields.string("name") ?? ""
        path = try fields.string("path", limit: 4_096) ?? ""
        entitlements = try fields.strings("entitlements")
        eligible = Set(try fields.words("eligible", Role.self))
        holds = Set(try fields.words("holds", Role.self))
        isTrusted = try fields.boolean("trusted") ?? false
    }

    package var dictionary: [String: BusValue] {
        [
            "id": .text(id), "name": .text(name), "path": .text(path), "entitlements": .texts(entitlements),
            "eligible": .strings(eligible.map(\.rawValue).sorted()),
            "holds": .strings(holds.map(\.rawValue).sorted()), "trusted": .boolean(isTrusted),
        ]
    }
}

/// A bundle as the agent of a session read it: the service judges.
package struct BundleInfo: DictionaryCodable {
    package var path: String
    package var id: String
    package var name: String
    /// Absolute.
    package var executable: String
    package var entitlements: [String]

    package init(path: String, id: String, name: String, executable: String, entitlements: [String] = []) {
        self.path = path
        self.id = id
        self.name = name
        self.executable = executable
        self.entitlements = entitlements
    }

    package init(_ fields: Fields) throws(ServiceError) {
        path = try fields.required("path", limit: 4_096)
        id = try fields.required("id")
        name = try fields.string("name") ?? ""
        executable = try fields.required("executable", limit: 4_096)
        entitlements = try fields.strings("entitlements", count: InterfaceLimits.entitlements)
    }

    package var dictionary: [String: BusValue] {
        [
            "path": .text(path), "id": .text(id), "name": .text(name), "executable": .text(executable),
            "entitlements": .texts(entitlements),
        ]
    }
}

/// The session of an agent.
package struct SessionInfo: DictionaryCodable {
    /// Whether it can show something.
    package var hasDisplay: Bool
    /// Whether it can ask on a terminal.
    package var hasTerminal: Bool
    /// What is wrong with bundles in the user's folder: "PATH: reason".
    package var bundleFaults: [String]

    package init(hasDisplay: Bool = false, hasTerminal: Bool = false, bundleFaults: [String] = []) {
        self.hasDisplay = hasDisplay
        self.hasTerminal = hasTerminal
        self.bundleFaults = bundleFaults
    }

    package init(_ fields: Fields) throws(ServiceError) {
        hasDisplay = try fields.boolean("display") ?? false
        hasTerminal = try fields.boolean("terminal") ?? false
        bundleFaults = try fields.strings(
            "bundleFaults", count: InterfaceLimits.bundleFaults, limit: InterfaceLimits.line)
    }

    package var dictionary: [String: BusValue] {
        [
            "display": .boolean(hasDisplay), "terminal": .boolean(hasTerminal), "bundleFaults": .texts(bundleFaults),
        ]
    }
}
