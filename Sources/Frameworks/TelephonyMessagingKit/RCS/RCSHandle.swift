/// One party or one group of RCS.
public enum RCSHandle: Hashable, Codable, CustomStringConvertible, Sendable {
    /// One party.
    case uri(RCSHandle.URI)
    /// A group.
    case group(RCSHandle.Group)

    /// The party with a telephone number, as a `tel` URI (RFC 3966).
    ///
    /// - Parameter phoneNumber: Digits, with `+` when it is international; spaces, hyphens, dots and brackets are left
    ///   out. Without `tel:` or `sip:`.
    /// - Returns: Nil when there are fewer than 3 or more than 15 digits (ITU-T E.164), or anything else in it.
    public static func phoneNumber(_ phoneNumber: String) -> RCSHandle? {
        var digits = phoneNumber.filter { !" -.()\u{A0}".contains($0) }
        let isInternational = digits.hasPrefix("+")
        if isInternational { digits.removeFirst() }
        guard 3...15 ~= digits.utf8.count, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else {
            return nil
        }
        return .uri(URI(rawValue: "tel:\(isInternational ? "+" : "")\(digits)"))
    }

    /// The URI, or the group's focus.
    public var description: String {
        switch self {
        case .uri(let uri): uri.rawValue
        case .group(let group): group.focus
        }
    }
}

extension RCSHandle {
    /// The address of one party: a `tel` or `sip` URI.
    public struct URI: RawRepresentable, ExpressibleByStringLiteral, Hashable, Codable, Sendable {
        /// As the conformance asks for.
        public typealias RawValue = String
        /// As the conformance asks for.
        public typealias StringLiteralType = String
        /// As the conformance asks for.
        public typealias ExtendedGraphemeClusterLiteralType = String
        /// As the conformance asks for.
        public typealias UnicodeScalarLiteralType = String

        /// The URI, with its scheme.
        public let rawValue: String

        /// The party with this URI, which is not checked.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The party with this URI, which is not checked.
        public init(stringLiteral value: String) { self.init(rawValue: value) }
    }

    /// A group. It comes from its creation, an event, or a received message, and may be stored.
    public struct Group: Hashable, Codable, Sendable {
        /// The URI of the group's conference (RFC 4353).
        public let focus: String
        /// The group's name at the service, which stays the same for its life.
        public let conversationID: String

        package init(focus: String, conversationID: String) {
            self.focus = focus
            self.conversationID = conversationID
        }
    }
}

/// The name of an RCS message, which its sender gives it.
public struct RCSMessageID: RawRepresentable, Hashable, Codable, CustomStringConvertible, Sendable {
    /// As the conformance asks for.
    public typealias RawValue = String

    /// Any text; unique for its sender.
    public let rawValue: String

    /// The id with this text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text.
    public var description: String { rawValue }
}

/// The group that a message came in.
public struct RCSGroupContext: Equatable, Codable, Sendable {
    /// The group.
    public let handle: RCSHandle.Group
    /// Whether the group is encrypted from end to end. Since iOS 26.5.
    public let isEndToEndEncrypted: Bool

    package init(handle: RCSHandle.Group, isEndToEndEncrypted: Bool) {
        self.handle = handle
        self.isEndToEndEncrypted = isEndToEndEncrypted
    }
}
