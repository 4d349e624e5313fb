import Glibc

/// An IP address.
struct IPAddress: Hashable {
    /// Four or sixteen.
    let octets: [UInt8]

    var isVersion6: Bool { octets.count == 16 }

    init?(octets: [UInt8]) {
        guard octets.count == 4 || octets.count == 16 else { return nil }
        self.octets = octets
    }

    init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            octets = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            octets = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
    }

    /// The octets of a `sockaddr_in` or `sockaddr_in6`.
    init?(socketAddress octets: UnsafeRawBufferPointer) {
        guard octets.count >= MemoryLayout<sa_family_t>.size else { return nil }
        let start: Int?
        let count: Int
        switch Int32(octets.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET: (start, count) = (MemoryLayout<sockaddr_in>.offset(of: \.sin_addr), 4)
        case AF_INET6: (start, count) = (MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr), 16)
        default: return nil
        }
        guard let start, octets.count >= start + count else { return nil }
        self.octets = Array(octets[start..<start + count])
    }

    var text: String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = isVersion6 ? AF_INET6 : AF_INET
        guard inet_ntop(family, octets, &buffer, socklen_t(buffer.count)) != nil else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// An address with a port: `192.0.2.1`, `2001:db8::1#5353`.
    struct Endpoint: Hashable {
        var address: IPAddress
        var port: UInt16

        init?(_ text: String, defaultPort: UInt16) {
            let parts = text.split(separator: "#", maxSplits: 1).map(String.init)
            guard let first = parts.first, let address = IPAddress(first) else { return nil }
            self.address = address
            port = defaultPort
            if parts.count == 2 {
                guard let number = UInt16(parts[1]) else { return nil }
                port = number
            }
        }

        func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
            if address.isVersion6 {
                var six = sockaddr_in6()
                six.sin6_family = sa_family_t(AF_INET6)
                six.sin6_port = port.bigEndian
                withUnsafeMutableBytes(of: &six.sin6_addr) { $0.copyBytes(from: address.octets) }
                return Self.pass(six, body)
            }
            var four = sockaddr_in()
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            withUnsafeMutableBytes(of: &four.sin_addr) { $0.copyBytes(from: address.octets) }
            return Self.pass(four, body)
        }

        private static func pass<Address, Result>(
            _ address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
        ) -> Result {
            withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<Address>.size))
                }
            }
        }
    }
}
