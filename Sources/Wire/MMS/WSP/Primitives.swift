internal import HandsetWireCore

/// The basic rules of WSP's compact encoding (WAP-230-WSP, 8.1.2 and 8.4.2.1), read.
extension Reader {
    /// `uintvar`: groups of seven bits, the highest first; 32 bits are all that it may say (8.1.2).
    mutating func uintvar(_ field: String) throws(DecodeError) -> Int {
        var value: UInt64 = 0
        for _ in 0..<5 {
            let place = offset
            let octet = try octet(field)
            value = value << 7 | UInt64(octet & 0x7F)
            guard value <= UInt64(UInt32.max) else { throw DecodeError(.malformed, field, at: place) }
            if octet & 0x80 == 0 { return Int(value) }
        }
        throw DecodeError(.malformed, field, at: offset)
    }

    /// `Value-length`: one octet up to 30, or the length quote and a `uintvar` (8.4.2.2).
    mutating func valueLength(_ field: String) throws(DecodeError) -> Int {
        let place = offset
        let first = try octet(field)
        switch first {
        case 0...30: return Int(first)
        case 31: return try uintvar(field)
        default: throw DecodeError(.malformed, field, at: place)
        }
    }

    /// What a `Value-length` is in front of.
    @_lifetime(copy self)
    mutating func lengthPrefixed(_ field: String) throws(DecodeError) -> Reader {
        let length = try valueLength(field)
        guard length <= MMSLimits.valueOctets else { throw DecodeError(.overLimit, field, at: offset) }
        return try part(length, field)
    }

    /// `Long-integer`: a length of 1 to 30 and the number; one of more than eight useful octets has no use here (8.4.2.1).
    mutating func longInteger(_ field: String) throws(DecodeError) -> UInt64 {
        let place = offset
        let length = Int(try octet(field))
        guard 1...30 ~= length else { throw DecodeError(.malformed, field, at: place) }
        var value: UInt64 = 0
        for _ in 0..<length {
            let octet = try octet(field)
            guard value >> 56 == 0 else { throw DecodeError(.overLimit, field, at: place) }
            value = value << 8 | UInt64(octet)
        }
        return value
    }

    /// `Integer-value`: a short integer or a long one (8.4.2.3).
    mutating func integer(_ field: String) throws(DecodeError) -> UInt64 {
        if let first = peek(), first & 0x80 != 0 { return UInt64(try octet(field) & 0x7F) }
        return try longInteger(field)
    }

    /// The octets in front of the next zero, over which it passes; the quote of 8.4.2.1 is left on.
    mutating func textOctets(_ field: String) throws(DecodeError) -> [UInt8] {
        guard let count = distance(to: 0) else { throw DecodeError(.truncated, field, at: offset + remaining) }
        guard count <= MMSLimits.valueOctets else { throw DecodeError(.overLimit, field, at: offset) }
        let octets = octets(atMost: count)
        try skip(1, field)
        return octets
    }

    /// `Text-string`, or a token: without its quote and its end (8.4.2.1).
    mutating func text(_ field: String) throws(DecodeError) -> TextValue {
        TextValue(unquoting: try textOctets(field))
    }

    /// A value of any kind, whole: its first octet says where it ends (8.4.1.2).
    mutating func value(_ field: String) throws(DecodeError) -> WSPValue {
        guard let first = peek() else { throw DecodeError(.truncated, field, at: offset) }
        switch first {
        case 0...31: return try lengthPrefixedValue(field)
        case 32...127: return WSPValue(octets: try textOctets(field) + [0])
        default: return WSPValue(octets: [try octet(field)])
        }
    }

    /// A value that is a text, whole.
    ///
    /// The standard wants a quote in front of an octet over 127; for those who forget it, the text ends at its zero all the
    /// same, where the general rule would take its first octet for the whole value.
    mutating func textValue(_ field: String) throws(DecodeError) -> WSPValue {
        WSPValue(octets: try textOctets(field) + [0])
    }

    /// A value that is a text or has its length in front of it, whole.
    mutating func encodedStringValue(_ field: String) throws(DecodeError) -> WSPValue {
        guard let first = peek(), first <= 31 else { return try textValue(field) }
        return try lengthPrefixedValue(field)
    }

    private mutating func lengthPrefixedValue(_ field: String) throws(DecodeError) -> WSPValue {
        // A second cursor finds the extent, so that the length is kept in the form in which it came.
        var ahead = self
        let start = offset
        let length = try ahead.valueLength(field)
        guard length <= MMSLimits.valueOctets else { throw DecodeError(.overLimit, field, at: start) }
        guard length <= ahead.remaining else {
            throw DecodeError(.truncated, field, at: ahead.offset + ahead.remaining)
        }
        return WSPValue(octets: octets(atMost: ahead.offset - start + length))
    }
}

/// The same rules, written.
extension [UInt8] {
    mutating func append(uintvar value: Int) {
        let value = UInt32(clamping: value)
        var shift: UInt32 = 28
        while shift > 0, value >> shift == 0 { shift -= 7 }
        while shift > 0 {
            append(0x80 | UInt8(value >> shift & 0x7F))
            shift -= 7
        }
        append(UInt8(value & 0x7F))
    }

    mutating func append(valueLength length: Int) {
        if length <= 30 {
            append(UInt8(Swift.max(0, length)))
        } else {
            append(31)
            append(uintvar: length)
        }
    }

    mutating func append(longInteger value: UInt64) {
        let count = Swift.max(1, (64 - value.leadingZeroBitCount + 7) / 8)
        append(UInt8(count))
        for index in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: value >> UInt64(index * 8))) }
    }

    mutating func append(integer value: UInt64) {
        if value < 128 { append(0x80 | UInt8(value)) } else { append(longInteger: value) }
    }

    mutating func append(text: TextValue) {
        if let first = text.octets.first, first >= 0x80 { append(0x7F) }
        append(contentsOf: text.octets)
        append(0)
    }
}
