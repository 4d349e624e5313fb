import Glibc

/// Which message bus (D-Bus Specification, "Server Addresses" and "Well-known Message Bus Instances").
package enum BusAddress: Hashable, Sendable {
    case system
    case session
    case address(String)

    /// The server address; `nil` when there is no session bus to be found.
    package var text: String? {
        switch self {
        case .address(let address): address
        case .system: Self.variable("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
        case .session:
            Self.variable("DBUS_SESSION_BUS_ADDRESS")
                ?? Self.variable("XDG_RUNTIME_DIR").map { "unix:path=\(Self.escaped($0))/bus" }
        }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Only a few octets may stand for themselves in an address; the others are `%` and two hexadecimal digits.
    package static func escaped(_ path: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var octets: [UInt8] = []
        for octet in path.utf8 {
            switch octet {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
                UInt8(ascii: "."), UInt8(ascii: "\\"), UInt8(ascii: "*"):
                octets.append(octet)
            default:
                octets += [UInt8(ascii: "%"), digits[Int(octet >> 4)], digits[Int(octet & 15)]]
            }
        }
        return String(decoding: octets, as: UTF8.self)
    }
}
