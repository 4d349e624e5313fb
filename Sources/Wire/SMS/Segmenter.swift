/// Text cut into the user data of one message or of several (TS 23.040, 9.2.3.24.1; TS 23.038, clause 6).
///
/// The alphabet is the one with the fewest parts. Neither an escape pair nor a surrogate pair is cut, nor a character as
/// people see it (a grapheme cluster) as long as it fits a part.
package struct Segmenter: Hashable, Sendable {
    package enum Choice: Hashable, Sendable {
        /// The GSM 7-bit alphabet where it has every character, else UCS-2.
        case automatic
        case gsm7
        case ucs2
    }

    package enum Failure: Error, Hashable, Sendable {
        /// ``Choice/gsm7`` was asked for, and a character is in none of its tables.
        case notInAlphabet
        /// The text takes more than 255 parts.
        case tooLong
    }

    package var alphabet: Choice
    /// The languages whose tables may be used. None by default: many phones cannot read them.
    package var languages: [NationalLanguage]
    /// Whether references are of 16 bits, which costs a septet or a UTF-16 unit a part.
    package var usesWideReference: Bool
    package var messageClass: MessageClass?

    package init(
        alphabet: Choice = .automatic, languages: [NationalLanguage] = [], usesWideReference: Bool = false,
        messageClass: MessageClass? = nil
    ) {
        self.alphabet = alphabet
        self.languages = languages
        self.usesWideReference = usesWideReference
        self.messageClass = messageClass
    }

    /// The user data of each part, in order; one without a header where one is enough.
    package func segments(of text: String, reference: UInt16) throws(Failure) -> [UserData] {
        let plan = try plan(for: text)
        let wire = plan.coding.wire(text)
        var segments: [UserData] = []
        segments.reserveCapacity(plan.ends.count)
        var start = 0
        for (index, end) in plan.ends.enumerated() {
            var elements: [UserDataHeader.Element] = []
            if plan.ends.count > 1 {
                let place = Concatenation(
                    reference: reference, isWide: usesWideReference, part: UInt8(index + 1),
                    total: UInt8(plan.ends.count))
                elements.append(place.element)
            }
            elements += plan.coding.shiftElements
            let header = elements.isEmpty ? nil : UserDataHeader(elements)
            guard let segment = plan.coding.userData(wire, from: start, to: end, header: header, class: messageClass)
            else { throw .tooLong }
            segments.append(segment)
            start = end
        }
        return segments
    }

    /// What a person who types wants to know; cheap enough for every key.
    package func count(_ text: String) throws(Failure) -> SegmentCount {
        let (coding, measure) = try measure(text)
        return SegmentCount(
            alphabet: coding.alphabet, parts: measure.parts, used: measure.used,
            remaining: measure.capacity - measure.used)
    }

    // MARK: Planning

    private struct Plan {
        var coding: SegmentCoding
        /// Where each part ends, in septets or UTF-16 units.
        var ends: [Int]
    }

    private func plan(for text: String) throws(Failure) -> Plan {
        let (coding, measure) = try measure(text)
        guard measure.parts > 1 else { return Plan(coding: coding, ends: [measure.used]) }
        var ends: [Int] = []
        ends.reserveCapacity(measure.parts)
        let capacity = coding.capacity(ofHeaderOctets: concatenationOctets)
        guard let last = coding.cut(text, capacity: capacity, cut: { ends.append($0) }) else { throw .notInAlphabet }
        ends.append(last.end)
        return Plan(coding: coding, ends: ends)
    }

    private var concatenationOctets: Int { usesWideReference ? 6 : 5 }

    private struct Measure {
        var parts: Int
        var used: Int
        var capacity: Int
    }

    /// The coding with the fewest parts, the plainest of equals.
    private func measure(_ text: String) throws(Failure) -> (SegmentCoding, Measure) {
        var best: (SegmentCoding, Measure)?
        func consider(_ coding: SegmentCoding) {
            guard best?.1.parts != 1, let measure = measure(text, as: coding) else { return }
            if let best, best.1.parts <= measure.parts { return }
            best = (coding, measure)
        }
        if alphabet != .ucs2 {
            consider(.standard)
            for language in languages { consider(.septets(GSM7.Tables(locking: nil, single: language), nil, language)) }
            for language in languages where language != .spanish {
                consider(.septets(GSM7.Tables(locking: language, single: nil), language, nil))
                consider(.septets(GSM7.Tables(locking: language, single: language), language, language))
            }
        }
        if alphabet != .gsm7 { consider(.ucs2) }
        guard let best else { throw .notInAlphabet }
        guard best.1.parts <= Limits.parts else { throw .tooLong }
        return best
    }

    private func measure(_ text: String, as coding: SegmentCoding) -> Measure? {
        let alone = coding.capacity(ofHeaderOctets: 0)
        let joined = coding.capacity(ofHeaderOctets: concatenationOctets)
        guard let cut = coding.cut(text, capacity: joined, cut: { _ in }) else { return nil }
        guard cut.end > alone else { return Measure(parts: 1, used: cut.end, capacity: alone) }
        return Measure(parts: cut.parts, used: cut.end - cut.start, capacity: joined)
    }
}

/// How many parts a text takes, and how much room is left in the last.
package struct SegmentCount: Hashable, Sendable {
    package var alphabet: Alphabet
    package var parts: Int
    /// Septets or UTF-16 units in the last part.
    package var used: Int
    /// The same that still fit the last part.
    package var remaining: Int
}
