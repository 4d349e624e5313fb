import HandsetDBus

/// A modem as ModemManager tells of it (`org.freedesktop.ModemManager1.Modem`): where its card and its bearers are.
struct ModemObject: Hashable, Sendable {
    static let interface = "org.freedesktop.ModemManager1.Modem"
    /// What is looked at of a machine, and of a modem: more than there are, and few enough for the bus's limit of match rules.
    static let limit = 16
    static let bearerLimit = 8

    var path: String
    var card: String?
    var bearers: [String]

    init(path: String, _ properties: [String: BusValue]) {
        self.path = path
        card = properties.path("Sim")
        bearers = []
        guard case .array(of: "o", let paths)? = properties["Bearers"] else { return }
        for case .objectPath(let bearer) in paths.prefix(Self.bearerLimit) { bearers.append(bearer) }
    }

    static func all(_ objects: ManagedObjects) -> [ModemObject] {
        objects.paths(with: interface).prefix(limit).compactMap { path in
            objects[path, interface].map { ModemObject(path: path, $0) }
        }
    }

    /// Whether a change of a modem's state (`MMModemState`) may be one of its connections or of its card: not as long as it only looks
    /// for a network.
    static func isOfInterest(from old: Int32, to new: Int32) -> Bool {
        let enabled: Int32 = 6
        let registered: Int32 = 8
        return !(enabled...registered ~= old && enabled...registered ~= new)
    }
}
