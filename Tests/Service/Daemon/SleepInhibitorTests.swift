import Glibc
import HandsetBusTesting
import HandsetDBus
import HandsetLines
import HandsetPlatform
import Testing

@testable import HandsetService

/// A stand-in for logind: gives locks, and tells when one is let go.
@ServiceActor
private final class Logind {
    let taken = Events<[String]>()
    let released = Events<Void>()
    private var streams: [ByteStream] = []
    private var bus: Bus?

    func start(on address: BusAddress) async throws {
        let bus = try await Bus.connect(to: address, on: ServiceActor.loop)
        self.bus = bus
        let method = BusInterface.Method(
            "Inhibit", ["what": "s", "who": "s", "why": "s", "mode": "s"], returns: ["fd": "h"])
        await bus.serve(
            BusObject(
                path: "/org/freedesktop/login1",
                interfaces: [BusInterface("org.freedesktop.login1.Manager", methods: [method])]
            ) { [weak self] request in
                guard let lock = await self?.lock(request.arguments.compactMap(\.string)) else { return [] }
                return [.fileDescriptor(lock)]
            })
        _ = try await bus.requestName("org.freedesktop.login1")
    }

    private func lock(_ arguments: [String]) -> BusFileDescriptor? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let stream = ByteStream(descriptor: ends[0], loop: ServiceActor.loop)
        stream.onClose = { [released] in released.add(()) }
        streams.append(stream)
        taken.add(arguments)
        return BusFileDescriptor(adopting: ends[1])
    }

    func stop() async { await bus?.close() }
}

@Suite struct SleepInhibitorTests {
    @Test func theMachineStaysAwakeFromTheMessageUntilItIsHandled() async throws {
        try await House.with { (house) async throws in
            let logind = Logind()
            try await logind.start(on: house.bus.address)
            try await house.start()
            let agent = try await house.agent()
            #expect(logind.taken.count == 0)
            try await house.modem.receive("wake up")
            let arguments = await logind.taken.next()
            #expect(arguments.first == "sleep")
            #expect(arguments.last == "block")
            _ = await agent.launches.next()
            let app = house.client()
            let element = try await app.next(service: "sms", reader: 1, after: 0)
            #expect(logind.released.count == 0)
            try await app.acknowledge(service: "sms", reader: 1, through: element.cursor)
            await logind.released.next()
            #expect(logind.taken.count == 0)
            await logind.stop()
        }
    }

    @Test func theMachineStaysAwakeFromTheFirstRingToTheEndOfTheCall() async throws {
        try await House.with { (house) async throws in
            let logind = Logind()
            try await logind.start(on: house.bus.address)
            house.modem.phone.appear()
            try await house.start()
            await house.modem.phone.report(.incoming())
            #expect(await logind.taken.next().first == "sleep")
            await house.modem.phone.report(.incoming(.active))
            #expect(logind.released.count == 0)
            await house.modem.phone.report(ended: [.init(index: 1, cause: .normal)])
            await logind.released.next()
            await logind.stop()
        }
    }

    @Test func withoutLogindNothingIsHeldAndNothingIsWrong() async throws {
        let bus = try await PrivateBus()
        let inhibitor = await SleepInhibitor(bus: bus.address)
        await inhibitor.hold()
        #expect(await !inhibitor.isHeld)
        await inhibitor.release()
        await bus.stop()
    }

    /// An app that reads texts alone leaves a picture waiting.
    @Test(.timeLimit(.minutes(1))) func whatNobodyReadsKeepsNobodyAwake() async throws {
        try await House.with { (house) async throws in
            let logind = Logind()
            try await logind.start(on: house.bus.address)
            let daemon = try await house.start()
            let agent = try await house.agent()
            _ = try await daemon.store.settle([.announce([], MultimediaStoreTests.announcement())])
            var picture = IncomingMessage(
                line: House.line, sender: .init(dialled: "+15550123"), text: "", received: 1_800_000_000)
            picture.service = MultimediaMessage.service
            let cursor = try await daemon.store.deliverMultimedia(
                1, picture, messageID: [], answerID: nil, .none)
            daemon.multimedia.inbox.onDelivery([try #require(cursor)])
            _ = await logind.taken.next()
            _ = await agent.launches.next()
            for life in 0..<3 {
                let app = house.client()
                try await house.modem.receive("text \(life)", at: 1_800_000_000 + Int64(life))
                let element = try await app.next(service: "sms", reader: 1, after: 0)
                async let end = app.next(service: "sms", reader: 1, after: element.cursor)
                await logind.released.next()
                #expect(daemon.launchPolicy.isTrying == false)
                await house.kill(app)
                _ = try? await end
                await house.vanished(House.app)
            }
            await logind.stop()
        }
    }
}
