import HandsetDBus

/// A line, as clients see it.
package struct LineInfo: DictionaryCodable {
    package enum Registration: String, Hashable, Sendable {
        case home, roaming, searching, denied
        case notRegistered = "not-registered"
        case unknown
    }
    package enum SIM: String, Hashable, Sendable {
        case ready
        case pinRequired = "pin-required"
        case pukRequired = "puk-required"
        case absent, unknown
    }

    package var id: String
    package var label: String
    /// A modem has it now.
    package var isPresent: Bool
    /// A text could be sent now.
    package var canSendSMS: Bool
    /// A call could be made now.
    package var canCall: Bool
    package var iccid: String?
    package var number: String?
    /// The country of its card: two letters of ISO 3166-1.
    package var region: String?
    package var registration: Registration?
    /// Percent.
    package var signal: Int?
    package var network: String?
    package var sim: SIM?
    package var modem: String?
    /// Nil where the line's carrier has no multimedia messages, or nobody knows how.
    package var multimedia: MultimediaInfo?

    package init(
        id: String, label: String, isPresent: Bool = false, canSendSMS: Bool = false, canCall: Bool = false,
        iccid: String? = nil,
        number: String? = nil, registration: Registration? = nil, signal: Int? = nil, network: String? = nil,
        sim: SIM? = nil, modem: String? = nil
    ) {
        self.id = id
        self.label = label
        self.isPresent = isPresent
        self.canSendSMS = canSendSMS
        self.canCall = canCall
        self.iccid = iccid
        self.number = number
        self.registration = registration
        self.signal = signal
        self.network = network
        self.sim = sim
        self.modem = modem
    }

    package init(_ fields: Fields) throws(ServiceError) {
        id = try fields.required("id")
        label = try fields.string("label") ?? ""
        isPresent = try fields.boolean("present") ?? false
        canSendSMS = try fields.boolean("sms") ?? false
        canCall = try fields.boolean("calls") ?? false
        iccid = try fields.string("iccid")
        number = try fields.string("number")
        region = try fields.string("region")
        registration = try fields.word("registration")
        signal = try fields.count("signal")
        network = try fields.string("network")
        sim = try fields.word("sim")
        modem = try fields.string("modem")
        multimedia = try fields.dictionary("mms").map { value throws(ServiceError) in try MultimediaInfo(value) }
    }

    package var dictionary: [String: BusValue] {
        .known([
            "id": .text(id), "label": .text(label), "present": .boolean(isPresent), "sms": .boolean(canSendSMS),
            "calls": .boolean(canCall),
            "iccid": iccid.map { .text($0) }, "number": number.map { .text($0) }, "region": region.map { .text($0) },
            "registration": registration.map { .string($0.rawValue) }, "signal": signal.map { .count($0) },
            "network": network.map { .text($0) }, "sim": sim.map { .string($0.rawValue) },
            "modem": modem.map { .text($0) },
            "mms": multimedia.map { .dictionary($0.dictionary) },
        ])
    }
}

/// How an attempt to unlock a SIM ended.
package struct UnlockInfo: DictionaryCodable {
    package enum Outcome: String, Hashable, Sendable {
        case unlocked
        case notNeeded = "not-needed"
        case wrongPIN = "wrong-pin"
        case pukRequired = "puk-required"
        case failed
    }
    package var outcome: Outcome
    package var attemptsLeft: Int?

    package init(_ outcome: Outcome, attemptsLeft: Int? = nil) {
        self.outcome = outcome
        self.attemptsLeft = attemptsLeft
    }

    package init(_ fields: Fields) throws(ServiceError) {
        outcome = try fields.word("outcome") ?? .failed
        attemptsLeft = try fields.count("attempts")
    }

    package var dictionary: [String: BusValue] {
        .known(["outcome": .string(outcome.rawValue), "attempts": attemptsLeft.map { .count($0) }])
    }
}
