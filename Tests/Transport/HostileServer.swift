import HandsetPlatform

/// A server of a loopback port that does with each request what a test says, and no more.
actor HostileServer {
    enum Step: Hashable, Sendable {
        case send([UInt8])
        /// Octets without end, so many at a time.
        case repeating([UInt8], every: Duration)
        case close

        static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
    }

    private let loop: EventLoop
    private let steps: [Step]
    private var listener: LoopbackListener?
    private var streams: [ByteStream] = []
    /// What clients have said.
    private(set) var heard: [UInt8] = []
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(loop: EventLoop, _ steps: [Step]) {
        self.loop = loop
        self.steps = steps
    }

    /// - Returns: the port.
    func start() throws -> UInt16 {
        let listener = try LoopbackListener(loop: loop)
        listener.onConnection = { [weak self] descriptor in self?.assumeIsolated { $0.accept(descriptor) } }
        self.listener = listener
        return listener.port
    }

    func stop() {
        listener?.close()
        for stream in streams { stream.close() }
        streams = []
    }

    private func accept(_ descriptor: Int32) {
        let stream = ByteStream(descriptor: descriptor, loop: loop, outgoingLimit: 64 << 20)
        let number = streams.count
        streams.append(stream)
        stream.onBytes = { [weak self] octets in self?.assumeIsolated { $0.arrived(octets, on: number) } }
    }

    /// Requests have no body here.
    private func arrived(_ octets: [UInt8], on number: Int) {
        heard += octets
        guard heard.suffix(4) == Array("\r\n\r\n".utf8)[...] else { return }
        for step in steps where streams[number].isOpen {
            switch step {
            case .send(let octets): streams[number].write(octets)
            case .repeating(let octets, let pause): return go(on: number, octets, pause)
            case .close: streams[number].close()
            }
        }
    }

    private func go(on number: Int, _ octets: [UInt8], _ pause: Duration) {
        guard streams.indices.contains(number), streams[number].isOpen else { return }
        streams[number].write(octets)
        loop.schedule(at: .now + pause) { [weak self] in
            self?.assumeIsolated { $0.go(on: number, octets, pause) }
        }
    }
}
