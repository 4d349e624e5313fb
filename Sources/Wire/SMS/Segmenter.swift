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
        let (coding, count) = try measure(text)
        var writer = SegmentWriter(
            coding, total: count.parts, reference: reference, isWide: usesWideReference, class: messageClass)
        let capacity = coding.capacity(withElements: count.parts > 1 ? concatenationOctets : 0)
        guard coding.cut(text, capacity: capacity, into: &writer) != nil else { throw .notInAlphabet }
        return writer.finish()
    }

    /// What a person who types wants to know; cheap enough for every key.
    package func count(_ text: String) throws(Failure) -> SegmentCount { try measure(text).1 }

    // MARK: Measuring

    /// IEI, IEDL and data of the concatenation.
    private var concatenationOctets: Int { usesWideReference ? 6 : 5 }

    /// The coding with the fewest parts, the plainest of equals.
    private func measure(_ text: String) throws(Failure) -> (SegmentCoding, SegmentCount) {
        var best: (coding: SegmentCoding, count: SegmentCount)?
        func consider(_ coding: SegmentCoding) {
            guard best?.count.parts != 1, let count = count(text, as: coding) else { return }
            if let best, best.count.parts <= count.parts { return }
            best = (coding, count)
        }
        if alphabet != .ucs2 {
            consider(.standard)
            for language in languages {
                consider(.septets(GSM7.Tables(locking: nil, single: language), locking: nil, single: language))
            }
            for language in languages where language != .spanish {
                consider(.septets(GSM7.Tables(locking: language, single: nil), locking: language, single: nil))
                consider(
                    .septets(GSM7.Tables(locking: language, single: language), locking: language, single: language))
            }
        }
        if alphabet != .gsm7 { consider(.ucs2) }
        guard let best else { throw .notInAlphabet }
        guard best.count.parts <= Limits.parts else { throw .tooLong }
        return best
    }

    private func count(_ text: String, as coding: SegmentCoding) -> SegmentCount? {
        let alone = coding.capacity(withElements: 0)
        let joined = coding.capacity(withElements: concatenationOctets)
        var pieces = SegmentCoding.Counted()
        guard let cut = coding.cut(text, capacity: joined, into: &pieces) else { return nil }
        let isOne = cut.total <= alone
        let used = isOne ? cut.total : cut.used
        return SegmentCount(
            alphabet: coding.alphabet, parts: isOne ? 1 : cut.parts, used: used,
            remaining: (isOne ? alone : joined) - used)
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
