/// What is known about one uniform type.
struct TypeRecord: Hashable, Sendable {
    let identifier: String
    /// Direct supertypes only.
    let supertypes: [String]
    /// Without the dot, in lower case, the preferred one first.
    let extensions: [String]
    /// In lower case, the preferred one first.
    let mimeTypes: [String]
    let description: String?

    init(
        _ identifier: String, conformsTo supertypes: [String] = [], extensions: [String] = [],
        mimeTypes: [String] = [], description: String? = nil
    ) {
        self.identifier = identifier
        self.supertypes = supertypes
        self.extensions = extensions
        self.mimeTypes = mimeTypes
        self.description = description
    }
}
