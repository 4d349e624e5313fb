import HandsetCarrier
import HandsetPlatform
import HandsetSMS
import Testing

@Suite("The pace of a serial line")
struct PaceTests {
    /// A line may be slower than its rate on a busy machine, and never faster.
    @Test("octets cross no faster than the line carries them", arguments: [9_600, 115_200])
    func paced(baud: Int) async throws {
        try await withCarrier(storageSize: 200, configure: { $0.baud = baud }) { world in
            let terminal = try await world.terminal()
            let messages = baud / 1_200
            for _ in 0..<messages { try await world.friend.send("paced", to: CarrierFixture.personal) }
            let start = MonotonicTime.now
            let before = await terminal.octetCount
            #expect(try await terminal.ask("AT+CMGL=4").count == messages * 2)
            let octets = await terminal.octetCount - before + "AT+CMGL=4\r".utf8.count
            let least = Duration.microseconds(octets * 10_000_000 / baud)
            #expect(MonotonicTime.now - start >= least)
            #expect(octets > messages * 60)
        }
    }

    @Test("the TE's octets take their time as well")
    func incoming() async throws {
        try await withCarrier(configure: { $0.baud = 9_600 }) { world in
            let terminal = try await world.terminal()
            let pdu = try CarrierFixture.pdu(String(repeating: "x", count: 160), to: CarrierFixture.friend)
            let start = MonotonicTime.now
            #expect(try await terminal.submit(pdu) == ["+CMGS: 1", "OK"])
            #expect(MonotonicTime.now - start >= .microseconds(pdu.hex.utf8.count * 10_000_000 / 9_600))
        }
    }
}
