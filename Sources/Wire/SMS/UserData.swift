internal import HandsetWireCore

/// The user data of a TPDU with what is needed to read it: TP-DCS, TP-UDHI, TP-UDL, TP-UD (TS 23.040, 9.2.3.10, 9.2.3.23,
/// 9.2.3.16, 9.2.3.24).
///
/// The octets stay as they came. Header, text and data are views of them.
package struct UserData: Hashable, Sendable {
    package var dataCodingScheme: DataCodingScheme
    /// TP-UDHI. Without it there is no header, whatever the octets look like.
    package var hasHeader: Bool
    /// TP-UDL as it came: septets or octets, the header included.
    package private(set) var length: UInt8
    /// TP-UD: header, fill bits and message.
    package private(set) var octets: [UInt8]

    /// User data of nothing.
    package init() { self.init(dataCodingScheme: .gsm7, hasHeader: false, length: 0, octets: []) }

    init(dataCodingScheme: DataCodingScheme, hasHeader: Bool, length: UInt8, octets: [UInt8]) {
        self.dataCodingScheme = dataCodingScheme
        self.hasHeader = hasHeader
        self.length = length
        self.octets = octets
    }

    /// User data of 8-bit data.
    /// - Returns: nil when it does not fit 140 octets.
    package init?(data: [UInt8], header: UserDataHeader? = nil, class messageClass: MessageClass? = nil) {
        let octets = (header?.encoded() ?? []) + data
        guard octets.count <= Limits.userDataOctets else { return nil }
        self.init(
            dataCodingScheme: DataCodingScheme(.data, class: messageClass), hasHeader: header != nil,
            length: UInt8(octets.count), octets: octets)
    }

    // MARK: Where things are

    /// The septets that a header of so many octets and its fill bits take.
    static func septets(ofHeaderOctets count: Int) -> Int { (count * 8 + 6) / 7 }

    /// The octets of the header with UDHL, as far as they are there. A malformed header's octets are passed over as well.
    package var headerOctets: Int {
        guard hasHeader, let length = octets.first else { return 0 }
        return min(Int(length) + 1, octets.count)
    }

    /// The octets that TP-UDL promises.
    var promisedOctets: Int {
        dataCodingScheme.countsSeptets ? (Int(length) * 7 + 7) / 8 : Int(length)
    }

    /// Whether the octets end before TP-UDL says so.
    package var isTruncated: Bool { octets.count < promisedOctets }

    // MARK: Views

    /// The information elements; nil without TP-UDHI and when the header is malformed, for then it is to be ignored whole.
    package var header: UserDataHeader? {
        guard hasHeader, let length = octets.first, Int(length) < octets.count else { return nil }
        // Half open: a header of no elements is legal, and 1...0 is no range.
        return UserDataHeader(octets: octets[1..<(Int(length) + 1)])
    }

    package var isHeaderMalformed: Bool { hasHeader && header == nil }

    package var concatenation: Concatenation? { header?.concatenation }

    package var alphabet: Alphabet { dataCodingScheme.alphabet }

    /// The text; nil where the octets are none: 8-bit data, and what is compressed by TS 23.042.
    package var text: String? {
        guard alphabet != .data, !dataCodingScheme.isCompressed else { return nil }
        guard alphabet == .gsm7 else {
            return TextWriter.string(capacity: octets.count / 2 * TextWriter.octetsPerUnit) { append(to: &$0) }
        }
        guard hasHeader else {
            return TextWriter.text(
                ofSeptets: octets.span.bytes, from: 0, count: Int(length), locking: nil, single: nil)
        }
        let start = Self.septets(ofHeaderOctets: headerOctets)
        let header = header
        return TextWriter.text(
            ofSeptets: octets.span.bytes, from: start, count: Int(length) - start, locking: header?.lockingShift,
            single: header?.singleShift)
    }

    /// The message's octets after the header: 8-bit data, or text before it is decoded.
    package var data: ArraySlice<UInt8> { octets[min(headerOctets, octets.count)...] }

    /// The text of parts in order, joined before it is decoded: a surrogate pair or an escape may lie across a border.
    ///
    /// - Returns: nil where a part is no text.
    package static func text(joining parts: some Collection<UserData>) -> String? {
        var capacity = 0
        for part in parts {
            guard part.alphabet != .data, !part.dataCodingScheme.isCompressed else { return nil }
            capacity += part.octets.count * 8 / 7 * TextWriter.octetsPerUnit
        }
        return TextWriter.string(capacity: capacity) { writer in
            for part in parts { part.append(to: &writer) }
        }
    }

    func append(to writer: inout TextWriter) {
        guard alphabet == .gsm7 else {
            writer.appendUCS2(octets.span.bytes, from: headerOctets)
            return
        }
        let start = Self.septets(ofHeaderOctets: headerOctets)
        let available = min(Int(length), octets.count * 8 / 7)
        guard start < available else { return }
        let header = header
        writer.appendSeptets(
            octets.span.bytes, from: start, count: available - start, locking: header?.lockingShift,
            single: header?.singleShift)
    }
}

// MARK: - Wire

extension UserData {
    /// Reads TP-UDL and TP-UD; of a truncated field, what is there.
    init(from reader: inout Reader, dataCodingScheme: DataCodingScheme, hasHeader: Bool) throws(DecodeError) {
        self.init(
            dataCodingScheme: dataCodingScheme, hasHeader: hasHeader, length: try reader.octet("TP-UDL"), octets: [])
        octets = reader.octets(atMost: promisedOctets)
    }

    /// Appends TP-UDL and TP-UD.
    func append(to octets: inout [UInt8]) {
        octets.append(length)
        octets.append(contentsOf: self.octets)
    }
}
