import Glibc
import HandsetAT
import HandsetCarrier
import HandsetLines
import HandsetPlatform
import HandsetSMS
import Testing

@testable import HandsetATModem

/// A modem of the simulated carrier, and ours on it.
struct CarrierBench {
    static let network = NetworkID(rawValue: "00101")
    static let number = "+15550100"
    static let friend = "+15550123"

    let carrier: Carrier
    let far: CarrierModem
    let card: CardID
    let owner = Recorder(journal: Journal())
    let modem: ATModem

    var friend: CarrierSubscriber { carrier.subscriber(Self.friend) }
    var line: LineID { LineID(iccid: card.rawValue) }

    init(
        pin: String? = nil, emergencyNumbers: [String] = [], isSIM: Bool = false, hasCard: Bool = true,
        storageSize: Int = 30, onPseudoTerminal: Bool = false,
        configure: (inout ModemConfiguration) -> Void = { _ in },
        times change: (inout ATModemConfiguration.Times) -> Void = { _ in }
    ) async throws {
        carrier = Carrier(loop: EventLoop(name: "carrier"))
        try await carrier.addNetwork(
            .init(
                name: "Northwind Mobile", mcc: "001", mnc: "01", serviceCentre: "+15550001",
                retryInterval: .milliseconds(100)))
        card = try await carrier.addSIM(
            .init(
                network: Self.network, number: Self.number, pin: pin, storageSize: storageSize,
                emergencyNumbers: emergencyNumbers, isSIM: isSIM))
        try await carrier.addSubscriber(.init(network: Self.network, number: Self.friend))
        let path = "/tmp/handset-at-\(getpid())-\(UInt64.random(in: 0...UInt64.max)).sock"
        let port: ModemPort = onPseudoTerminal ? .pseudoTerminal() : .unixSocket(path)
        var configuration = ModemConfiguration(name: "modem", sim: hasCard ? card : nil, port: port)
        configure(&configuration)
        far = try await carrier.addModem(configuration)
        var times = ATModemConfiguration.Times()
        times.firstRetry = .milliseconds(5)
        times.lastRetry = .milliseconds(50)
        times.cardRetry = .milliseconds(10)
        change(&times)
        modem = ATModem(
            configuration: .init(
                name: "modem", endpoint: onPseudoTerminal ? .serial(far.path, baud: 115_200) : .unixSocket(path),
                times: times),
            loop: EventLoop(name: "near end"), owner: owner)
    }

    func ready() async {
        await modem.start()
        await owner.waitForStatus { $0.line?.canSendSMS == true }
        await modem.probe()
    }

    func end() async {
        await modem.stop()
        await carrier.shutDown()
    }

    /// The texts that the owner has, in their order.
    var texts: [String] {
        get async {
            await owner.parts.compactMap { part in
                guard let pdu = try? PDU(hex: part) else { return nil }
                return (try? Deliver(decoding: pdu.tpdu))?.text
            }
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct CarrierTests {
    @Test(arguments: [false, true]) func receivesAndSends(onPseudoTerminal: Bool) async throws {
        let bench = try await CarrierBench(onPseudoTerminal: onPseudoTerminal)
        await bench.ready()
        let status = try #require(await bench.owner.status?.line)
        #expect(status.id == bench.line && status.ownNumber == CarrierBench.number)
        #expect(status.registration == .home && status.network == "Northwind Mobile" && status.signal == 71)
        try await bench.friend.send("Hello", to: CarrierBench.number)
        await bench.owner.wait { $0.parts.count == 1 }
        #expect(await bench.texts == ["Hello"])
        let snapshot = try await bench.carrier.waitUntil { $0.handedOver(to: "modem").first?.state == .deleted }
        #expect(snapshot.modems["modem"]?.storedOnCard == 0)

        let sms = try #require(await bench.modem.sms)
        let text = String(repeating: "A long answer. ", count: 20)
        let parts = try sms.prepare(
            OutgoingSMS(recipient: CarrierBench.friend, text: text, wantsReport: true, concatenationReference: 9))
        #expect(parts.count == 2)
        var references: [UInt8?] = []
        for part in parts {
            guard case .taken(let reference) = await sms.send(part) else {
                Issue.record("not taken")
                continue
            }
            references.append(reference)
        }
        #expect(try await bench.friend.waitForTexts(1).first?.text == text)
        await bench.owner.wait { $0.parts.count == 3 }  // two reports, by +CDS
        let reports = await bench.owner.parts.dropFirst().compactMap { part in
            (try? PDU(hex: part)).flatMap { try? StatusReport(decoding: $0.tpdu) }
        }
        #expect(reports.map { Optional($0.messageReference) } == references)
        try await bench.carrier.waitUntil { snapshot in
            let entries = snapshot.handedOver(to: "modem").filter { $0.kind == .statusReport }
            return entries.count == 2 && entries.allSatisfy { $0.state == .acknowledged }
        }
        await bench.end()
    }

    @Test func findsAMessageWithoutItsNotice() async throws {
        let bench = try await CarrierBench()
        await bench.ready()
        try await bench.far.inject(.loseIndication)
        try await bench.friend.send("Unnoticed", to: CarrierBench.number)
        try await bench.carrier.waitUntil { $0.modems["modem"]?.storedOnCard == 1 }
        await bench.modem.probe()
        #expect(await bench.texts == ["Unnoticed"])
        await bench.end()
    }

    @Test func readsAGarbledListingAgain() async throws {
        let bench = try await CarrierBench()
        await bench.ready()
        try await bench.far.inject(.loseIndication)
        try await bench.far.inject(.garblePDU)
        try await bench.friend.send("Noise", to: CarrierBench.number)
        try await bench.carrier.waitUntil { $0.modems["modem"]?.storedOnCard == 1 }
        await bench.modem.probe()
        #expect(await bench.texts == ["Noise"])
        await bench.end()
    }

    @Test func losesNothingWhenTheConnectionIsCut() async throws {
        for command in ["+CPMS", "+CMGL", "+CMGR", "+CMGD", "+CNMI"] {
            for cut in [Fault.CutPoint.beforeExecution, .beforeAnswer, .afterAnswer] {
                let bench = try await CarrierBench()
                for number in 1...3 { try await bench.friend.send("Text \(number)", to: CarrierBench.number) }
                try await bench.carrier.waitUntil { $0.modems["modem"]?.storedOnCard == 3 }
                try await bench.far.inject(.cutConnection(cut, command: command))
                await bench.modem.start()
                await bench.owner.wait { Set($0.parts).count == 3 }
                try await bench.friend.send("Text 4", to: CarrierBench.number)
                await bench.owner.wait { Set($0.parts).count == 4 }
                try await bench.carrier.waitUntil { $0.modems["modem"]?.storedOnCard == 0 }
                #expect(Set(await bench.texts) == ["Text 1", "Text 2", "Text 3", "Text 4"], "\(command) \(cut)")
                await bench.end()
            }
        }
    }

    @Test(arguments: [Fault.CutPoint.beforeExecution, .beforeAnswer]) func neverSendsTwice(_ cut: Fault.CutPoint)
        async throws
    {
        let bench = try await CarrierBench()
        await bench.ready()
        try await bench.far.inject(.cutConnection(cut, command: "+CMGS"))
        let sms = try #require(await bench.modem.sms)
        let parts = try sms.prepare(
            OutgoingSMS(recipient: CarrierBench.friend, text: "Once", wantsReport: false, concatenationReference: 1))
        let outcome = await sms.send(parts[0])
        #expect(outcome == .unknown)
        await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
        await bench.modem.probe()
        let taken = await bench.carrier.snapshot.taken(from: "modem")
        #expect(taken.count == (cut == .beforeAnswer ? 1 : 0))
        await bench.end()
    }

    @Test func tellsRefusals() async throws {
        let bench = try await CarrierBench()
        await bench.ready()
        let sms = try #require(await bench.modem.sms)
        let part = try sms.prepare(
            OutgoingSMS(recipient: CarrierBench.friend, text: "No", wantsReport: false, concatenationReference: 1))[0]
        try await bench.far.inject(.refuseSubmissionCMS(42))
        #expect(await sms.send(part) == .refused(.init(.temporary, code: 42, reason: "congestion")))
        try await bench.far.inject(.refuseSubmissionCME(62))
        #expect(await sms.send(part) == .refused(.init(.permanent, code: 62, reason: "call barred")))
        guard case .taken = await sms.send(part) else { Issue.record("not taken"); return }
        await bench.end()
    }

    @Test func emptiesAFullCard() async throws {
        let bench = try await CarrierBench(storageSize: 5)
        for number in 1...12 { try await bench.friend.send("Text \(number)", to: CarrierBench.number) }
        try await bench.carrier.waitUntil { $0.modems["modem"]?.storedOnCard == 5 }
        await bench.modem.start()
        await bench.owner.wait { Set($0.parts).count == 12 }
        #expect(Set(await bench.texts) == Set((1...12).map { "Text \($0)" }))
        try await bench.carrier.waitUntil { $0.modems["modem"]?.storedOnCard == 0 }
        await bench.end()
    }

    @Test func takesClassZeroByItsOwnRoute() async throws {
        let bench = try await CarrierBench(configure: { $0.routesClassZero = true })
        await bench.ready()
        let address = try #require(Address(CarrierBench.friend))
        var segmenter = Segmenter()
        segmenter.messageClass = .immediate
        let flash = try Deliver.messages(
            "Flash", from: address, timestamp: Timestamp(secondsSince1970: 1_700_000_000, quarterHours: 0),
            reference: 1,
            segmenter: segmenter)
        try await bench.friend.send(raw: flash[0].encoded(), to: CarrierBench.number)
        await bench.owner.wait { $0.parts.count == 1 }
        try await bench.carrier.waitUntil { $0.handedOver(to: "modem").first?.state == .acknowledged }
        #expect(await bench.texts == ["Flash"])
        await bench.end()
    }

    @Test func rearmsDeliveryAfterALateAcknowledgement() async throws {
        let bench = try await CarrierBench(configure: {
            $0.routesClassZero = true
            $0.acknowledgementTimeout = .milliseconds(30)
        })
        await bench.ready()
        let address = try #require(Address(CarrierBench.friend))
        var segmenter = Segmenter()
        segmenter.messageClass = .immediate
        let flash = try Deliver.messages(
            "Late", from: address, timestamp: Timestamp(secondsSince1970: 1_700_000_000, quarterHours: 0), reference: 1,
            segmenter: segmenter)
        await bench.owner.hold()
        try await bench.friend.send(raw: flash[0].encoded(), to: CarrierBench.number)
        await bench.owner.wait { $0.offers == 1 }
        try await bench.carrier.waitUntil { $0.modems["modem"]?.reportIndication == 0 }
        await bench.owner.release()
        try await bench.carrier.waitUntil {
            $0.modems["modem"]?.messageIndication == 1 && $0.modems["modem"]?.reportIndication == 1
        }
        // The network brings again what was not acknowledged; the owner knows it by its octets.
        try await bench.carrier.waitUntil {
            $0.handedOver(to: "modem").contains { $0.state == .acknowledged || $0.state == .deleted }
        }
        #expect(Set(await bench.texts) == ["Late"])
        await bench.end()
    }

    @Test func followsItsCard() async throws {
        let bench = try await CarrierBench()
        await bench.ready()
        try await bench.far.removeSIM()
        await bench.owner.waitForStatus { $0.sim == .absent && $0.line == nil }
        let other = try await bench.carrier.addSIM(.init(network: CarrierBench.network, number: "+15550111"))
        try await bench.far.insertSIM(other)
        await bench.owner.waitForStatus { $0.line?.id == LineID(iccid: other.rawValue) && $0.line?.canSendSMS == true }
        try await bench.friend.send("For the other", to: "+15550111")
        await bench.owner.wait { $0.parts.count == 1 }
        #expect(await bench.owner.lines == [LineID(iccid: other.rawValue)])
        await bench.end()
    }

    @Test func followsItsDevice() async throws {
        let bench = try await CarrierBench()
        await bench.ready()
        try await bench.far.unplug()
        await bench.owner.waitForStatus { !$0.isReachable && $0.line == nil }
        try await bench.friend.send("Meanwhile", to: CarrierBench.number)
        try await bench.far.plug()
        await bench.owner.wait { $0.parts.count == 1 }
        #expect(await bench.texts == ["Meanwhile"])
        await bench.end()
    }

    @Test func followsItsNetwork() async throws {
        let bench = try await CarrierBench()
        await bench.ready()
        try await bench.far.setCoverage(false)
        await bench.owner.waitForStatus { $0.line?.canSendSMS == false }
        try await bench.far.setCoverage(true)
        await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
        await bench.end()
    }

    @Test func unlocksItsCard() async throws {
        let bench = try await CarrierBench(pin: "4711")
        await bench.modem.start()
        await bench.owner.waitForStatus { if case .pinRequired = $0.sim { true } else { false } }
        let sim = try #require(await bench.modem.sim)
        guard case .wrongPIN = await sim.unlock(pin: "0000") else {
            Issue.record("a wrong PIN was taken")
            return
        }
        #expect(await sim.unlock(pin: "4711") == .unlocked)
        await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
        await bench.end()
    }

    @Test(arguments: ["+CMGL", "+CMGR", "+CMGD", "+CNMI", "+CPIN", "+CREG", "+CSQ"])
    func recoversFromSilence(_ command: String) async throws {
        let bench = try await CarrierBench(times: {
            $0.command = .milliseconds(300)
            $0.slowCommand = .milliseconds(300)
        })
        await bench.ready()
        try await bench.far.inject(.loseAnswer(command))
        try await bench.friend.send("Through", to: CarrierBench.number)
        await bench.modem.probe()
        await bench.modem.probe()
        await bench.owner.wait { !$0.parts.isEmpty }
        #expect(Set(await bench.texts) == ["Through"])
        await bench.end()
    }
}
