/// A kind of tag by which a type is known elsewhere.
public struct UTTagClass: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The identifier of the tag class.
    public let rawValue: String

    /// Makes a tag class of its identifier. Types here have tags of ``filenameExtension`` and ``mimeType`` only.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The extension of a file's name, without the dot.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
    /// A media type of RFC 2045, without parameters.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")

    /// The identifier of the tag class.
    public var description: String { rawValue }
}
