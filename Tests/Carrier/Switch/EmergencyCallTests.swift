import HandsetAT
import HandsetCarrier
import Testing

@Suite("Emergency calls")
struct EmergencyCallTests {
    /// What is wrong with the line, and what an ordinary call gets then.
    static let states: [(state: String, refusal: String)] = [
        ("registered", "OK"), ("no card", "+CME ERROR: 10"), ("locked", "+CME ERROR: 11"),
        ("no service", "+CME ERROR: 32"), ("deregistered", "+CME ERROR: 32"),
    ]

    private func line(_ state: String, _ body: (CarrierFixture, Terminal) async throws -> Void) async throws {
        try await withCarrier(pin: state == "locked" ? "1234" : nil) { world in
            let terminal = try await world.terminal()
            switch state {
            case "no card": try await world.modem.removeSIM()
            case "no service": try await world.carrier.setInService(false, network: CarrierFixture.northwind)
            case "deregistered": try await terminal.ask("AT+COPS=2")
            default: break
            }
            try await body(world, terminal)
        }
    }

    @Test("are answered at once in whatever state the line is", arguments: states, [false, true])
    func answered(_ state: (state: String, refusal: String), isOther: Bool) async throws {
        try await line(state.state) { world, terminal in
            if isOther {
                #expect(try await terminal.command("ATD5550123;").last == state.refusal)
            } else {
                try await terminal.ask("ATD112;")
                #expect(try await terminal.ask("AT+CLCC") == ["+CLCC: 1,0,0,0,0,\"112\",129"])
                let call = try #require(await world.carrier.calls.first)
                #expect(call.isEmergency && call.isConnected && call.callee == "112")
                #expect(await world.carrier.snapshot.modems["personal"]?.hasEmergencyService == true)
                try await terminal.ask("AT+CHUP")
                #expect(await world.carrier.calls.map(\.cause) == [.normalClearing])
            }
        }
    }

    @Test("need a cell, and a radio that is on")
    func nowhere() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await world.modem.setCoverage(false)
            #expect(try await terminal.command("ATD112;") == ["NO DIALTONE"])
            #expect(try await terminal.command("ATD5550123;") == ["NO DIALTONE"])
            try await world.modem.setCoverage(true)
            try await terminal.ask("AT+CFUN=4")
            #expect(try await terminal.command("ATD112;") == ["+CME ERROR: 3"])
            #expect(await world.carrier.calls.isEmpty)
        }
    }

    @Test("end every other call")
    func first() async throws {
        try await withCarrier { world in
            try await world.friend.setCalls(CallBehaviour(.answers(after: .zero)))
            let terminal = try await world.terminal(setUp: "ATE0;+CCWA=1")
            try await terminal.ask("ATD5550123;")
            try await world.carrier.subscriber(CarrierFixture.echo).call(CarrierFixture.personal)
            try await terminal.line(beginning: "+CCWA")
            try await terminal.ask("ATD911;")
            #expect(try await terminal.ask("AT+CLCC") == ["+CLCC: 1,0,0,0,0,\"911\",129"])
            #expect(await world.carrier.calls.map(\.isOver) == [true, true, false])
        }
    }

    @Test("outlive their card, as others do not")
    func outliveCard() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await terminal.ask("ATD112;")
            try await world.modem.removeSIM()
            try await terminal.line(beginning: "+CPIN: NOT INSERTED")
            #expect(try await terminal.ask("AT+CLCC").count == 1)
            try await world.modem.setCoverage(false)
            try await terminal.line(beginning: "NO CARRIER")
            #expect(try await terminal.ask("AT+CLCC") == [])
        }
    }

    @Test("the numbers are the card's, the network's, and more without a card")
    func numbers() async throws {
        try await withCarrier { world in
            let network = try await world.carrier.addNetwork(
                .init(name: "Third", mcc: "001", mnc: "03", serviceCentre: "+15550003", emergencyNumbers: ["15"]))
            let card = try await world.carrier.addSIM(
                .init(network: network, number: "+15550133", emergencyNumbers: ["17", "144"]))
            let modem = try await world.carrier.addModem(
                sim: card, at: .unixSocket(world.directory + "/third"), name: "third")
            let terminal = try await world.terminal(on: modem)
            for (number, isEmergency) in [("15", true), ("17", true), ("144", true), ("112", true), ("110", false)] {
                try await terminal.ask("ATD\(number);")
                #expect(await world.carrier.calls.last?.isEmergency == isEmergency, "\(number)")
                if !isEmergency { try await terminal.line(beginning: "NO CARRIER") }
                try await terminal.ask("AT+CHUP")
            }
            try await modem.removeSIM()
            try await terminal.line(beginning: "+CPIN")
            try await terminal.ask("ATD110;")
            #expect(await world.carrier.calls.last?.isEmergency == true)
        }
    }

    static let files: [(isSIM: Bool, command: String, answer: String)] = [
        (false, "AT+CRSM=178,28599,1,4,8", "+CRSM: 144,0,\"71FFFFFFFFFFFF00\""),
        (false, "AT+CRSM=178,28599,2,4,8", "+CRSM: 144,0,\"41F4FFFFFFFFFF00\""),
        (false, "AT+CRSM=178,28599,3,4,8", "+CRSM: 106,131"), (false, "AT+CRSM=178,28599,0,4,8", "+CRSM: 106,131"),
        (false, "AT+CRSM=178,28599,1,4,7", "+CRSM: 103,0"), (false, "AT+CRSM=176,28599,0,0,6", "+CRSM: 105,129"),
        (false, "AT+CRSM=192,28599,0,0,0", "+CRSM: 144,0,\"620F8205422100080283026FB780020010\""),
        (true, "AT+CRSM=176,28599,0,0,6", "+CRSM: 144,0,\"71FFFF41F4FF\""),
        (true, "AT+CRSM=176,28599,0,0,60", "+CRSM: 103,0"), (true, "AT+CRSM=178,28599,1,4,3", "+CRSM: 105,129"),
        (true, "AT+CRSM=192,28599,0,0,15", "+CRSM: 144,0,\"000000066FB7040005FF4401020000\""),
        (true, "AT+CRSM=214,28599,0,0,3", "+CRSM: 109,0"),
    ]

    @Test("EF_ECC is read as its card keeps it, before the PIN too", arguments: files)
    func file(_ file: (isSIM: Bool, command: String, answer: String)) async throws {
        try await withCarrier { world in
            let card = try await world.carrier.addSIM(
                .init(
                    network: CarrierFixture.northwind, number: "+15550133", pin: "1234",
                    emergencyNumbers: ["17", "144"],
                    isSIM: file.isSIM))
            let modem = try await world.carrier.addModem(
                sim: card, at: .unixSocket(world.directory + "/third"), name: "third")
            let terminal = try await world.terminal(on: modem)
            #expect(try await terminal.ask(file.command) == [file.answer])
        }
    }

    @Test("limited service is told by +CREG where the modem is of that kind")
    func limitedService() async throws {
        try await withCarrier(configure: { $0.voice.reportsEmergencyService = true }) { world in
            let terminal = try await world.terminal(setUp: "ATE0;+CREG=1")
            try await world.carrier.setInService(false, network: CarrierFixture.northwind)
            try await terminal.line(beginning: "+CREG: 8")
            try await world.carrier.setInService(false, network: CarrierFixture.harbour)
            try await terminal.line(beginning: "+CREG: 2")
            try await world.carrier.setInService(true, network: CarrierFixture.northwind)
            try await terminal.line(beginning: "+CREG: 1")
            try await world.modem.removeSIM()
            try await terminal.line(beginning: "+CREG: 8")
        }
    }
}
