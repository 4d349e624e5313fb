/// A cursor over octets that somebody else owns: bounded, without copies, and without a way to trap.
///
/// A read that does not fit throws ``DecodeError/Kind/truncated`` and leaves the cursor where it was.
///
/// The members are inlinable: every codec lives in another module and reads octet by octet.
@frozen
package struct Reader: ~Escapable {
    @usableFromInline let bytes: RawSpan
    @usableFromInline var position: Int
    /// The offset behind the last octet that may be read: never more than `bytes` has.
    @usableFromInline let end: Int

    /// A reader at the first octet of `bytes`.
    @inlinable
    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) {
        self.init(bytes, from: 0, to: bytes.byteCount)
    }

    @inlinable
    @_lifetime(copy bytes)
    init(_ bytes: RawSpan, from position: Int, to end: Int) {
        self.bytes = bytes
        self.position = position
        self.end = end
    }

    /// The octets consumed so far.
    @inlinable package var offset: Int { position }

    @inlinable package var remaining: Int { end - position }

    @inlinable package var isAtEnd: Bool { position == end }

    /// The next octet, left in place.
    @inlinable
    package func peek() -> UInt8? {
        guard position < end else { return nil }
        return bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
    }

    /// The next octet; `field` is what an error calls it.
    @inlinable
    @inline(__always)
    package mutating func octet(_ field: @autoclosure () -> String) throws(DecodeError) -> UInt8 {
        // The guard is the bound that the unchecked load needs.
        guard position < end else { throw DecodeError(.truncated, field(), at: position) }
        let value = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
        position += 1
        return value
    }

    /// The next `count` octets (at most eight) as one number, the first octet lowest.
    @inlinable
    package mutating func littleEndian(_ count: Int, _ field: @autoclosure () -> String) throws(DecodeError) -> UInt64 {
        guard count <= remaining else { throw DecodeError(.truncated, field(), at: end) }
        guard count > 0 else { return 0 }
        let used = min(count, 8)
        defer { position += count }
        if remaining >= 8 {
            let word = bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
            return used == 8 ? word : word & ((1 << UInt64(used * 8)) - 1)
        }
        var value: UInt64 = 0
        for index in 0..<used {
            value |= UInt64(bytes.unsafeLoad(fromByteOffset: position + index, as: UInt8.self)) << UInt64(index * 8)
        }
        return value
    }

    /// The next two octets as one number, the first octet highest.
    @inlinable
    package mutating func bigEndian(_ field: @autoclosure () -> String) throws(DecodeError) -> UInt16 {
        guard remaining >= 2 else { throw DecodeError(.truncated, field(), at: end) }
        defer { position += 2 }
        return bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt16.self).bigEndian
    }

    /// A copy of the next `count` octets, or of what is left when that is less.
    @inlinable
    package mutating func octets(atMost count: Int) -> [UInt8] {
        let taken = max(0, min(count, remaining))
        guard taken > 0 else { return [] }
        let part = bytes.extracting(position..<(position + taken))
        position += taken
        return part.withUnsafeBytes { [UInt8]($0) }
    }

    /// Passes over `count` octets.
    @inlinable
    package mutating func skip(_ count: Int, _ field: @autoclosure () -> String) throws(DecodeError) {
        guard count >= 0, count <= remaining else { throw DecodeError(.truncated, field(), at: end) }
        position += count
    }

    /// A reader of the next `count` octets and no others, over which this one passes. Its offsets count from where this
    /// one's do.
    @inlinable
    @_lifetime(copy self)
    package mutating func part(_ count: Int, _ field: @autoclosure () -> String) throws(DecodeError) -> Reader {
        guard count >= 0, count <= remaining else { throw DecodeError(.truncated, field(), at: end) }
        let part = Reader(bytes, from: position, to: position + count)
        position += count
        return part
    }

    /// How many octets lie in front of the next `octet`; nil when it does not come.
    @inlinable
    package func distance(to octet: UInt8) -> Int? {
        var place = position
        while place < end {
            if bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) == octet { return place - position }
            place += 1
        }
        return nil
    }
}
