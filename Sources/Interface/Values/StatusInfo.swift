import HandsetDBus

/// How the service stands.
package struct StatusInfo: DictionaryCodable {
    package struct Modem: DictionaryCodable {
        package var name: String
        package var isReachable: Bool
        package var trouble: String?
        package var sim: LineInfo.SIM?
        /// The line's id.
        package var line: String?

        package init(
            name: String, isReachable: Bool = false, trouble: String? = nil, sim: LineInfo.SIM? = nil,
            line: String? = nil
        ) {
            self.name = name
            self.isReachable = isReachable
            self.trouble = trouble
            self.sim = sim
            self.line = line
        }

        package init(_ fields: Fields) throws(ServiceError) {
            name = try fields.required("name")
            isReachable = try fields.boolean("reachable") ?? false
            trouble = try fields.string("trouble", limit: InterfaceLimits.line)
            sim = try fields.word("sim")
            line = try fields.string("line")
        }

        package var dictionary: [String: BusValue] {
            .known([
                "name": .text(name), "reachable": .boolean(isReachable), "trouble": trouble.map { .text($0) },
                "sim": sim.map { .string($0.rawValue) }, "line": line.map { .text($0) },
            ])
        }
    }

    package var version: String
    package var modems: [Modem]
    /// Messages for the app.
    package var waiting: Int
    package var parked: Int
    /// Kept because they could not be read or have no room yet.
    package var held: Int
    /// Parts that wait for others.
    package var incomplete: Int
    package var sending: Int
    package var agents: Int
    /// Sentences for a person; empty when all is well.
    package var trouble: [String]
    /// What is held, by kind.
    package var heldKinds: [String: Int]
    /// What came when its kind had no room.
    package var heldLost: Int
    /// What the operator's configuration gives at each start.
    package var configuredRoles: [Role: String]

    package init(
        version: String, modems: [Modem] = [], waiting: Int = 0, parked: Int = 0, held: Int = 0, incomplete: Int = 0,
        sending: Int = 0, agents: Int = 0, trouble: [String] = [], heldKinds: [String: Int] = [:], heldLost: Int = 0,
        configuredRoles: [Role: String] = [:]
    ) {
        self.version = version
        self.modems = modems
        self.waiting = waiting
        self.parked = parked
        self.held = held
        self.incomplete = incomplete
        self.sending = sending
        self.agents = agents
        self.trouble = trouble
        self.heldKinds = heldKinds
        self.heldLost = heldLost
        self.configuredRoles = configuredRoles
    }

    package init(_ fields: Fields) throws(ServiceError) {
        version = try fields.string("version") ?? ""
        modems = try fields.values("modems")
        waiting = try fields.count("waiting") ?? 0
        parked = try fields.count("parked") ?? 0
        held = try fields.count("held") ?? 0
        incomplete = try fields.count("incomplete") ?? 0
        sending = try fields.count("sending") ?? 0
        agents = try fields.count("agents") ?? 0
        trouble = try fields.strings("trouble", limit: InterfaceLimits.line)
        heldKinds = (try fields.dictionary("heldKinds") ?? [:]).compactMapValues { $0.uint32.map(Int.init) }
        heldLost = try fields.count("heldLost") ?? 0
        configuredRoles = [:]
        for (name, app) in try fields.dictionary("configuredRoles") ?? [:] {
            if let role = Role(rawValue: name) { configuredRoles[role] = app.string }
        }
    }

    package var dictionary: [String: BusValue] {
        let roles = configuredRoles.map { ($0.key.rawValue, BusValue.text($0.value)) }
        return [
            "version": .text(version), "modems": .values(modems), "waiting": .count(waiting),
            "parked": .count(parked), "held": .count(held), "incomplete": .count(incomplete),
            "sending": .count(sending), "agents": .count(agents), "trouble": .texts(trouble),
            "heldKinds": .dictionary(heldKinds.mapValues { .count($0) }), "heldLost": .count(heldLost),
            "configuredRoles": .dictionary([String: BusValue](uniqueKeysWithValues: roles)),
        ]
    }
}

/// A question for the person.
package struct QuestionInfo: DictionaryCodable {
    package var title: String
    package var body: String
    /// The words on the two answers.
    package var yes: String
    package var no: String

    package init(title: String, body: String, yes: String, no: String) {
        self.title = title
        self.body = body
        self.yes = yes
        self.no = no
    }

    package init(_ fields: Fields) throws(ServiceError) {
        title = try fields.string("title", limit: InterfaceLimits.line) ?? ""
        body = try fields.string("body", limit: InterfaceLimits.line) ?? ""
        yes = try fields.string("yes") ?? "Yes"
        no = try fields.string("no") ?? "No"
    }

    package var dictionary: [String: BusValue] {
        ["title": .text(title), "body": .text(body), "yes": .text(yes), "no": .text(no)]
    }
}
