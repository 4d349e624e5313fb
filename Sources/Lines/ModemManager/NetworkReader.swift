import HandsetDBus
import HandsetLines

/// The two services, by their names on the bus.
enum NetworkService: String, Hashable, Sendable, CaseIterable {
    case modemManager = "org.freedesktop.ModemManager1"
    case networkManager = "org.freedesktop.NetworkManager"
}

/// One look at both services.
///
/// Their unique names are called, so that nobody is started who is not there.
struct NetworkReader {
    let bus: Bus
    let modemManager: String
    let networkManager: String?

    private static let properties = "org.freedesktop.DBus.Properties"
    private static let modemsPath = "/org/freedesktop/ModemManager1"
    private static let networkPath = "/org/freedesktop/NetworkManager"
    /// NetworkManager's own object manager is one above.
    private static let networkObjects = "/org/freedesktop"
    private static let patience = Duration.seconds(10)

    struct Seen {
        var connections: [LineID: [DataConnection]] = [:]
        /// Signals of what was seen.
        var matches: Set<SignalMatch> = []
    }

    // MARK: Signals

    /// What tells of other modems, cards and devices, and of a modem's first connection and its last. The modem's `PropertiesChanged`
    /// would tell too, and of the signal twice a minute.
    var matches: Set<SignalMatch> {
        var matches: Set = [
            SignalMatch("InterfacesAdded", on: ManagedObjects.interface, of: modemManager, at: Self.modemsPath),
            SignalMatch("InterfacesRemoved", on: ManagedObjects.interface, of: modemManager, at: Self.modemsPath),
            SignalMatch("StateChanged", on: ModemObject.interface, of: modemManager),
            SignalMatch("PropertiesChanged", on: Self.properties, of: modemManager, firstArgument: Card.interface),
        ]
        if let networkManager {
            for member in ["DeviceAdded", "DeviceRemoved"] {
                matches.insert(
                    SignalMatch(
                        member, on: NetworkService.networkManager.rawValue, of: networkManager, at: Self.networkPath))
            }
        }
        return matches
    }

    static func isOfInterest(_ message: BusMessage) -> Bool {
        guard message.interface == ModemObject.interface, message.member == "StateChanged",
            let body = message.body, body.count == 3, let old = body[0].int32, let new = body[1].int32
        else { return true }
        return ModemObject.isOfInterest(from: old, to: new)
    }

    /// The modem's state says nothing of a second connection. One that is up tells of its counters twice a minute: it is listened to only
    /// where there are two, since of the last one the modem's state tells.
    private func matches(of bearers: [(path: String, bearer: Bearer)]) -> [SignalMatch] {
        let areSeveralUp = bearers.count { $0.bearer.isConnected } > 1
        return bearers.filter { areSeveralUp || !$0.bearer.isConnected }.map {
            SignalMatch(
                "PropertiesChanged", on: Self.properties, of: modemManager, at: $0.path, firstArgument: Bearer.interface
            )
        }
    }

    private func matches(of device: ModemDevice) -> [SignalMatch] {
        guard let networkManager else { return [] }
        return [
            SignalMatch(
                "PropertiesChanged", on: Self.properties, of: networkManager, at: device.path,
                firstArgument: ModemDevice.interface)
        ]
            + device.configurations.map {
                SignalMatch("PropertiesChanged", on: Self.properties, of: networkManager, at: $0)
            }
    }

    // MARK: Reading

    func read() async throws(BusError) -> Seen {
        var seen = Seen()
        let modems = ModemObject.all(try await objects(of: modemManager, at: Self.modemsPath))
        guard !modems.isEmpty else { return seen }
        let devices = try await devices()
        for device in devices { seen.matches.formUnion(matches(of: device)) }
        for modem in modems {
            var bearers: [(path: String, bearer: Bearer)] = []
            for path in modem.bearers { bearers.append((path, Bearer(try await all(Bearer.interface, at: path)))) }
            seen.matches.formUnion(matches(of: bearers))
            let connections = ModemDevice.connections(
                devices.first { $0.modem == modem.path }, bearers.map(\.bearer))
            guard let card = modem.card, !connections.isEmpty else { continue }
            for line in Card.lines(try await all(Card.interface, at: card)) {
                seen.connections[line, default: []] += connections
            }
        }
        return seen
    }

    /// None where NetworkManager is not there, or does not say.
    private func devices() async throws(BusError) -> [ModemDevice] {
        guard let networkManager else { return [] }
        do throws(BusError) {
            return ModemDevice.all(try await objects(of: networkManager, at: Self.networkObjects))
        } catch {
            switch error {
            case .remote, .unreadable: return []
            default: throw error
            }
        }
    }

    private func objects(of owner: String, at path: String) async throws(BusError) -> ManagedObjects {
        let call = BusCall("GetManagedObjects", on: ManagedObjects.interface, of: owner, at: path)
        return ManagedObjects(try await bus.call(call, returning: ManagedObjects.signature, timeout: Self.patience))
    }

    /// Nothing where the object has gone meanwhile.
    private func all(_ interface: String, at path: String) async throws(BusError) -> [String: BusValue] {
        let call = BusCall("GetAll", on: Self.properties, of: modemManager, at: path, [.string(interface)])
        do throws(BusError) {
            return try await bus.call(call, returning: "a{sv}", timeout: Self.patience).first?.dictionary ?? [:]
        } catch {
            switch error {
            case .remote, .unreadable: return [:]
            default: throw error
            }
        }
    }
}
