import Glibc
import HandsetLines
import HandsetPlatform

/// Asks a connection's own name servers for a host's addresses, over that connection's interface.
///
/// The system's resolver asks over whatever interface it likes, of servers that do not know a carrier's inner names.
struct NameResolver {
    let loop: EventLoop
    /// How long a server may take.
    var patience = Duration.seconds(3)

    enum Failure: Error, Hashable {
        case noServers, noName, noAnswer
    }

    /// Addresses of `host` in their text form: those of IPv4 first. A numeric host is its own address.
    func addresses(of host: String, over path: DataPath) async throws(Failure) -> [String] {
        if IPAddress(host) != nil { return [host] }
        guard !path.nameServers.isEmpty else { throw .noServers }
        // Two rounds: a datagram may get lost.
        for server in path.nameServers.prefix(4) + path.nameServers.prefix(4) {
            guard let server = IPAddress.Endpoint(server, defaultPort: 53) else { continue }
            let answers = await ask(server, for: host, over: path.interface)
            let found = answers.flatMap { answer -> [[UInt8]] in
                if case .addresses(let addresses) = answer { addresses } else { [] }
            }
            if !found.isEmpty { return found.compactMap { IPAddress(octets: $0)?.text } }
            if answers.contains(.noName) { throw .noName }
        }
        throw .noAnswer
    }

    private func ask(
        _ server: IPAddress.Endpoint, for host: String, over interface: String?
    ) async -> [DNSMessage.Answer] {
        let types: [DNSMessage.RecordType] = [.a, .aaaa]
        let queries = types.compactMap { type in
            DNSMessage.query(id: .random(in: .min ... .max), host: host, type: type).map { (type: type, octets: $0) }
        }
        guard queries.count == types.count, let descriptor = Self.socket(to: server, over: interface) else { return [] }
        return await withCheckedContinuation { continuation in
            let conversation = Conversation(
                descriptor: descriptor, queries: queries, deadline: .now + patience, loop: loop, continuation)
            conversation.begin()
        }
    }

    /// Connected, so that only that server's datagrams come in.
    private static func socket(to server: IPAddress.Endpoint, over interface: String?) -> Int32? {
        let family = server.address.isVersion6 ? AF_INET6 : AF_INET
        let descriptor = Glibc.socket(family, SocketType.datagram, 0)
        guard descriptor >= 0 else { return nil }
        let isBound = interface.map { bind(descriptor, toInterface: $0) } ?? true
        guard isBound, server.withAddress({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Whether nothing of the socket can leave by another interface from now on.
    static func bind(_ descriptor: Int32, toInterface name: String) -> Bool {
        name.withCString { setsockopt(descriptor, SOL_SOCKET, SO_BINDTODEVICE, $0, socklen_t(strlen($0) + 1)) } == 0
    }

    /// Both questions to one server, until both are answered or the time is over.
    private final class Conversation: EventSource {
        let descriptor: Int32
        let interest = Int16(POLLIN)
        var deadline: MonotonicTime?
        private let queries: [(type: DNSMessage.RecordType, octets: [UInt8])]
        private var answers: [Int: DNSMessage.Answer] = [:]
        private let loop: EventLoop
        private var continuation: CheckedContinuation<[DNSMessage.Answer], Never>?

        init(
            descriptor: Int32, queries: [(type: DNSMessage.RecordType, octets: [UInt8])], deadline: MonotonicTime,
            loop: EventLoop, _ continuation: CheckedContinuation<[DNSMessage.Answer], Never>
        ) {
            self.descriptor = descriptor
            self.queries = queries
            self.deadline = deadline
            self.loop = loop
            self.continuation = continuation
        }

        func begin() {
            loop.add(self)
            for query in queries { send(descriptor, query.octets, query.octets.count, Int32(MSG_NOSIGNAL)) }
        }

        func ready(_ events: Int16) {
            if events & Int16(POLLIN) != 0 { read() }
            let isRefused = events & Int16(POLLERR | POLLHUP) != 0 && events & Int16(POLLIN) == 0
            if answers.count == queries.count || isRefused || deadline.map({ $0 <= .now }) ?? false { end() }
        }

        private func read() {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            for _ in 0..<8 {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                let octets = Array(buffer.prefix(count))
                for (index, query) in queries.enumerated() where answers[index] == nil {
                    answers[index] = DNSMessage.answer(octets, to: query.octets, type: query.type)
                }
            }
        }

        private func end() {
            guard let continuation = continuation.take() else { return }
            loop.remove(self)
            close(descriptor)
            continuation.resume(returning: queries.indices.compactMap { answers[$0] })
        }
    }
}
