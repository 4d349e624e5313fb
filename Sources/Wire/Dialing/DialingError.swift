/// Why a dialled string or a link was refused: which part of it, and what is wrong there.
///
/// Neither value has room for what was written, so a number cannot get into a log by way of an error.
package struct DialingError: Error, Hashable, Sendable {
    /// The part, by the name that the standards give it.
    package enum Part: String, Hashable, Sendable, CaseIterable {
        case link, scheme, number, tones, parameter, context, body, recipients
        case `extension`
        case subaddress = "ISDN subaddress"
    }

    package enum Reason: Hashable, Sendable, CaseIterable {
        case empty
        /// A character that has no place there.
        case character
        /// A control character, written out or percent-encoded.
        case control
        /// A `%` without two hexadecimal digits behind it.
        case percentEncoding
        case notUTF8
        case tooLong
        case tooMany
        case repeated
        case unknown
    }

    package var part: Part
    package var reason: Reason

    package init(_ part: Part, _ reason: Reason) {
        self.part = part
        self.reason = reason
    }
}

extension DialingError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .empty: "the \(part.rawValue) is empty"
        case .character: "the \(part.rawValue) has a character that cannot be there"
        case .control: "the \(part.rawValue) has a control character"
        case .percentEncoding: "the \(part.rawValue) has a % without two hexadecimal digits"
        case .notUTF8: "the \(part.rawValue) is not text in UTF"
        case .tooLong: "the \(part.rawValue) is too long"
        case .tooMany: "the \(part.rawValue) has too many elements"
        case .repeated: "the \(part.rawValue) is given twice"
        case .unknown: "the \(part.rawValue) is unknown"
        }
    }
}
