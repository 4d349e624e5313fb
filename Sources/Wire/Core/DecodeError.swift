/// The reason why octets could not be decoded: which field, at which octet, and which of three outcomes.
///
/// The three are kept apart because callers act on them differently: more octets may help the first, nothing helps the
/// second, and the third is our own choice.
@frozen
package struct DecodeError: Error, Hashable, Sendable {
    @frozen
    package enum Kind: Hashable, Sendable {
        /// The input ends inside the field.
        case truncated
        /// The octets are there, and the standard gives them no meaning.
        case malformed
        /// The octets may be right, and exceed a limit of ours.
        case overLimit
    }

    package var kind: Kind
    /// The field by the standard's own name, outermost first: `TP-UD.UDH`.
    package var field: String
    /// The offset from the first octet that the caller gave.
    package var offset: Int

    @inlinable
    package init(_ kind: Kind, _ field: String, at offset: Int) {
        self.kind = kind
        self.field = field
        self.offset = offset
    }
}

extension DecodeError: CustomStringConvertible {
    package var description: String {
        switch kind {
        case .truncated: "the octets end inside \(field), at octet \(offset)"
        case .malformed: "\(field) is wrong at octet \(offset)"
        case .overLimit: "\(field) is over the limit at octet \(offset)"
        }
    }
}
