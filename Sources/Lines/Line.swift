/// The id of a line: it follows the SIM, so a card moved to another modem is the same line.
///
/// `iccid-` and the card's ICCID (ITU-T E.118, up to 20 digits), or `imsi-` and the IMSI for a card whose ICCID cannot be read.
package struct LineID: Hashable, Sendable, RawRepresentable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package init(iccid: String) { rawValue = "iccid-\(iccid)" }
    package init(imsi: String) { rawValue = "imsi-\(imsi)" }
}

/// What is known of a line now.
package struct LineState: Hashable, Sendable {
    package var id: LineID
    package var iccid: String?
    package var imsi: String?
    /// The subscriber's own number as the SIM or the network tells it, E.164 with `+` where known.
    package var ownNumber: String?
    package var registration: Registration
    /// Received signal in percent, 0 to 100.
    package var signal: Int?
    /// The serving network's name or MCC and MNC.
    package var network: String?
    /// Whether a text could be sent now.
    package var canSendSMS: Bool

    package init(
        id: LineID, iccid: String? = nil, imsi: String? = nil, ownNumber: String? = nil,
        registration: Registration = .unknown, signal: Int? = nil, network: String? = nil, canSendSMS: Bool = false
    ) {
        self.id = id
        self.iccid = iccid
        self.imsi = imsi
        self.ownNumber = ownNumber
        self.registration = registration
        self.signal = signal
        self.network = network
        self.canSendSMS = canSendSMS
    }
}

/// Network registration status, as `<stat>` of 3GPP TS 27.007, clause 7.2.
package enum Registration: String, Hashable, Sendable {
    case notRegistered, home, searching, denied, unknown, roaming

    package var isRegistered: Bool { self == .home || self == .roaming }
}

/// What the SIM asks for before it serves (`+CPIN`, 3GPP TS 27.007, clause 8.3).
package enum SIMState: Hashable, Sendable {
    case unknown
    case absent
    case ready
    /// The PIN is needed; attempts left where the modem tells.
    case pinRequired(attemptsLeft: Int?)
    /// Too many wrong PINs: the PUK, from the carrier, is needed.
    case pukRequired
    /// Another code of the SIM or the device is asked for, by the modem's name for it.
    case otherCodeRequired(String)
}
