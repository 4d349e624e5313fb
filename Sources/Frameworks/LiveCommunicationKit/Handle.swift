/// A way to reach somebody: a phone number, an e-mail address or a name that only the app understands.
public struct Handle: Hashable, Codable, Sendable {
    /// What ``value`` holds.
    public var type: Handle.Kind
    /// The number, address or name, as the app gave it. It is neither checked nor normalised.
    public var value: String
    /// What a person sees for it.
    public var displayName: String

    /// A handle; without a display name, people see `value`.
    public init(type: Handle.Kind, value: String, displayName: String? = nil) {
        self.type = type
        self.value = value
        self.displayName = displayName ?? value
    }

    /// What the value of a handle is.
    public enum Kind: Int, Hashable, Codable, Sendable {
        /// A name of the app's own making.
        case generic
        /// A phone number, with or without its country.
        case phoneNumber
        /// An e-mail address.
        case emailAddress
    }
}
