import HandsetDBus
import HandsetPlatform

/// A stand-in for ModemManager, with what Handset reads of it, which signals as ModemManager does: of the first connection of a modem and its last
/// by the modem's state, of each bearer by its properties.
package struct ModemManagerStandIn: Sendable {
    package static let name = "org.freedesktop.ModemManager1"
    package static let root = "/org/freedesktop/ModemManager1"
    package let objects: ObjectsStandIn

    package init(on address: BusAddress, loop: EventLoop) async throws {
        objects = try await ObjectsStandIn(
            Self.name, root: Self.root, managed: Self.name + ".Modem", on: address, loop: loop)
    }

    package static func modem(_ number: Int) -> String { "\(root)/Modem/\(number)" }
    package static func card(_ number: Int) -> String { "\(root)/SIM/\(number)" }
    package static func bearer(_ number: Int) -> String { "\(root)/Bearer/\(number)" }

    private static func manager(_ member: String, _ path: String, _ value: BusValue) -> BusSignal {
        BusSignal(member, on: "org.freedesktop.DBus.ObjectManager", at: root, [.objectPath(path), value])
    }

    /// A modem with a card; its number is the card's too.
    package func addModem(_ number: Int = 0, iccid: String, imsi: String = "", bearers: [Int] = [0]) async throws {
        await objects.set(
            Self.card(number), Self.name + ".Sim", ["SimIdentifier": .string(iccid), "Imsi": .string(imsi)])
        await objects.set(
            Self.modem(number), Self.name + ".Modem",
            [
                "Sim": .objectPath(Self.card(number)), "SignalQuality": .structure([.uint32(50), .boolean(true)]),
                "Bearers": .array(of: "o", bearers.map { .objectPath(Self.bearer($0)) }),
            ])
        for bearer in bearers {
            await objects.set(Self.bearer(bearer), Self.name + ".Bearer", ["Connected": .boolean(false)])
        }
        try await objects.emit(
            Self.manager("InterfacesAdded", Self.modem(number), .array(of: "{sa{sv}}", [])))
    }

    package func removeModem(_ number: Int = 0) async throws {
        await objects.remove(Self.modem(number))
        await objects.remove(Self.card(number))
        try await objects.emit(
            Self.manager("InterfacesRemoved", Self.modem(number), .strings([Self.name + ".Modem"])))
    }

    package static func connected(
        _ interface: String, accessPoint: String, servers: [String] = [], method: UInt32 = 2
    ) -> [String: BusValue] {
        var configuration: [String: BusValue] = ["method": .uint32(method)]
        for (index, server) in servers.enumerated() { configuration["dns\(index + 1)"] = .string(server) }
        return [
            "Connected": .boolean(true), "Interface": .string(interface), "Ip4Config": .dictionary(configuration),
            "Properties": .dictionary(["apn": .string(accessPoint)]),
        ]
    }

    /// - Parameter isOnly: no other bearer of the modem is connected, so that the modem's state changes too.
    package func connect(
        _ interface: String, bearer: Int = 0, of modem: Int = 0, accessPoint: String = "internet",
        servers: [String] = [], method: UInt32 = 2, isOnly: Bool = true
    ) async throws {
        if isOnly { try await changeState(of: modem, from: 8, to: 10) }
        try await objects.change(
            Self.bearer(bearer), Self.name + ".Bearer",
            Self.connected(interface, accessPoint: accessPoint, servers: servers, method: method))
        if isOnly { try await changeState(of: modem, from: 10, to: 11) }
    }

    package func disconnect(bearer: Int = 0, of modem: Int = 0, isOnly: Bool = true) async throws {
        if isOnly { try await changeState(of: modem, from: 11, to: 9) }
        try await objects.change(
            Self.bearer(bearer), Self.name + ".Bearer",
            ["Connected": .boolean(false), "Interface": .string(""), "Ip4Config": .dictionary([:])])
        if isOnly { try await changeState(of: modem, from: 9, to: 8) }
    }

    package func changeState(of modem: Int = 0, from old: Int32, to new: Int32) async throws {
        try await objects.emit(
            BusSignal(
                "StateChanged", on: Self.name + ".Modem", at: Self.modem(modem),
                [.int32(old), .int32(new), .uint32(0)]))
    }

    /// What a modem says twice a minute.
    package func fluctuate(_ quality: UInt32, of modem: Int = 0, bearer: Int? = nil) async throws {
        try await objects.change(
            Self.modem(modem), Self.name + ".Modem",
            ["SignalQuality": .structure([.uint32(quality), .boolean(true)])])
        guard let bearer else { return }
        try await objects.change(
            Self.bearer(bearer), Self.name + ".Bearer", ["Stats": .dictionary(["duration": .uint32(quality)])])
    }
}

/// A stand-in for NetworkManager, with what Handset reads of it.
package struct NetworkManagerStandIn: Sendable {
    package static let name = "org.freedesktop.NetworkManager"
    package static let root = "/org/freedesktop/NetworkManager"
    package let objects: ObjectsStandIn

    package init(on address: BusAddress, loop: EventLoop) async throws {
        objects = try await ObjectsStandIn(
            Self.name, root: "/org/freedesktop", managed: Self.name, on: address, loop: loop)
    }

    package static func device(_ number: Int) -> String { "\(root)/Devices/\(number)" }
    package static func configuration(_ number: Int, version: Int) -> String { "\(root)/IP\(version)Config/\(number)" }

    /// A device: a modem's with the path that ModemManager has for it.
    package func addDevice(_ number: Int = 1, type: UInt32 = 8, modem: String) async throws {
        await objects.set(
            Self.device(number), Self.name + ".Device",
            [
                "DeviceType": .uint32(type), "Udi": .string(modem), "Interface": .string("cdc-wdm0"),
                "IpInterface": .string(""), "State": .uint32(30), "Ip4Config": .objectPath("/"),
                "Ip6Config": .objectPath("/"),
            ])
        await objects.set(Self.device(number), Self.name + ".Device.Modem", ["Apn": .string("")])
        try await objects.emit(
            BusSignal("DeviceAdded", on: Self.name, at: Self.root, [.objectPath(Self.device(number))]))
    }

    package func activate(
        _ interface: String, device number: Int = 1, accessPoint: String = "internet", servers: [String] = [],
        servers6: [[UInt8]] = []
    ) async throws {
        let (four, six) = (Self.configuration(number, version: 4), Self.configuration(number, version: 6))
        await objects.set(
            four, Self.name + ".IP4Config",
            ["NameserverData": .dictionaries(servers.map { ["address": .string($0)] })])
        await objects.set(
            six, Self.name + ".IP6Config", ["Nameservers": .array(of: "ay", servers6.map { .bytes($0) })])
        await objects.set(
            Self.device(number), Self.name + ".Device.Modem", ["Apn": .string(accessPoint)])
        try await objects.change(
            Self.device(number), Self.name + ".Device",
            [
                "IpInterface": .string(interface), "State": .uint32(100), "Ip4Config": .objectPath(four),
                "Ip6Config": .objectPath(six),
            ])
    }

    package func deactivate(device number: Int = 1) async throws {
        try await objects.change(
            Self.device(number), Self.name + ".Device",
            [
                "IpInterface": .string(""), "State": .uint32(30), "Ip4Config": .objectPath("/"),
                "Ip6Config": .objectPath("/"),
            ])
    }
}
