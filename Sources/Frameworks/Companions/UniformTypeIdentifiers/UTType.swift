/// The type of a file or of data in a message, known by a reverse-DNS identifier (`public.jpeg`).
///
/// The common types are declared here with Apple's identifiers and conformance. All others come from the machine's
/// shared MIME database (`/usr/share/mime`, the freedesktop.org specification) under `org.freedesktop.mime.` and their
/// MIME type; without that database they are dynamic types.
public struct UTType: Sendable {
    /// The identifier, in the spelling of its declaration.
    public let identifier: String
    /// What `init(exportedAs:conformingTo:)` was told about a type that nobody declares.
    private let assumedSupertype: String?

    init(known identifier: String, assuming supertype: String? = nil) {
        self.identifier = identifier
        assumedSupertype = supertype
    }

    /// The type with an identifier; nil when neither Handset nor this machine declares it. Case does not matter.
    public init?(_ identifier: String) {
        guard let record = TypeCatalogue.machine.record(identifier) else { return nil }
        self.init(known: record.identifier)
    }

    /// The type of files with an extension, given without the dot; case does not matter.
    ///
    /// When no declared type fits, the result is a dynamic type that conforms to `supertype`. Nil for an empty
    /// extension, one with a slash or a NUL in it, and one above 255 octets.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// The type of data with a MIME type; case and parameters (`; charset=utf-8`) do not matter.
    ///
    /// When no declared type fits, the result is a dynamic type that conforms to `supertype`. Nil for an empty text and
    /// one above 255 octets.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// The best type with a tag: declared before dynamic. Nil when no type can have the tag.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        let name = Self.normal(tag, tagClass)
        let fitting = Self.declared(name, tagClass, conformingTo: supertype)
        if let first = fitting.first {
            self = first
            return
        }
        guard tagClass == .mimeType || !name.contains("/"),
            let made = DynamicType(tagClass: tagClass, tag: name, supertype: supertype?.identifier)
        else { return nil }
        self.init(known: made.identifier)
    }

    /// A type that the app's own bundle defines. A type that nobody declares keeps the identifier and conforms to
    /// `parentType`.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(importedAs: identifier, conformingTo: parentType)
    }

    /// A type that another app defines. A type that nobody declares keeps the identifier and conforms to `parentType`,
    /// or to ``data`` when that is nil.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        if let known = UTType(identifier) {
            self = known
        } else {
            self.init(known: identifier, assuming: (parentType ?? .data).identifier)
        }
    }

    /// All declared types with a tag, the best first; a dynamic type when there is none.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        let fitting = declared(normal(tag, tagClass), tagClass, conformingTo: supertype)
        if !fitting.isEmpty { return fitting }
        return UTType(tag: tag, tagClass: tagClass, conformingTo: supertype).map { [$0] } ?? []
    }

    private static func declared(_ tag: String, _ tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        let catalogue = TypeCatalogue.machine
        let records: [TypeRecord] =
            switch tagClass {
            case .filenameExtension: catalogue.types(withExtension: tag)
            case .mimeType: catalogue.types(withMIMEType: tag)
            default: []
            }
        let types = records.map { UTType(known: $0.identifier) }
        // Fonts, archives and messages need not be data in Apple's graph; only another wish than the default filters.
        guard let supertype, supertype != .data else { return types }
        return types.filter { $0.conforms(to: supertype) }
    }

    private static func normal(_ tag: String, _ tagClass: UTTagClass) -> String {
        guard tagClass == .mimeType else { return tag.lowercased() }
        return tag.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}

// MARK: - What is known about a type

extension UTType {
    private var record: TypeRecord? { TypeCatalogue.machine.record(identifier) }

    /// The extension for a new file of this type, without the dot; nil when it has none.
    public var preferredFilenameExtension: String? { record?.extensions.first }

    /// The MIME type to send data of this type with; nil when it has none.
    public var preferredMIMEType: String? { record?.mimeTypes.first }

    /// All tags of the type, the preferred one first.
    public var tags: [UTTagClass: [String]] {
        var tags: [UTTagClass: [String]] = [:]
        if let names = record?.extensions, !names.isEmpty { tags[.filenameExtension] = names }
        if let names = record?.mimeTypes, !names.isEmpty { tags[.mimeType] = names }
        return tags
    }

    /// A short English description of the type; nil for types from the MIME database and for dynamic ones.
    public var localizedDescription: String? { record?.description }

    /// Whether the type was made up for a tag that nobody declares.
    public var isDynamic: Bool { identifier.lowercased().hasPrefix(DynamicType.prefix) }

    /// Whether Handset or the machine's MIME database declares the type.
    public var isDeclared: Bool { !isDynamic && record != nil }

    /// Whether the type is one of the common ones, whose identifiers begin with `public.`.
    public var isPublic: Bool { isDeclared && identifier.hasPrefix("public.") }

    /// Everything that the type conforms to, directly or not; the type itself is left out.
    public var supertypes: Set<UTType> {
        Set(supertypeIdentifiers.map { UTType(known: $0) })
    }

    private var supertypeIdentifiers: Set<String> {
        TypeCatalogue.machine.supertypes(of: identifier, assumed: assumedSupertype)
    }

    /// Whether the type is `type` or one of its kinds: JPEG conforms to image, data and content.
    public func conforms(to type: UTType) -> Bool {
        self == type || supertypeIdentifiers.contains(type.identifier)
    }

    /// Whether the other type is a kind of this one; false for the same type.
    public func isSupertype(of type: UTType) -> Bool {
        type.isSubtype(of: self)
    }

    /// Whether this type is a kind of the other one; false for the same type.
    public func isSubtype(of type: UTType) -> Bool {
        self != type && conforms(to: type)
    }
}

// MARK: - Conformances

extension UTType: Hashable {
    /// Types are the same when their identifiers are.
    public static func == (left: UTType, right: UTType) -> Bool {
        left.identifier == right.identifier
    }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }
}

extension UTType: Codable {
    /// Decodes an identifier. A type that this machine does not know is kept, not refused.
    public init(from decoder: any Decoder) throws {
        self.init(importedAs: try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier.
    public var description: String { identifier }
    /// The identifier.
    public var debugDescription: String { "UTType(\"\(identifier)\")" }
}
