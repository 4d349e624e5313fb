import HandsetDBus
import HandsetLines
import Testing

@testable import HandsetModemManager

struct ModemDeviceTests {
    private static let name = "org.freedesktop.NetworkManager"
    private static let modem = "/org/freedesktop/ModemManager1/Modem/0"

    private func objects(
        _ device: [String: BusValue], apn: String = "internet", _ four: [String: BusValue] = [:],
        _ six: [String: BusValue] = [:]
    ) -> ManagedObjects {
        let usual: [String: BusValue] = [
            "DeviceType": .uint32(8), "Udi": .string(Self.modem), "IpInterface": .string("wwan0"),
            "State": .uint32(100), "Ip4Config": .objectPath("/c/4"), "Ip6Config": .objectPath("/c/6"),
        ]
        let all: [(String, String, [String: BusValue])] = [
            ("/d/1", ".Device", usual.merging(device) { $1 }), ("/d/1", ".Device.Modem", ["Apn": .string(apn)]),
            ("/c/4", ".IP4Config", four), ("/c/6", ".IP6Config", six),
        ]
        return ManagedObjects([
            .array(
                of: "{oa{sa{sv}}}",
                all.map { path, name, values in
                    .entry(
                        .objectPath(path),
                        .array(of: "{sa{sv}}", [.entry(.string(Self.name + name), .dictionary(values))]))
                })
        ])
    }

    @Test func aConnectedModemIsRead() throws {
        let device = try #require(
            ModemDevice(
                path: "/d/1",
                objects(
                    [:], ["NameserverData": .dictionaries([["address": .string("192.0.2.7")], ["x": .byte(1)]])],
                    [
                        "Nameservers": .array(
                            of: "ay", [.bytes([0x20, 1, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [9])])
                    ])
            ))
        #expect(device.modem == Self.modem)
        #expect(device.connection?.path == DataPath(interface: "wwan0", nameServers: ["192.0.2.7", "2001:db8::9"]))
        #expect(device.connection?.accessPoint == "internet")
        #expect(device.configurations == ["/c/4", "/c/6"])
    }

    /// `Nameservers`, where there is no `NameserverData`.
    @Test func addressesAreInNetworkOrder() throws {
        let number: UInt32 = [UInt8]([192, 0, 2, 1]).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        let device = ModemDevice(path: "/d/1", objects([:], ["Nameservers": .array(of: "u", [.uint32(number)])]))
        #expect(device?.connection?.path.nameServers == ["192.0.2.1"])
    }

    @Test(
        arguments: [
            ["DeviceType": .uint32(2)], ["Udi": .string("")], ["Udi": .uint32(3)], ["DeviceType": .string("8")],
        ] as [[String: BusValue]])
    func otherDevicesAreNone(_ change: [String: BusValue]) {
        #expect(ModemDevice(path: "/d/1", objects(change)) == nil)
        #expect(ModemDevice(path: "/d/2", objects([:])) == nil)
    }

    @Test(
        arguments: [
            ["State": .uint32(90)], ["State": .uint32(110)], ["State": .string("100")], ["IpInterface": .string("")],
            ["IpInterface": .string("a/b")],
        ] as [[String: BusValue]])
    func whatIsNotUpHasNoConnection(_ change: [String: BusValue]) throws {
        let device = try #require(ModemDevice(path: "/d/1", objects(change)))
        #expect(device.connection == nil)
    }

    private func bearer(_ interface: String, _ apn: String, servers: [String] = [], method: UInt32 = 2) -> Bearer {
        var values: [String: BusValue] = ["method": .uint32(method)]
        for (index, server) in servers.enumerated() { values["dns\(index + 1)"] = .string(server) }
        return Bearer([
            "Connected": .boolean(true), "Interface": .string(interface), "Ip4Config": .dictionary(values),
            "Properties": .dictionary(["apn": .string(apn)]),
        ])
    }

    /// The one that NetworkManager has made comes first, by its words; another is not lost.
    @Test func bothServicesTogether() throws {
        let device = try #require(
            ModemDevice(path: "/d/1", objects([:], apn: "", ["NameserverData": .dictionaries([])])))
        let bearers = [bearer("wwan1", "mms"), bearer("wwan0", "internet", servers: ["192.0.2.1"])]
        #expect(
            ModemDevice.connections(device, bearers) == [
                DataConnection(
                    accessPoint: "internet", path: DataPath(interface: "wwan0", nameServers: ["192.0.2.1"])),
                DataConnection(accessPoint: "mms", path: DataPath(interface: "wwan1")),
            ])
        #expect(ModemDevice.connections(nil, bearers).map(\.path.interface) == ["wwan1", "wwan0"])
        let ppp = try #require(ModemDevice(path: "/d/1", objects(["IpInterface": .string("ppp0")])))
        let connections = ModemDevice.connections(ppp, [bearer("ttyUSB2", "x", method: 1)])
        #expect(connections.map(\.path.interface) == ["ppp0"])
    }

    @Test func aThousandDevicesAreFew() {
        let entries = (0..<1_000).map { number in
            BusValue.entry(
                .objectPath("/d/\(number)"),
                .array(
                    of: "{sa{sv}}",
                    [
                        .entry(
                            .string(ModemDevice.interface),
                            .dictionary(["DeviceType": .uint32(8), "Udi": .string(Self.modem)]))
                    ]))
        }
        let devices = ModemDevice.all(ManagedObjects([.array(of: "{oa{sa{sv}}}", entries)]))
        #expect(devices.map(\.path) == (0..<16).map { "/d/\($0)" })
    }

    @Test(arguments: [[], [.string("x")], [.array(of: "s", [.string("x")])]] as [[BusValue]])
    func answersOfOtherTypesAreNothing(_ answer: [BusValue]) {
        #expect(ManagedObjects(answer).paths(with: ModemDevice.interface) == [])
    }
}

struct ModemObjectTests {
    /// `MMModemState`: locked 2, disabled 3, enabled 6, searching 7, registered 8, disconnecting 9, connecting 10, connected 11.
    @Test(
        arguments: [
            (8, 7, false), (7, 8, false), (6, 8, false), (10, 11, true), (11, 8, true), (8, 10, true), (2, 3, true),
            (8, 5, true), (-1, 8, true),
        ] as [(Int32, Int32, Bool)])
    func aModemThatLooksForANetworkIsNotAsked(_ old: Int32, _ new: Int32, _ isOfInterest: Bool) {
        #expect(ModemObject.isOfInterest(from: old, to: new) == isOfInterest)
    }
}
