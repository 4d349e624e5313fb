/// One way to write a text: which tables, and what it costs.
enum SegmentCoding {
    /// Septets, with the national tables that the header has to name.
    case septets(GSM7.Tables, NationalLanguage?, NationalLanguage?)
    case ucs2

    static let standard = SegmentCoding.septets(.standard, nil, nil)

    /// The text in the units of the alphabet.
    enum Wire {
        case septets([UInt8])
        case units([UInt16])
    }

    var alphabet: Alphabet {
        switch self {
        case .septets: .gsm7
        case .ucs2: .ucs2
        }
    }

    /// The elements that name the national tables, in order of their identifiers.
    var shiftElements: [UserDataHeader.Element] {
        guard case .septets(_, let locking, let single) = self else { return [] }
        var elements: [UserDataHeader.Element] = []
        if let single { elements.append(.init(id: 0x24, [single.rawValue])) }
        if let locking { elements.append(.init(id: 0x25, [locking.rawValue])) }
        return elements
    }

    /// The units that fit a part with a header of `octets` for the concatenation, UDHL not counted, and our own elements.
    func capacity(ofHeaderOctets octets: Int) -> Int {
        switch self {
        case .septets(_, let locking, let single):
            let elements = octets + (locking == nil ? 0 : 3) + (single == nil ? 0 : 3)
            guard elements > 0 else { return Limits.userDataOctets * 8 / 7 }
            return Limits.userDataOctets * 8 / 7 - UserData.septets(ofHeaderOctets: elements + 1)
        case .ucs2:
            return (Limits.userDataOctets - (octets == 0 ? 0 : octets + 1)) / 2
        }
    }

    /// The units of a scalar that must stay together; 0 where the tables lack it.
    private func width(of scalar: Unicode.Scalar) -> Int {
        switch self {
        case .septets(let tables, _, _): tables.width(of: scalar)
        case .ucs2: scalar.value > 0xFFFF ? 2 : 1
        }
    }

    struct Cut {
        var parts: Int
        /// Where the last part starts and ends.
        var start: Int
        var end: Int
    }

    /// Walks through `text` and calls `cut` with the end of each part but the last.
    ///
    /// - Returns: nil when the tables lack a character.
    func cut(_ text: String, capacity: Int, cut: (Int) -> Void) -> Cut? {
        var parts = 1
        var start = 0
        var end = 0
        // Takes what must stay together; a part that has no room for it ends in front of it.
        func take(_ width: Int) {
            if end + width - start > capacity {
                cut(end)
                parts += 1
                start = end
            }
            end += width
        }
        for character in text {
            var whole = 0
            for scalar in character.unicodeScalars {
                let width = width(of: scalar)
                guard width > 0 else { return nil }
                whole += width
            }
            if whole <= capacity {
                take(whole)
            } else {
                for scalar in character.unicodeScalars { take(width(of: scalar)) }
            }
        }
        return Cut(parts: parts, start: start, end: end)
    }

    func wire(_ text: String) -> Wire {
        switch self {
        case .septets(let tables, _, _):
            var septets: [UInt8] = []
            septets.reserveCapacity(text.utf8.count)
            _ = tables.append(text, to: &septets)
            return .septets(septets)
        case .ucs2: return .units(Array(text.utf16))
        }
    }

    func userData(
        _ wire: Wire, from start: Int, to end: Int, header: UserDataHeader?, class messageClass: MessageClass?
    ) -> UserData? {
        switch wire {
        case .septets(let septets):
            guard start <= end, end <= septets.count else { return nil }
            return UserData(
                septets: septets[start..<end], header: header,
                dataCodingScheme: DataCodingScheme(.gsm7, class: messageClass))
        case .units(let units):
            guard start <= end, end <= units.count else { return nil }
            var octets: [UInt8] = []
            octets.reserveCapacity((end - start) * 2)
            for unit in units[start..<end] {
                octets.append(UInt8(unit >> 8))
                octets.append(UInt8(unit & 0xFF))
            }
            return UserData(
                payload: octets, header: header, dataCodingScheme: DataCodingScheme(.ucs2, class: messageClass))
        }
    }
}
