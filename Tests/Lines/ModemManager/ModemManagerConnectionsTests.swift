import HandsetBusTesting
import HandsetDBus
import HandsetLines
import HandsetPlatform
import Testing

@testable import HandsetModemManager

private typealias Found = [LineID: [DataConnection]]

/// What is told, in its order.
private struct Told {
    private var iterator: AsyncStream<Found>.Iterator

    init(_ stream: AsyncStream<Found>) { iterator = stream.makeAsyncIterator() }

    /// The interfaces by the ids of the lines.
    mutating func next() async -> [String: [String?]]? {
        await connections().map { found in
            Dictionary(uniqueKeysWithValues: found.map { ($0.rawValue, $1.map(\.path.interface)) })
        }
    }

    mutating func connections() async -> Found? { await iterator.next() }
}

/// With stand-ins for both services, on a real bus.
@Suite(.timeLimit(.minutes(1))) struct ModemManagerConnectionsTests {
    private static let card = "8944000000000000001"
    private static let line = "iccid-8944000000000000001"

    private func follow(
        on bus: PrivateBus, _ body: (inout Told) async throws -> Void
    ) async throws {
        let (stream, tell) = AsyncStream<Found>.makeStream()
        var told = Told(stream)
        let connections = ModemManagerConnections(loop: bus.loop, bus: bus.address)
        await connections.start { tell.yield($0) }
        do {
            try await body(&told)
        } catch {
            await connections.stop()
            throw error
        }
        await connections.stop()
        tell.finish()
        // Nothing is told that nobody waited for.
        #expect(await told.connections() == nil)
    }

    @Test func aConnectionComesAndGoes() async throws {
        try await PrivateBus.with { bus in
            try await follow(on: bus) { told in
                let manager = try await ModemManagerStandIn(on: bus.address, loop: bus.loop)
                try await manager.addModem(iccid: Self.card, imsi: "001010000000001")
                try await manager.objects.appear()
                try await manager.connect("wwan0", accessPoint: "mms", servers: ["192.0.2.1", "2001:db8::1"])
                let path = DataPath(interface: "wwan0", nameServers: ["192.0.2.1", "2001:db8::1"])
                let connection = DataConnection(accessPoint: "mms", path: path)
                #expect(
                    await told.connections() == [
                        LineID(iccid: Self.card): [connection], LineID(imsi: "001010000000001"): [connection],
                    ])
                try await manager.disconnect()
                #expect(await told.next() == [:])
                await manager.objects.vanish()
            }
        }
    }

    /// ModemManager was there first, ends, and comes again.
    @Test func theServiceIsRestarted() async throws {
        try await PrivateBus.with { bus in
            func started() async throws -> ModemManagerStandIn {
                let manager = try await ModemManagerStandIn(on: bus.address, loop: bus.loop)
                try await manager.addModem(iccid: Self.card)
                try await manager.connect("wwan0")
                try await manager.objects.appear()
                return manager
            }
            let manager = try await started()
            try await follow(on: bus) { told in
                #expect(await told.next() == [Self.line: ["wwan0"]])
                await manager.objects.vanish()
                #expect(await told.next() == [:])
                let again = try await started()
                #expect(await told.next() == [Self.line: ["wwan0"]])
                await again.objects.vanish()
                #expect(await told.next() == [:])
            }
        }
    }

    @Test func networkManagersWordIsPreferred() async throws {
        try await PrivateBus.with { bus in
            let manager = try await ModemManagerStandIn(on: bus.address, loop: bus.loop)
            try await manager.objects.appear()
            try await manager.addModem(iccid: Self.card)
            let network = try await NetworkManagerStandIn(on: bus.address, loop: bus.loop)
            try await network.objects.appear()
            try await follow(on: bus) { told in
                try await network.addDevice(2, type: 2, modem: "/sys/devices/usb1")
                try await network.addDevice(1, modem: ModemManagerStandIn.modem(0))
                // PPP: ModemManager has nothing but the port.
                try await manager.connect("ttyUSB2", method: 1)
                try await network.activate("ppp0", accessPoint: "internet", servers: ["192.0.2.7"])
                let path = DataPath(interface: "ppp0", nameServers: ["192.0.2.7"])
                #expect(
                    await told.connections() == [
                        LineID(iccid: Self.card): [DataConnection(accessPoint: "internet", path: path)]
                    ])
                // Other servers, of which only the connection's own object tells.
                try await network.objects.change(
                    NetworkManagerStandIn.configuration(1, version: 4), NetworkManagerStandIn.name + ".IP4Config",
                    ["NameserverData": .dictionaries([["address": .string("192.0.2.8")]])])
                #expect(await told.connections()?.values.map { $0.map(\.path.nameServers) } == [[["192.0.2.8"]]])
                try await network.deactivate()
                #expect(await told.next() == [:])
                try await network.activate("ppp0")
                #expect(await told.next() == [Self.line: ["ppp0"]])
                await network.objects.vanish()
                #expect(await told.next() == [:])
            }
            await manager.objects.vanish()
        }
    }

    /// Without NetworkManager, or where it does not manage the modem, ModemManager's word counts.
    @Test func anotherMakesTheConnection() async throws {
        try await PrivateBus.with { bus in
            let manager = try await ModemManagerStandIn(on: bus.address, loop: bus.loop)
            try await manager.objects.appear()
            try await manager.addModem(iccid: Self.card)
            let network = try await NetworkManagerStandIn(on: bus.address, loop: bus.loop)
            try await network.addDevice(1, modem: ModemManagerStandIn.modem(0))
            try await network.objects.appear()
            try await follow(on: bus) { told in
                try await manager.connect("wwan0")
                #expect(await told.next() == [Self.line: ["wwan0"]])
                await manager.objects.vanish()
                #expect(await told.next() == [:])
            }
            await network.objects.vanish()
        }
    }

    @Test func theCardIsChanged() async throws {
        try await PrivateBus.with { bus in
            let manager = try await ModemManagerStandIn(on: bus.address, loop: bus.loop)
            try await manager.objects.appear()
            try await manager.addModem(iccid: Self.card)
            try await manager.connect("wwan0")
            try await follow(on: bus) { told in
                #expect(await told.next() == [Self.line: ["wwan0"]])
                // ModemManager makes a new modem of one with another card.
                try await manager.removeModem()
                #expect(await told.next() == [:])
                try await manager.addModem(1, iccid: "8944000000000000027", bearers: [3])
                try await manager.connect("wwan0", bearer: 3, of: 1)
                #expect(await told.next() == ["iccid-8944000000000000027": ["wwan0"]])
                // One that was locked tells later who it is.
                try await manager.objects.change(
                    ModemManagerStandIn.card(1), ModemManagerStandIn.name + ".Sim",
                    ["SimIdentifier": .string("8944000000000000035")])
                #expect(await told.next() == ["iccid-8944000000000000035": ["wwan0"]])
                await manager.objects.vanish()
                #expect(await told.next() == [:])
            }
        }
    }

    /// Of a second connection the modem's state does not tell.
    @Test func severalConnectionsOfACard() async throws {
        try await PrivateBus.with { bus in
            let manager = try await ModemManagerStandIn(on: bus.address, loop: bus.loop)
            try await manager.objects.appear()
            try await manager.addModem(iccid: Self.card, bearers: [0, 1])
            try await follow(on: bus) { told in
                try await manager.connect("wwan0", accessPoint: "internet")
                #expect(await told.next() == [Self.line: ["wwan0"]])
                try await manager.connect("wwan1", bearer: 1, accessPoint: "mms", isOnly: false)
                #expect(await told.next() == [Self.line: ["wwan0", "wwan1"]])
                try await manager.disconnect(isOnly: false)
                #expect(await told.next() == [Self.line: ["wwan1"]])
                try await manager.disconnect(bearer: 1)
                #expect(await told.next() == [:])
            }
            await manager.objects.vanish()
        }
    }

    @Test func theBusIsLostAndComesBack() async throws {
        try await PrivateBus.with { bus in
            func started() async throws -> ModemManagerStandIn {
                let manager = try await ModemManagerStandIn(on: bus.address, loop: bus.loop)
                try await manager.addModem(iccid: Self.card)
                try await manager.connect("wwan0")
                try await manager.objects.appear()
                return manager
            }
            let first = try await started()
            try await follow(on: bus) { told in
                #expect(await told.next() == [Self.line: ["wwan0"]])
                await bus.kill()
                #expect(await told.next() == [:])
                try await bus.run()
                let manager = try await started()
                #expect(await told.next() == [Self.line: ["wwan0"]])
                await manager.objects.vanish()
                #expect(await told.next() == [:])
            }
            await first.objects.vanish()
        }
    }

    /// One that answers no more holds nobody up: neither the end, nor what comes after it.
    @Test func aServiceThatFallsSilent() async throws {
        try await PrivateBus.with { bus in
            let silent = try await ModemManagerStandIn(on: bus.address, loop: bus.loop)
            await silent.objects.fallSilent()
            try await silent.objects.appear()
            try await follow(on: bus) { told in
                await silent.objects.vanish()
                let manager = try await ModemManagerStandIn(on: bus.address, loop: bus.loop)
                try await manager.addModem(iccid: Self.card)
                try await manager.connect("wwan0")
                try await manager.objects.appear()
                #expect(await told.next() == [Self.line: ["wwan0"]])
                await manager.objects.fallSilent()
                try await manager.changeState(from: 11, to: 8)
            }
            let again = try await ModemManagerStandIn(on: bus.address, loop: bus.loop)
            await again.objects.vanish()
        }
    }

    /// Objects without end, of other types, and with strings that no card or interface has.
    @Test func absurdAnswers() async throws {
        try await PrivateBus.with { bus in
            let manager = try await ModemManagerStandIn(on: bus.address, loop: bus.loop)
            let name = ModemManagerStandIn.name
            for number in 0..<100 {
                await manager.objects.set(
                    "/absurd/\(number)", name + ".Modem",
                    [
                        "Sim": .string("none"), "Bearers": .strings(["x"]),
                        "Model": .string(String(repeating: "x", count: 10_000)),
                    ])
            }
            await manager.objects.set(
                "/a", name + ".Modem",
                [
                    "Sim": .objectPath("/a"),
                    "Bearers": .array(of: "o", (0..<1_000).map { .objectPath("/b/\($0)") }),
                ])
            await manager.objects.set(
                "/a", name + ".Sim", ["SimIdentifier": .string(String(repeating: "8", count: 1 << 20))])
            try await manager.objects.appear()
            let sane = ModemManagerStandIn.modem(0)
            await manager.objects.set(ModemManagerStandIn.card(0), name + ".Sim", ["SimIdentifier": .string(Self.card)])
            await manager.objects.set(
                ModemManagerStandIn.bearer(0), name + ".Bearer",
                ModemManagerStandIn.connected("wwan0", accessPoint: String(repeating: "a", count: 1_000)))
            try await follow(on: bus) { told in
                // Over the limits of what is read at all; then it is reasonable again.
                await manager.objects.set("/deep", name + ".Modem", ["x": Self.nested(60)])
                try await manager.changeState(from: 2, to: 3)
                await manager.objects.remove("/deep")
                for number in 0..<100 { await manager.objects.remove("/absurd/\(number)") }
                await manager.objects.set(
                    sane, name + ".Modem",
                    [
                        "Sim": .objectPath(ModemManagerStandIn.card(0)),
                        "Bearers": .array(of: "o", [.objectPath(ModemManagerStandIn.bearer(0))]),
                    ])
                try await manager.changeState(from: 3, to: 11)
                #expect(
                    await told.connections() == [
                        LineID(iccid: Self.card): [DataConnection(path: DataPath(interface: "wwan0"))]
                    ])
                await manager.objects.vanish()
                #expect(await told.next() == [:])
            }
        }
    }

    private static func nested(_ depth: Int) -> BusValue {
        depth == 0 ? .byte(1) : .variant(.structure([nested(depth - 1)]))
    }
}
