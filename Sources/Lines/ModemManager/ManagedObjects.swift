import HandsetDBus

/// What a service tells of all its objects at once: properties by object and interface
/// (D-Bus Specification, "org.freedesktop.DBus.ObjectManager").
struct ManagedObjects {
    static let interface = "org.freedesktop.DBus.ObjectManager"
    static let signature = "a{oa{sa{sv}}}"

    private var objects: [String: [String: [String: BusValue]]] = [:]

    init(_ answer: [BusValue] = []) {
        guard case .array(_, let entries)? = answer.first else { return }
        for case .entry(.objectPath(let path), .array(_, let interfaces)) in entries {
            for case .entry(.string(let name), .dictionary(let properties)) in interfaces {
                objects[path, default: [:]][name] = properties
            }
        }
    }

    /// The objects that have an interface, in an order that stays.
    func paths(with interface: String) -> [String] {
        objects.filter { $0.value[interface] != nil }.keys.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    subscript(path: String, interface: String) -> [String: BusValue]? { objects[path]?[interface] }
}

extension [String: BusValue] {
    /// The path of another object; nil for the root, which stands for none.
    func path(_ key: String) -> String? {
        guard case .objectPath(let path)? = self[key], path != "/" else { return nil }
        return path
    }
}
