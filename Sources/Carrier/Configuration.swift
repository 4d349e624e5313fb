/// A network's id: its MCC and MNC in digits.
package struct NetworkID: Hashable, Sendable, RawRepresentable, Codable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A SIM card's id: its ICCID.
package struct CardID: Hashable, Sendable, RawRepresentable, Codable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A network as a test or a configuration file describes it.
package struct NetworkConfiguration: Hashable, Sendable {
    package var name: String
    /// Three digits (ITU-T E.212); 001 is for tests.
    package var mcc: String
    /// Two or three digits.
    package var mnc: String
    /// The service centre's address, E.164.
    package var serviceCentre: String
    /// The offset of the service centre's time stamps from UTC, in minutes: a multiple of 15 (3GPP TS 23.040, clause
    /// 9.2.3.11).
    package var utcOffset: Int
    /// How long the service centre waits before it tries again what could not be handed over.
    package var retryInterval: Duration
    /// Dialled before national numbers.
    package var countryCode: String
    /// Between dialling and the first sign of the other end.
    package var callSetUp: Duration
    /// How long a phone rings.
    package var noAnswerAfter: Duration
    /// Numbers that the network tells phones of, beside 112 and 911 (3GPP TS 24.008, clause 10.5.3.13).
    package var emergencyNumbers: [String]
    /// What unstructured strings are answered.
    package var ussd: [String: USSDReply]
    package var ussdDelay: Duration
    /// How long the network waits for an answer, and a modem for the network's.
    package var ussdTimeout: Duration

    package init(
        name: String, mcc: String, mnc: String, serviceCentre: String, utcOffset: Int = 0,
        retryInterval: Duration = .seconds(10), countryCode: String = "1", callSetUp: Duration = .zero,
        noAnswerAfter: Duration = .seconds(60), emergencyNumbers: [String] = [],
        ussd: [String: USSDReply] = USSDReply.usual, ussdDelay: Duration = .zero,
        ussdTimeout: Duration = .seconds(30)
    ) {
        self.name = name
        self.mcc = mcc
        self.mnc = mnc
        self.serviceCentre = serviceCentre
        self.utcOffset = utcOffset
        self.retryInterval = retryInterval
        self.countryCode = countryCode
        self.callSetUp = callSetUp
        self.noAnswerAfter = noAnswerAfter
        self.emergencyNumbers = emergencyNumbers
        self.ussd = ussd
        self.ussdDelay = ussdDelay
        self.ussdTimeout = ussdTimeout
    }

    package var id: NetworkID { NetworkID(rawValue: mcc + mnc) }
}

/// A SIM card as a test or a configuration file describes it.
package struct SIMConfiguration: Hashable, Sendable {
    package var network: NetworkID
    /// The subscriber's number, E.164 with `+`.
    package var number: String
    /// 18 to 20 digits (ITU-T E.118); made from the number where it is not given.
    package var iccid: String
    /// Up to 15 digits; made from network and number where it is not given.
    package var imsi: String
    /// Asked for at power-on, where there is one: 4 to 8 digits.
    package var pin: String?
    package var puk: String
    /// Whether +CNUM tells the number: many cards do not know theirs.
    package var knowsItsNumber: Bool
    /// Messages that EF_SMS holds (3GPP TS 31.102, clause 4.2.25).
    package var storageSize: Int
    /// Overrides the network's service centre.
    package var serviceCentre: String?
    /// EF_ECC: numbers that the card makes emergency numbers (3GPP TS 31.102, clause 4.2.21), two to six digits.
    package var emergencyNumbers: [String]
    /// A card of before UMTS, whose files are those of 3GPP TS 51.011.
    package var isSIM: Bool
    /// Whether the network tells of a second call during one (3GPP TS 22.083), until +CCWA changes it.
    package var hasCallWaiting: Bool

    package init(
        network: NetworkID, number: String, iccid: String? = nil, imsi: String? = nil, pin: String? = nil,
        puk: String = "12345678", knowsItsNumber: Bool = true, storageSize: Int = 30, serviceCentre: String? = nil,
        emergencyNumbers: [String] = [], isSIM: Bool = false, hasCallWaiting: Bool = true
    ) {
        self.network = network
        self.number = number
        let digits = String(number.filter { $0.isASCII && $0.isNumber })
        self.iccid = iccid ?? Self.checked("8900" + Self.padded(network.rawValue + digits, to: 14))
        self.imsi = imsi ?? network.rawValue + Self.padded(digits, to: 15 - network.rawValue.count)
        self.pin = pin
        self.puk = puk
        self.knowsItsNumber = knowsItsNumber
        self.storageSize = storageSize
        self.serviceCentre = serviceCentre
        self.emergencyNumbers = emergencyNumbers
        self.isSIM = isSIM
        self.hasCallWaiting = hasCallWaiting
    }

    package var id: CardID { CardID(rawValue: iccid) }

    private static func padded(_ digits: String, to count: Int) -> String {
        let tail = digits.suffix(max(0, count))
        return String(repeating: "0", count: max(0, count - tail.count)) + tail
    }

    /// The digits and their Luhn check digit (ISO/IEC 7812-1).
    private static func checked(_ digits: String) -> String {
        var sum = 0
        for (index, character) in digits.reversed().enumerated() {
            let digit = character.wholeNumberValue ?? 0
            let doubled = index.isMultiple(of: 2) ? digit * 2 : digit
            sum += doubled > 9 ? doubled - 9 : doubled
        }
        return digits + String((10 - sum % 10) % 10)
    }
}

/// Where a modem's AT port is.
package enum ModemPort: Hashable, Sendable {
    /// A listening socket; a TE may connect again and again, the newest connection holds the port.
    case unixSocket(String)
    /// A pseudo-terminal, its far end also reachable by a symbolic link if one is named.
    case pseudoTerminal(link: String? = nil)
}

/// A modem as a test or a configuration file describes it.
package struct ModemConfiguration: Hashable, Sendable {
    /// Unique in the carrier.
    package var name: String
    package var sim: CardID?
    package var port: ModemPort
    /// The pace of the line in baud; 10 bits carry an octet (8N1). `nil` is as fast as the machine.
    package var baud: Int?
    package var imei: String
    /// Messages that the modem's own storage holds.
    package var storageSize: Int
    /// Gives class 0 messages by +CMT whatever +CNMI asks for, as some modems do.
    package var routesClassZero: Bool
    /// Gives every message by +CMT and tells of none that is stored: +CNMI offers an `<mt>` of 0 and 2 only, as of some
    /// modems.
    package var routesMessages = false
    /// The time that a TE has for +CNMA.
    package var acknowledgementTimeout: Duration
    /// Received signal, `<rssi>` of +CSQ: 0 to 31, or 99.
    package var signal: Int
    package var voice: VoiceConfiguration

    package init(
        name: String, sim: CardID?, port: ModemPort, baud: Int? = nil, imei: String = "990000862471854",
        storageSize: Int = 100, routesClassZero: Bool = false, acknowledgementTimeout: Duration = .seconds(15),
        signal: Int = 22, voice: VoiceConfiguration = VoiceConfiguration()
    ) {
        self.name = name
        self.sim = sim
        self.port = port
        self.baud = baud
        self.imei = imei
        self.storageSize = storageSize
        self.routesClassZero = routesClassZero
        self.acknowledgementTimeout = acknowledgementTimeout
        self.signal = signal
        self.voice = voice
    }
}

/// What was asked of the carrier and cannot be done.
package enum CarrierError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownNetwork(String)
    case unknownCard(String)
    case unknownModem(String)
    case unknownSubscriber
    case alreadyExists(String)
    case invalid(String)
    case portFailed(String)
    /// What was waited for did not happen in time.
    case timedOut

    package var description: String {
        switch self {
        case .unknownNetwork(let name): "no network \(name)"
        case .unknownCard(let name): "no SIM card \(name)"
        case .unknownModem(let name): "no modem \(name)"
        case .unknownSubscriber: "no subscriber with that number"
        case .alreadyExists(let name): "\(name) exists already"
        case .invalid(let what): "invalid \(what)"
        case .portFailed(let reason): "the modem's port failed: \(reason)"
        case .timedOut: "what was waited for did not happen in time"
        }
    }
}
