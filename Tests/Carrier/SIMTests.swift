import HandsetCarrier
import HandsetSMS
import Testing

@Suite("SIM cards")
struct SIMTests {
    @Test("PIN, PUK and their counts")
    func pin() async throws {
        try await withCarrier(pin: "2468") { world in
            let terminal = try await world.terminal()
            #expect(try await terminal.command("AT+CPIN?") == ["+CPIN: SIM PIN", "OK"])
            #expect(try await terminal.command("AT+CREG?") == ["+CREG: 0,0", "OK"])
            #expect(try await terminal.command("AT+CIMI") == ["+CME ERROR: 11"])
            #expect(try await terminal.command("AT+CMGL=4") == ["+CMS ERROR: 311"])
            #expect(try await terminal.command("AT+CMGS=20") == ["+CMS ERROR: 311"])
            // The ICCID needs no PIN.
            #expect(try await terminal.ask("AT+CCID").count == 1)
            #expect(try await terminal.command("AT+CPIN=\"1111\"") == ["+CME ERROR: 16"])
            #expect(
                try await terminal.command("AT+CPINR") == ["+CPINR: SIM PIN,2,3", "+CPINR: SIM PUK,10,10", "OK"])
            #expect(try await terminal.command("AT+CPIN=1111") == ["+CME ERROR: 16"])
            #expect(try await terminal.command("AT+CPIN=1111") == ["+CME ERROR: 12"])
            #expect(try await terminal.command("AT+CPIN?") == ["+CPIN: SIM PUK", "OK"])
            #expect(try await terminal.command("AT+CPIN=\"2468\"") == ["+CME ERROR: 12"])
            #expect(try await terminal.command("AT+CPIN=\"00000000\",\"1357\"") == ["+CME ERROR: 16"])
            #expect(try await terminal.command("AT+CREG=1") == ["OK"])
            #expect(try await terminal.command("AT+CPIN=\"12345678\",\"1357\"") == ["OK"])
            try await terminal.line(beginning: "+CREG: 1")
            #expect(try await terminal.command("AT+CLCK=\"SC\",2") == ["+CLCK: 1", "OK"])
            #expect(try await terminal.command("AT+CPWD=\"SC\",\"1357\",\"8642\"") == ["OK"])
            #expect(try await terminal.command("AT+CFUN=1,1") == ["AT+CFUN=1,1", "OK"].suffix(1))
            try await terminal.ask("ATE0;+CMEE=1")
            #expect(try await terminal.command("AT+CPIN=8642") == ["OK"])
            #expect(try await terminal.command("AT+CLCK=\"SC\",0,\"8642\"") == ["OK"])
            try await terminal.ask("AT+CFUN=1,1")
            #expect(try await terminal.command("AT+CPIN?").suffix(2) == ["+CPIN: READY", "OK"])
        }
    }

    @Test("a card that is blocked for good stays so")
    func blocked() async throws {
        try await withCarrier(pin: "2468") { world in
            let terminal = try await world.terminal()
            for _ in 0..<3 { _ = try await terminal.command("AT+CPIN=1111") }
            for _ in 0..<9 {
                #expect(try await terminal.command("AT+CPIN=\"00000000\",\"1357\"") == ["+CME ERROR: 16"])
            }
            #expect(try await terminal.command("AT+CPIN=\"00000000\",\"1357\"") == ["+CME ERROR: 13"])
            #expect(try await terminal.command("AT+CPIN=\"12345678\",\"1357\"") == ["+CME ERROR: 13"])
            #expect(try await terminal.command("AT+CPIN?") == ["+CME ERROR: 13"])
        }
    }

    @Test("a card is pulled, swapped, and keeps its messages")
    func swaps() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CMEE=1;+CREG=1;+CNMI=2,1")
            try await world.friend.send("one", to: CarrierFixture.personal)
            try await terminal.line(beginning: "+CMTI")
            try await world.modem.removeSIM()
            try await terminal.line(beginning: "+CPIN: NOT INSERTED")
            try await terminal.line(beginning: "+CREG: 0")
            #expect(try await terminal.command("AT+CPIN?") == ["+CME ERROR: 10"])
            #expect(try await terminal.command("AT+CMGL=4") == ["+CMS ERROR: 310"])
            #expect(try await terminal.command("AT+CMGS=20") == ["+CMS ERROR: 310"])
            // What comes meanwhile waits with the service centre.
            try await world.friend.send("two", to: CarrierFixture.personal)
            #expect(await world.carrier.snapshot.waiting == [CarrierFixture.personal: 1])

            let other = try await world.carrier.addSIM(.init(network: CarrierFixture.harbour, number: "+15550133"))
            try await world.modem.insertSIM(other)
            try await terminal.line(beginning: "+CPIN: READY")
            try await terminal.line(beginning: "+CREG: 1")
            #expect(try await terminal.ask("AT+CCID") == ["+CCID: \(other.rawValue)"])
            #expect(try await terminal.ask("AT+CMGL=4").isEmpty)
            try await world.modem.insertSIM(world.card)
            try await terminal.line(beginning: "+CPIN: NOT INSERTED")
            try await terminal.line(beginning: "+CREG: 0")
            try await terminal.line(beginning: "+CPIN: READY")
            try await terminal.line(beginning: "+CREG: 1")
            try await terminal.line(beginning: "+CMTI: \"SM\",2")
            #expect(try await terminal.ask("AT+CMGL=4").count == 4)
        }
    }

    @Test("a card is in one modem at most")
    func oneModem() async throws {
        try await withCarrier { world in
            let work = try await world.addWork()
            await #expect(throws: CarrierError.self) { try await work.insertSIM(world.card) }
            await #expect(throws: CarrierError.unknownCard("89")) {
                try await work.insertSIM(CardID(rawValue: "89"))
            }
        }
    }
}
