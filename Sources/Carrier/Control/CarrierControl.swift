import HandsetPlatform

/// The control socket of a carrier: one JSON object a line in, one out, in their order.
///
/// A client that subscribes also gets events, objects with `event` in place of `ok`. The reference is
/// `docs/carrier.md`.
package actor CarrierControl {
    /// What one connection has.
    private final class Connection {
        let stream: ByteStream
        let lines: AsyncStream<[UInt8]>.Continuation
        var partial: [UInt8] = []
        var serving: Task<Void, Never>?
        var events: Task<Void, Never>?

        init(stream: ByteStream, lines: AsyncStream<[UInt8]>.Continuation) {
            self.stream = stream
            self.lines = lines
        }
    }

    private static let lineLimit = 1 << 20
    /// Requests that may wait on one connection.
    private static let requestLimit = 1_000

    let carrier: Carrier
    /// Where modems that are added get their ports.
    let directory: String
    private let loop: EventLoop
    private var listener: SocketListener?
    private var connections: [ObjectIdentifier: Connection] = [:]

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    package init(carrier: Carrier, loop: EventLoop, directory: String) {
        self.carrier = carrier
        self.loop = loop
        self.directory = directory
    }

    /// Listens at `path`, for this user alone.
    package func start(at path: String) throws(CarrierError) {
        do throws(SystemError) {
            let listener = try SocketListener(path: path, loop: loop)
            listener.onConnection = { [weak self] descriptor in self?.assumeIsolated { $0.accept(descriptor) } }
            self.listener = listener
        } catch {
            throw .portFailed(error.description)
        }
    }

    package func stop() {
        listener?.close()
        listener = nil
        for connection in connections.values { end(connection) }
    }

    // MARK: Connections

    private func accept(_ descriptor: Int32) {
        let stream = ByteStream(descriptor: descriptor, loop: loop)
        let (lines, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(Self.requestLimit))
        let connection = Connection(stream: stream, lines: continuation)
        let id = ObjectIdentifier(connection)
        connections[id] = connection
        stream.onBytes = { [weak self] octets in self?.assumeIsolated { $0.arrived(octets, on: id) } }
        stream.onClose = { [weak self] in self?.assumeIsolated { $0.closed(id) } }
        connection.serving = Task { [weak self] in
            for await line in lines { await self?.serve(line, on: id) }
        }
    }

    private func arrived(_ octets: [UInt8], on id: ObjectIdentifier) {
        guard let connection = connections[id] else { return }
        connection.partial += octets
        while let end = connection.partial.firstIndex(of: 10) {
            let line = Array(connection.partial[..<end])
            connection.partial.removeSubrange(...end)
            guard line.contains(where: { $0 > 0x20 }) else { continue }
            if case .dropped = connection.lines.yield(line) { return closed(id) }
        }
        if connection.partial.count > Self.lineLimit { closed(id) }
    }

    private func closed(_ id: ObjectIdentifier) {
        if let connection = connections[id] { end(connection) }
    }

    private func end(_ connection: Connection) {
        connections[ObjectIdentifier(connection)] = nil
        connection.lines.finish()
        connection.serving?.cancel()
        connection.events?.cancel()
        connection.stream.close()
    }

    // MARK: Requests

    private func serve(_ line: [UInt8], on id: ObjectIdentifier) async {
        var answer: [String: JSONValue]
        var requestID: JSONValue?
        do {
            let request = try ControlRequest(line: line)
            requestID = request.values["id"]
            if request.command == "subscribe" {
                await subscribe(id, tracing: try request.bool("trace", default: false))
                answer = [:]
            } else {
                answer = try await perform(request)
            }
            answer["ok"] = true
        } catch {
            let reason = (error as? CarrierError)?.description ?? String(describing: error)
            answer = ["ok": false, "error": .string(reason)]
            if error as? CarrierError == .timedOut { answer["timedOut"] = true }
        }
        answer["id"] = requestID
        connections[id]?.stream.write(JSONValue.object(answer).line)
    }

    private func subscribe(_ id: ObjectIdentifier, tracing: Bool) async {
        let events = await carrier.events(tracing: tracing)
        guard let connection = connections[id] else { return }
        connection.events?.cancel()
        connection.events = Task { [weak self] in
            for await event in events { await self?.tell(event, to: id, tracing: tracing) }
        }
    }

    private func tell(_ event: CarrierEvent, to id: ObjectIdentifier, tracing: Bool) {
        if case .trace = event, !tracing { return }
        connections[id]?.stream.write(event.json.line)
    }
}
