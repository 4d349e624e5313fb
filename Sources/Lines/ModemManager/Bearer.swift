import HandsetDBus
import HandsetLines

/// A data connection of a modem, made or not (`org.freedesktop.ModemManager1.Bearer`).
struct Bearer: Hashable, Sendable {
    static let interface = "org.freedesktop.ModemManager1.Bearer"
    /// `MM_BEARER_IP_METHOD_PPP`.
    private static let ppp: UInt32 = 1

    var isConnected: Bool
    var accessPoint: String?
    /// Nil while it is not connected, and where what is called so is a serial port: then somebody speaks PPP there, over an interface of
    /// which ModemManager knows nothing.
    var networkInterface: String?
    var nameServers: [String]

    init(_ properties: [String: BusValue]) {
        isConnected = properties["Connected"]?.boolean == true
        accessPoint = NetworkNames.accessPoint(properties["Properties"]?.dictionary?["apn"]?.string)
        let configurations = ["Ip4Config", "Ip6Config"].compactMap { properties[$0]?.dictionary }
        let isPPP = configurations.contains { $0["method"]?.uint32 == Self.ppp }
        networkInterface = isConnected && !isPPP ? NetworkNames.interface(properties["Interface"]?.string) : nil
        nameServers = configurations.flatMap { configuration in
            ["dns1", "dns2", "dns3"].compactMap { NetworkNames.address(configuration[$0]?.string) }
        }
    }

    var connection: DataConnection? {
        networkInterface.map {
            DataConnection(accessPoint: accessPoint, path: DataPath(interface: $0, nameServers: nameServers))
        }
    }
}
