import HandsetDBus

/// What a client may know of itself and the machine (`GetState`).
package struct StateInfo: DictionaryCodable {
    /// The bundle that the caller's executable belongs to.
    package var app: String?
    /// The roles that the app holds.
    package var roles: Set<Role>
    /// Empty unless the caller holds a role or is a person's tool.
    package var lines: [LineInfo]

    package init(app: String? = nil, roles: Set<Role> = [], lines: [LineInfo] = []) {
        self.app = app
        self.roles = roles
        self.lines = lines
    }

    package init(_ fields: Fields) throws(ServiceError) {
        app = try fields.string("app")
        roles = Set(try fields.words("roles", Role.self))
        lines = try fields.values("lines")
    }

    package var dictionary: [String: BusValue] {
        .known([
            "app": app.map { .text($0) }, "roles": .strings(roles.map(\.rawValue).sorted()), "lines": .values(lines),
        ])
    }
}
