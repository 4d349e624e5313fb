/// A cursor over octets that somebody else owns: bounded, without copies, and without a way to trap.
///
/// A read that does not fit throws ``DecodeError/Kind/truncated`` and leaves the cursor where it was.
package struct Reader: ~Escapable {
    @usableFromInline let bytes: RawSpan
    /// The octets consumed so far.
    package private(set) var offset: Int
    /// The offset behind the last octet that may be read: never more than `bytes` has.
    private let end: Int

    /// A reader at the first octet of `bytes`.
    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) {
        self.init(bytes, from: 0, to: bytes.byteCount)
    }

    @_lifetime(copy bytes)
    private init(_ bytes: RawSpan, from offset: Int, to end: Int) {
        self.bytes = bytes
        self.offset = offset
        self.end = end
    }

    package var remaining: Int { end - offset }

    package var isAtEnd: Bool { offset == end }

    /// The next octet, left in place.
    package func peek() -> UInt8? {
        guard offset < end else { return nil }
        return bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The next octet; `field` is what an error calls it.
    package mutating func octet(_ field: String) throws(DecodeError) -> UInt8 {
        // The guard is the bound that the unchecked load needs.
        guard offset < end else { throw DecodeError(.truncated, field, at: offset) }
        let value = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
        offset += 1
        return value
    }

    /// The next `count` octets (at most eight) as one number, the first octet lowest.
    package mutating func littleEndian(_ count: Int, _ field: String) throws(DecodeError) -> UInt64 {
        guard count <= remaining else { throw DecodeError(.truncated, field, at: end) }
        var value: UInt64 = 0
        for index in 0..<min(count, 8) {
            value |= UInt64(bytes.unsafeLoad(fromByteOffset: offset + index, as: UInt8.self)) << UInt64(index * 8)
        }
        offset += count
        return value
    }

    /// The next two octets as one number, the first octet highest.
    package mutating func bigEndian(_ field: String) throws(DecodeError) -> UInt16 {
        guard remaining >= 2 else { throw DecodeError(.truncated, field, at: bytes.byteCount) }
        let value = UInt16(try octet(field)) << 8
        return value | UInt16(try octet(field))
    }

    /// A copy of the next `count` octets, or of what is left when that is less.
    package mutating func octets(atMost count: Int) -> [UInt8] {
        let taken = max(0, min(count, remaining))
        guard taken > 0 else { return [] }
        let part = bytes.extracting(offset..<(offset + taken))
        offset += taken
        return part.withUnsafeBytes { [UInt8]($0) }
    }

    /// Passes over `count` octets.
    package mutating func skip(_ count: Int, _ field: String) throws(DecodeError) {
        guard count >= 0, count <= remaining else { throw DecodeError(.truncated, field, at: end) }
        offset += count
    }

    /// A reader of the next `count` octets and no others, over which this one passes. Its offsets count from where this
    /// one's do.
    @_lifetime(copy self)
    package mutating func part(_ count: Int, _ field: String) throws(DecodeError) -> Reader {
        guard count >= 0, count <= remaining else { throw DecodeError(.truncated, field, at: end) }
        let part = Reader(bytes, from: offset, to: offset + count)
        offset += count
        return part
    }

    /// How many octets lie in front of the next `octet`; nil when it does not come.
    package func distance(to octet: UInt8) -> Int? {
        var place = offset
        while place < end {
            if bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) == octet { return place - offset }
            place += 1
        }
        return nil
    }
}
