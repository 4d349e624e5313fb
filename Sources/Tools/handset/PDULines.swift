import Glibc

/// The lines of standard input, none held longer than a limit.
enum PDULines {
    /// The next line without its end, nil after the last. Of a longer one, `limit` characters and one more, so that it is
    /// seen to be too long; the rest is passed over.
    static func next(atMost limit: Int) -> String? {
        var octets: [UInt8] = []
        var isAny = false
        while case let character = getchar(), character != EOF {
            isAny = true
            if character == 0x0A { break }
            if octets.count <= limit { octets.append(UInt8(truncatingIfNeeded: character)) }
        }
        return isAny ? String(decoding: octets, as: UTF8.self) : nil
    }
}
