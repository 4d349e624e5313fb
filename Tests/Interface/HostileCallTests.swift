import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

/// Calls that no client of ours makes.
@Suite(.timeLimit(.minutes(1))) struct HostileCallTests {
    private static func call(_ member: String, on interface: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(
            member, on: "org.handset.\(interface)1", of: HandsetName.service, at: HandsetName.path, arguments)
    }

    private static let invalidTypes = "org.freedesktop.DBus.Error.InvalidArgs"
    private static let invalid = "org.handset.Error.InvalidArgument"
    private static let long = String(repeating: "x", count: 5_000)

    @Test(arguments: [
        (call("GetState", on: "Session", [.string("")]), invalidTypes),
        (call("Send", on: "Messages", []), invalidTypes),
        (call("Send", on: "Messages", [.stringDictionary(["id": "1"])]), invalidTypes),
        (call("Next", on: "Messages", [.string("sms"), .uint32(1), .int64(0)]), invalidTypes),
        (call("Remove", on: "Notifications", [.array(of: "v", [])]), invalidTypes),
        (call("Send", on: "Messages", [.dictionary([:])]), invalid),
        (call("Send", on: "Messages", [.dictionary(["id": .uint32(1)])]), invalid),
        (call("SetLabel", on: "Lines", [.string("iccid-1"), .string("")]), invalid),
        (call("SetLabel", on: "Lines", [.string("iccid-1"), .string("a\nb")]), invalid),
        (call("SetLabel", on: "Lines", [.string("iccid-1"), .string(String(repeating: "é", count: 65))]), invalid),
        (call("SetLabel", on: "Lines", [.string(long), .string("a")]), invalid),
        (call("SetRole", on: "Roles", [.string("emperor"), .string("a")]), invalid),
        (call("OpenReader", on: "Messages", [.string(long), .uint32(0), .uint64(0)]), invalid),
        (call("Remove", on: "Notifications", [.strings(Array(repeating: "", count: 1_001))]), invalid),
        (call("Remove", on: "Notifications", [.strings([long])]), invalid),
        (call("Post", on: "Notifications", [.dictionary(["id": .dictionary([:])])]), invalid),
        (call("Push", on: "Pushes", [.string("a"), .dictionary(["type": .string("voip")])]), invalid),
        (
            call(
                "Push", on: "Pushes",
                [.string("a"), .dictionary(["type": .string("voip"), "payload": .string(long + long)])]), invalid
        ),
        (call("NextPush", on: "Pushes", [.strings(Array(repeating: "", count: 1_001))]), invalid),
        (
            call("Register", on: "Agents", [.dictionary([:]), .dictionaries(Array(repeating: [:], count: 501))]),
            invalid
        ),
        (call("Register", on: "Agents", [.dictionary([:]), .dictionaries([["path": .string("/p")]])]), invalid),
        (call("SetLabel", on: "Lines", [.string("other"), .string("a")]), "org.handset.Error.NoSuchLine"),
        (call("SetRole", on: "Roles", [.string("dialer"), .string("refused")]), "org.handset.Error.Refused"),
        (call("Reboot", on: "Status", []), "org.freedesktop.DBus.Error.UnknownMethod"),
        (call("GetState", on: "Nothing", []), "org.freedesktop.DBus.Error.UnknownInterface"),
    ]) func isAnsweredWithAnError(call: BusCall, name: String) async throws {
        try await House.with { house in
            let bus = try await Bus.connect(to: house.daemon.address, on: EventLoop(name: "hostile"))
            let error = await #expect(throws: BusError.self) { try await bus.call(call) }
            #expect(error?.remoteName == name)
            let status = try await house.client.status()
            #expect(status.version == "1")
            await bus.close()
        }
    }

    @Test(arguments: ServiceError.Kind.allCases) func anErrorKeepsItsKind(kind: ServiceError.Kind) async throws {
        let loop = EventLoop(name: "service")
        try await PrivateBus.with { daemon in
            let service = FakeService(loop: loop)
            await service.fail(with: ServiceError(kind, "why"))
            let server = ServiceServer(service, on: daemon.address, loop: loop)
            try await server.start()
            let client = ServiceClient(on: daemon.address)
            let error = await #expect(throws: ServiceError.self) { try await client.status() }
            switch kind {
            case .unreachable, .cancelled: #expect(error == ServiceError(.unavailable, "why"))
            case .unexpected: #expect(error?.kind == .unexpected)
            default: #expect(error == ServiceError(kind, "why"))
            }
            await client.close()
            await server.stop()
        }
    }

    @Test func tooManyReadersOfOneClientAreRefused() async throws {
        try await House.with { house in
            let bus = try await Bus.connect(to: house.daemon.address, on: EventLoop(name: "hostile"))
            for reader in UInt32(0)..<128 {
                try await bus.post(
                    Self.call("Next", on: "Messages", [.string("sms"), .uint32(reader), .uint64(0)]))
            }
            let error = await #expect(throws: BusError.self) {
                try await bus.call(Self.call("GetStatus", on: "Status", []))
            }
            #expect(error?.remoteName == "org.handset.Error.Busy")
            let status = try await house.client.status()
            #expect(status.version == "1")
            await bus.close()
        }
    }
}
