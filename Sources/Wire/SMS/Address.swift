package import HandsetWireCore

/// An address of a TPDU: originating, destination or recipient (TS 23.040, 9.1.2.5).
///
/// The octets are kept as they came, inside the value and without an allocation: ten octets are all that the standard
/// allows. ``value`` is made from them when it is asked for.
package struct Address: Hashable, Sendable {
    package var type: TypeOfAddress
    /// Address-Length: the number of useful semi-octets, as it came.
    package private(set) var length: UInt8
    /// The first eight octets of Address-Value, the first octet lowest, and the last two.
    private var low: UInt64
    private var high: UInt16

    /// The most semi-octets that an address has (TS 23.040, 9.1.2.5: twelve octets, two of them length and type).
    package static let maximumLength = 20

    /// An address of no digits, which some networks send for a hidden originator.
    package static let empty = Address(type: TypeOfAddress(.unknown), length: 0, low: 0, high: 0)

    init(type: TypeOfAddress, length: UInt8, low: UInt64, high: UInt16) {
        self.type = type
        self.length = length
        self.low = low
        self.high = high
    }

    // MARK: Making one

    /// The address that a person dials: digits and `*#abc`, a `+` in front of an international number.
    ///
    /// Nothing else is taken, and no digit is changed: what a country needs in front of its numbers is not decided here.
    /// - Returns: nil when `dialled` has no digit, another character, or more than twenty digits.
    package init?(_ dialled: String, plan: NumberingPlan = .isdn) {
        var digits = Substring(dialled)
        let international = digits.first == "+"
        if international { digits = digits.dropFirst() }
        self.init(digits: digits, type: TypeOfAddress(international ? .international : .unknown, plan: plan))
    }

    /// An address of the given type.
    /// - Returns: nil when `digits` is empty, has a character that is none of `0-9*#abc`, or more than twenty of them.
    package init?(digits: some StringProtocol, type: TypeOfAddress) {
        self.init(type: type, length: 0, low: 0, high: 0)
        var count = 0
        for character in digits.utf8 {
            guard count < Self.maximumLength, let semiOctet = SemiOctet.value(of: character) else { return nil }
            set(semiOctet, at: count)
            count += 1
        }
        guard count > 0 else { return nil }
        if count % 2 == 1 { set(SemiOctet.filler, at: count) }
        length = UInt8(count)
    }

    /// An alphanumeric originator in the GSM 7-bit default alphabet.
    /// - Returns: nil when `name` is empty, does not fit eleven septets, or has a character that the alphabet lacks.
    package init?(alphanumeric name: String) {
        self.init(type: TypeOfAddress(.alphanumeric, plan: .unknown), length: 0, low: 0, high: 0)
        var septets: [UInt8] = []
        guard GSM7.Tables.standard.append(name, to: &septets), !septets.isEmpty, septets.count <= 11 else { return nil }
        for (index, octet) in GSM7.pack(septets).enumerated() { setOctet(octet, at: index) }
        length = UInt8((septets.count * 7 + 3) / 4)
    }

    // MARK: Reading one

    /// The printable address: digits with a `+` in front of an international number, or the name of an alphanumeric
    /// originator.
    package var value: String {
        switch type.number {
        case .alphanumeric: name
        case .international: digits(withPlus: true)
        default: digits(withPlus: false)
        }
    }

    /// The digits alone; empty for an alphanumeric address.
    package var digits: String { type.number == .alphanumeric ? "" : digits(withPlus: false) }

    private func digits(withPlus: Bool) -> String {
        // Written into scratch memory: most numbers fit the string itself and then cost no allocation. Digits are stored
        // eight at a time, so there is room for a group more.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.maximumLength + 8) { buffer in
            guard let base = buffer.baseAddress else { return "" }
            let start = withPlus ? 1 : 0
            base[0] = UInt8(ascii: "+")
            let count = keptSemiOctets
            let groups = (
                UInt32(truncatingIfNeeded: low), UInt32(truncatingIfNeeded: low >> 32), UInt32(high)
            )
            if SemiOctet.areDigits(low, count: count), SemiOctet.areDigits(UInt64(high), count: count - 16) {
                let place = UnsafeMutableRawPointer(base + start)
                place.storeBytes(of: SemiOctet.characters(groups.0).littleEndian, as: UInt64.self)
                if count > 8 {
                    place.storeBytes(of: SemiOctet.characters(groups.1).littleEndian, toByteOffset: 8, as: UInt64.self)
                }
                if count > 16 {
                    place.storeBytes(of: SemiOctet.characters(groups.2).littleEndian, toByteOffset: 16, as: UInt64.self)
                }
                return TextWriter.ascii(UnsafeBufferPointer(rebasing: buffer[..<(start + count)]))
            }
            var written = start
            for index in 0..<count {
                guard let character = SemiOctet.character(of: semiOctet(at: index)) else { continue }
                buffer[written] = character
                written += 1
            }
            return TextWriter.ascii(UnsafeBufferPointer(rebasing: buffer[..<written]))
        }
    }

    /// Whether Address-Length is more than the standard allows; the excess was passed over.
    package var isTooLong: Bool { length > Self.maximumLength }

    /// Leaves a last semi-octet that is the end mark out of the length: where a length counts octets, only the mark tells.
    mutating func dropFiller() {
        guard length > 0, length <= Self.maximumLength, semiOctet(at: Int(length) - 1) == SemiOctet.filler else {
            return
        }
        length -= 1
    }

    private var name: String {
        // Address-Length counts semi-octets, so 18 of them are ten septets (TS 23.040, 9.1.2.5).
        let count = keptSemiOctets * 4 / 7
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2) { words in
            words[0] = low.littleEndian
            words[1] = UInt64(high).littleEndian
            let octets = UnsafeRawBufferPointer(words).bytes
            return TextWriter.text(ofSeptets: octets, from: 0, count: count, locking: nil, single: nil)
        }
    }

    private var keptSemiOctets: Int { min(Int(length), Self.maximumLength) }

    var octetCount: Int { (keptSemiOctets + 1) / 2 }

    func octet(at index: Int) -> UInt8 {
        index < 8
            ? UInt8(truncatingIfNeeded: low >> UInt64(index * 8)) : UInt8(truncatingIfNeeded: high >> (index * 8 - 64))
    }

    private mutating func setOctet(_ octet: UInt8, at index: Int) {
        if index < 8 {
            low = low & ~(0xFF << UInt64(index * 8)) | UInt64(octet) << UInt64(index * 8)
        } else {
            high = high & ~(0xFF << (index * 8 - 64)) | UInt16(octet) << (index * 8 - 64)
        }
    }

    private func semiOctet(at index: Int) -> UInt8 { octet(at: index / 2) >> UInt8(index % 2 * 4) & 15 }

    private mutating func set(_ semiOctet: UInt8, at index: Int) {
        let old = octet(at: index / 2)
        setOctet(index % 2 == 0 ? old & 0xF0 | semiOctet : old & 0x0F | semiOctet << 4, at: index / 2)
    }
}

// MARK: - Wire

extension Address {
    /// Reads Address-Length, Type-of-Address and Address-Value.
    package init(from reader: inout Reader, field: String) throws(DecodeError) {
        let length = try reader.octet(field)
        let type = TypeOfAddress(rawValue: try reader.octet(field))
        try self.init(from: &reader, type: type, length: length, field: field)
    }

    /// Reads Address-Value of `length` semi-octets. What is over the limit is passed over by its length.
    init(from reader: inout Reader, type: TypeOfAddress, length: UInt8, field: String) throws(DecodeError) {
        let octets = (Int(length) + 1) / 2
        let low = try reader.littleEndian(min(octets, 8), field)
        let high = octets > 8 ? try reader.littleEndian(min(octets - 8, 2), field) : 0
        if octets > 10 { try reader.skip(octets - 10, field) }
        self.init(type: type, length: length, low: low, high: UInt16(truncatingIfNeeded: high))
    }

    /// Appends Address-Length, Type-of-Address and Address-Value.
    package func append(to octets: inout [UInt8]) {
        octets.append(UInt8(keptSemiOctets))
        octets.append(type.rawValue)
        appendValue(to: &octets)
    }

    func appendValue(to octets: inout [UInt8]) {
        for index in 0..<octetCount { octets.append(octet(at: index)) }
    }
}
