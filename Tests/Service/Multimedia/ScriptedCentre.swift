import Glibc
import HandsetMMS
import HandsetPlatform

@testable import HandsetService

/// An MMSC, and whatever else listens at its port: at every address of 127/8, each of which is a host of its own.
///
/// `/m/ID` is a message of that id, `/hang` never answers, `/gone` is answered with 404, and what is posted is taken down.
@ServiceActor
final class ScriptedCentre {
    private let listener: Listener
    private var streams: [ByteStream] = []
    private var requests: [Int: [UInt8]] = [:]
    /// Ids of messages that were asked for, `hang` and `gone`.
    private(set) var fetched: [String] = []
    let posted = Events<MMSPDU>()
    /// What is posted is not answered.
    var isDeaf = false
    /// The status of its answers.
    var status = 200
    /// What it gives under each id.
    var message: (String) -> [UInt8] = { id in ScriptedCentre.message(id) }

    init() throws {
        listener = try Listener()
        listener.onConnection = { [weak self] in self?.accept($0) }
        ServiceActor.loop.add(listener)
    }

    var port: UInt16 { listener.port }
    var hanging: Int { fetched.count { $0 == "hang" } }

    /// What a deaf one says after all, to what was posted last.
    func answer(_ pdu: [UInt8]) {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/vnd.wap.mms-message\r\nContent-Length: \(pdu.count)\r\n\r\n"
        streams.last?.write(Array(head.utf8) + pdu)
    }

    func stop() {
        ServiceActor.loop.remove(listener)
        close(listener.descriptor)
        for stream in streams { stream.close() }
    }

    nonisolated static func message(_ id: String, text: String? = nil) -> [UInt8] {
        let parts = [MMSPart(text: text ?? "Message \(id)", name: "text.txt")]
        return MMSRetrieveConfirmation(
            transactionID: TextValue(id), messageID: TextValue("id-\(id)"), from: .address(.phoneNumber("+15550123")),
            to: [.phoneNumber("+15550100")], date: 1_800_000_000,
            body: MMSBody(presentation: MMSPresentation(showing: parts), parts: parts)
        ).encoded()
    }

    private func accept(_ descriptor: Int32) {
        let stream = ByteStream(descriptor: descriptor, loop: ServiceActor.loop)
        let number = streams.count
        streams.append(stream)
        stream.onBytes = { [weak self] octets in self?.arrived(octets, number) }
    }

    private func arrived(_ octets: [UInt8], _ number: Int) {
        requests[number, default: []] += octets
        guard let request = requests[number], let end = request.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
        let head = String(decoding: request[..<end.lowerBound], as: UTF8.self)
        let lines = head.split(separator: "\r\n").map { $0.lowercased() }
        let length = lines.compactMap { $0.hasPrefix("content-length: ") ? Int($0.dropFirst(16)) : nil }.first ?? 0
        guard request.count >= end.upperBound + length else { return }
        requests[number] = nil
        let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        if head.hasPrefix("POST") {
            if let pdu = try? MMSPDU(decoding: Array(request[end.upperBound...])) { posted.add(pdu) }
            if !isDeaf { streams[number].write(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)) }
            return
        }
        fetched.append(path.split(separator: "/").last.map(String.init) ?? "")
        if path.hasPrefix("/hang") { return }
        guard path.hasPrefix("/m/") else {
            return streams[number].write(Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8))
        }
        let body = message(String(path.dropFirst(3)))
        let answer =
            "HTTP/1.1 \(status) As asked\r\nContent-Type: application/vnd.wap.mms-message\r\nContent-Length: \(body.count)\r\n\r\n"
        streams[number].write(Array(answer.utf8) + body)
    }

    private final class Listener: EventSource {
        let descriptor: Int32
        let port: UInt16
        let interest = Int16(POLLIN)
        let deadline: MonotonicTime? = nil
        var onConnection: (Int32) -> Void = { _ in }

        init() throws {
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            let descriptor = socket(AF_INET, type, 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, length) == 0 && listen(descriptor, 128) == 0
                        && getsockname(descriptor, $0, &length) == 0
                }
            }
            guard isBound else { throw SystemError("bind") }
            self.descriptor = descriptor
            port = UInt16(bigEndian: address.sin_port)
        }

        func ready(_ events: Int16) {
            let connection = Glibc.accept(descriptor, nil, nil)
            guard connection >= 0 else { return }
            _ = fcntl(connection, F_SETFL, O_NONBLOCK)
            onConnection(connection)
        }
    }
}
