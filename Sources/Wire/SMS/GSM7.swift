/// The GSM 7-bit default alphabet with its extension, and the national tables that take their places (TS 23.038, 6.2.1).
package enum GSM7 {
    /// The septet that leads to the single-shift table.
    static let escape: UInt8 = 0x1B

    /// The packed octets of septets, spare bits zero (TS 23.038, 6.1.2.1).
    ///
    /// - Parameter offset: the bits that stay free in front of the first septet: the fill bits after a header.
    package static func pack(_ septets: some Collection<UInt8>, offset: Int = 0) -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity((septets.count * 7 + offset + 7) / 8)
        pack(septets, offset: offset, to: &octets)
        return octets
    }

    static func pack(_ septets: some Collection<UInt8>, offset: Int = 0, to octets: inout [UInt8]) {
        var bits: UInt32 = 0
        var count = offset
        for septet in septets {
            bits |= UInt32(septet & 0x7F) << UInt32(count)
            count += 7
            while count >= 8 {
                octets.append(UInt8(truncatingIfNeeded: bits))
                bits >>= 8
                count -= 8
            }
        }
        if count > 0 { octets.append(UInt8(truncatingIfNeeded: bits)) }
    }

    /// The septets of packed octets: `count` of them or as many as there are, from septet `start` on.
    package static func unpack(_ octets: [UInt8], from start: Int = 0, count: Int) -> [UInt8] {
        let available = max(0, octets.count * 8 / 7 - start)
        return (0..<max(0, min(count, available))).map { septet(octets.span, at: start + $0) }
    }

    /// The septet at `index`; zero bits stand for octets that are not there.
    static func septet(_ octets: Span<UInt8>, at index: Int) -> UInt8 {
        let bit = index * 7
        let first = bit >> 3
        guard first < octets.count else { return 0 }
        var pair = UInt16(octets[first])
        if first + 1 < octets.count { pair |= UInt16(octets[first + 1]) << 8 }
        return UInt8(truncatingIfNeeded: pair >> UInt16(bit & 7)) & 0x7F
    }
}
