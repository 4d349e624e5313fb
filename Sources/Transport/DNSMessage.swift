/// A query for a host's addresses and the answer to it (RFC 1035, clause 4; RFC 3596).
enum DNSMessage {
    enum RecordType: UInt16 {
        case a = 1
        case aaaa = 28
    }

    enum Answer: Hashable {
        /// IP addresses as octets, four or sixteen.
        case addresses([[UInt8]])
        /// There is no such name.
        case noName
        /// Another failure of the server: the next one may know.
        case failure
    }

    static let addressLimit = 16

    /// - Returns: nil for what is no host's name.
    static func query(id: UInt16, host: String, type: RecordType) -> [UInt8]? {
        guard let name = name(host) else { return nil }
        // Recursion is desired.
        let head: [UInt8] = [UInt8(id >> 8), UInt8(id & 0xFF), 0x01, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        return head + name + [0, UInt8(type.rawValue), 0, 1]
    }

    private static func name(_ host: String) -> [UInt8]? {
        var octets: [UInt8] = []
        let trimmed = host.hasSuffix(".") ? host.dropLast() : host[...]
        for label in trimmed.split(separator: ".", omittingEmptySubsequences: false) {
            guard 1...63 ~= label.utf8.count else { return nil }
            octets.append(UInt8(label.utf8.count))
            octets += label.utf8
        }
        octets.append(0)
        return octets.count <= 255 ? octets : nil
    }

    /// - Returns: nil for octets that are no answer to that query.
    static func answer(_ octets: [UInt8], to query: [UInt8], type: RecordType) -> Answer? {
        let question = query.dropFirst(12)
        guard octets.count >= 12 + question.count, query.count > 12, octets[0] == query[0], octets[1] == query[1],
            octets[2] & 0x80 != 0, octets[4] == 0, octets[5] == 1,
            isSame(octets[12..<(12 + question.count)], question)
        else { return nil }
        switch octets[3] & 0x0F {
        case 0: break
        case 3: return .noName
        default: return .failure
        }
        var place = 12 + question.count
        var addresses: [[UInt8]] = []
        for _ in 0..<(Int(octets[6]) << 8 | Int(octets[7])) {
            // A truncated answer serves as far as it goes.
            guard let end = skipName(octets, from: place), end + 10 <= octets.count else { break }
            let kind = UInt16(octets[end]) << 8 | UInt16(octets[end + 1])
            let length = Int(octets[end + 8]) << 8 | Int(octets[end + 9])
            guard end + 10 + length <= octets.count else { break }
            if kind == type.rawValue, length == (type == .a ? 4 : 16), addresses.count < addressLimit {
                addresses.append(Array(octets[(end + 10)..<(end + 10 + length)]))
            }
            place = end + 10 + length
        }
        return .addresses(addresses)
    }

    /// Names are compared without case (RFC 4343).
    private static func isSame(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
        func lowered(_ octet: UInt8) -> UInt8 { 0x41...0x5A ~= octet ? octet | 0x20 : octet }
        return a.lazy.map(lowered).elementsEqual(b.lazy.map(lowered))
    }

    /// Where a name ends: at its zero, or behind the pointer that it goes on by.
    private static func skipName(_ octets: [UInt8], from start: Int) -> Int? {
        var place = start
        while place < octets.count {
            switch octets[place] {
            case 0: return place + 1
            case 0xC0...: return place + 2
            case 1...63: place += 1 + Int(octets[place])
            default: return nil
            }
        }
        return nil
    }
}
