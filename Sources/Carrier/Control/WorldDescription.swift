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
    var configuration: NetworkConfiguration {
        NetworkConfiguration(
            name: name, mcc: mcc, mnc: mnc, serviceCentre: serviceCentre, utcOffset: utcOffsetMinutes ?? 0,
            retryInterval: Duration(checkedSeconds: retrySeconds) ?? .seconds(10), countryCode: countryCode ?? "1")
    }
}

extension WorldDescription.SIM {
    var configuration: SIMConfiguration {
        SIMConfiguration(
            network: NetworkID(rawValue: network), number: number, iccid: iccid, imsi: imsi, pin: pin,
            puk: puk ?? "12345678", knowsItsNumber: knowsNumber ?? true, storageSize: storage ?? 30,
            serviceCentre: serviceCentre)
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
        return configuration
    }
}

extension WorldDescription.Subscriber {
    func configuration() throws(CarrierError) -> SubscriberConfiguration {
        SubscriberConfiguration(
            network: NetworkID(rawValue: network), number: number,
            behaviour: try SubscriberBehaviour(
                behaviour ?? "silent", answers: answers ?? [], prefix: prefix ?? "", suffix: suffix ?? ""),
            replyDelay: Duration(checkedSeconds: delaySeconds) ?? .zero, isReachable: reachable ?? true)
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
        for network in description.networks { try addNetwork(network.configuration) }
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
