import Dispatch
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

@testable import HandsetService

/// Promise 2: what a client said before it left the bus counts, also when the daemon hears both in one moment.
@Suite(.timeLimit(.minutes(1))) struct LastWordTests {
    @Test func theAcknowledgementOfAClientThatIsGoneCounts() async throws {
        try await House.running { (house, _) async throws in
            let daemon = try #require(house.daemon)
            for number in 1...10 {
                try await house.modem.receive("text \(number)", at: 1_800_000_000 + Int64(number))
                let app = try await RawClient(house.bus.address)
                let cursor = try await app.next()
                house.holdDaemon {
                    await app.leave(saying: "Acknowledge", [.string("sms"), .uint32(1), .uint64(cursor)])
                }
                await house.vanished(House.app)
                #expect(daemon.deliveries.waitingCount == 0)
                let queue = try await daemon.store.queue(of: "sms")
                #expect(queue.elements.isEmpty)
            }
        }
    }

    @Test func aReaderOpenedAtACursorByAClientThatIsGoneCounts() async throws {
        try await House.running { (house, _) async throws in
            let daemon = try #require(house.daemon)
            try await house.modem.receive("text")
            let app = try await RawClient(house.bus.address)
            let cursor = try await app.next()
            house.holdDaemon {
                await app.leave(saying: "OpenReader", [.string("sms"), .uint32(2), .uint64(cursor)], reader: 1)
            }
            await house.vanished(House.app)
            #expect(daemon.deliveries.waitingCount == 0)
        }
    }

    @Test func whatAClientLeavesInHandIsStillItsDeath() async throws {
        try await House.running { (house, _) async throws in
            let daemon = try #require(house.daemon)
            try await house.modem.receive("text")
            let app = try await RawClient(house.bus.address)
            _ = try await app.next()
            house.holdDaemon { await app.leave(saying: "GetState", [], on: RawClient.session) }
            await house.vanished(House.app)
            #expect(daemon.deliveries.waitingCount == 1)
            while try await daemon.store.queue(of: "sms").elements.map(\.deaths) != [1] { await Task.yield() }
        }
    }

    /// Nobody would ever strike it out again.
    @Test func aClientThatLeftBeforeItWasKnownIsNotTakenDown() async throws {
        try await House.running { (house, _) async throws in
            let daemon = try #require(house.daemon)
            let app = try await RawClient(house.bus.address)
            house.holdDaemon { await app.leave(saying: "GetState", [], on: RawClient.session) }
            _ = try await house.client().state()
            #expect(daemon.clients.count == 1)
        }
    }
}

/// An app that asks for no answers and does not wait.
private struct RawClient {
    static let messages = "org.handset.Messages1"
    static let session = "org.handset.Session1"

    private let address: BusAddress
    private let bus: Bus

    init(_ address: BusAddress) async throws {
        self.address = address
        bus = try await Bus.connect(to: address, on: EventLoop(name: "app"))
    }

    private func call(_ member: String, _ arguments: [BusValue], on interface: String = RawClient.messages) -> BusCall {
        BusCall(member, on: interface, of: HandsetName.service, at: HandsetName.path, arguments)
    }

    func next() async throws -> UInt64 {
        let answer = try await bus.call(call("Next", [.string("sms"), .uint32(1), .uint64(0)]))
        return try #require(answer.first?.uint64)
    }

    /// Returns when the bus has told everybody that this client is gone.
    func leave(
        saying member: String, _ arguments: [BusValue], on interface: String = RawClient.messages,
        reader: UInt32? = nil
    ) async {
        do {
            let watcher = try await Bus.connect(to: address, on: EventLoop(name: "watcher"))
            let gone = OneShot<Void>()
            _ = try await watcher.follow(await bus.uniqueName) { if $0 == nil { gone.give(()) } }
            try await bus.post(call(member, arguments, on: interface))
            if let reader { try await bus.post(call("CloseReader", [.string("sms"), .uint32(reader)])) }
            await bus.close()
            await gone.value()
            // The bus writes to each in its turn: after two more rounds the daemon's turn has been.
            let driver = "org.freedesktop.DBus"
            for _ in 1...2 {
                _ = try await watcher.call(BusCall("GetId", on: driver, of: driver, at: "/org/freedesktop/DBus"))
            }
            await watcher.close()
        } catch {
            Issue.record(error)
        }
    }
}

extension House {
    /// Has the daemon hear nothing while `work` goes on elsewhere: then everything in one batch.
    fileprivate func holdDaemon(_ work: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        // Not a child: it has to run while this thread, the daemon's, is held.
        Task.detached {
            await work()
            done.signal()
        }
        done.wait()
    }
}
