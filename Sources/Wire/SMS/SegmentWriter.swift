/// Writes the user data of each part while a text is cut.
struct SegmentWriter: SegmentCoding.Pieces {
    private let coding: SegmentCoding
    private let dataCodingScheme: DataCodingScheme
    private let total: UInt8
    private let reference: UInt16
    private let isWide: Bool

    private(set) var parts: [UserData] = []
    private var octets: [UInt8] = []
    /// Bits of septets that are not yet an octet, the header's fill bits included.
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var units = 0
    private var hasHeader = false

    init(
        _ coding: SegmentCoding, total: Int, reference: UInt16, isWide: Bool, class messageClass: MessageClass?
    ) {
        self.coding = coding
        self.total = UInt8(clamping: total)
        self.reference = reference
        self.isWide = isWide
        dataCodingScheme = DataCodingScheme(coding.alphabet, class: messageClass)
        parts.reserveCapacity(total)
        start()
    }

    mutating func take(_ scalars: Substring.UnicodeScalarView, width: Int, isCut: Bool) {
        if isCut { cut() }
        for scalar in scalars { write(scalar) }
    }

    mutating func take(_ scalar: Unicode.Scalar, width: Int, isCut: Bool) {
        if isCut { cut() }
        write(scalar)
    }

    /// Ends the last part.
    mutating func finish() -> [UserData] {
        end()
        return parts
    }

    private mutating func cut() {
        end()
        start()
    }

    private mutating func start() {
        octets = []
        octets.reserveCapacity(Limits.userDataOctets)
        var elements = coding.shiftElements
        if total > 1 {
            let place = Concatenation(
                reference: reference, isWide: isWide, part: UInt8(clamping: parts.count + 1), total: total)
            elements.insert(place.element, at: 0)
        }
        hasHeader = !elements.isEmpty
        bits = 0
        bitCount = 0
        units = 0
        guard let header = elements.isEmpty ? nil : UserDataHeader(elements) else { return }
        octets.append(UInt8(truncatingIfNeeded: header.octets.count))
        octets.append(contentsOf: header.octets)
        guard coding.alphabet == .gsm7 else { return }
        units = UserData.septets(ofHeaderOctets: octets.count)
        bitCount = units * 7 - octets.count * 8
    }

    private mutating func end() {
        if bitCount > 0 { octets.append(UInt8(truncatingIfNeeded: bits)) }
        let length = coding.alphabet == .gsm7 ? units : octets.count
        parts.append(
            UserData(
                dataCodingScheme: dataCodingScheme, hasHeader: hasHeader, length: UInt8(clamping: length),
                octets: octets))
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        switch coding {
        case .septets(let tables, _, _):
            guard let code = tables.code(of: scalar) else { return }
            if code & GSM7.Tables.escaped != 0 { write(septet: GSM7.escape) }
            write(septet: code & 0x7F)
        case .ucs2:
            for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                octets.append(UInt8(truncatingIfNeeded: unit >> 8))
                octets.append(UInt8(truncatingIfNeeded: unit))
            }
        }
    }

    private mutating func write(septet: UInt8) {
        bits |= UInt32(septet) << UInt32(bitCount)
        bitCount += 7
        units += 1
        if bitCount >= 8 {
            octets.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            bitCount -= 8
        }
    }
}
