/// Why octets are not what the grammar of ITU-T V.250, clause 5, asks for.
package enum ATError: Error, Hashable, Sendable {
    /// The line ends inside a string or a list; the octet where that began.
    case truncated(offset: Int)
    /// An octet that cannot stand where it stands.
    case malformed(offset: Int)
    /// More than `ATLimits` allows.
    case overLimit(offset: Int)
    /// A parameter that is absent or not of its type: its name in the standard, and its place, from 0.
    case value(field: String, parameter: Int)
}
