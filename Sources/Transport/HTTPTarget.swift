/// An http or https URL (RFC 9110, clause 4.2), its octets after the authority kept as they are.
struct HTTPTarget: Hashable {
    var isSecure: Bool
    var host: String
    var port: UInt16
    /// The authority as it was written, for Host.
    var authority: String
    /// Path and query, never empty; what no request may hold is written as `%XX`.
    var path: [UInt8]

    static let limit = 8 << 10

    /// - Returns: nil for what is no URL of a host, and for one that would write more than a request's first line.
    init?(_ octets: [UInt8]) {
        let trimmed = octets.drop { $0 == 0x20 }
        guard trimmed.count <= Self.limit else { return nil }
        let start: Int
        if Self.has(trimmed, "http://") {
            (isSecure, start) = (false, 7)
        } else if Self.has(trimmed, "https://") {
            (isSecure, start) = (true, 8)
        } else {
            return nil
        }
        let rest = trimmed.dropFirst(start)
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        authority = String(decoding: rest[..<end], as: UTF8.self)
        guard let (host, port) = HTTPAuthority.split(authority, defaultPort: isSecure ? 443 : 80) else { return nil }
        (self.host, self.port) = (host, port)
        path = Self.written(rest[end...])
        if path.first != UInt8(ascii: "/") { path.insert(UInt8(ascii: "/"), at: 0) }
    }

    /// Where an answer's Location leads; nil for what is not followed: another kind of URL, or one that gives up TLS.
    func redirected(to location: [UInt8]) -> HTTPTarget? {
        if location.first == UInt8(ascii: "/"), location.dropFirst().first != UInt8(ascii: "/") {
            var target = self
            target.path = Self.written(location[...])
            return location.count <= Self.limit ? target : nil
        }
        guard let target = HTTPTarget(location), target.isSecure || !isSecure else { return nil }
        return target
    }

    var url: String { "\(isSecure ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port)/" }

    /// What a proxy is asked for.
    var absolute: [UInt8] { Array("\(isSecure ? "https" : "http")://\(authority)".utf8) + path }

    private static func has(_ octets: ArraySlice<UInt8>, _ scheme: String) -> Bool {
        octets.prefix(scheme.utf8.count).map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 } == Array(scheme.utf8)
    }

    /// A blank or a control would end the request's first line before its time, or begin another.
    private static func written(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        octets.flatMap { octet -> [UInt8] in
            guard octet <= 0x20 || octet == 0x7F else { return [octet] }
            let digits = Array("0123456789ABCDEF".utf8)
            return [UInt8(ascii: "%"), digits[Int(octet >> 4)], digits[Int(octet & 15)]]
        }
    }
}

/// `host:port`, the host perhaps an IPv6 address in brackets.
enum HTTPAuthority {
    static func split(_ text: String, defaultPort: UInt16) -> (host: String, port: UInt16)? {
        var host = text[...]
        var port = defaultPort
        let bracket = text.lastIndex(of: "]")
        if let colon = text.lastIndex(of: ":"), bracket.map({ $0 < colon }) ?? true {
            guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else { return nil }
            (host, port) = (text[..<colon], number)
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        let allowed = host.utf8.allSatisfy { octet in
            switch octet | 0x20 {
            case 0x61...0x7A: true
            default: 0x30...0x39 ~= octet || [0x2D, 0x2E, 0x3A, 0x5F].contains(octet)
            }
        }
        guard 1...253 ~= host.utf8.count, allowed else { return nil }
        return (String(host), port)
    }
}
