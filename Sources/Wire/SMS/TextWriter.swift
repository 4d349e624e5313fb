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
    /// What is added to a capacity: eight octets are stored at a time, and an open pair may have to be closed.
    private static let slack = 8

    /// The string that `body` writes, in scratch memory of `capacity` octets; the string is the only allocation.
    static func string(capacity: Int, _ body: (inout TextWriter) -> Void) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity + slack) { buffer in
            var writer = TextWriter(buffer: buffer)
            body(&writer)
            writer.finish()
            return string(UnsafeBufferPointer(rebasing: buffer[..<writer.count]), isASCII: false)
        }
    }

    /// The string of `septets` alone.
    static func text(
        ofSeptets octets: RawSpan, from start: Int, count: Int, locking: NationalLanguage?, single: NationalLanguage?
    ) -> String {
        let available = max(0, min(count, octets.byteCount * 8 / 7 - start))
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: available * octetsPerUnit + slack) { buffer in
            var writer = TextWriter(buffer: buffer)
            let isASCII = writer.appendSeptets(octets, from: start, count: available, locking: locking, single: single)
            writer.finish()
            return string(UnsafeBufferPointer(rebasing: buffer[..<writer.count]), isASCII: isASCII)
        }
    }

    /// The string of octets that are ASCII.
    static func ascii(_ octets: UnsafeBufferPointer<UInt8>) -> String { string(octets, isASCII: true) }

    /// What is written here is well-formed UTF-8 by construction, so it is copied without another look; the tests decode
    /// every vector, prefix and random input the checked way as well.
    private static func string(_ octets: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
        String(copying: UTF8Span(unchecked: octets.span, isKnownASCII: isASCII))
    }

    private init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    private mutating func put(_ octet: UInt8) {
        // The capacity is counted by the caller; a wrong count must lose text, not write past the end.
        guard count < buffer.count else { return }
        buffer[count] = octet
        count += 1
    }

    /// A scalar of the basic plane; a surrogate becomes the replacement character.
    private mutating func put(unit: UInt16) {
        guard count + 3 <= buffer.count else { return }
        write(unit & 0xF800 == 0xD800 ? 0xFFFD : unit)
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

    /// Appends `count` septets from septet `start` on; of less octets, what is there.
    ///
    /// - Returns: whether all of them were ASCII characters.
    @discardableResult
    mutating func appendSeptets(
        _ octets: RawSpan, from start: Int, count: Int, locking: NationalLanguage?, single: NationalLanguage?
    ) -> Bool {
        if highSurrogate != 0 { close() }
        let end = min(start + count, octets.byteCount * 8 / 7)
        guard start >= 0, start < end else { return true }
        if locking == nil, single == nil, (end - start) * Self.octetsPerUnit + Self.slack <= buffer.count - self.count {
            return appendStandard(octets, from: start, to: end)
        }
        for index in start..<end {
            let septet = UInt8(truncatingIfNeeded: Self.group(octets, at: index)) & 0x7F
            appendSeptet(septet, locking: locking, single: single)
        }
        return false
    }

    /// Septets of the default alphabet, for which the caller has seen that there is room.
    private mutating func appendStandard(_ octets: RawSpan, from start: Int, to end: Int) -> Bool {
        guard let base = buffer.baseAddress else { return true }
        let first = UnsafeMutableRawPointer(base)
        var place = first + count
        var escaped = isEscaped
        var isASCII = true
        NationalTables.standardUTF8.withUnsafeBufferPointer { standard in
            NationalTables.extensionUTF8.withUnsafeBufferPointer { shifted in
                var index = start
                while index < end {
                    var group = Self.group(octets, at: index)
                    let size = min(end - index, 8)
                    index += size
                    if size == 8, !escaped, Self.isOwnASCII(group) {
                        place.storeBytes(of: group.littleEndian, as: UInt64.self)
                        place += 8
                        continue
                    }
                    for _ in 0..<size {
                        let septet = Int(truncatingIfNeeded: group) & 0x7F
                        group >>= 8
                        var word = standard[septet]
                        if escaped {
                            escaped = false
                            if shifted[septet] != 0 { word = shifted[septet] }
                            // An escape after an escape is reserved; shown as a space (TS 23.038, 6.2.1.1, note 1).
                            if septet == Int(GSM7.escape) { word = 0x0100_0020 }
                        } else if septet == Int(GSM7.escape) {
                            escaped = true
                            continue
                        }
                        place.storeBytes(of: word.littleEndian, as: UInt32.self)
                        place += Int(word >> 24)
                        isASCII = isASCII && word < 0x0200_0000
                    }
                }
            }
        }
        count = place - first
        isEscaped = escaped
        return isASCII
    }

    /// Whether each of eight septets is the same character in ASCII: 20 to 23, 25 to 3F, 41 to 5A, 61 to 7A.
    @inline(__always)
    private static func isOwnASCII(_ group: UInt64) -> Bool {
        let tops: UInt64 = 0x8080_8080_8080_8080
        // No septet has its top bit, so a sum per octet carries into that bit alone.
        let below20 = ~(group &+ 0x6060_6060_6060_6060) & tops
        let above7A = (group &+ 0x0505_0505_0505_0505) & tops
        let dollar = ~((group ^ 0x2424_2424_2424_2424) &+ 0x7F7F_7F7F_7F7F_7F7F) & tops
        // In the upper half the letters are 1 to 1A of the lower five bits.
        let low = group & 0x1F1F_1F1F_1F1F_1F1F
        let upper = (group << 1) & tops
        let zero = ~(low &+ 0x7F7F_7F7F_7F7F_7F7F) & tops
        let over1A = (low &+ 0x6565_6565_6565_6565) & tops
        return below20 | above7A | dollar | (upper & (zero | over1A)) == 0
    }

    /// Eight septets spread over eight octets, the first lowest; zeros where the input has ended.
    @inline(__always)
    private static func group(_ octets: RawSpan, at index: Int) -> UInt64 {
        let bit = index * 7
        let first = bit >> 3
        var word: UInt64 = 0
        if first + 8 <= octets.byteCount {
            // Whatever the bit, the eight octets at its place hold eight septets.
            word = octets.unsafeLoadUnaligned(fromByteOffset: first, as: UInt64.self).littleEndian
        } else {
            for place in first..<octets.byteCount {
                word |= UInt64(octets.unsafeLoad(fromByteOffset: place, as: UInt8.self)) << UInt64((place - first) * 8)
            }
        }
        word = word >> UInt64(bit & 7) & 0x00FF_FFFF_FFFF_FFFF
        word = (word & 0x0FFF_FFFF) | (word & 0x00FF_FFFF_F000_0000) << 4
        word = (word & 0x0000_3FFF_0000_3FFF) | (word & 0x0FFF_C000_0FFF_C000) << 2
        return (word & 0x007F_007F_007F_007F) | (word & 0x3F80_3F80_3F80_3F80) << 1
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
        var place = max(0, start)
        func unit(at place: Int) -> UInt16 {
            octets.unsafeLoadUnaligned(fromByteOffset: place, as: UInt16.self).bigEndian
        }
        if place + 1 < octets.byteCount, unit(at: place) == 0xFEFF || unit(at: place) == 0xFFFE {
            isSwapped = unit(at: place) == 0xFFFE
            place += 2
        }
        while place + 1 < octets.byteCount {
            if highSurrogate == 0 { place += transcode(octets, from: place) }
            guard place + 1 < octets.byteCount else { break }
            appendUTF16(isSwapped ? unit(at: place).byteSwapped : unit(at: place))
            place += 2
        }
    }

    /// Writes units up to the first that needs a second look: half a surrogate pair whose other half is not there.
    ///
    /// - Returns: the octets that were read.
    private mutating func transcode(_ octets: RawSpan, from start: Int) -> Int {
        // Eight octets are stored at a time; the last unit needs three of them.
        let room = (buffer.count - count - 5) / Self.octetsPerUnit
        let units = min((octets.byteCount - start) / 2, room)
        guard start >= 0, units > 0, let base = buffer.baseAddress else { return 0 }
        let place = UnsafeMutableRawPointer(base) + count
        let (read, written) = octets.withUnsafeBytes { source in
            let units = UnsafeRawBufferPointer(rebasing: source[start..<(start + units * 2)])
            return isSwapped
                ? Self.transcode(units, to: place) { word in word }
                : Self.transcode(units, to: place) { word in
                    (word & 0x00FF_00FF_00FF_00FF) << 8 | (word >> 8) & 0x00FF_00FF_00FF_00FF
                }
        }
        count += written
        return read
    }

    /// Writes units as far as they need no second look, four at a time where that can be: less than three octets each, as
    /// in Latin, Greek, Cyrillic, Hebrew and Arabic text.
    ///
    /// Below three octets nothing branches by the width of a unit: text mixes them, and a branch would be guessed wrong at
    /// every space.
    ///
    /// - Parameter ordered: four units with their octets in little-endian order.
    /// - Returns: the octets that were read, and those that were written.
    @inline(__always)
    private static func transcode(
        _ source: UnsafeRawBufferPointer, to start: UnsafeMutableRawPointer, ordered: (UInt64) -> UInt64
    ) -> (read: Int, written: Int) {
        var place = start
        var index = 0
        let end = source.count
        while index < end {
            var word: UInt64
            if index &+ 8 <= end {
                word = ordered(source.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
                if word & 0xF800_F800_F800_F800 == 0 {
                    let (octets, length) = narrow(word)
                    place.storeBytes(of: octets.littleEndian, as: UInt64.self)
                    place += length
                    index &+= 8
                    continue
                }
            } else {
                // What is not there stays zero, which is no half of a pair.
                word = UInt64(source.loadUnaligned(fromByteOffset: index, as: UInt16.self).littleEndian)
                if index &+ 4 <= end {
                    word |= UInt64(source.loadUnaligned(fromByteOffset: index &+ 2, as: UInt16.self).littleEndian) << 16
                }
                word = ordered(word)
            }
            let value = UInt32(truncatingIfNeeded: word) & 0xFFFF
            if value < 0x800 {
                let isWide = value >= 0x80
                let octets = isWide ? 0x80C0 | value >> 6 | (value & 0x3F) << 8 : value
                place.storeBytes(of: octets.littleEndian, as: UInt32.self)
                place += isWide ? 2 : 1
                index &+= 2
            } else if value & 0xF800 != 0xD800 {
                let octets = 0x80_80E0 | value >> 12 | (value << 2 & 0x3F00) | (value & 0x3F) << 16
                place.storeBytes(of: octets.littleEndian, as: UInt32.self)
                place += 3
                index &+= 2
            } else {
                guard word & 0xFC00_FC00 == 0xDC00_D800 else { break }
                let low = UInt32(truncatingIfNeeded: word >> 16)
                // The sum takes the marks of both halves off, and adds the basic plane that they leave out.
                let scalar = value << 10 &+ (low & 0xFFFF) &- 0x35F_DC00
                let lead = 0x80F0 | scalar >> 18 | (scalar >> 4 & 0x3F00)
                let trail = 0x8080 | (scalar >> 6 & 0x3F) | (low & 0x3F) << 8
                place.storeBytes(of: (lead | trail << 16).littleEndian, as: UInt32.self)
                place += 4
                index &+= 4
            }
        }
        return (index, place - start)
    }

    /// The UTF-8 of four units below 800, and its length.
    @inline(__always)
    private static func narrow(_ word: UInt64) -> (octets: UInt64, length: Int) {
        // From 80 on the sum carries into a unit's highest bit.
        let wide = ((word &+ 0x7F80_7F80_7F80_7F80) >> 15) & 0x0001_0001_0001_0001
        let pairs = 0x80C0_80C0_80C0_80C0 | (word >> 6) & 0x001F_001F_001F_001F | (word & 0x003F_003F_003F_003F) << 8
        let isWide = wide &* 0xFFFF
        let units = pairs & isWide | word & ~isWide
        // Each unit is put behind the one before, over the octet that this one does not need.
        let front = units & 0xFFFF | (units >> 16 & 0xFFFF) &<< (8 &+ (wide & 1) &* 8)
        let back = units >> 32 & 0xFFFF | (units >> 48) &<< (8 &+ (wide >> 32 & 1) &* 8)
        let length = 2 &+ (wide & 1) &+ (wide >> 16 & 1)
        return (front | back &<< (length &* 8), Int(truncatingIfNeeded: length &+ 2 &+ (wide >> 32 & 1) &+ wide >> 48))
    }

    /// A scalar of the basic plane, no surrogate, for which the caller has seen that there is room.
    @inline(__always)
    private mutating func write(_ unit: UInt16) {
        if unit < 0x80 {
            buffer[count] = UInt8(truncatingIfNeeded: unit)
            count &+= 1
        } else if unit < 0x800 {
            buffer[count] = 0xC0 | UInt8(truncatingIfNeeded: unit >> 6)
            buffer[count &+ 1] = 0x80 | UInt8(truncatingIfNeeded: unit & 0x3F)
            count &+= 2
        } else {
            buffer[count] = 0xE0 | UInt8(truncatingIfNeeded: unit >> 12)
            buffer[count &+ 1] = 0x80 | UInt8(truncatingIfNeeded: unit >> 6 & 0x3F)
            buffer[count &+ 2] = 0x80 | UInt8(truncatingIfNeeded: unit & 0x3F)
            count &+= 3
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
