import HandsetPlatform

/// Whom a number belongs to.
enum Destination {
    case card(SIMCard)
    case subscriber(Subscriber)
}

/// Everything that the carrier simulates, confined to the loop's thread: the actor `Carrier` is its door.
final class World {
    let loop: EventLoop
    let timeline: Timeline
    var log = HandoverLog()
    private(set) var networks: [NetworkID: Network] = [:]
    private(set) var cards: [CardID: SIMCard] = [:]
    /// Names of cards in descriptions.
    var cardNames: [String: CardID] = [:]
    private(set) var modems: [String: SimulatedModem] = [:]
    private(set) var subscribers: [String: Subscriber] = [:]
    private(set) lazy var voice = Switch(world: self)
    var ussdLog: [USSDRecord] = []
    private(set) lazy var serviceCentre = ServiceCentre(world: self)
    private(set) lazy var multimedia = MultimediaCentre(world: self)
    let watchers: Watchers

    init(loop: EventLoop, clock: CarrierClock) {
        self.loop = loop
        timeline = Timeline(clock: clock, loop: loop)
        watchers = Watchers(loop: loop)
    }

    // MARK: Inventory

    func add(_ configuration: NetworkConfiguration) throws(CarrierError) {
        let digits = configuration.mcc + configuration.mnc
        guard configuration.mcc.count == 3, 2...3 ~= configuration.mnc.count, digits.allSatisfy(\.isASCIIDigit) else {
            throw .invalid("MCC or MNC")
        }
        guard abs(configuration.utcOffset) <= 79 * 15 else { throw .invalid("UTC offset") }
        guard networks[configuration.id] == nil else { throw .alreadyExists("network \(configuration.id.rawValue)") }
        let network = Network(configuration)
        network.faults.onStrike = { [weak self] in self?.changed() }
        networks[configuration.id] = network
    }

    func add(_ configuration: SIMConfiguration) throws(CarrierError) {
        let network = try network(configuration.network)
        guard 18...20 ~= configuration.iccid.count, configuration.iccid.allSatisfy(\.isASCIIDigit) else {
            throw .invalid("ICCID")
        }
        guard 6...15 ~= configuration.imsi.count, configuration.imsi.allSatisfy(\.isASCIIDigit) else {
            throw .invalid("IMSI")
        }
        guard 0...10_000 ~= configuration.storageSize else { throw .invalid("storage size") }
        guard cards[configuration.id] == nil else { throw .alreadyExists("card \(configuration.id.rawValue)") }
        guard destination(configuration.number) == nil else { throw .alreadyExists("that number") }
        cards[configuration.id] = SIMCard(configuration, serviceCentre: network.configuration.serviceCentre)
    }

    func add(_ configuration: SubscriberConfiguration) throws(CarrierError) {
        _ = try network(configuration.network)
        guard destination(configuration.number) == nil else { throw .alreadyExists("that number") }
        subscribers[configuration.number] = Subscriber(configuration)
    }

    func add(_ configuration: ModemConfiguration) throws(CarrierError) -> SimulatedModem {
        guard modems[configuration.name] == nil else { throw .alreadyExists("modem \(configuration.name)") }
        let card = try configuration.sim.map { id throws(CarrierError) in try freeCard(id) }
        let modem = SimulatedModem(configuration, card: card, world: self)
        try modem.link.plug()
        modems[configuration.name] = modem
        modem.reportRegistration()
        return modem
    }

    func removeModem(_ name: String) throws(CarrierError) {
        let modem = try modem(name)
        modem.unplug()
        modem.removeCard()
        modems[name] = nil
        changed()
    }

    func network(_ id: NetworkID) throws(CarrierError) -> Network {
        guard let network = networks[id] else { throw .unknownNetwork(id.rawValue) }
        return network
    }

    func modem(_ name: String) throws(CarrierError) -> SimulatedModem {
        guard let modem = modems[name] else { throw .unknownModem(name) }
        return modem
    }

    func subscriber(_ number: String) throws(CarrierError) -> Subscriber {
        guard let subscriber = subscribers[number] else { throw .unknownSubscriber }
        return subscriber
    }

    /// A card that is in no modem.
    func freeCard(_ id: CardID) throws(CarrierError) -> SIMCard {
        guard let card = cards[id] else { throw .unknownCard(id.rawValue) }
        guard modem(holding: card) == nil else { throw .invalid("card: it is in another modem") }
        return card
    }

    func modem(holding card: SIMCard) -> SimulatedModem? { modems.values.first { $0.card === card } }

    func homeNetwork(of card: SIMCard) -> Network? { networks[card.configuration.network] }

    // MARK: Numbers

    func isServiceCentre(_ number: String) -> Bool {
        networks.values.contains { $0.configuration.serviceCentre == number }
    }

    func destination(_ number: String) -> Destination? {
        if let subscriber = subscribers[number] { return .subscriber(subscriber) }
        return cards.values.first { $0.configuration.number == number }.map { .card($0) }
    }

    /// The number under which a dialled one is known, or the dialled one.
    func resolve(_ dialled: String, on network: Network) -> String {
        network.spellings(of: dialled).first { destination($0) != nil } ?? dialled
    }

    func isReachable(_ destination: Destination) -> Bool {
        switch destination {
        case .card(let card): modem(holding: card)?.isRegistered ?? false
        case .subscriber(let subscriber):
            subscriber.isReachable && (networks[subscriber.configuration.network]?.isInService ?? false)
        }
    }

    // MARK: Changes

    func changed() { watchers.changed() }

    func note(_ entry: Int?, _ state: LogEntry.State) {
        log.move(entry, to: state, at: timeline.now)
        if let entry { publish(entry) }
    }

    func publish(_ entry: Int) {
        if watchers.hasListeners { watchers.publish(.log(log.entries[entry - 1])) }
        changed()
    }

    func setInService(_ isInService: Bool, network: Network) {
        network.isInService = isInService
        // Limited service is any network's affair.
        for modem in modems.values { modem.reportRegistration() }
        for subscriber in subscribers.values where subscriber.configuration.network == network.id {
            serviceCentre.alert(subscriber.number)
        }
        changed()
    }
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
