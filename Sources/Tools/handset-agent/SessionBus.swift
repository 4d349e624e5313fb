import HandsetDBus
import HandsetPlatform

/// The connection to the session's own bus, made when it is needed first and again after it was lost.
actor SessionBus {
    private let address: BusAddress
    private let loop: EventLoop
    private var bus: Bus?
    private var isConnecting = false
    private var waiting: [OneShot<Void>] = []
    private var prepare: (@Sendable (Bus) async -> Void)?
    private var lost: (@Sendable () -> Void)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ address: BusAddress, loop: EventLoop) {
        self.address = address
        self.loop = loop
    }

    /// `prepare` is given each new connection before anyone else, `lost` is called at the end of each.
    func start(prepare: @escaping @Sendable (Bus) async -> Void, lost: @escaping @Sendable () -> Void) {
        self.prepare = prepare
        self.lost = lost
    }

    /// The connection; `nil` when there is no session bus.
    func connection() async -> Bus? {
        if isConnecting {
            let ticket = OneShot<Void>()
            waiting.append(ticket)
            await ticket.value()
            return bus
        }
        if let bus { return bus }
        isConnecting = true
        bus = await connect()
        isConnecting = false
        for ticket in waiting { ticket.give(()) }
        waiting = []
        return bus
    }

    private func connect() async -> Bus? {
        guard let new = try? await Bus.connect(to: address, on: loop) else { return nil }
        await prepare?(new)
        await new.whenLost { [weak self] _ in self?.assumeIsolated { $0.ended(new) } }
        return new
    }

    private func ended(_ old: Bus) {
        if bus === old { bus = nil }
        lost?()
    }
}
