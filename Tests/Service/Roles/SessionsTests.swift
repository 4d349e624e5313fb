import Glibc
import HandsetBusTesting
import HandsetDBus
import Testing

@testable import HandsetService

@Suite struct SessionsTests {
    /// A stand-in for logind that knows the users 1000 (at the screen), 1001 (elsewhere) and 1002 (leaving).
    private func serve(on address: BusAddress) async throws -> Bus {
        let bus = try await Bus.connect(to: address, on: ServiceActor.loop)
        let states: [UInt32: String] = [1_000: "active", 1_001: "online", 1_002: "closing"]
        let manager = BusInterface(
            "org.freedesktop.login1.Manager", methods: [.init("GetUser", ["uid": "u"], returns: ["path": "o"])])
        await bus.serve(
            BusObject(path: "/org/freedesktop/login1", interfaces: [manager]) { request in
                guard let user = request.arguments.first?.uint32, states[user] != nil else {
                    throw BusFault("org.freedesktop.login1.NoSuchUser", "no such user")
                }
                return [.objectPath("/org/freedesktop/login1/user/_\(user)")]
            })
        let properties = BusInterface(
            "org.freedesktop.DBus.Properties",
            methods: [.init("Get", ["interface": "s", "property": "s"], returns: ["value": "v"])])
        for (user, state) in states {
            await bus.serve(
                BusObject(path: "/org/freedesktop/login1/user/_\(user)", interfaces: [properties]) { _ in
                    [.variant(.string(state))]
                })
        }
        _ = try await bus.requestName("org.freedesktop.login1")
        return bus
    }

    @Test func logindSaysWhoIsLoggedIn() async throws {
        let bus = try await PrivateBus()
        let sessions = await Sessions(bus: bus.address)
        #expect(await sessions.standing(of: 1_000) == .unknown)
        let logind = try await serve(on: bus.address)
        #expect(await sessions.standing(of: 1_000) == .active)
        #expect(await sessions.standing(of: 1_001) == .online)
        #expect(await sessions.standing(of: 1_002) == .absent)
        #expect(await sessions.standing(of: 33) == .absent)
        await logind.close()
        await bus.stop()
        #expect(await sessions.standing(of: 1_000) == .unknown)
    }

    /// A person who does not run this test.
    private static let person: UInt32 = geteuid() == 1_000 ? 1_001 : 1_000

    @Test(arguments: [
        (person, Sessions.Standing.active, true), (33, .active, true), (person, .online, true),
        (person, .absent, false), (33, .unknown, false), (person, .unknown, true), (geteuid(), .absent, true),
    ])
    func whoMaySpeakForThePerson(user: UInt32, standing: Sessions.Standing, may: Bool) {
        #expect(Sessions.mayBeAgent(user, standing) == may)
    }
}
