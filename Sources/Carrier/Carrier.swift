import HandsetPlatform

/// A simulated carrier: networks, their service centre, SIM cards, subscribers, and modems that speak AT.
///
/// Only the network is simulated. What reaches a TE through a modem's port, and what it must answer, is what a real
/// modem would send and want. Everything goes wrong on demand, and a log says what was handed over and taken.
///
///     let carrier = Carrier(loop: EventLoop(name: "carrier"))
///     let network = try await carrier.addNetwork(.init(name: "Northwind Mobile", mcc: "001", mnc: "01", ...))
///     let card = try await carrier.addSIM(.init(network: network, number: "+15550100"))
///     let modem = try await carrier.addModem(sim: card, at: .unixSocket(path))
///     try await carrier.subscriber("+15550123").send("Hello", to: "+15550100")
package actor Carrier {
    private let loop: EventLoop
    let world: World

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// A carrier without networks, on `loop`.
    package init(loop: EventLoop, clock: CarrierClock = .system) {
        self.loop = loop
        world = World(loop: loop, clock: clock)
    }

    // MARK: Making the world

    @discardableResult
    package func addNetwork(_ configuration: NetworkConfiguration) throws(CarrierError) -> NetworkID {
        try world.add(configuration)
        return configuration.id
    }

    @discardableResult
    package func addSIM(_ configuration: SIMConfiguration) throws(CarrierError) -> CardID {
        try world.add(configuration)
        return configuration.id
    }

    @discardableResult
    package func addSubscriber(_ configuration: SubscriberConfiguration) throws(CarrierError) -> CarrierSubscriber {
        try world.add(configuration)
        return subscriber(configuration.number)
    }

    /// Adds a modem and opens its port.
    @discardableResult
    package func addModem(_ configuration: ModemConfiguration) throws(CarrierError) -> CarrierModem {
        let modem = try world.add(configuration)
        return CarrierModem(carrier: self, name: configuration.name, path: modem.link.path)
    }

    /// Adds a modem with the usual settings, named after the order of adding where no name is given.
    @discardableResult
    package func addModem(sim: CardID?, at port: ModemPort, name: String? = nil, baud: Int? = nil)
        throws(CarrierError) -> CarrierModem
    {
        let name = name ?? "modem\(world.modems.count + 1)"
        return try addModem(ModemConfiguration(name: name, sim: sim, port: port, baud: baud))
    }

    /// Takes a modem away for good. Its card may go into another.
    package func removeModem(_ name: String) throws(CarrierError) { try world.removeModem(name) }

    /// Closes all ports and drops what was due later. The last call on a carrier: what is open would outlive it.
    package func shutDown() {
        for modem in world.modems.values { modem.link.unplug() }
        world.multimedia.shutDown()
        world.timeline.cancelAll()
    }

    // MARK: Handles

    /// The scripted subscriber with that number. Its calls throw `unknownSubscriber` where there is none.
    package nonisolated func subscriber(_ number: String) -> CarrierSubscriber {
        CarrierSubscriber(carrier: self, number: number)
    }

    package func modem(_ name: String) throws(CarrierError) -> CarrierModem {
        CarrierModem(carrier: self, name: name, path: try world.modem(name).link.path)
    }

    package var modemNames: [String] { world.modems.keys.sorted() }

    // MARK: Networks

    /// Takes a network off the air, or puts it back.
    package func setInService(_ isInService: Bool, network: NetworkID) throws(CarrierError) {
        world.setInService(isInService, network: try world.network(network))
    }

    /// Has the next `times` parts or submissions through the network go wrong.
    package func inject(_ fault: Fault, times: Int = 1, network: NetworkID) throws(CarrierError) {
        try world.network(network).faults.arm(fault, times: times)
    }

    /// Hands a TPDU over as it is, in the network's name, to a number that it knows.
    @discardableResult
    package func deliver(raw tpdu: [UInt8], from sender: String, to number: String, network: NetworkID)
        throws(CarrierError) -> MessageID
    {
        world.send(raw: tpdu, from: sender, to: number, network: try world.network(network))
    }

    // MARK: Time

    /// Time since 1970, as the networks have it.
    package var now: Duration { world.timeline.now }

    /// Turns a manual clock, with every retry, expiry and reply that falls due on the way.
    package func advance(by duration: Duration) {
        world.timeline.advance(by: duration)
        world.changed()
    }

    // MARK: Looking and waiting

    /// What was handed over and taken so far.
    package var log: [LogEntry] { world.log.entries }

    package var snapshot: CarrierSnapshot { CarrierSnapshot(world) }

    /// Suspends until `condition` holds; it is asked now and after changes, never by the clock.
    ///
    /// - Returns: the snapshot for which it held.
    /// - Throws: `CarrierError.timedOut` after `limit` of real time, `CancellationError` when the task is cancelled.
    @discardableResult
    package func waitUntil(
        within limit: Duration = .seconds(20), _ condition: @escaping @Sendable (CarrierSnapshot) -> Bool
    ) async throws -> CarrierSnapshot {
        let now = snapshot
        if condition(now) { return now }
        let wait = ConditionWait()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard wait.begin(continuation) else { return }
                watch(condition, for: wait, within: limit)
            }
        } onCancel: {
            wait.end(.failure(CancellationError()))
        }
    }

    private func watch(
        _ condition: @escaping @Sendable (CarrierSnapshot) -> Bool, for wait: ConditionWait, within limit: Duration
    ) {
        let world = world
        let loop = loop
        var timer: EventLoop.Timer?
        let id = world.watchers.add {
            let snapshot = CarrierSnapshot(world)
            guard wait.isOver || condition(snapshot) else { return false }
            wait.end(.success(snapshot))
            if let timer { loop.cancel(timer) }
            return true
        }
        timer = loop.schedule(at: .now + limit) {
            world.watchers.remove(id)
            wait.end(.failure(CarrierError.timedOut))
        }
    }

    /// Everything that happens from now on. A listener that does not keep up loses the oldest beyond 10,000.
    package func events(tracing: Bool = false) -> AsyncStream<CarrierEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CarrierEvent.self, bufferingPolicy: .bufferingNewest(10_000))
        world.watchers.add(tracing: tracing) { event in
            if case .terminated = continuation.yield(event) { false } else { true }
        }
        return stream
    }
}
