import HandsetPlatform

/// A connection to a message bus, on an event loop.
///
/// Handlers are called on the loop's thread, in the order of the messages. When the bus goes away everything that waits
/// ends with `.disconnected` and the owner is told; a new connection is a new `Bus`.
package actor Bus {
    package nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let limits: BusLimits
    var transport: (any BusTransport)?
    /// Our unique name on the bus, never empty once connected.
    package private(set) var uniqueName = ""

    /// What is done with the answer of each call, in the turn in which it comes.
    private var pending: [UInt64: (Result<[BusValue], BusError>) -> Void] = [:]
    private let opening = OneShot<Result<String, BusError>>()
    private var lostHandler: (@Sendable (BusError) -> Void)?

    var subscriptions: [Subscription: SignalSubscription] = [:]
    var nextSubscription: UInt64 = 0
    var followed: [String: FollowedName] = [:]
    var objects: [String: BusObject] = [:]
    var clients: [String: BusClient] = [:]
    var nextCall: UInt64 = 0
    var vanishHandler: (@Sendable (String, BusVanishing) -> Void)?

    private init(loop: EventLoop, limits: BusLimits) {
        self.loop = loop
        self.limits = limits
    }

    isolated deinit { transport?.close() }

    /// Connects, authenticates and says Hello.
    ///
    /// On the caller's executor: a client on the loop must get its bus also when every thread of the pool is held.
    package static func connect(
        to address: BusAddress, on loop: EventLoop, limits: BusLimits = BusLimits(), timeout: Duration = .seconds(10),
        isolation: isolated (any Actor)? = #isolation
    ) async throws(BusError) -> Bus {
        let bus = Bus(loop: loop, limits: limits)
        try await bus.open(address, timeout: timeout)
        return bus
    }

    private func open(_ address: BusAddress, timeout: Duration) async throws(BusError) {
        guard let text = address.text else { throw .unreachable("there is no session bus here") }
        let transport = SystemdTransport(address: text, limits: limits, loop: loop)
        transport.onEvent = { [weak self] event in self?.assumeIsolated { $0.handle(event) } }
        try transport.start()
        self.transport = transport
        let timer = loop.schedule(at: .now + timeout) { [opening] in
            opening.give(.failure(.unreachable("\(text): no answer")))
        }
        let result = await withTaskCancellationHandler {
            _ = self  // a closure runs where its actor does only if it captures it
            return await opening.value()
        } onCancel: {
            opening.give(.failure(.cancelled))
        }
        loop.cancel(timer)
        do {
            uniqueName = try result.get()
        } catch {
            close()
            throw error
        }
    }

    /// Tells when the bus has gone; at once if it has. Not told after `close`.
    package func whenLost(_ handler: @escaping @Sendable (BusError) -> Void) {
        if transport == nil { return handler(.disconnected) }
        lostHandler = handler
    }

    /// Leaves the bus.
    package func close() {
        lostHandler = nil
        transport?.close()
        end(.disconnected)
    }

    // MARK: Calls

    /// A method's results. Without a time-out it waits until the answer comes or the other side leaves the bus.
    ///
    /// A call from a cancelled task is sent, and fails with `.cancelled` without waiting.
    @discardableResult
    package func call(_ call: BusCall, timeout: Duration? = .seconds(25)) async throws(BusError) -> [BusValue] {
        let answer = OneShot<Result<[BusValue], BusError>>()
        let serial = try begin(call) { answer.give($0) }
        let timer = timeout.map { loop.schedule(at: .now + $0) { answer.give(.failure(.timedOut)) } }
        let result = await withTaskCancellationHandler {
            _ = self  // a closure runs where its actor does only if it captures it
            return await answer.value()
        } onCancel: {
            answer.give(.failure(.cancelled))
        }
        pending[serial] = nil
        if let timer { loop.cancel(timer) }
        return try result.get()
    }

    /// The results, if they are of the types that `signature` says.
    package func call(
        _ call: BusCall, returning signature: String, timeout: Duration? = .seconds(25)
    ) async throws(BusError) -> [BusValue] {
        let values = try await self.call(call, timeout: timeout)
        guard values.signature == signature else { throw .unreadable }
        return values
    }

    /// Sends a call that asks for no answer.
    package func post(_ call: BusCall) throws(BusError) {
        guard let transport else { throw .disconnected }
        _ = try transport.send(call, expectsReply: false)
    }

    package func emit(_ signal: BusSignal) throws(BusError) {
        guard let transport else { throw .disconnected }
        try transport.send(signal)
    }

    /// Sends now; `handler` has the answer in the turn in which it comes, so before whatever the bus tells after it.
    @discardableResult
    func begin(_ call: BusCall, _ handler: @escaping (Result<[BusValue], BusError>) -> Void) throws(BusError) -> UInt64
    {
        guard let transport else { throw .disconnected }
        let serial = try transport.send(call, expectsReply: true)
        pending[serial] = handler
        return serial
    }

    // MARK: What comes

    private func handle(_ event: BusTransportEvent) {
        switch event {
        case .ready(let name): opening.give(.success(name))
        case .message(let message): received(message)
        case .lost(let error):
            opening.give(.failure(error))
            let handler = lostHandler
            lostHandler = nil
            end(error)
            handler?(error)
        }
    }

    private func received(_ message: BusMessage) {
        switch message.kind {
        case .result(let serial):
            let handler = pending.removeValue(forKey: serial)
            handler?(message.body.map { .success($0) } ?? .failure(.unreadable))
        case .error(let serial, let name):
            let handler = pending.removeValue(forKey: serial)
            handler?(.failure(.remote(name: name, message: message.body?.first?.string ?? "")))
        case .signal: receivedSignal(message)
        case .call(let answer): receivedCall(message, answer: answer)
        }
    }

    private func end(_ error: BusError) {
        transport = nil
        let handlers = pending.values
        pending = [:]
        for handler in handlers { handler(.failure(.disconnected)) }
        endClients()
        subscriptions = [:]
        followed = [:]
    }
}
