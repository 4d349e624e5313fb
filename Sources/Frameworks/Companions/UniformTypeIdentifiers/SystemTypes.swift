/// The types of a shared MIME database that Handset does not declare, with the conformance that the database implies.
struct SystemTypes: Sendable {
    static let prefix = "org.freedesktop.mime."

    /// By identifier, in lower case.
    private(set) var records: [String: TypeRecord] = [:]
    private var byMIMEType: [String: String] = [:]
    private var byExtension: [String: [String]] = [:]
    private var aliases: [String: String] = [:]

    init(_ database: SharedMIMEInfo) {
        aliases = database.aliases
        var extensions: [String: [SharedMIMEInfo.Glob]] = [:]
        for glob in database.globs.sorted(by: Self.precedes) {
            extensions[glob.mimeType, default: []].append(glob)
            if byExtension[glob.fileExtension]?.contains(glob.mimeType) != true {
                byExtension[glob.fileExtension, default: []].append(glob.mimeType)
            }
        }
        let names = Set(extensions.keys).union(database.parents.keys).union(database.genericIcons.keys)
        for name in names.sorted() where !TypeCatalogue.isDeclaredMIMEType(name) {
            let identifier = Self.identifier(of: name)
            guard records[identifier] == nil else { continue }
            byMIMEType[name] = identifier
            let tags = (extensions[name] ?? []).map(\.fileExtension)
            let supertypes = Self.supertypes(of: name, in: database)
            records[identifier] = TypeRecord(
                identifier, conformsTo: supertypes,
                extensions: tags.filter { !$0.contains(".") } + tags.filter { $0.contains(".") }, mimeTypes: [name])
        }
    }

    func canonical(_ mimeType: String) -> String {
        aliases[mimeType] ?? mimeType
    }

    func mimeTypes(withExtension name: String) -> [String] {
        byExtension[name] ?? []
    }

    func record(withMIMEType name: String) -> TypeRecord? {
        byMIMEType[name].flatMap { records[$0] }
    }

    /// Heavier globs first; the database keeps no order among equals, so the shorter and then the alphabet decide.
    private static func precedes(_ left: SharedMIMEInfo.Glob, _ right: SharedMIMEInfo.Glob) -> Bool {
        (-left.weight, left.fileExtension.utf8.count, left.fileExtension, left.mimeType)
            < (-right.weight, right.fileExtension.utf8.count, right.fileExtension, right.mimeType)
    }

    /// An identifier may hold ASCII letters, digits, `-` and `.`.
    static func identifier(of mimeType: String) -> String {
        let name = mimeType.utf8.map { octet -> UInt8 in
            switch octet {
            case UInt8(ascii: "/"): UInt8(ascii: ".")
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                octet
            default: UInt8(ascii: "-")
            }
        }
        return prefix + String(decoding: name, as: UTF8.self)
    }

    private static func supertypes(of mimeType: String, in database: SharedMIMEInfo) -> [String] {
        var types = (database.parents[mimeType] ?? []).map { parent in
            let parent = database.aliases[parent] ?? parent
            return TypeCatalogue.declaredIdentifier(ofMIMEType: parent) ?? identifier(of: parent)
        }
        let implied =
            byMajorType[String(mimeType.prefix { $0 != "/" })]
            ?? database.genericIcons[mimeType].flatMap { byGenericIcon[$0] } ?? ["public.data"]
        types += implied.filter { !types.contains($0) }
        return types
    }

    private static let byMajorType: [String: [String]] = [
        "text": ["public.text"], "image": ["public.image"], "audio": ["public.audio"], "video": ["public.movie"],
        "font": ["public.data", "public.font"], "message": ["public.data", "public.message"],
        "inode": ["public.item"],
    ]

    private static let byGenericIcon: [String: [String]] = [
        "package-x-generic": ["public.data", "public.archive"], "image-x-generic": ["public.image"],
        "audio-x-generic": ["public.audio"], "video-x-generic": ["public.movie"],
        "font-x-generic": ["public.data", "public.font"],
        "x-office-spreadsheet": ["public.data", "public.spreadsheet"],
        "x-office-presentation": ["public.data", "public.presentation"],
        "x-office-document": ["public.data", "public.composite-content"],
        "text-x-script": ["public.script"], "text-x-generic": ["public.text"],
        "application-x-executable": ["public.data", "public.executable"],
    ]
}
