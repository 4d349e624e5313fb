/// How the service is, for a person who looks after the machine.
public struct ServiceStatus: Hashable, Sendable {
    /// One modem of the machine.
    public struct Modem: Hashable, Sendable {
        /// The service's name for it.
        public let name: String
        /// Whether it answers.
        public let isReachable: Bool
        /// A sentence that says what is wrong.
        public let trouble: String?
        /// What its SIM is ready for.
        public let sim: Line.SIM
        /// The line that it has.
        public let line: Line.ID?

        package init(
            name: String, isReachable: Bool, trouble: String? = nil, sim: Line.SIM = .unknown, line: Line.ID? = nil
        ) {
            self.name = name
            self.isReachable = isReachable
            self.trouble = trouble
            self.sim = sim
            self.line = line
        }
    }

    /// The service's version.
    public let version: String
    /// The modems that the service is told to use.
    public let modems: [Modem]
    /// Messages that wait for the app.
    public let waiting: Int
    /// Messages in whose hands the app died three times; they are offered once at each launch.
    public let parked: Int
    /// Kept because they could not be read, or because nothing here takes their kind yet.
    public let held: Int
    /// Parts that wait for the others of their message.
    public let incomplete: Int
    /// Messages that are being sent.
    public let sending: Int
    /// Agents of sessions that are there.
    public let agents: Int
    /// Sentences that say what is wrong and what to do; empty when all is well.
    public let trouble: [String]
    /// What is kept that no app can be given, by a word for its kind (see ``HeldMessage/kind``).
    public let heldKinds: [String: Int]
    /// What came when its kind had no room: 10,000 of each are kept.
    public let heldLost: Int
    /// The apps to which the operator's configuration gives roles at each start of the service, whatever was chosen before.
    public let configuredRoles: [Role: String]

    package init(
        version: String, modems: [Modem], waiting: Int, parked: Int, held: Int, incomplete: Int, sending: Int,
        agents: Int, trouble: [String], heldKinds: [String: Int] = [:], heldLost: Int = 0,
        configuredRoles: [Role: String] = [:]
    ) {
        self.heldKinds = heldKinds
        self.heldLost = heldLost
        self.configuredRoles = configuredRoles
        self.version = version
        self.modems = modems
        self.waiting = waiting
        self.parked = parked
        self.held = held
        self.incomplete = incomplete
        self.sending = sending
        self.agents = agents
        self.trouble = trouble
    }
}
