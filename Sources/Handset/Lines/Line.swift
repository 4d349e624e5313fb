/// One cellular service: a SIM and its plan.
public struct Line: Hashable, Identifiable, Sendable {
    /// The name of a line in every call. It follows the SIM: the same card in another modem is the same line.
    ///
    /// Opaque; an app may store it.
    public struct ID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
        /// The id as the service writes it.
        public let rawValue: String
        /// The id that was stored as this text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The id as the service writes it: it may hold the SIM's serial number.
        public var description: String { rawValue }
    }

    /// The line's registration with a network (3GPP TS 27.007, clause 7.2).
    public enum Registration: String, Hashable, Sendable {
        case home, roaming, searching, denied, unknown
        case notRegistered = "not-registered"
    }

    /// What the SIM is ready for (3GPP TS 27.007, clause 8.3).
    public enum SIM: String, Hashable, Sendable {
        case ready, absent, unknown
        /// The PIN is needed: ``HandsetClient/unlock(_:pin:)``.
        case pinRequired = "pin-required"
        /// Too many wrong PINs: the PUK, from the carrier, is needed.
        case pukRequired = "puk-required"
    }

    /// The line's name in every call.
    public let id: ID
    /// The name that the person gave it, 1 to 64 characters.
    public let label: String
    /// Whether a modem has the line now. A line that is known from the store only is not present.
    public let isPresent: Bool
    /// Whether a text could be sent now.
    public let canSendSMS: Bool
    /// Whether a call could be made now.
    public let canCall: Bool
    /// The line's own number as the SIM or the network tells it, in international form where it is known.
    public let number: String?
    /// The country of the SIM by the two letters of ISO 3166-1, from its IMSI, else from its serial number: what the
    /// person's national numbers belong to (`PhoneNumber` of `HandsetNumbers`).
    public package(set) var region: String?
    /// The SIM's serial number (ITU-T E.118).
    public let iccid: String?
    /// How it stands with a network.
    public let registration: Registration
    /// Received signal in percent, 0 to 100.
    public let signal: Int?
    /// The serving network's name.
    public let network: String?
    /// What its SIM is ready for.
    public let sim: SIM
    /// The modem that has the line, by the service's name for it.
    public let modem: String?
    /// What multimedia messages are on it; nil where its carrier has none, or nobody knows how.
    public package(set) var multimedia: Multimedia?

    package init(
        id: ID, label: String, isPresent: Bool = true, canSendSMS: Bool = true, canCall: Bool = false,
        number: String? = nil, iccid: String? = nil, registration: Registration = .unknown, signal: Int? = nil,
        network: String? = nil,
        sim: SIM = .unknown, modem: String? = nil
    ) {
        self.id = id
        self.label = label
        self.isPresent = isPresent
        self.canSendSMS = canSendSMS
        self.canCall = canCall
        self.number = number
        self.iccid = iccid
        self.registration = registration
        self.signal = signal
        self.network = network
        self.sim = sim
        self.modem = modem
    }
}

extension Line {
    /// What a carrier allows of multimedia messages.
    public struct Multimedia: Hashable, Sendable {
        /// Whether the line's data connection is up now.
        public let isReady: Bool
        /// Why they are not possible now, and what the person may do about it: a sentence to show; nil where they are.
        public let obstacle: String?
        /// In octets, of all parts and the subject together.
        public let maximumSize: Int
        /// The most recipients.
        public let maximumRecipients: Int
        /// In characters.
        public let maximumSubject: Int
        /// Of a picture, in pixels.
        public let maximumImageWidth: Int
        /// Of a picture, in pixels.
        public let maximumImageHeight: Int

        package init(
            isReady: Bool, obstacle: String? = nil, maximumSize: Int, maximumRecipients: Int = 20,
            maximumSubject: Int = 40,
            maximumImageWidth: Int = 640, maximumImageHeight: Int = 480
        ) {
            self.isReady = isReady
            self.obstacle = obstacle
            self.maximumSize = maximumSize
            self.maximumRecipients = maximumRecipients
            self.maximumSubject = maximumSubject
            self.maximumImageWidth = maximumImageWidth
            self.maximumImageHeight = maximumImageHeight
        }
    }
}

/// What became of a PIN.
public struct UnlockResult: Hashable, Sendable {
    /// How an attempt to unlock ended.
    public enum Outcome: String, Hashable, Sendable {
        case unlocked, failed
        /// The SIM asks for no PIN now.
        case notNeeded = "not-needed"
        case wrongPIN = "wrong-pin"
        /// The PUK, from the carrier, is needed now.
        case pukRequired = "puk-required"
    }

    /// How the attempt ended.
    public let outcome: Outcome
    /// Attempts left before the PUK is needed, where the modem tells.
    public let attemptsLeft: Int?

    package init(outcome: Outcome, attemptsLeft: Int? = nil) {
        self.outcome = outcome
        self.attemptsLeft = attemptsLeft
    }
}

/// Something about a line changed.
public struct LineUpdate: Hashable, Sendable {
    /// The line as it is now.
    public let line: Line
    /// The line is gone from the list; `line` is what was last known of it.
    public let isRemoved: Bool

    package init(line: Line, isRemoved: Bool = false) {
        self.line = line
        self.isRemoved = isRemoved
    }
}
