import HandsetDBus
import HandsetLines

/// The network device of a modem as NetworkManager tells of it (`org.freedesktop.NetworkManager.Device`).
struct ModemDevice: Hashable, Sendable {
    static let interface = "org.freedesktop.NetworkManager.Device"
    private static let modemInterface = "org.freedesktop.NetworkManager.Device.Modem"
    private static let version4 = "org.freedesktop.NetworkManager.IP4Config"
    private static let version6 = "org.freedesktop.NetworkManager.IP6Config"
    /// `NM_DEVICE_TYPE_MODEM`.
    private static let modemType: UInt32 = 8
    /// `NM_DEVICE_STATE_ACTIVATED`.
    private static let activated: UInt32 = 100
    private static let nameServerLimit = 8

    var path: String
    /// The modem's path at ModemManager.
    var modem: String
    /// Nil while NetworkManager has it not connected.
    var connection: DataConnection?
    /// Where the addresses of the connection are told of.
    var configurations: [String]

    /// Nil for what is no modem of ModemManager's.
    init?(path: String, _ objects: ManagedObjects) {
        guard let properties = objects[path, Self.interface], properties["DeviceType"]?.uint32 == Self.modemType,
            let modem = properties["Udi"]?.string, modem.hasPrefix("/")
        else { return nil }
        self.path = path
        self.modem = modem
        configurations = ["Ip4Config", "Ip6Config"].compactMap { properties.path($0) }
        guard properties["State"]?.uint32 == Self.activated,
            let interface = NetworkNames.interface(properties["IpInterface"]?.string)
        else { return }
        let servers = configurations.flatMap { configuration in
            Self.nameServers4(objects[configuration, Self.version4] ?? [:])
                + Self.nameServers6(objects[configuration, Self.version6] ?? [:])
        }
        connection = DataConnection(
            accessPoint: NetworkNames.accessPoint(objects[path, Self.modemInterface]?["Apn"]?.string),
            path: DataPath(interface: interface, nameServers: Array(servers.prefix(Self.nameServerLimit))))
    }

    static func all(_ objects: ManagedObjects) -> [ModemDevice] {
        Array(
            objects.paths(with: interface).lazy.compactMap { ModemDevice(path: $0, objects) }.prefix(ModemObject.limit))
    }

    private static func nameServers4(_ properties: [String: BusValue]) -> [String] {
        if let servers = properties["NameserverData"]?.dictionaries {
            return servers.compactMap { NetworkNames.address($0["address"]?.string) }
        }
        guard case .array(of: "u", let servers)? = properties["Nameservers"] else { return [] }
        // In network order, as they lie in the memory.
        return servers.compactMap(\.uint32).compactMap { number in
            withUnsafeBytes(of: number) { NetworkNames.address(octets: Array($0)) }
        }
    }

    private static func nameServers6(_ properties: [String: BusValue]) -> [String] {
        guard case .array(of: "ay", let servers)? = properties["Nameservers"] else { return [] }
        return servers.compactMap(\.bytes).compactMap { $0.count == 16 ? NetworkNames.address(octets: $0) : nil }
    }

    /// The connections of a modem. NetworkManager's word is the better one: it knows the interface also where PPP makes it, and the servers
    /// that are used.
    static func connections(_ device: ModemDevice?, _ bearers: [Bearer]) -> [DataConnection] {
        let made = bearers.compactMap(\.connection)
        guard var first = device?.connection else { return made }
        let same = made.first { $0.path.interface == first.path.interface }
        first.accessPoint = first.accessPoint ?? same?.accessPoint
        if let same, first.path.nameServers.isEmpty { first.path.nameServers = same.path.nameServers }
        return [first] + made.filter { $0.path.interface != first.path.interface }
    }
}
