extension RCSMessage {
    /// A text as a message.
    public struct Text: ExpressibleByStringLiteral, Equatable, Codable, Sendable {
        /// As the conformance asks for.
        public typealias StringLiteralType = String
        /// As the conformance asks for.
        public typealias ExtendedGraphemeClusterLiteralType = String
        /// As the conformance asks for.
        public typealias UnicodeScalarLiteralType = String

        /// What it says.
        public var body: String
        /// Sent: whether encryption from end to end is asked for. Received: whether it was encrypted. Since iOS 26.5.
        public var isEndToEndEncrypted: Bool = false

        /// A text that is not encrypted.
        public init(body: String) { self.body = body }

        /// A text that is not encrypted.
        public init(stringLiteral value: String) { self.init(body: value) }
    }
}
