import Glibc

/// Names and addresses as other services give them, looked at before they are believed.
enum NetworkNames {
    /// What the kernel takes as an interface's name: 15 octets, no slash, no colon, no blank (IFNAMSIZ).
    static func interface(_ name: String?) -> String? {
        guard let name, 1...15 ~= name.utf8.count, name != ".", name != "..",
            name.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") })
        else { return nil }
        return name
    }

    /// An access point's name: 100 octets at most (3GPP TS 23.003, clause 9.1).
    static func accessPoint(_ name: String?) -> String? {
        name.flatMap { 1...100 ~= $0.utf8.count ? $0 : nil }
    }

    /// An address in digits. One of a link (`fe80::1`) is reached, since sockets are bound to the interface.
    static func address(_ text: String?) -> String? {
        guard let text, text.utf8.count < Int(INET6_ADDRSTRLEN) else { return nil }
        var octets = in6_addr()
        let isAddress = inet_pton(AF_INET, text, &octets) == 1 || inet_pton(AF_INET6, text, &octets) == 1
        return isAddress ? text : nil
    }

    /// The text of four or sixteen octets.
    static func address(octets: [UInt8]) -> String? {
        guard octets.count == 4 || octets.count == 16 else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = octets.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, octets, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
