/// The declared types and, when they do not suffice, those of the system's MIME database.
struct TypeCatalogue: Sendable {
    /// The catalogue of this machine. The MIME database is read at the first question that the declared
    /// types leave open.
    static let machine = TypeCatalogue { machineTypes }
    private static let machineTypes = SystemTypes(SharedMIMEInfo(folder: "/usr/share/mime"))

    private let system: @Sendable () -> SystemTypes

    init(system: @escaping @Sendable () -> SystemTypes) {
        self.system = system
    }

    /// Identifiers compare without regard to case.
    func record(_ identifier: String) -> TypeRecord? {
        let key = identifier.lowercased()
        if let record = Self.declared[key] { return record }
        if key.hasPrefix(DynamicType.prefix) { return DynamicType(identifier: key)?.record }
        return system().records[key]
    }

    /// The types with a file-name extension, declared ones first.
    func types(withExtension name: String) -> [TypeRecord] {
        Self.byExtension[name] ?? system().mimeTypes(withExtension: name).flatMap(types(withMIMEType:))
    }

    /// The types with a MIME type, declared ones first.
    func types(withMIMEType name: String) -> [TypeRecord] {
        if let known = Self.byMIMEType[name] { return known }
        let system = system()
        let canonical = system.canonical(name)
        if let known = Self.byMIMEType[canonical] { return known }
        return system.record(withMIMEType: canonical).map { [$0] } ?? []
    }

    /// Every identifier that a type conforms to, itself left out. A circle in the database ends the walk.
    func supertypes(of identifier: String, assumed: String? = nil) -> Set<String> {
        var seen: Set<String> = []
        var open = record(identifier)?.supertypes ?? []
        if open.isEmpty, let assumed { open = [assumed] }
        while let next = open.popLast() {
            guard next != identifier, seen.insert(next).inserted else { continue }
            open += record(next)?.supertypes ?? []
        }
        return seen
    }

    // MARK: Declared

    private static let declared = Dictionary(
        declaredTypes.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    private static let byExtension = index(\.extensions)
    private static let byMIMEType = index(\.mimeTypes)

    static func isDeclaredMIMEType(_ name: String) -> Bool {
        byMIMEType[name] != nil
    }

    static func declaredIdentifier(ofMIMEType name: String) -> String? {
        byMIMEType[name]?.first?.identifier
    }

    private static func index(_ tags: (TypeRecord) -> [String]) -> [String: [TypeRecord]] {
        var index: [String: [TypeRecord]] = [:]
        for record in declaredTypes {
            for tag in tags(record) { index[tag, default: []].append(record) }
        }
        return index
    }
}
