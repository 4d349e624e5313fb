/// Writes the text of one part after another as UTF-8, so that a pair cut by a part's end is joined again.
///
/// A surrogate pair and an escape pair may lie in two parts; therefore the writer keeps what a part left open.
struct TextWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var count = 0
    private var highSurrogate: UInt16 = 0
    private var isEscaped = false
    private var isSwapped = false

    /// Three octets of UTF-8 are the most that a septet or a UTF-16 unit needs.
    static let octetsPerUnit = 3

    /// The string that `body` writes, in scratch memory of `capacity` octets; the string is the only allocation.
    static func string(capacity: Int, _ body: (inout TextWriter) -> Void) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity + octetsPerUnit) { buffer in
            var writer = TextWriter(buffer: buffer)
            body(&writer)
            writer.finish()
            return String(decoding: UnsafeBufferPointer(rebasing: buffer[..<writer.count]), as: UTF8.self)
        }
    }

    private init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    private mutating func put(_ octet: UInt8) {
        // The capacity is counted by the caller; a wrong count must lose text, not write past the end.
        guard count < buffer.count else { return }
        buffer[count] = octet
        count += 1
    }

    /// A scalar of the basic plane; a surrogate or nothing becomes the replacement character.
    private mutating func put(unit: UInt16) {
        switch unit {
        case 0..<0x80: put(UInt8(unit))
        case 0x80..<0x800:
            put(0xC0 | UInt8(unit >> 6))
            put(0x80 | UInt8(unit & 0x3F))
        default:
            let unit = 0xD800...0xDFFF ~= unit ? 0xFFFD : unit
            put(0xE0 | UInt8(unit >> 12))
            put(0x80 | UInt8(unit >> 6 & 0x3F))
            put(0x80 | UInt8(unit & 0x3F))
        }
    }

    /// Ends the text: what is still open shows as the standard says of an escape that leads nowhere (TS 23.038, 6.2.1,
    /// note 1), and as a replacement character.
    private mutating func finish() {
        close()
    }

    private mutating func close() {
        if isEscaped { put(UInt8(ascii: " ")) }
        if highSurrogate != 0 { put(unit: 0xFFFD) }
        isEscaped = false
        highSurrogate = 0
    }

    // MARK: GSM 7-bit

    /// Appends `count` septets from septet `start` on; the caller has seen that the octets hold them.
    mutating func appendSeptets(
        _ octets: RawSpan, from start: Int, count: Int, locking: NationalLanguage?, single: NationalLanguage?
    ) {
        if highSurrogate != 0 { close() }
        var index = start
        let end = min(start + count, octets.byteCount * 8 / 7)
        let plain = locking == nil
        while index < end {
            let bit = index * 7
            let first = bit >> 3
            var group: UInt64
            var groupCount = end - index
            if first + 8 <= octets.byteCount {
                // Whatever the bit, the eight octets at its place hold eight septets.
                group = octets.unsafeLoadUnaligned(fromByteOffset: first, as: UInt64.self).littleEndian
                groupCount = min(groupCount, 8)
            } else {
                group = 0
                for place in first..<octets.byteCount {
                    group |=
                        UInt64(octets.unsafeLoad(fromByteOffset: place, as: UInt8.self)) << UInt64((place - first) * 8)
                }
                groupCount = min(groupCount, 8)
            }
            group >>= UInt64(bit & 7)
            index += groupCount
            for _ in 0..<groupCount {
                let septet = UInt8(truncatingIfNeeded: group) & 0x7F
                group >>= 7
                if plain, !isEscaped, let ascii = Self.ascii(septet) {
                    put(ascii)
                } else {
                    appendSeptet(septet, locking: locking, single: single)
                }
            }
        }
    }

    /// The septets that are their own ASCII character, which most text is made of.
    @inline(__always)
    private static func ascii(_ septet: UInt8) -> UInt8? {
        switch septet {
        case 0x61...0x7A, 0x25...0x3F, 0x41...0x5A, 0x20...0x23, 0x0A, 0x0D: septet
        default: nil
        }
    }

    private mutating func appendSeptet(_ septet: UInt8, locking: NationalLanguage?, single: NationalLanguage?) {
        if isEscaped {
            isEscaped = false
            guard septet != GSM7.escape else {
                // Reserved for a further extension; shown as a space (TS 23.038, 6.2.1.1, note 1).
                put(UInt8(ascii: " "))
                return
            }
            if let unit = Self.shifted(septet, by: single) {
                put(unit: unit)
                return
            }
        } else if septet == GSM7.escape {
            isEscaped = true
            return
        }
        let unit = (locking?.locking ?? NationalTables.standardLocking)[Int(septet & 0x7F)]
        put(unit: unit == 0 ? 0xFFFD : unit)
    }

    private static func shifted(_ septet: UInt8, by single: NationalLanguage?) -> UInt16? {
        for cell in single?.single ?? NationalTables.standardSingle where cell >> 16 == UInt32(septet) {
            return UInt16(truncatingIfNeeded: cell)
        }
        return nil
    }

    // MARK: UCS-2

    /// Appends big-endian UTF-16 from octet `start` on. A byte-order mark in front of a part is taken out, and obeyed
    /// from there on.
    mutating func appendUCS2(_ octets: RawSpan, from start: Int) {
        if isEscaped { close() }
        var place = start
        while place + 1 < octets.byteCount {
            var unit = octets.unsafeLoadUnaligned(fromByteOffset: place, as: UInt16.self).bigEndian
            if place == start, unit == 0xFEFF || unit == 0xFFFE {
                isSwapped = unit == 0xFFFE
                place += 2
                continue
            }
            if isSwapped { unit = unit.byteSwapped }
            place += 2
            appendUTF16(unit)
        }
    }

    private mutating func appendUTF16(_ unit: UInt16) {
        if highSurrogate != 0 {
            guard 0xDC00...0xDFFF ~= unit else {
                put(unit: 0xFFFD)
                highSurrogate = 0
                appendUTF16(unit)
                return
            }
            let scalar = 0x10000 + (UInt32(highSurrogate & 0x3FF) << 10 | UInt32(unit & 0x3FF))
            put(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
            put(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
            put(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
            put(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
            highSurrogate = 0
        } else if 0xD800...0xDBFF ~= unit {
            highSurrogate = unit
        } else {
            put(unit: unit)
        }
    }
}
