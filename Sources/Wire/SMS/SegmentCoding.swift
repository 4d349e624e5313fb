/// One way to write a text: which tables, and what it costs.
enum SegmentCoding {
    /// Septets, with the national tables that the header has to name.
    case septets(GSM7.Tables, locking: NationalLanguage?, single: NationalLanguage?)
    case ucs2

    static let standard = SegmentCoding.septets(.standard, locking: nil, single: nil)

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

    /// The units that fit a part whose header has elements of `octets` besides those that name tables.
    func capacity(withElements octets: Int) -> Int {
        switch self {
        case .septets(_, let locking, let single):
            let elements = octets + (locking == nil ? 0 : 3) + (single == nil ? 0 : 3)
            let header = elements == 0 ? 0 : elements + 1
            return Limits.userDataOctets * 8 / 7 - UserData.septets(ofHeaderOctets: header)
        case .ucs2:
            return (Limits.userDataOctets - (octets == 0 ? 0 : octets + 1)) / 2
        }
    }

    /// The units of a scalar, which must stay together; 0 where the tables lack it.
    func width(of scalar: Unicode.Scalar) -> Int {
        switch self {
        case .septets(let tables, _, _): tables.width(of: scalar)
        case .ucs2: scalar.value > 0xFFFF ? 2 : 1
        }
    }

    // MARK: Cutting

    /// What the pieces of a text are told to.
    protocol Pieces {
        /// Takes scalars that stay together, of `width` units; the first of them begins a new part where `isCut`.
        mutating func take(_ scalars: Substring.UnicodeScalarView, width: Int, isCut: Bool)
        mutating func take(_ scalar: Unicode.Scalar, width: Int, isCut: Bool)
    }

    struct Cut {
        var parts = 1
        /// The units of the last part.
        var used = 0
        /// The units of all parts.
        var total = 0

        /// Adds what must stay together; true where it begins a new part because the last has no room for it.
        mutating func add(_ width: Int, capacity: Int) -> Bool {
            total += width
            guard used + width > capacity else {
                used += width
                return false
            }
            parts += 1
            used = width
            return true
        }
    }

    /// Walks through `text` and tells `pieces` what stays together and where a part begins.
    ///
    /// - Returns: nil when the tables lack a character.
    func cut(_ text: String, capacity: Int, into pieces: inout some Pieces) -> Cut? {
        var cut = Cut()
        if text.isMadeOfSingleScalars {
            for scalar in text.unicodeScalars {
                let width = width(of: scalar)
                guard width > 0 else { return nil }
                pieces.take(scalar, width: width, isCut: cut.add(width, capacity: capacity))
            }
            return cut
        }
        var next = text.startIndex
        while next < text.endIndex {
            let start = next
            next = text.index(after: start)
            let scalars = text[start..<next].unicodeScalars
            var whole = 0
            for scalar in scalars {
                let width = width(of: scalar)
                guard width > 0 else { return nil }
                whole += width
            }
            if whole <= capacity {
                pieces.take(scalars, width: whole, isCut: cut.add(whole, capacity: capacity))
            } else {
                for scalar in scalars {
                    let width = width(of: scalar)
                    pieces.take(scalar, width: width, isCut: cut.add(width, capacity: capacity))
                }
            }
        }
        return cut
    }

    /// Pieces that only have to be counted, which the walk does itself.
    struct Counted: Pieces {
        /// Not read: the thread sanitizer of Swift 6.3 crashes the compiler on an `inout` of a type without storage.
        private var unused: UInt8 = 0

        init() {}

        mutating func take(_ scalars: Substring.UnicodeScalarView, width: Int, isCut: Bool) {}
        mutating func take(_ scalar: Unicode.Scalar, width: Int, isCut: Bool) {}
    }
}

extension String {
    /// Whether each scalar is certainly a character of its own, so that the text need not be searched for the borders of
    /// grapheme clusters (UAX #29): of most text it is true, and the search is what costs.
    fileprivate var isMadeOfSingleScalars: Bool {
        var previous: UInt32 = 0
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x0A: if previous == 0x0D { return false }
            // Latin, Greek and Cyrillic up to their combining marks; kana up to theirs; Chinese characters.
            case 0..<0x300, 0x370..<0x483, 0x48A..<0x531, 0x3041..<0x3097, 0x30A1..<0x30FB, 0x4E00..<0xA000: break
            // Punctuation of texts: dashes and quotation marks, the ellipsis, the euro sign.
            case 0x2010..<0x2028, 0x20AC: break
            default: return false
            }
            previous = scalar.value
        }
        return true
    }
}
