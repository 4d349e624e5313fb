import HandsetCarrier
import HandsetPlatform
import HandsetTesting

/// 1,000 texts that wait in the modem, at 115,200 baud, until they are in the queue and deleted; as a multiple of the time that the
/// line itself needs to carry them.
enum Drain {
    private static let count = 1000
    private static let baud = 115_200

    static func run() async throws {
        var line = TestMachine.LineSetup()
        line.baud = baud
        line.storageSize = count  // more than a card holds, but one storage is what a drain is measured on
        let machine = try TestMachine(lines: [line])
        try await machine.install("handset-testapp", role: .carrierMessaging)
        try await machine.startWorld()
        let text = "A text of a usual length, as people write them to each other on the way home: see you at six, "
        let sender = try await machine.subscriber("+15550123")
        for number in 0..<count { _ = try await sender.send("\(text)\(number)", to: "+15550100") }
        let before = await machine.carrier.snapshot
        let stored = before.modems["modem0"].map { $0.storedInModem + $0.storedOnCard } ?? 0

        let octets = before.handedOver(to: "modem0").reduce(0) { sum, entry in
            sum + "+CMGL: 1000,0,,160\r\n".utf8.count + 2 * (entry.octets.count + 8) + 2
        }
        let start = MonotonicTime.now
        try await machine.startDaemon()
        _ = try await machine.carrier.waitUntil(within: .seconds(600)) { snapshot in
            guard let modem = snapshot.modems["modem0"] else { return false }
            return modem.storedInModem + modem.storedOnCard == 0
        }
        let time = MonotonicTime.now - start
        await machine.shutDown()

        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        let own = Double(octets) / Double(baud / 10)
        print(
            "drain of \(stored) waiting texts at \(baud) baud: \(Figures.rounded(seconds)) s, the line's own time for listing them "
                + "\(Figures.rounded(own)) s, ratio \(Figures.rounded(seconds / own))")
    }
}
