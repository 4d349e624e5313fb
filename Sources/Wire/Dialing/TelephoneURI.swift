/// A link to a number: `tel:` (RFC 3966), and `telephony:`, with which a calling app hands a call back.
package struct TelephoneURI: Hashable, Sendable {
    package enum Scheme: String, Hashable, Sendable, CaseIterable {
        case tel, telephony
    }

    /// What was wrong with the link and did not keep it from being read. The person is told before anything is dialled.
    package enum Warning: Hashable, Sendable, CaseIterable {
        /// There was a `#` that is not encoded: it begins a fragment (RFC 3986, 3.5) and what follows is no part of the
        /// number. What was meant is most likely a service code with `%23`.
        case fragment
        /// There was a `?`, which a number has not; what follows was left out.
        case query

        /// A sentence for the person who is asked.
        package var advice: String {
            switch self {
            case .fragment: "The link was cut at a #: a service code was probably meant, and what is dialled is not it."
            case .query: "The link was cut at a ?: something else than a call may have been meant."
            }
        }
    }

    package var scheme: Scheme
    package var subscriber: TelephoneSubscriber
    package var warnings: Set<Warning>

    package init(_ subscriber: TelephoneSubscriber, scheme: Scheme = .tel) {
        self.scheme = scheme
        self.subscriber = subscriber
        warnings = []
    }

    /// A link to `sequence`. Tones behind one pause become the extension.
    package init(_ sequence: DialSequence, scheme: Scheme = .tel) {
        if sequence.steps.count == 2, sequence.steps[0] == .pause, case .tones(let tones) = sequence.steps[1] {
            self.init(TelephoneSubscriber(number: sequence.number, extension: tones), scheme: scheme)
        } else {
            self.init(TelephoneSubscriber(number: sequence.number, steps: sequence.steps), scheme: scheme)
        }
    }

    /// Reads a link.
    ///
    /// The parts are told from one another first and decoded then: `%3B` is never the `;` in front of a parameter. The
    /// slashes of `tel://`, which people take from web addresses, are passed over.
    package init(_ link: some StringProtocol) throws(DialingError) {
        let octets = Array(link.utf8.prefix(DialingLimits.telephoneURI + 1))
        guard octets.count <= DialingLimits.telephoneURI else { throw DialingError(.link, .tooLong) }
        let parts = try LinkParts(octets)
        guard let scheme = Scheme(rawValue: parts.scheme) else { throw DialingError(.scheme, .unknown) }
        var hierarchy = parts.hierarchy
        if hierarchy.starts(with: "//".utf8) { hierarchy = hierarchy.dropFirst(2) }
        self.scheme = scheme
        warnings = parts.hasFragment ? [.fragment] : []
        if let query = hierarchy.firstIndex(of: UInt8(ascii: "?")) {
            hierarchy = hierarchy[..<query]
            warnings.insert(.query)
        }
        subscriber = try TelephoneSubscriber(encoded: hierarchy)
    }

    /// What is dialled and what is sent after the answer.
    package var sequence: DialSequence { subscriber.sequence }

    /// The canonical link. It is longer than the one that was read where that had characters to be encoded.
    package var link: String { scheme.rawValue + ":" + subscriber.encoded }
}

/// A link's scheme, what follows it, and whether a fragment was behind that (RFC 3986, 3).
struct LinkParts {
    let scheme: String
    let hierarchy: ArraySlice<UInt8>
    let hasFragment: Bool

    init(_ octets: [UInt8]) throws(DialingError) {
        guard let colon = octets.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon <= 16 else {
            throw DialingError(.scheme, .empty)
        }
        scheme = String(decoding: octets[..<colon], as: UTF8.self).lowercased()
        let rest = octets[(colon + 1)...]
        let fragment = rest.firstIndex(of: UInt8(ascii: "#"))
        hierarchy = rest[..<(fragment ?? rest.endIndex)]
        hasFragment = fragment != nil
    }
}

/// Printing one shows the scheme only.
extension TelephoneURI: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String { "a \(scheme.rawValue) link" }
    package var debugDescription: String { description }
}
