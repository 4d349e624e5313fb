import HandsetPlatform

/// A line's door to the MMSC: a loopback port of its own, as a carrier's gateway knows a subscriber by the connection.
final class MultimediaServer {
    /// The line's number.
    let party: String
    private let loop: EventLoop
    private let listener: LoopbackListener
    private let serve: (HTTPRequest, Exchange) -> Void
    private var connections: [ObjectIdentifier: Connection] = [:]

    private final class Connection {
        let stream: ByteStream
        var reader = HTTPRequestReader()

        init(_ stream: ByteStream) { self.stream = stream }
    }

    /// One request's way back.
    struct Exchange {
        fileprivate let stream: ByteStream
        fileprivate let loop: EventLoop

        func answer(_ answer: HTTPAnswer) { stream.write(answer.encoded()) }

        /// The connection ends, after so many octets of the answer.
        func cut(_ answer: HTTPAnswer? = nil, after count: Int = 0) {
            if let answer { stream.write(answer.encoded().prefix(count)) }
            stream.close()
        }

        /// An octet every quarter of a second.
        func drip(_ answer: HTTPAnswer) { drip(answer.encoded()[...]) }

        private func drip(_ octets: ArraySlice<UInt8>) {
            guard stream.isOpen, let octet = octets.first else { return }
            stream.write([octet])
            loop.schedule(at: .now + .milliseconds(250)) { drip(octets.dropFirst()) }
        }
    }

    init(party: String, loop: EventLoop, serve: @escaping (HTTPRequest, Exchange) -> Void) throws(SystemError) {
        self.party = party
        self.loop = loop
        self.serve = serve
        listener = try LoopbackListener(loop: loop)
        listener.onConnection = { [weak self] in self?.accept($0) }
    }

    var port: UInt16 { listener.port }

    func close() {
        listener.close()
        for connection in connections.values { connection.stream.close() }
        connections = [:]
    }

    private func accept(_ descriptor: Int32) {
        let stream = ByteStream(descriptor: descriptor, loop: loop, outgoingLimit: 64 << 20)
        let connection = Connection(stream)
        let id = ObjectIdentifier(connection)
        connections[id] = connection
        stream.onBytes = { [weak self] octets in self?.arrived(octets, on: id) }
        stream.onClose = { [weak self] in self?.connections[id] = nil }
    }

    private func arrived(_ octets: [UInt8], on id: ObjectIdentifier) {
        guard let connection = connections[id] else { return }
        do {
            var new = octets
            while let request = try connection.reader.take(new) {
                new = []
                serve(request, Exchange(stream: connection.stream, loop: loop))
            }
        } catch {
            connection.stream.write(HTTPAnswer(status: error == .tooLarge ? 413 : 400).encoded())
            connection.stream.close()
        }
        if !connection.stream.isOpen { connections[id] = nil }
    }
}
