import HandsetDBus
import HandsetLines
import HandsetPlatform

/// The data connections that ModemManager and NetworkManager have made, by the lines of the modems' cards.
///
/// It only reads, starts neither service, and sleeps until one of them says that a connection may have changed: what they say of signals
/// and counters does not reach this process.
package actor ModemManagerConnections: DataCapability {
    private let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private let address: BusAddress
    private var tell: (@concurrent @Sendable ([LineID: [DataConnection]]) async -> Void)?
    private var told: [LineID: [DataConnection]] = [:]

    private var bus: Bus?
    private var owners: [NetworkService: String] = [:]
    private var subscriptions: [SignalMatch: Subscription] = [:]

    private var work: Task<Void, Never>?
    private var isStale = false
    private var isStopped = false
    private var retry: EventLoop.Timer?
    private var pause = firstPause
    private static let firstPause = Duration.seconds(1)

    package init(loop: EventLoop, bus: BusAddress) {
        self.loop = loop
        address = bus
    }

    package func start(_ changed: @escaping @concurrent @Sendable ([LineID: [DataConnection]]) async -> Void) {
        tell = changed
        look()
    }

    package func probe() { look() }

    package func stop() async {
        isStopped = true
        if let retry { loop.cancel(retry) }
        retry = nil
        let work = work
        work?.cancel()
        await bus?.close()
        await work?.value
        // It may have connected meanwhile.
        await bus?.close()
        bus = nil
    }

    // MARK: Looking

    /// Reads again; changes while that goes on count once, after it.
    private func look() {
        guard !isStopped else { return }
        isStale = true
        guard work == nil else { return }
        work = Task {
            while isStale, !isStopped {
                isStale = false
                await publish(await read())
                // However much they say, we ask ten times a second at most.
                if isStale { try? await loop.sleep(for: .milliseconds(100)) }
            }
            work = nil
        }
    }

    private func publish(_ found: [LineID: [DataConnection]]?) async {
        guard let found, found != told, !isStopped else { return }
        told = found
        await tell?(found)
    }

    /// Nil where a change has overtaken what was read.
    private func read() async -> [LineID: [DataConnection]]? {
        do throws(BusError) {
            let bus = try await connected()
            guard let manager = owners[.modemManager] else {
                await keep([], on: bus)
                return [:]
            }
            let reader = NetworkReader(bus: bus, modemManager: manager, networkManager: owners[.networkManager])
            // Before the first look, so that no change is missed.
            await add(reader.matches, on: bus)
            let seen = try await reader.read()
            if await keep(reader.matches.union(seen.matches), on: bus) { isStale = true }
            pause = Self.firstPause
            return owners[.modemManager] == manager ? seen.connections : nil
        } catch {
            switch error {
            case .disconnected, .unreachable:
                await leave()
                lookLater()
            // Whoever does not answer may have more to say later.
            case .timedOut: lookLater()
            case .remote, .unreadable, .unencodable, .cancelled: break
            }
            return [:]
        }
    }

    private func lookLater() {
        guard !isStopped, retry == nil else { return }
        retry = loop.schedule(at: .now + pause) { [weak self] in
            self?.assumeIsolated {
                $0.retry = nil
                $0.look()
            }
        }
        pause = min(pause * 2, .seconds(60))
    }

    // MARK: The bus

    private func connected() async throws(BusError) -> Bus {
        if let bus { return bus }
        let bus = try await Bus.connect(to: address, on: loop)
        self.bus = bus
        await bus.whenLost { [weak self] _ in self?.assumeIsolated { $0.busLost() } }
        for service in NetworkService.allCases {
            _ = try await bus.follow(service.rawValue) { [weak self] owner in
                self?.assumeIsolated { $0.ownerChanged(service, owner) }
            }
        }
        return bus
    }

    private func ownerChanged(_ service: NetworkService, _ owner: String?) {
        owners[service] = owner
        look()
    }

    private func busLost() {
        bus = nil
        owners = [:]
        subscriptions = [:]
        look()
    }

    private func leave() async {
        let bus = bus
        self.bus = nil
        owners = [:]
        subscriptions = [:]
        await bus?.close()
    }

    /// Whether a signal is listened to that was not before.
    @discardableResult
    private func add(_ matches: Set<SignalMatch>, on bus: Bus) async -> Bool {
        var isNew = false
        for match in matches where subscriptions[match] == nil {
            // What the bus refuses is seen by the next probe.
            let subscription = try? await bus.subscribe(match) { [weak self] message in
                guard NetworkReader.isOfInterest(message) else { return }
                self?.assumeIsolated { $0.look() }
            }
            guard let subscription, self.bus === bus else { continue }
            subscriptions[match] = subscription
            isNew = true
        }
        return isNew
    }

    @discardableResult
    private func keep(_ matches: Set<SignalMatch>, on bus: Bus) async -> Bool {
        let isNew = await add(matches, on: bus)
        for (match, subscription) in subscriptions where !matches.contains(match) {
            subscriptions[match] = nil
            await bus.unsubscribe(subscription)
        }
        return isNew
    }
}
