import HandsetDialing

/// A phone number, or what stands in its place, read in the country where it was written or received.
///
/// ```swift
/// let caller = PhoneNumber("+31612341234", region: line.region)
/// let contact = contacts.first { caller.matches(PhoneNumber($0.number, region: line.region)) }
/// label = contact?.name ?? caller.formatted(inRegion: line.region)
/// ```
///
/// Every text is something: a number of the world's numbering plan (ITU-T E.164), a number without its area code, or a
/// thing that is only itself: a short code, a service code as `*100#`, the name of a sender.
///
/// Two values are equal when they are the same line for certain. ``match(_:)`` also finds what is probably the same.
/// Numbers are compared by calling code and national number, never by region: Guernsey and Great Britain share one
/// plan.
///
/// Reading a number takes about ten microseconds and the first one of a process some milliseconds; comparing two takes
/// a hundredth of a microsecond. Whoever looks a caller up in a large address book reads every contact once and keeps
/// the values, or keeps ``key`` in an index. Nothing here asks the service, blocks or fails.
public struct PhoneNumber: Hashable, Sendable {
    /// How surely two numbers are the same line.
    public enum Match: Int, Comparable, Hashable, Sendable {
        /// They are not, or nothing says that they are.
        case none
        /// One lacks what would make it certain: its area code, its extension, or the ninth digit of a Brazilian number
        /// that was saved before there was one.
        case probable
        /// They are.
        case same

        /// Orders by certainty.
        public static func < (left: Match, right: Match) -> Bool { left.rawValue < right.rawValue }
    }

    private let number: TelephoneNumber
    /// What is dialled; nil for a name. No part of what the value is.
    private let sequence: DialSequence?

    /// Reads a number as a person or a network writes it, with separators, in national or international form.
    ///
    /// - Parameters:
    ///   - text: The number, or a short code, or a sender's name. Five hundred characters at most are looked at as a
    ///     number.
    ///   - region: The country where national numbers belong, by the two letters of ISO 3166-1: `Line.region` of the
    ///     line. Without one, or with one that has no numbers, only numbers with `+` have an ``e164``.
    public init(_ text: some StringProtocol, region: String?) {
        let country = region.flatMap { Country($0) }
        sequence = try? DialSequence(text)
        number = sequence.map { TelephoneNumber($0, in: country) } ?? TelephoneNumber(text, in: country)
    }

    /// Reads a `tel:` or `telephony:` link (RFC 3966).
    ///
    /// - Returns: nil when it is none, or was cut by a `#` or `?` that is not encoded.
    public init?(link: some StringProtocol, region: String?) {
        guard let uri = try? TelephoneURI(link), uri.warnings.isEmpty else { return nil }
        number = TelephoneNumber(uri.subscriber, in: region.flatMap { Country($0) })
        sequence = uri.subscriber.resolvedSequence
    }

    /// `+` and up to fifteen digits (ITU-T E.164), without an extension; nil for what is not a whole number.
    public var e164: String? { number.e164 }

    /// One text for every way to write the number, to keep and to compare: the E.164 form, `;ext=` and the extension
    /// where there is one, and what is not a whole number as it is dialled or written.
    public var key: String { number.key }

    /// The extension behind the number, digits that are sent as tones once the other side answered.
    public var `extension`: String? { number.extension }

    /// Whether it is a number of the world's numbering plan, to which any line can send and call.
    public var isGlobal: Bool { number.e164 != nil }

    /// Whether the numbering plan has the number. One that it has not may be newer than this machine's list: show
    /// this, and do not refuse to call.
    public var isKnown: Bool { number.isValid }

    /// The number as it is written inside its own country; what is not a whole number as it is.
    public var national: String { number.formatted(.national) }

    /// The number as it is written for everyone, with `+`; what is not a whole number as it is.
    public var international: String { number.formatted(.international) }

    /// The number for people in a country: in national form where the country has its calling code.
    ///
    /// - Parameter region: Two letters of ISO 3166-1.
    public func formatted(inRegion region: String?) -> String {
        number.formatted(in: region.flatMap { Country($0) })
    }

    /// How surely this and `other` are the same line. The same from both sides.
    public func match(_ other: PhoneNumber) -> Match {
        Match(rawValue: number.match(other.number).rawValue) ?? .none
    }

    /// Whether this and `other` are the same line for certain or probably: what a caller's name is looked up by. To
    /// block a number, or to add a text to a thread, ask for ``Match/same``.
    public func matches(_ other: PhoneNumber) -> Bool { match(other) != .none }

    /// The `tel:` link to the number, its extension and pauses included; nil for what cannot be dialled.
    public var link: String? {
        guard let e164 = number.e164, let whole = try? DialString(e164) else {
            return sequence.map { TelephoneURI($0).link }
        }
        return TelephoneURI(DialSequence(number: whole, steps: sequence?.steps ?? [])).link
    }

    /// Whether both are the same line for certain, however they were written.
    public static func == (left: PhoneNumber, right: PhoneNumber) -> Bool { left.number == right.number }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// Whether the number is that of an emergency service of a country, as far as this machine's list goes.
    ///
    /// For display. What a call does is decided by the service, which also asks the card and the network.
    /// - Parameter region: Two letters of ISO 3166-1. 112 and 911 are emergency numbers without one, too.
    public func isEmergency(inRegion region: String?) -> Bool {
        guard let sequence else { return false }
        let country = region.flatMap { Country($0) }
        return EmergencyNumbers(hasSIM: true, simCountry: country, servingCountry: nil).contains(sequence.number)
    }
}

/// Printing one shows no digits: numbers do not belong in logs. ``international`` is for people.
extension PhoneNumber: CustomStringConvertible, CustomDebugStringConvertible {
    /// What kind of number it is.
    public var description: String { number.description }
    /// What kind of number it is.
    public var debugDescription: String { number.description }
}
