import HandsetBusTesting
import HandsetInterface
import HandsetPlatform

/// A service on a bus of its own and a client of it.
struct House: Sendable {
    let daemon: PrivateBus
    let service: FakeService
    let server: ServiceServer
    let client: ServiceClient

    static func with(_ body: @Sendable (House) async throws -> Void) async throws {
        try await PrivateBus.with { daemon in
            let loop = EventLoop(name: "service")
            let service = FakeService(loop: loop)
            let house = House(
                daemon: daemon, service: service, server: ServiceServer(service, on: daemon.address, loop: loop),
                client: ServiceClient(on: daemon.address))
            try await house.server.start()
            try await body(house)
            await house.client.close()
            await house.server.stop()
        }
    }
}
