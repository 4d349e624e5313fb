import CHandsetPhoneNumber
package import HandsetDialing

/// A number, or what stands in its place, in the country where it was written or received.
///
/// Two values are equal when they are the same line for certain. ``match(_:)`` also finds what is probably the same: a
/// number without its area code, a Brazilian number from before its ninth digit.
///
/// Reading one costs about ten microseconds, comparing two a hundredth of one: whoever compares with a whole address
/// book reads it once and keeps the values, or keeps ``key`` in an index. There is no cache here.
package struct TelephoneNumber: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A number of ITU-T E.164: the calling code, and the national significant number with its leading zeros.
        case global(callingCode: Int, national: String)
        /// A number without its area code.
        case local(callingCode: Int, subscriber: String)
        /// Anything else, which is itself and nothing more: a short code, a service code, a sender's name.
        case exact(String)
    }

    package let kind: Kind
    /// The extension behind the number: digits.
    package let `extension`: String?

    package init(kind: Kind, extension: String? = nil) {
        self.kind = kind
        self.extension = `extension`
    }

    /// Reads what a person or a network wrote: every text is something.
    ///
    /// - Parameters:
    ///   - written: The number, with separators, in national form, behind an international prefix or `+`.
    ///   - country: Where national numbers belong: the country of the SIM. Without it only numbers with `+` are global.
    package init(_ written: some StringProtocol, in country: Country?) {
        guard let sequence = try? DialSequence(written) else {
            self.init(kind: .exact(Self.trimmed(written)))
            return
        }
        self.init(sequence, in: country)
    }

    /// Reads a separated number.
    package init(_ sequence: DialSequence, in country: Country?) {
        guard let (digits, behindHash) = Self.plain(sequence.number) else {
            self.init(kind: .exact(sequence.number.text))
            return
        }
        var `extension` = behindHash
        if sequence.steps.count == 2, sequence.steps[0] == .pause, case .tones(let tones) = sequence.steps[1] {
            `extension` = tones.text
        }
        self.init(kind: Self.kind(of: digits, in: country), extension: `extension`)
    }

    /// Reads the subscriber of a link. The digits of a global `phone-context` make its number a global one where both
    /// together are one; where not, they say the country (RFC 3966, 5.1.5).
    package init(_ subscriber: TelephoneSubscriber, in country: Country?) {
        guard case .global(let context)? = subscriber.context, !subscriber.number.isInternational else {
            self.init(subscriber.sequence, in: country)
            return
        }
        let whole = context.text + subscriber.number.text
        if let number = Self.parse(whole, in: nil), number.is_valid {
            self.init(kind: Self.global(number), extension: subscriber.extension?.text)
        } else {
            let place = Self.parse(context.text + "000000", in: nil).flatMap {
                Country(callingCode: Int($0.calling_code))
            }
            self.init(subscriber.sequence, in: place ?? country)
        }
    }

    /// The digits, perhaps behind a `+`, and the extension behind a `#`; nil for what has other characters.
    ///
    /// A `#` at the end is left over from a form and dropped. What begins with `*` or `#` is a service code.
    private static func plain(_ number: DialString) -> (digits: String, extension: String?)? {
        if number.isNumber { return (number.text, nil) }
        let parts = number.text.split(separator: "#", omittingEmptySubsequences: false)
        guard parts.count == 2, let digits = try? DialString(parts[0]), digits.isNumber else { return nil }
        guard parts[1].utf8.count <= 7, parts[1].utf8.allSatisfy(\.isDigit) else { return nil }
        return (digits.text, parts[1].isEmpty ? nil : String(parts[1]))
    }

    private static func kind(of digits: String, in country: Country?) -> Kind {
        guard let number = parse(digits, in: country) else { return .exact(digits) }
        // A short number of the country before anything that has its digits.
        if number.is_short { return .exact(digits) }
        if number.is_valid { return global(number) }
        let national = CText.string(tuple: number.national)
        // Nothing so short is a whole number that merely is newer than the library's list.
        guard national.utf8.count >= 6 else { return .exact(digits) }
        let code = Int(number.calling_code)
        if !number.is_international, BrazilianMobile.isSubscriber(national, callingCode: code) {
            return .local(callingCode: code, subscriber: national)
        }
        switch Int(number.possibility) {
        case HANDSET_NUMBER_POSSIBLE where number.is_international || national.utf8.count >= 7: return global(number)
        case HANDSET_NUMBER_LOCAL_ONLY where !number.is_international:
            return .local(callingCode: code, subscriber: national)
        default:
            return .exact(digits)
        }
    }

    private static func global(_ number: handset_number) -> Kind {
        .global(callingCode: Int(number.calling_code), national: CText.string(tuple: number.national))
    }

    private static func parse(_ digits: String, in country: Country?) -> handset_number? {
        var number = handset_number()
        return handset_number_parse(digits, digits.utf8.count, country?.code, &number) ? number : nil
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let trimmed = text.drop { $0.isWhitespace }
        return String(trimmed.reversed().drop { $0.isWhitespace }.reversed())
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

// MARK: - What it is

extension TelephoneNumber {
    /// `+` and the digits (ITU-T E.164), without the extension; nil for what is not global.
    package var e164: String? {
        guard case .global(let callingCode, let national) = kind else { return nil }
        return "+\(callingCode)\(national)"
    }

    /// The text to keep and to compare: the same for every way to write the number.
    package var key: String {
        let text =
            switch kind {
            case .global(let callingCode, let national): "+\(callingCode)\(national)"
            case .local(_, let subscriber): subscriber
            case .exact(let text): text
            }
        return text + (`extension`.map { ";ext=" + $0 } ?? "")
    }

    /// Whether the library's list of ranges has the number. One that it has not may be newer than the list.
    package var isValid: Bool { parsed?.is_valid ?? false }

    /// The country that the number was given to: Guernsey for 07911, though its calling code is Great Britain's. For
    /// display only; never compare by it.
    package var country: Country? { parsed.flatMap { Country(CText.string(tuple: $0.region)) } }

    private var parsed: handset_number? { e164.flatMap { Self.parse($0, in: nil) } }

    package enum Style: Sendable {
        /// As it is written inside the country.
        case national
        /// As it is written for everyone, with `+`.
        case international
    }

    /// The number for people. What is not global is shown as it is.
    package func formatted(_ style: Style) -> String {
        guard case .global(let callingCode, let national) = kind, let code = Int32(exactly: callingCode) else {
            return key
        }
        var text = [CChar](repeating: 0, count: 64)
        let format = style == .national ? HANDSET_NUMBER_NATIONAL : HANDSET_NUMBER_INTERNATIONAL
        guard handset_number_format(code, national, Int32(format), &text, text.count) > 0 else { return key }
        return CText.string(text) + (`extension`.map { " x" + $0 } ?? "")
    }

    /// The number for people in `country`: in national form where it is one of that calling code.
    package func formatted(in country: Country?) -> String {
        guard case .global(let callingCode, _) = kind, callingCode == country?.callingCode else {
            return formatted(.international)
        }
        return formatted(.national)
    }
}

/// Printing one shows no digits.
extension TelephoneNumber: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String {
        switch kind {
        case .global: "a global number"
        case .local: "a local number"
        case .exact: "a short code or name"
        }
    }
    package var debugDescription: String { description }
}
