import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReconnectTests {
    /// The events of a client, in order.
    private func events(of client: ServiceClient) async -> AsyncStream<ServiceEvent>.AsyncIterator {
        let (stream, continuation) = AsyncStream.makeStream(of: ServiceEvent.self)
        await client.observe { continuation.yield($0) }
        return stream.makeAsyncIterator()
    }

    @Test func aRestartOfTheServiceIsSeenAndSurvived() async throws {
        try await House.with { house in
            var events = await events(of: house.client)
            #expect(await events.next() == .connected)
            await house.server.stop()
            guard case .disconnected(let error) = await events.next() else {
                Issue.record("not told that the service left")
                return
            }
            #expect(error.kind == .unreachable)
            let failure = await #expect(throws: ServiceError.self) { try await house.client.status() }
            #expect(failure?.kind == .unreachable)
            let waiting = Task { try await house.client.whenConnected() }
            try await house.server.start()
            try await waiting.value
            #expect(await events.next() == .connected)
            #expect(try await house.client.status().version == "1")
        }
    }

    @Test func aRestartOfTheBusIsSeenAndSurvivedByBothSides() async throws {
        try await House.with { house in
            var events = await events(of: house.client)
            #expect(await events.next() == .connected)
            #expect(try await house.client.status().version == "1")
            let next = Task { try await house.client.next(service: "sms", reader: 1, after: 0) }
            _ = await house.service.journal(of: 2)
            await house.daemon.kill()
            let failure = await #expect(throws: ServiceError.self) { try await next.value }
            #expect(failure?.kind == .unreachable)
            guard case .disconnected = await events.next() else {
                Issue.record("not told that the bus left")
                return
            }
            try await house.daemon.run()
            #expect(await events.next() == .connected)
            #expect(try await house.client.status().version == "1")
            let journal = await house.service.journal
            #expect(journal.contains("cut off"))
            #expect(journal.contains("serving"))
            #expect(journal.contains("cancelled 1"))
            #expect(journal.contains("vanished bus"))
            #expect(!journal.contains("vanished client"))
        }
    }

    @Test func tellsTheServiceThatAClientIsGone() async throws {
        try await House.with { house in
            let client = ServiceClient(on: house.daemon.address)
            let next = Task { try await client.next(service: "sms", reader: 7, after: 0) }
            _ = await house.service.journal(of: 1)
            await client.close()
            _ = await #expect(throws: ServiceError.self) { try await next.value }
            let journal = await house.service.journal(of: 3)
            #expect(Set(journal) == ["next sms 7 0", "cancelled 7", "vanished client"])
        }
    }

    @Test func tellsOfChanges() async throws {
        try await House.with { house in
            var events = await events(of: house.client)
            #expect(await events.next() == .connected)
            await house.server.stateChanged()
            await house.server.sentChanged()
            #expect(await events.next() == .stateChanged)
            #expect(await events.next() == .sentChanged)
        }
    }

    @Test func aCancelledReadEndsAtOnceAndStillAcknowledges() async throws {
        try await House.with { house in
            let reader = Task {
                do throws(ServiceError) {
                    _ = try await house.client.next(service: "sms", reader: 1, after: 5)
                    return ServiceError.Kind.unexpected
                } catch {
                    try? await house.client.acknowledge(service: "sms", reader: 1, through: 5)
                    return error.kind
                }
            }
            _ = await house.service.journal(of: 1)
            reader.cancel()
            #expect(await reader.value == .cancelled)
            #expect(await house.service.journal(of: 2) == ["next sms 1 5", "acknowledge sms 1 5"])
        }
    }

    @Test func saysThatThereIsNoBusOrNoService() async throws {
        let nowhere = ServiceClient(on: .address("unix:path=/nonexistent/bus"))
        let failure = await #expect(throws: ServiceError.self) { try await nowhere.state() }
        #expect(failure?.kind == .unreachable)
        await nowhere.close()
        try await PrivateBus.with { daemon in
            let client = ServiceClient(on: daemon.address)
            let failure = await #expect(throws: ServiceError.self) { try await client.state() }
            #expect(failure?.kind == .unreachable)
            let waiting = Task { try await client.whenConnected() }
            waiting.cancel()
            let cancelled = await #expect(throws: ServiceError.self) { try await waiting.value }
            #expect(cancelled?.kind == .cancelled)
            await client.close()
            let closed = await #expect(throws: ServiceError.self) { try await client.whenConnected() }
            #expect(closed?.kind == .unreachable)
        }
    }

    @Test func aSecondServiceIsRefused() async throws {
        try await House.with { house in
            let loop = EventLoop(name: "second")
            let second = ServiceServer(FakeService(loop: loop), on: house.daemon.address, loop: loop)
            let failure = await #expect(throws: ServiceError.self) { try await second.start() }
            #expect(failure?.kind == .busy)
            let status = try await house.client.status()
            #expect(status.version == "1")
        }
    }
}
