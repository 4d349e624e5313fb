/// What reaches a network for a line. The service sees this and the capabilities, never how they are provided.
package protocol Modem: Sendable {
    /// The operator's name for it, unique in the daemon.
    var name: String { get }

    /// Connects and keeps connecting, with back-off, until `stop`. Reports to the owner.
    func start() async
    func stop() async

    /// One look at everything that could have been missed: the connection, registration, signal, and every message
    /// storage. The service calls it every five minutes, for all modems at once.
    func probe() async

    /// The capabilities of the line in the modem now; `nil` while there is none.
    var sms: (any SMSCapability)? { get async }
    var sim: (any SIMCapability)? { get async }
    /// Calls: there without a card too, for an emergency.
    var voice: (any VoiceCapability)? { get async }
    var ussd: (any USSDCapability)? { get async }
    /// The IMEI (`+CGSN`, 3GPP TS 27.007, clause 5.4); nil where the modem does not tell.
    var equipmentIdentity: String? { get async }
}

/// A modem for messages only.
extension Modem {
    package var voice: (any VoiceCapability)? { nil }
    package var ussd: (any USSDCapability)? { nil }
    package var equipmentIdentity: String? { nil }
}

/// Where a modem stands.
package struct ModemStatus: Hashable, Sendable {
    package var name: String
    /// Whether the device answers.
    package var isReachable: Bool
    /// Why not, or what else is wrong, for a person; no numbers, no texts.
    package var trouble: String?
    package var sim: SIMState
    /// The line of the SIM, once it can be identified.
    package var line: LineState?

    package init(
        name: String, isReachable: Bool = false, trouble: String? = nil, sim: SIMState = .unknown,
        line: LineState? = nil
    ) {
        self.name = name
        self.isReachable = isReachable
        self.trouble = trouble
        self.sim = sim
        self.line = line
    }
}

/// The service's side of a modem.
package protocol ModemOwner: Sendable {
    func modemChanged(_ status: ModemStatus) async

    /// Takes one message from the modem. Returns once it is on disk; only then may the modem delete it or acknowledge it
    /// to the network. Throws when it could not be stored: the modem keeps it and offers it again at the next probe.
    func received(_ part: ReceivedPart, on line: LineID) async throws

    /// Tells of the calls of a modem, by its name: the whole picture, once for each change, in their order.
    func callsChanged(_ report: CallReport, on modem: String) async

    /// Gives a service string that no request of ours asked for: a notice of the network, or a menu.
    func ussdReceived(_ answer: USSDAnswer, on modem: String) async
}

/// An owner that has no use for calls.
extension ModemOwner {
    package func callsChanged(_ report: CallReport, on modem: String) async {}
    package func ussdReceived(_ answer: USSDAnswer, on modem: String) async {}
}

/// The SIM of a line.
package protocol SIMCapability: Sendable {
    /// Verifies the PIN, 4 to 8 digits (3GPP TS 31.102, clause 4.1; `+CPIN`).
    func unlock(pin: String) async -> UnlockResult
}

package enum UnlockResult: Hashable, Sendable {
    case unlocked
    case notNeeded
    case wrongPIN(attemptsLeft: Int?)
    case pukRequired
    case failed
}
