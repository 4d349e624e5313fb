import HandsetDBus
import HandsetPlatform

/// What a client of the service may want to know, as it happens.
package enum ServiceEvent: Hashable, Sendable {
    /// The service answers: for the first time, or again after a restart of it or of the bus. Readers, registrations and
    /// the state are to be made anew.
    case connected
    case disconnected(ServiceError)
    /// The service was looked for at first, and is not there; told once.
    case absent(ServiceError)
    /// `state()` may answer otherwise than before.
    case stateChanged
    /// `sent(since:)` has something new.
    case sentChanged
    /// `calls()` may answer otherwise than before.
    case callsChanged
    /// `recents(_:)` may answer otherwise than before.
    case historyChanged
}

/// The client's side of the interface, over one connection that comes back by itself.
///
/// A call fails with `.unreachable` when the service is not there; the first calls wait until that is known.
package actor ServiceClient {
    private enum Connection {
        /// Not known yet whether the service is there.
        case connecting
        case connected(Bus)
        case missing(ServiceError)
    }

    private let address: BusAddress
    private let prepare: (@Sendable (Bus) async -> Void)?
    package nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private var connection = Connection.connecting
    private var owner: String?
    /// Whether it is still being found out if the service is there.
    private var isSearching = false
    private var bus: Bus?
    private var keeper: Task<Void, Never>?
    private var isClosed = false
    private var observers: [@Sendable (ServiceEvent) -> Void] = []
    private var waiting: [UInt64: (needsService: Bool, ticket: OneShot<Bool>)] = [:]
    private var nextTicket: UInt64 = 0

    /// `prepare` is given each new connection before the service may know of it: the place to serve an object on it.
    package init(
        on address: BusAddress = .system, loop: EventLoop = EventLoop(name: "handset"),
        prepare: (@Sendable (Bus) async -> Void)? = nil
    ) {
        self.address = address
        self.loop = loop
        self.prepare = prepare
    }

    /// Has `observer` called on the loop's thread with each event, `.connected` at once if it is so.
    package func observe(_ observer: @escaping @Sendable (ServiceEvent) -> Void) {
        observers.append(observer)
        if case .connected = connection { observer(.connected) }
        start()
    }

    /// Waits until the service answers. Throws `.cancelled`, or `.unreachable` after `close`.
    package func whenConnected() async throws(ServiceError) {
        while true {
            if case .connected = connection { return }
            try await wait(needsService: true)
        }
    }

    /// Leaves the bus; what waits ends. The client is of no more use.
    package func close() async {
        isClosed = true
        keeper?.cancel()
        await bus?.close()
        settle(.missing(ServiceError(.unreachable, "the client is closed")))
        await keeper?.value
        keeper = nil
    }

    // MARK: Calls

    func call(
        _ member: String, on interface: String, _ arguments: [BusValue] = [], returning signature: String = "",
        timeout: Duration? = .seconds(25)
    ) async throws(ServiceError) -> Arguments {
        let bus = try await connectedBus()
        let call = BusCall(member, on: interface, of: HandsetName.service, at: HandsetName.path, arguments)
        do throws(BusError) {
            return Arguments(try await bus.call(call, returning: signature, timeout: timeout))
        } catch {
            throw ServiceError(error)
        }
    }

    private func connectedBus() async throws(ServiceError) -> Bus {
        start()
        while true {
            switch connection {
            case .connected(let bus): return bus
            case .missing(let error): throw error
            case .connecting: try await wait(needsService: false)
            }
        }
    }

    private func wait(needsService: Bool) async throws(ServiceError) {
        guard !isClosed else { throw ServiceError(.unreachable, "the client is closed") }
        start()
        nextTicket += 1
        let number = nextTicket
        let ticket = OneShot<Bool>()
        waiting[number] = (needsService, ticket)
        let isSettled = await withTaskCancellationHandler {
            _ = self  // a closure runs where its actor does only if it captures it
            return await ticket.value()
        } onCancel: {
            ticket.give(false)
        }
        waiting[number] = nil
        if !isSettled { throw ServiceError(BusError.cancelled) }
    }

    // MARK: The connection

    private func start() {
        guard keeper == nil, !isClosed else { return }
        keeper = Task { await self.keep() }
    }

    private func keep() async {
        var backOff = BackOff()
        while !isClosed {
            do throws(BusError) {
                let bus = try await Bus.connect(to: address, on: loop)
                guard !isClosed else { return await bus.close() }
                self.bus = bus
                let error = try await live(on: bus)
                if owner != nil { backOff.reset() }
                settle(.missing(ServiceError(error)))
            } catch {
                settle(.missing(ServiceError(error)))
            }
            await bus?.close()
            bus = nil
            owner = nil
            guard !isClosed, (try? await loop.sleep(for: backOff.next())) != nil else { return }
        }
    }

    /// Until the bus is lost: why.
    private func live(on bus: Bus) async throws(BusError) -> BusError {
        let lost = OneShot<BusError>()
        await bus.whenLost { lost.give($0) }
        await prepare?(bus)
        let signals: [(ServiceEvent, String, String)] = [
            (.stateChanged, "StateChanged", HandsetName.session), (.sentChanged, "SentChanged", HandsetName.messages),
            (.callsChanged, "CallsChanged", HandsetName.calls),
            (.historyChanged, "HistoryChanged", HandsetName.history),
        ]
        for (event, member, interface) in signals {
            let match = SignalMatch(member, on: interface, of: HandsetName.service, at: HandsetName.path)
            try await bus.subscribe(match) { [weak self] _ in self?.assumeIsolated { $0.tell(event) } }
        }
        isSearching = true
        defer { isSearching = false }
        let follow = try await bus.follow(HandsetName.service) { [weak self] owner in
            self?.assumeIsolated { $0.ownerChanged(owner, bus) }
        }
        if owner == nil {
            // A bus that knows how to start the service does; the owner's change tells of it.
            let start = BusCall(
                "StartServiceByName", on: "org.freedesktop.DBus", of: "org.freedesktop.DBus",
                at: "/org/freedesktop/DBus", [.string(HandsetName.service), .uint32(0)])
            _ = try? await bus.call(start)
        }
        isSearching = false
        if owner == nil { ownerChanged(nil, bus) }
        let error = await withTaskCancellationHandler {
            _ = self  // a closure runs where its actor does only if it captures it
            return await lost.value()
        } onCancel: {
            lost.give(.cancelled)
        }
        await bus.unfollow(follow)
        return error
    }

    private func ownerChanged(_ new: String?, _ bus: Bus) {
        if new == nil, isSearching, case .connecting = connection { return }
        if let new, new != owner, owner != nil { settle(Self.restarting) }
        owner = new
        settle(new == nil ? Self.absent : .connected(bus))
    }

    private static let restarting = Connection.missing(ServiceError(.unreachable, "the service was restarted"))
    private static let absent = Connection.missing(
        ServiceError(.unreachable, "the service is not on the bus: is handsetd running?"))

    private func settle(_ new: Connection) {
        let old = connection
        connection = new
        var isConnected = false
        switch (old, new) {
        case (.connected, .missing(let error)): tell(.disconnected(error))
        case (.connected, .connected): return
        case (.connecting, .missing(let error)) where !isClosed: tell(.absent(error))
        case (_, .connected): isConnected = true
        default: break
        }
        for (number, entry) in waiting where isConnected || isClosed || !entry.needsService {
            waiting[number] = nil
            entry.ticket.give(true)
        }
        if isConnected { tell(.connected) }
    }

    private func tell(_ event: ServiceEvent) { for observer in observers { observer(event) } }
}
