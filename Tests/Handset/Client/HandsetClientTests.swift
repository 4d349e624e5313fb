import Dispatch
import Foundation
import Handset
import HandsetBusTesting
import HandsetInterface
import HandsetPlatform
import Testing

@Suite(.timeLimit(.minutes(1))) struct HandsetClientTests {
    private let one = Line.ID(rawValue: "iccid-1")

    @Test func whatTheServiceSaysIsKnown() async throws {
        try await House.with { house in
            #expect(house.client.holds(.carrierMessaging))
            let (app, lines) = (try house.client.appID, try house.client.lines)
            #expect(app == "org.example.messages")
            #expect(lines.map(\.label) == ["Personal"])
            #expect(lines.first?.signal == 70)
            #expect(house.client.canSendSMS(on: one))
            #expect(!house.client.holds(.dialer))
        }
    }

    /// In a process of its own, whose tasks hold more threads than the pool has: what brings the answer must need none.
    @Test func aColdAppSeesTheTruthInItsFirstLine() async throws {
        try await House.with { house in
            let reader = try await ColdReader(bus: house.bus.text, readers: 64, loop: house.bus.loop)
            #expect(await reader.output == "64 of 64\n")
        }
    }

    @Test func theStateIsKeptUp() async throws {
        try await House.with { house in
            var lines = house.client.lineUpdates.makeAsyncIterator()
            #expect(await lines.next(isolation: #isolation)?.line.label == "Personal")
            await house.change { $0.state.lines[0].label = "Home" }
            #expect(await lines.next(isolation: #isolation)?.line.label == "Home")
            let known = try house.client.lines
            #expect(known.first?.label == "Home")
            await house.change { $0.state.lines = [] }
            #expect(await lines.next(isolation: #isolation)?.isRemoved == true)
            var roles = house.client.roleUpdates.makeAsyncIterator()
            #expect(await roles.next(isolation: #isolation) == [.carrierMessaging])
            await house.change { $0.state.roles = [] }
            #expect(await roles.next(isolation: #isolation) == [])
            #expect(!house.client.holds(.carrierMessaging))
        }
    }

    @Test func withoutAServiceEverythingSaysSo() async throws {
        try await PrivateBus.with { bus in
            let client = HandsetClient(address: bus.address, patience: .milliseconds(20))
            #expect(!client.holds(.carrierMessaging))
            #expect(throws: HandsetError(.unreachable)) { try client.lines }
            #expect(throws: HandsetError(.unreachable)) { try client.incomingMessages() }
            for kind in [await kind { try await client.refresh() }, await kind { _ = try await client.apps() }] {
                #expect(kind == .unreachable)
            }
            await client.close()
        }
    }

    @Test func withoutABusEverythingSaysSo() async throws {
        let client = HandsetClient(address: .address("unix:path=/nonexistent/bus"), patience: .milliseconds(20))
        #expect(!client.holds(.carrierMessaging))
        #expect(await kind { _ = try await client.status() } == .unreachable)
        await client.close()
    }

    @Test func theServiceMayComeLater() async throws {
        try await PrivateBus.with { bus in
            let client = HandsetClient(address: bus.address, patience: .milliseconds(1))
            #expect(!client.holds(.carrierMessaging))
            let service = TestService(loop: bus.loop)
            let server = ServiceServer(service, on: bus.address, loop: bus.loop)
            try await server.start()
            var lines = client.lineUpdates.makeAsyncIterator()
            #expect(await lines.next(isolation: #isolation)?.line.label == "Personal")
            #expect(client.holds(.carrierMessaging))
            await client.close()
            await server.stop()
        }
    }

    @Test func theStateComesBackAfterARestartOfTheServiceAndOfTheBus() async throws {
        try await House.with { house in
            var viability = house.client.smsViability.subscribe().makeAsyncIterator()
            #expect(await viability.next(isolation: #isolation)?.isViable == true)
            try await house.stopService()
            #expect(await viability.next(isolation: #isolation)?.isViable == false)
            #expect(throws: HandsetError(.unreachable)) { try house.client.messagingLines() }
            try await house.server.start()
            #expect(await viability.next(isolation: #isolation)?.isViable == true)
            try await house.restartBus()
            #expect(await viability.next(isolation: #isolation)?.isViable == false)
            #expect(await viability.next(isolation: #isolation)?.isViable == true)
            #expect(try house.client.messagingLines().count == 1)
        }
    }

    @Test func theSettingsReachTheService() async throws {
        try await House.with { house in
            let client = house.client
            try await client.setLabel("Work", of: one)
            #expect(await house.service.labels == ["iccid-1": "Work"])
            #expect(try await client.unlock(one, pin: "1234") == UnlockResult(outcome: .wrongPIN, attemptsLeft: 2))
            #expect(try await client.apps().first?.eligibleRoles == [.carrierMessaging])
            #expect(try await client.roleHolders() == [.carrierMessaging: "org.example.messages"])
            try await client.setRole(.carrierMessaging, to: nil)
            #expect(await house.service.given == [.carrierMessaging: nil])
            let status = try await client.status()
            #expect(status.modems.first?.sim == .ready)
            #expect(status.trouble == ["The disk is full."])
            #expect(await kind { try await client.setLabel("x", of: Line.ID(rawValue: "none")) } == .noSuchLine)
            #expect(await kind { try await client.setRole(.dialer, to: "refused") } == .refused)
            #expect(await kind { try await client.setRole(Role(rawValue: "king"), to: nil) } == .invalidArgument)
            #expect(
                await kind { try await client.setLabel(String(repeating: "x", count: 65), of: one) } == .invalidArgument
            )
        }
    }

    @Test func noErrorOfTheServiceBringsANumber() async throws {
        try await House.with { house in
            _ = house.client.holds(.carrierMessaging)
            await house.service.change { $0.fault = ServiceError(.unavailable, "cannot reach +44 7700 900123 now") }
            do throws(HandsetError) {
                _ = try await house.client.send(
                    OutgoingMessage(id: "1", line: one, to: ["+447700900123"], text: "secret"))
                Issue.record("it was sent")
            } catch {
                for words in ["\(error)", error.message, error.debugDescription, error.localizedDescription] {
                    #expect(!words.contains("900123") && !words.contains("secret"))
                }
                #expect(error.kind == .unavailable)
            }
        }
    }

    private func kind(_ work: () async throws -> Void) async -> HandsetError.Kind? {
        do {
            try await work()
        } catch {
            return (error as? HandsetError)?.kind
        }
        return nil
    }
}
