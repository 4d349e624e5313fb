import Foundation
import Handset
import HandsetDBus
import HandsetInterface
import Testing

/// The delivery contract over a real bus.
@Suite(.timeLimit(.minutes(1))) struct IncomingMessagesTests {
    /// A loop in a task of its own, whose body tells what it has and waits for the word to go on.
    private struct Loop {
        let task: Task<Void, Never>
        let seen: AsyncStream<IncomingMessage>

        init(_ client: HandsetClient) throws {
            let messages = try client.incomingMessages()
            let (seen, told) = AsyncStream.makeStream(of: IncomingMessage.self)
            self.seen = seen
            task = Task {
                for await message in messages { told.yield(message) }
                told.finish()
            }
        }
    }

    @Test func aMessageComesWholeWithItsDates() async throws {
        try await House.with { house in
            await house.service.receive("héllo 👋")
            for await message in try house.client.incomingMessages() {
                #expect(message.text == "héllo 👋")
                #expect(message.sender == "+15550100")
                #expect(message.senderKind == .number)
                #expect(message.line == Line.ID(rawValue: "iccid-1"))
                #expect(message.sent == Date(timeIntervalSince1970: 1_700_000_000))
                #expect(message.sentOffset == 60)
                #expect(message.received == Date(timeIntervalSince1970: 1_700_000_005))
                #expect(!message.isIncomplete)
                break
            }
            await house.service.wait { $0.journal.contains("close") }
            #expect(await house.service.queue.count == 1)
        }
    }

    @Test func eachNextAcknowledgesTheOneBefore() async throws {
        try await House.with { house in
            await house.service.receive("1", "2", "3")
            var loop = try house.client.incomingMessages().makeAsyncIterator()
            #expect(await loop.next(isolation: #isolation)?.text == "1")
            #expect(await house.service.queue.count == 3)
            #expect(await loop.next(isolation: #isolation)?.text == "2")
            #expect(await house.service.queue.count == 2)
        }
    }

    @Test func whatALoopLeftComesAgainWithTheSameID() async throws {
        try await House.with { house in
            await house.service.receive("1", "2")
            var first: String?
            for await message in try house.client.incomingMessages() {
                first = message.id
                break
            }
            await house.service.wait { $0.readers.isEmpty }
            for await message in try house.client.incomingMessages() {
                #expect(message.id == first)
                break
            }
        }
    }

    @Test func cancellationAcknowledgesAndEnds() async throws {
        try await House.with { house in
            await house.service.receive("1", "2")
            let loop = try Loop(house.client)
            var seen = loop.seen.makeAsyncIterator()
            #expect(await seen.next(isolation: #isolation)?.text == "1")
            #expect(await seen.next(isolation: #isolation)?.text == "2")
            loop.task.cancel()
            await loop.task.value
            await house.service.wait { $0.queue.isEmpty && $0.readers.isEmpty }
        }
    }

    /// A loop whose body is cancelled and comes back.
    private func cancelInBody(_ client: HandsetClient, _ meanwhile: @escaping @Sendable () async throws -> Void)
        async throws
    {
        let messages = try client.incomingMessages()
        try await Task {
            for await _ in messages {
                try await meanwhile()
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }.value
    }

    @Test func aCancelledLoopEndsWhenItsWordIsHeard() async throws {
        try await House.with { house in
            for text in ["1", "2", "3"] {
                await house.service.receive(text)
                try await cancelInBody(house.client) {}
                // Not waited for: the process could have ended.
                #expect(await house.service.queue.isEmpty)
            }
        }
    }

    @Test func aCancelledLoopWaitsForAServiceThatRestarts() async throws {
        try await House.with { house in
            await house.service.receive("1")
            let back = OneShot<Void>()
            async let restarting: Void = {
                await house.service.wait { $0.journal.contains("gone") }
                try await house.server.start()
                back.give(())
            }()
            try await cancelInBody(house.client) {
                try await house.stopService()
                await house.service.note("gone")
            }
            #expect(await house.service.queue.isEmpty)
            await back.value()
            try await restarting
        }
    }

    @Test func aCancelledLoopEndsThoughNobodyHearsIt() async throws {
        try await House.with { house in
            await house.service.receive("1")
            try await cancelInBody(house.client) { try await house.stopService() }
            #expect(await house.service.queue.count == 1)
        }
    }

    @Test func severalLoopsEachGetEverythingAndTheSlowestHolds() async throws {
        try await House.with { house in
            var slow = try house.client.incomingMessages().makeAsyncIterator()
            let fast = try Loop(house.client)
            await house.service.receive("1", "2")
            var seen = fast.seen.makeAsyncIterator()
            #expect(await seen.next(isolation: #isolation)?.text == "1")
            #expect(await seen.next(isolation: #isolation)?.text == "2")
            #expect(await slow.next(isolation: #isolation)?.text == "1")
            #expect(await house.service.queue.count == 2)
            #expect(await slow.next(isolation: #isolation)?.text == "2")
            #expect(await house.service.queue.count == 1)
            fast.task.cancel()
            await fast.task.value
        }
    }

    enum Disaster: CaseIterable { case service, bus }

    private func strike(_ disaster: Disaster, _ house: House) async throws {
        switch disaster {
        case .service: try await house.restartService()
        case .bus: try await house.restartBus()
        }
    }

    @Test(arguments: Disaster.allCases) func aRestartDoesNotEndAWaitingLoop(_ disaster: Disaster) async throws {
        try await House.with { house in
            await house.service.receive("before")
            let loop = try Loop(house.client)
            var seen = loop.seen.makeAsyncIterator()
            #expect(await seen.next(isolation: #isolation)?.text == "before")
            await house.service.wait { $0.journal.contains("next 1") }
            try await strike(disaster, house)
            await house.service.receive("after")
            #expect(await seen.next(isolation: #isolation)?.text == "after")
            await house.service.wait { $0.queue.isEmpty }
            loop.task.cancel()
            await loop.task.value
        }
    }

    @Test(arguments: Disaster.allCases)
    func aMessageInHandIsNotTakenByAnotherLoopAfterARestart(_ disaster: Disaster) async throws {
        try await House.with { house in
            await house.service.receive("1", "2", "3")
            var inHand = try house.client.incomingMessages().makeAsyncIterator()
            #expect(await inHand.next(isolation: #isolation)?.text == "1")
            #expect(await inHand.next(isolation: #isolation)?.text == "2")
            try await strike(disaster, house)
            // Open again with the cursor of what it is done with, though nobody asks.
            await house.service.wait { $0.readers.values.contains { $0.position == 1 } }
            let other = try Loop(house.client)
            var seen = other.seen.makeAsyncIterator()
            #expect(await seen.next(isolation: #isolation)?.text == "2")
            #expect(await seen.next(isolation: #isolation)?.text == "3")
            await house.service.wait { $0.journal.contains("next 3") }
            #expect(await house.service.queue.count == 2)
            #expect(await inHand.next(isolation: #isolation)?.text == "3")
            other.task.cancel()
            await other.task.value
        }
    }

    /// The service is asked for the state after a restart, and only then are readers opened again: one that a loop has
    /// opened itself meanwhile must be left alone.
    @Test(arguments: Disaster.allCases)
    func aLoopThatWasFasterThanTheReopeningKeepsItsPlace(_ disaster: Disaster) async throws {
        try await House.with { house in
            await house.service.receive("1", "2", "3")
            var loop = try house.client.incomingMessages().makeAsyncIterator()
            #expect(await loop.next(isolation: #isolation)?.text == "1")
            await house.service.change { $0.holdsStateBack = true }
            let asked = await house.service.journal.filter { $0 == "state" }.count
            try await strike(disaster, house)
            await house.service.wait { $0.journal.filter { $0 == "state" }.count > asked }
            #expect(await loop.next(isolation: #isolation)?.text == "2")
            await house.change { $0.holdsStateBack = false }
            try await house.client.refresh()
            #expect(await loop.next(isolation: #isolation)?.text == "3")
            await house.service.wait { $0.queue.map(\.message.text) == ["3"] }
        }
    }

    @Test(arguments: Disaster.allCases)
    func aLoopThatIsCancelledWithAMessageInHandAcknowledgesItAfterARestart(_ disaster: Disaster) async throws {
        try await House.with { house in
            await house.service.receive("1", "2")
            let (inBody, told) = AsyncStream.makeStream(of: String.self)
            let (goOn, go) = AsyncStream.makeStream(of: Void.self)
            let messages = try house.client.incomingMessages()
            let loop = Task {
                for await message in messages {
                    told.yield(message.text)
                    for await _ in goOn { break }
                }
            }
            var bodies = inBody.makeAsyncIterator()
            #expect(await bodies.next(isolation: #isolation) == "1")
            try await strike(disaster, house)
            await house.service.wait { !$0.readers.isEmpty }
            loop.cancel()
            go.finish()
            await loop.value
            await house.service.wait { $0.queue.map(\.message.text) == ["2"] && $0.readers.isEmpty }
        }
    }

    @Test func aLoopSurvivesTheLossOfItsRole() async throws {
        try await House.with { house in
            let loop = try Loop(house.client)
            var seen = loop.seen.makeAsyncIterator()
            await house.service.wait { $0.journal.contains("next 0") }
            var roles = house.client.roleUpdates.makeAsyncIterator()
            #expect(await roles.next(isolation: #isolation) == [.carrierMessaging])
            await house.change { $0.state.roles = [] }
            #expect(await roles.next(isolation: #isolation) == [])
            #expect(throws: HandsetError(.notPermitted)) { try house.client.incomingMessages() }
            await house.service.receive("hidden")
            await house.change { $0.state.roles = [.carrierMessaging] }
            #expect(await seen.next(isolation: #isolation)?.text == "hidden")
            loop.task.cancel()
            await loop.task.value
        }
    }

    @Test func aLoopTooManyWaitsForAnotherToEnd() async throws {
        try await House.with({ $0.readerLimit = 2 }) { house in
            let loops = [try Loop(house.client), try Loop(house.client), try Loop(house.client)]
            await house.service.wait { $0.journal.contains("busy") }
            await house.service.receive("1")
            loops[0].task.cancel()
            loops[1].task.cancel()
            var seen = loops[2].seen.makeAsyncIterator()
            #expect(await seen.next(isolation: #isolation)?.text == "1")
            loops[2].task.cancel()
            for loop in loops { await loop.task.value }
        }
    }
}
