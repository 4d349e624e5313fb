/// A request of a client (RFC 9112, clause 3).
struct HTTPRequest: Hashable {
    var method: String
    /// As the client wrote it: a path, or a whole URI when it takes us for its proxy.
    var target: [UInt8]
    var headers: [(name: String, value: String)]
    var body: [UInt8] = []

    static func == (a: Self, b: Self) -> Bool {
        a.method == b.method && a.target == b.target && a.body == b.body
            && a.headers.elementsEqual(b.headers) { $0 == $1 }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(target)
        hasher.combine(body)
    }

    /// The value of a header; names are compared without case.
    subscript(name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// Whether the client writes to us as to its proxy (RFC 9112, clause 3.2.2).
    var isAbsolute: Bool { target.starts(with: Array("http://".utf8)) }

    /// The path and query of the target.
    var path: String {
        let text = String(decoding: target, as: UTF8.self)
        guard isAbsolute else { return text }
        let rest = text.dropFirst("http://".count)
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    }
}

/// Reads requests from a connection's octets, however they are cut.
struct HTTPRequestReader {
    enum Failure: Error, Hashable {
        case malformed
        case tooLarge
    }

    static let headLimit = 32 << 10
    static let bodyLimit = 20 << 20

    private enum State {
        case head
        /// The body's octets that are still to come.
        case body(HTTPRequest, Int)
        case chunk(HTTPRequest)
    }
    private var state = State.head
    private var octets: [UInt8] = []

    /// Takes octets in; the request that they complete, if they do.
    mutating func take(_ new: some Collection<UInt8>) throws(Failure) -> HTTPRequest? {
        octets += new
        while true {
            switch state {
            case .head:
                guard let end = Self.end(of: octets) else {
                    if octets.count > Self.headLimit { throw .tooLarge }
                    return nil
                }
                let request = try Self.head(octets[..<end])
                octets.removeSubrange(..<(end + 4))
                if request["Transfer-Encoding"]?.lowercased() == "chunked" {
                    state = .chunk(request)
                } else {
                    let length = request["Content-Length"].map { Int($0) ?? -1 } ?? 0
                    guard length >= 0 else { throw .malformed }
                    guard length <= Self.bodyLimit else { throw .tooLarge }
                    state = .body(request, length)
                }
            case .body(var request, let length):
                guard octets.count >= length else { return nil }
                request.body = Array(octets.prefix(length))
                octets.removeSubrange(..<length)
                state = .head
                return request
            case .chunk(var request):
                guard let line = octets.firstIndex(of: 0x0A) else { return nil }
                let digits = octets[..<line].prefix { $0 != 0x0D && $0 != UInt8(ascii: ";") }
                guard let count = Int(String(decoding: digits, as: UTF8.self), radix: 16), count >= 0 else {
                    throw .malformed
                }
                guard request.body.count + count <= Self.bodyLimit else { throw .tooLarge }
                guard octets.count >= line + 1 + count + 2 else { return nil }
                request.body += octets[(line + 1)..<(line + 1 + count)]
                octets.removeSubrange(..<(line + 1 + count + 2))
                if count == 0 {
                    state = .head
                    return request
                }
                state = .chunk(request)
            }
        }
    }

    private static func end(of octets: [UInt8]) -> Int? {
        guard octets.count >= 4 else { return nil }
        return (0...(octets.count - 4)).first { octets[$0..<($0 + 4)].elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) }
    }

    private static func head(_ octets: ArraySlice<UInt8>) throws(Failure) -> HTTPRequest {
        let lines = octets.split(separator: 0x0A).map { $0.last == 0x0D ? $0.dropLast() : $0 }
        let words = lines.first?.split(separator: 0x20, maxSplits: 2) ?? []
        guard words.count == 3, words[2].starts(with: Array("HTTP/1.".utf8)), words[1].count <= 8_192 else {
            throw .malformed
        }
        var request = HTTPRequest(
            method: String(decoding: words[0], as: UTF8.self), target: Array(words[1]), headers: [])
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .malformed }
            let value = line[line.index(after: colon)...].drop { $0 == 0x20 || $0 == 0x09 }
            request.headers.append(
                (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self)))
        }
        return request
    }
}

/// An answer to a client (RFC 9112, clause 4).
struct HTTPAnswer: Hashable {
    var status: Int
    var contentType: String?
    var location: String?
    var body: [UInt8] = []
    var isChunked = false

    static let messageType = "application/vnd.wap.mms-message"

    /// A PDU, or nothing where there is none to give.
    init(_ pdu: [UInt8] = []) {
        status = 200
        contentType = Self.messageType
        body = pdu
    }

    init(status: Int) { self.status = status }

    func encoded() -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(status < 300 ? "OK" : "Error")\r\n"
        if let contentType { head += "Content-Type: \(contentType)\r\n" }
        if let location { head += "Location: \(location)\r\n" }
        guard isChunked else { return Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body }
        var octets = Array("\(head)Transfer-Encoding: chunked\r\n\r\n".utf8)
        for start in stride(from: 0, to: body.count, by: 1_000) {
            let chunk = body[start..<min(start + 1_000, body.count)]
            octets += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [0x0D, 0x0A]
        }
        return octets + Array("0\r\n\r\n".utf8)
    }
}
