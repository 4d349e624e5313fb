import Foundation
import HandsetCarrier
import HandsetSMS

/// Two networks, two lines on modems, three subscribers, in a folder of their own.
struct CarrierFixture {
    static let northwind = NetworkID(rawValue: "00101")
    static let harbour = NetworkID(rawValue: "00102")
    static let personal = "+15550100"
    static let work = "+15550111"
    static let friend = "+15550123"
    static let echo = "+15550124"
    static let silent = "+15550199"

    let carrier: Carrier
    let directory: String
    let modem: CarrierModem
    let card: CardID

    var friend: CarrierSubscriber { carrier.subscriber(Self.friend) }

    init(
        clock: CarrierClock = .system, pin: String? = nil, storageSize: Int = 30,
        configure: (inout ModemConfiguration) -> Void = { _ in }
    ) async throws {
        carrier = Carrier(loop: carrierLoop, clock: clock)
        directory = NSTemporaryDirectory() + "carrier-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try await carrier.addNetwork(
            .init(name: "Northwind Mobile", mcc: "001", mnc: "01", serviceCentre: "+15550001", utcOffset: 120))
        try await carrier.addNetwork(
            .init(name: "Harbour Cellular", mcc: "001", mnc: "02", serviceCentre: "+15550002", utcOffset: -330))
        card = try await carrier.addSIM(
            .init(network: Self.northwind, number: Self.personal, pin: pin, storageSize: storageSize))
        var configuration = ModemConfiguration(name: "personal", sim: card, port: .unixSocket(directory + "/personal"))
        configure(&configuration)
        modem = try await carrier.addModem(configuration)
        try await carrier.addSubscriber(.init(network: Self.harbour, number: Self.friend))
        try await carrier.addSubscriber(
            .init(network: Self.harbour, number: Self.echo, behaviour: .echo(prefix: "👍 ")))
        try await carrier.addSubscriber(.init(network: Self.northwind, number: Self.silent, isReachable: false))
    }

    /// A second line, on the other network.
    func addWork() async throws -> CarrierModem {
        let card = try await carrier.addSIM(.init(network: Self.harbour, number: Self.work))
        return try await carrier.addModem(sim: card, at: .unixSocket(directory + "/work"), name: "work")
    }

    /// A TE on the modem, without echo, with error numbers.
    func terminal(on modem: CarrierModem? = nil, setUp: String = "ATE0;+CMEE=1") async throws -> Terminal {
        let terminal = Terminal()
        try await terminal.connect(to: (modem ?? self.modem).path)
        if !setUp.isEmpty { try await terminal.ask(setUp) }
        return terminal
    }

    func close() async {
        await carrier.shutDown()
        try? FileManager.default.removeItem(atPath: directory)
    }

    static func pdu(
        _ text: String, to number: String, wantsReport: Bool = false, validity: ValidityPeriod = .absent,
        serviceCentre: ServiceCentreAddress = .absent
    ) throws -> PDU {
        try pdus(text, to: number, wantsReport: wantsReport, validity: validity, serviceCentre: serviceCentre)[0]
    }

    static func pdus(
        _ text: String, to number: String, wantsReport: Bool = false, validity: ValidityPeriod = .absent,
        serviceCentre: ServiceCentreAddress = .absent
    ) throws -> [PDU] {
        struct NoAddress: Error {}
        guard let address = Address(number) else { throw NoAddress() }
        return try Submit.messages(
            text, to: address, reference: 7, statusReportRequest: wantsReport, validityPeriod: validity
        ).map { PDU(serviceCentre: serviceCentre, tpdu: $0.encoded()) }
    }
}

/// Runs `body` with a fixture and closes it afterwards.
func withCarrier(
    clock: CarrierClock = .system, pin: String? = nil, storageSize: Int = 30,
    configure: (inout ModemConfiguration) -> Void = { _ in }, _ body: (CarrierFixture) async throws -> Void
) async throws {
    let fixture = try await CarrierFixture(clock: clock, pin: pin, storageSize: storageSize, configure: configure)
    do {
        try await body(fixture)
    } catch {
        await fixture.close()
        throw error
    }
    await fixture.close()
}
