import Glibc
import HandsetLines

/// Where an announcement or a redirection may lead.
///
/// Whoever can send a short message can name a location. Private addresses are right: carriers number their MMSCs with
/// them, and the socket is bound to the line's interface. This machine itself, its own link and groups are never right:
/// what listens there trusts who reaches it.
enum Reach {
    static func isForbidden(_ address: IPAddress) -> Bool {
        let plain = unmapped(address)
        return isOfMachineOrLink(plain) || machine().contains(plain)
    }

    /// Whether a request may lead even there: the operator has named the host, or the interface leads nowhere else.
    static func mayReachMachine(_ request: MMSRequest, _ target: HTTPTarget) -> Bool {
        if request.settings.proxy != nil || request.path.interface == "lo" { return true }
        return HTTPTarget(Array(request.settings.mmsc.utf8))?.host == target.host
    }

    /// IPv4 in an address of IPv6 (RFC 4291, clause 2.5.5.2).
    private static func unmapped(_ address: IPAddress) -> IPAddress {
        let prefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        guard address.isVersion6, address.octets.starts(with: prefix) else { return address }
        return IPAddress(octets: Array(address.octets.suffix(4))) ?? address
    }

    /// RFC 6890: this host, loopback, link-local, groups and what is reserved behind them.
    private static func isOfMachineOrLink(_ address: IPAddress) -> Bool {
        let octets = address.octets
        guard let first = octets.first, let second = octets.dropFirst().first else { return true }
        if !address.isVersion6 {
            return first == 0 || first == 127 || (first == 169 && second == 254) || first >= 224
        }
        let isUnspecifiedOrLoopback = octets.dropLast().allSatisfy { $0 == 0 } && (octets.last ?? 0) <= 1
        return isUnspecifiedOrLoopback || first == 0xFF || (first == 0xFE && second & 0xC0 == 0x80)
    }

    /// The addresses of this machine's interfaces now.
    private static func machine() -> Set<IPAddress> {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: Set<IPAddress> = []
        var next = list
        while let entry = next {
            next = entry.pointee.ifa_next
            guard let address = entry.pointee.ifa_addr else { continue }
            let size =
                Int32(address.pointee.sa_family) == AF_INET6
                ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
            let octets = UnsafeRawBufferPointer(start: address, count: size)
            if let own = IPAddress(socketAddress: octets) { found.insert(own) }
        }
        return found
    }
}
