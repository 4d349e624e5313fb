import Foundation

/// A whole carrier as a configuration file describes it (`docs/carrier.md`).
package struct WorldDescription: Codable, Sendable {
    package struct Network: Codable, Sendable {
        var name: String
        var mcc: String
        var mnc: String
        var serviceCentre: String
        var utcOffsetMinutes: Int?
        var retrySeconds: Double?
        var countryCode: String?
        var callSetUpSeconds: Double?
        var noAnswerSeconds: Double?
        var emergencyNumbers: [String]?
        /// What unstructured strings are answered: a text, or an object as the control request `ussd` has it.
        var ussd: [String: JSONValue]?
        var ussdSeconds: Double?
        var ussdTimeoutSeconds: Double?
    }

    package struct SIM: Codable, Sendable {
        /// What modems and commands may call it, beside its ICCID.
        var name: String?
        var network: String
        var number: String
        var iccid: String?
        var imsi: String?
        var pin: String?
        var puk: String?
        var knowsNumber: Bool?
        var storage: Int?
        var serviceCentre: String?
        var emergencyNumbers: [String]?
        var callWaiting: Bool?
        /// Whether it is a card of before UMTS.
        var gsm: Bool?
    }

    package struct Modem: Codable, Sendable {
        var name: String
        var sim: String?
        /// `socket` or `pty`.
        var port: String?
        var path: String?
        var baud: Int?
        var imei: String?
        var storage: Int?
        var routesClassZero: Bool?
        var routesMessages: Bool?
        var acknowledgementSeconds: Double?
        var signal: Int?
        var answersDialLate: Bool?
        /// What +CEER says: `words`, `number` or `both`.
        var causeReport: String?
        var ringSeconds: Double?
        var packsUSSD: Bool?
        var breaksUSSDLines: Bool?
        var reportsEmergencyService: Bool?
    }

    package struct Subscriber: Codable, Sendable {
        var number: String
        var network: String
        /// `silent`, `echo` or `answers`.
        var behaviour: String?
        var answers: [String]?
        var prefix: String?
        var suffix: String?
        var delaySeconds: Double?
        var reachable: Bool?
        var calls: Calls?

        /// What it does with calls: `rings`, `answers`, `busy`, `rejects`, `unreachable` or `fails`.
        package struct Calls: Codable, Sendable {
            var behaviour: String
            var seconds: Double?
            var cause: Int?
            var hangsUp: Double?
            var holds: Double?
            var retrieves: Double?
            var callsBack: Double?
            var secondCalls: Bool?
        }
    }

    var networks: [Network]
    var sims: [SIM]
    var modems: [Modem]
    var subscribers: [Subscriber]?

    init(networks: [Network], sims: [SIM], modems: [Modem], subscribers: [Subscriber]) {
        self.networks = networks
        self.sims = sims
        self.modems = modems
        self.subscribers = subscribers
    }

    /// Reads a configuration file's text.
    package init(json: some Collection<UInt8>) throws(CarrierError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json))
        } catch {
            throw .invalid("configuration: \(describe(error))")
        }
    }
}

extension WorldDescription.Network {
    func configuration() throws(CarrierError) -> NetworkConfiguration {
        var replies = USSDReply.usual
        for (code, value) in ussd ?? [:] { replies[code] = try USSDReply(value) }
        return NetworkConfiguration(
            name: name, mcc: mcc, mnc: mnc, serviceCentre: serviceCentre, utcOffset: utcOffsetMinutes ?? 0,
            retryInterval: Duration(checkedSeconds: retrySeconds) ?? .seconds(10), countryCode: countryCode ?? "1",
            callSetUp: Duration(checkedSeconds: callSetUpSeconds) ?? .zero,
            noAnswerAfter: Duration(checkedSeconds: noAnswerSeconds) ?? .seconds(60),
            emergencyNumbers: emergencyNumbers ?? [], ussd: replies,
            ussdDelay: Duration(checkedSeconds: ussdSeconds) ?? .zero,
            ussdTimeout: Duration(checkedSeconds: ussdTimeoutSeconds) ?? .seconds(30))
    }
}

extension WorldDescription.SIM {
    var configuration: SIMConfiguration {
        SIMConfiguration(
            network: NetworkID(rawValue: network), number: number, iccid: iccid, imsi: imsi, pin: pin,
            puk: puk ?? "12345678", knowsItsNumber: knowsNumber ?? true, storageSize: storage ?? 30,
            serviceCentre: serviceCentre, emergencyNumbers: emergencyNumbers ?? [], isSIM: gsm ?? false,
            hasCallWaiting: callWaiting ?? true)
    }
}

extension WorldDescription.Modem {
    func configuration(card: CardID?, directory: String) throws(CarrierError) -> ModemConfiguration {
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { throw .invalid("modem's name") }
        let port: ModemPort
        switch self.port ?? "socket" {
        case "socket": port = .unixSocket(path ?? "\(directory)/\(name).sock")
        case "pty": port = .pseudoTerminal(link: path ?? "\(directory)/\(name).tty")
        default: throw .invalid("modem's port: socket or pty")
        }
        if let baud, !(50...10_000_000).contains(baud) { throw .invalid("modem's baud: 50 to 10000000") }
        var configuration = ModemConfiguration(name: name, sim: card, port: port, baud: baud)
        if let imei { configuration.imei = imei }
        if let storage { configuration.storageSize = storage }
        if let routesClassZero { configuration.routesClassZero = routesClassZero }
        if let routesMessages { configuration.routesMessages = routesMessages }
        if let time = Duration(checkedSeconds: acknowledgementSeconds) { configuration.acknowledgementTimeout = time }
        if let signal { configuration.signal = signal }
        configuration.voice = try voice()
        return configuration
    }
}

extension WorldDescription.Modem {
    private func voice() throws(CarrierError) -> VoiceConfiguration {
        guard let report = VoiceConfiguration.CauseReport(rawValue: causeReport ?? "both") else {
            throw .invalid("causeReport: words, number or both")
        }
        return VoiceConfiguration(
            answersDialLate: answersDialLate ?? false, causeReport: report,
            ringInterval: max(.milliseconds(100), Duration(checkedSeconds: ringSeconds) ?? .seconds(5)),
            packsUSSD: packsUSSD ?? false, breaksUSSDLines: breaksUSSDLines ?? false,
            reportsEmergencyService: reportsEmergencyService ?? false)
    }
}

extension WorldDescription.Subscriber.Calls {
    func configuration() throws(CarrierError) -> CallBehaviour {
        CallBehaviour(
            try CallBehaviour.Reaction(behaviour, seconds: Duration(checkedSeconds: seconds), cause: cause),
            hangsUpAfter: Duration(checkedSeconds: hangsUp), holdsAfter: Duration(checkedSeconds: holds),
            retrievesAfter: Duration(checkedSeconds: retrieves), callsBackAfter: Duration(checkedSeconds: callsBack),
            takesSecondCalls: secondCalls ?? false)
    }
}

extension WorldDescription.Subscriber {
    func configuration() throws(CarrierError) -> SubscriberConfiguration {
        SubscriberConfiguration(
            network: NetworkID(rawValue: network), number: number,
            behaviour: try SubscriberBehaviour(
                behaviour ?? "silent", answers: answers ?? [], prefix: prefix ?? "", suffix: suffix ?? ""),
            replyDelay: Duration(checkedSeconds: delaySeconds) ?? .zero, isReachable: reachable ?? true,
            calls: try calls?.configuration() ?? CallBehaviour())
    }
}

extension SubscriberBehaviour {
    init(_ name: String, answers: [String], prefix: String, suffix: String) throws(CarrierError) {
        switch name {
        case "silent": self = .silent
        case "echo": self = .echo(prefix: prefix, suffix: suffix)
        case "answers": self = .answers(answers)
        default: throw .invalid("behaviour: silent, echo or answers")
        }
    }
}

extension Carrier {
    /// Builds what a description names; modems' ports are made in `directory`.
    @discardableResult
    package func build(_ description: WorldDescription, directory: String) throws(CarrierError) -> [CarrierModem] {
        for network in description.networks { try addNetwork(try network.configuration()) }
        for sim in description.sims { try addSIM(sim) }
        for subscriber in description.subscribers ?? [] { try addSubscriber(subscriber.configuration()) }
        var modems: [CarrierModem] = []
        for modem in description.modems { modems.append(try addModem(modem, directory: directory)) }
        return modems
    }

    @discardableResult
    func addSIM(_ description: WorldDescription.SIM) throws(CarrierError) -> CardID {
        let card = try addSIM(description.configuration)
        if let name = description.name { world.cardNames[name] = card }
        return card
    }

    func addModem(_ description: WorldDescription.Modem, directory: String) throws(CarrierError) -> CarrierModem {
        var card: CardID?
        if let name = description.sim { card = try self.card(named: name) }
        return try addModem(try description.configuration(card: card, directory: directory))
    }

    /// A card by the name of a description, or its ICCID.
    package func card(named name: String) throws(CarrierError) -> CardID {
        let id = world.cardNames[name] ?? CardID(rawValue: name)
        guard world.cards[id] != nil else { throw .unknownCard(name) }
        return id
    }
}
