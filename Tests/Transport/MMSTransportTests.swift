import HandsetCarrier
import HandsetLines
import HandsetMMS
import HandsetPlatform
import Testing

@testable import HandsetMMSTransport

/// Our client and the carrier's MMSC, over the interface `lo`.
@Suite(.timeLimit(.minutes(1))) struct MMSTransportTests {
    static let northwind = NetworkID(rawValue: "00101")
    static let line = "+15550100"
    static let friend = "+15550123"

    struct Fixture {
        let carrier: Carrier
        let transport: MMSTransport
        let access: MultimediaAccess
        var settings: MultimediaSettings { MultimediaSettings(mmsc: access.mmsc, proxy: access.proxy) }

        func post(
            _ octets: [UInt8], path: DataPath = DataPath(interface: "lo"), limit: Int = 1 << 20
        ) async throws(MMSTransferError) -> MMSReply {
            try await transport.perform(
                MMSRequest(
                    .post(octets), location: Array(settings.mmsc.utf8), path: path, settings: settings,
                    answerLimit: limit))
        }
    }

    static func withFixture(
        habits: MultimediaHabits = MultimediaHabits(), limits: MMSTransferLimits = MMSTransferLimits(),
        _ body: (Fixture) async throws -> Void
    ) async throws {
        let loop = EventLoop(name: "mms")
        let carrier = Carrier(loop: loop)
        try await carrier.addNetwork(
            .init(name: "Northwind Mobile", mcc: "001", mnc: "01", serviceCentre: "+15550001"))
        try await carrier.setMultimediaHabits(habits, network: northwind)
        let card = try await carrier.addSIM(.init(network: northwind, number: line))
        try await carrier.addSubscriber(.init(network: northwind, number: friend))
        let transport = MMSTransport(loop: loop, limits: limits)
        let fixture = Fixture(
            carrier: carrier, transport: transport, access: try await carrier.multimediaAccess(of: card))
        do {
            try await body(fixture)
        } catch {
            await transport.close()
            await carrier.shutDown()
            throw error
        }
        await transport.close()
        await carrier.shutDown()
    }

    static func request(octets: Int = 10, to number: String = friend, id: String = "A1") -> [UInt8] {
        let parts = [
            MMSPart(text: "Look", name: "text.txt"),
            MMSPart(MediaType("image/jpeg"), name: "a.jpg", data: [UInt8](repeating: 0xD8, count: octets)),
        ]
        return MMSSendRequest(
            transactionID: TextValue(id), to: [.phoneNumber(number)],
            body: MMSBody(presentation: MMSPresentation(showing: parts), parts: parts)
        ).encoded()
    }

    @Test(arguments: [
        MultimediaHabits(), MultimediaHabits(version: .v1_0), MultimediaHabits(version: .v1_3, wantsProxy: true),
        MultimediaHabits(answersChunked: true),
    ])
    func aMessageIsTaken(_ habits: MultimediaHabits) async throws {
        try await Self.withFixture(habits: habits) { fixture in
            // The proxy's name is a number here; the MMSC's own is asked of nobody.
            let answer = try await fixture.post(Self.request(octets: 300_000))
            #expect(answer.status == 200)
            #expect(answer.contentType == "application/vnd.wap.mms-message")
            let confirmation = try MMSSendConfirmation(decoding: answer.body)
            #expect(confirmation.status == .ok)
            let received = try await fixture.carrier.subscriber(Self.friend).waitForMultimedia(1)
            #expect(received[0].from == Self.line)
            #expect(received[0].parts.map(\.data.count) == [4, 300_000])
        }
    }

    /// What each fault looks like from here. `nil`: an answer with this status.
    @Test(
        arguments: [
            (MultimediaFault.Kind.status(503), nil, 503), (.status(404), nil, 404), (.refuse, .lost, 0),
            (.loseAnswer, .lost, 0), (.cut(after: 100), .lost, 0), (.drip, .lost, 0),
            (.oversized(3 << 20), .tooLarge, 0), (.wrongType, nil, 200), (.delay(.milliseconds(100)), nil, 200),
            (.redirect("file:///etc/passwd"), .notSent, 0), (.redirect("http://127.0.0.1:1/"), .notSent, 0),
        ] as [(MultimediaFault.Kind, MMSTransferError.Kind?, Int)])
    func faults(_ fault: MultimediaFault.Kind, _ kind: MMSTransferError.Kind?, _ status: Int) async throws {
        var limits = MMSTransferLimits()
        limits.slowest = .seconds(2)
        try await Self.withFixture(limits: limits) { fixture in
            try await fixture.carrier.inject(MultimediaFault(fault), network: Self.northwind)
            do throws(MMSTransferError) {
                let answer = try await fixture.post(Self.request())
                #expect(kind == nil)
                #expect(answer.status == status)
            } catch {
                #expect(error.kind == kind)
            }
            // And the next one works.
            #expect(try await fixture.post(Self.request(id: "A2")).status == 200)
        }
    }

    @Test func nothingLeavesByAnInterfaceThatIsNotThere() async throws {
        try await Self.withFixture { fixture in
            let error = await #expect(throws: MMSTransferError.self) { () async throws in
                try await fixture.post(Self.request(), path: DataPath(interface: "handset-none"))
            }
            #expect(error?.kind == .notSent)
            #expect(error?.reason.contains("interface") == true)
            #expect(await fixture.carrier.snapshot.multimedia.submissions.isEmpty)
            let answer = try await fixture.post(Self.request(), path: DataPath(interface: nil))
            #expect(answer.status == 200)
        }
    }

    @Test func aNameWithoutServersIsNotAskedForElsewhere() async throws {
        try await Self.withFixture { fixture in
            let request = MMSRequest(
                .fetch, location: Array("http://localhost/x".utf8), path: DataPath(interface: "lo"),
                settings: MultimediaSettings(mmsc: ""), answerLimit: 100)
            let error = await #expect(throws: MMSTransferError.self) { () async throws in
                try await fixture.transport.perform(request)
            }
            #expect(error?.kind == .notSent)
            #expect(error?.reason.contains("name servers") == true)
        }
    }

    @Test func aNameIsAskedOfTheConnectionsServers() async throws {
        try await Self.withFixture { fixture in
            let server = try NameServer(addresses: [[127, 0, 0, 1]])
            defer { server.stop() }
            let port = fixture.access.mmsc.split(separator: ":")[2].prefix { $0 != "/" }
            let request = MMSRequest(
                .post(Self.request()), location: Array("http://mmsc.northwind.example:\(port)/mmsc".utf8),
                path: DataPath(interface: "lo", nameServers: ["127.0.0.1#\(server.port)"]),
                settings: fixture.settings, answerLimit: 1 << 20)
            #expect(try await fixture.transport.perform(request).status == 200)
            #expect(server.questions >= 2)
        }
    }

    @Test func closingEndsWhatIsUnderWay() async throws {
        try await Self.withFixture { fixture in
            try await fixture.carrier.inject(MultimediaFault(.delay(.seconds(50))), network: Self.northwind)
            async let answer = Result { () async throws(MMSTransferError) in try await fixture.post(Self.request()) }
            try await fixture.carrier.waitUntil { $0.multimedia.faultsArmed == 0 }
            await fixture.transport.close()
            let ended = await answer
            #expect(throws: MMSTransferError.self) { try ended.get() }
        }
    }
}

extension Result where Failure == MMSTransferError {
    init(_ body: () async throws(MMSTransferError) -> Success) async {
        do throws(MMSTransferError) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
