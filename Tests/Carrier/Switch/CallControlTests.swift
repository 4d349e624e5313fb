import Foundation
import HandsetCarrier
import Testing

@Suite("Calls over the control socket")
struct CallControlTests {
    private func withControl(_ body: (CarrierFixture, Terminal) async throws -> Void) async throws {
        try await withCarrier { world in
            let control = CarrierControl(carrier: world.carrier, loop: carrierLoop, directory: world.directory)
            try await control.start(at: world.directory + "/control")
            let client = Terminal()
            let result: Result<Void, any Error>
            do {
                try await client.connect(to: world.directory + "/control")
                result = .success(try await body(world, client))
            } catch {
                result = .failure(error)
            }
            await control.stop()
            try result.get()
        }
    }

    private func ask(_ client: Terminal, _ request: String) async throws -> JSONValue {
        await client.write(request + "\n")
        return try JSONValue(line: try await client.line(beginning: "{").utf8)
    }

    @Test("a subscriber calls, is taken, hears tones, holds and hangs up")
    func call() async throws {
        try await withControl { world, client in
            let terminal = try await world.terminal()
            #expect(try await ask(client, #"{"do":"call","from":"+15550123","to":"+15550100"}"#)["call"] == 1)
            try await terminal.line(beginning: "RING")
            try await terminal.ask("ATA")
            try await terminal.ask("AT+VTS=4,2")
            let found = try await ask(client, #"{"do":"wait-calls","party":"personal","state":"connected"}"#)
            let call = try #require(found["calls"]?.array?.first)
            #expect(call["from"] == "+15550123" && call["to"] == "+15550100" && call["toModem"] == "personal")
            #expect(call["connected"] == true && call["over"] == false)
            let tones = try await ask(client, #"{"do":"tones","subscriber":"+15550123"}"#)["tones"]?.array
            #expect(tones?.map { $0["tone"] } == ["4", "2"])
            #expect(tones?.first?["call"] == 1 && tones?.first?["by"] == "callee")
            #expect(try await ask(client, #"{"do":"hold","subscriber":"+15550123"}"#)["ok"] == true)
            #expect(try await ask(client, #"{"do":"hangup","subscriber":"+15550123"}"#)["call"] == 1)
            let over = try await ask(client, #"{"do":"calls","peer":"+15550123","state":"over"}"#)["calls"]?.array?
                .first
            #expect(over?["cause"] == 16 && over?["endedBy"] == "caller")
            #expect(
                over?["steps"]?.array?.map { $0["state"] } == ["dialing", "alerting", "connected", "held", "ended"])
        }
    }

    @Test("a line's call is answered, and ended by the network")
    func answer() async throws {
        try await withControl { world, client in
            let terminal = try await world.terminal()
            try await terminal.ask("ATD+15550123;")
            #expect(try await ask(client, #"{"do":"answer","subscriber":"+15550123"}"#)["call"] == 1)
            let status = try await ask(client, #"{"do":"status"}"#)["status"]
            let shown = status?["modems"]?["personal"]?["calls"]?.array?.first
            #expect(shown?["state"] == "active" && shown?["number"] == "+15550123" && status?["calls"] == 1)
            #expect(try await ask(client, #"{"do":"hangup","call":1,"cause":38}"#)["ok"] == true)
            try await terminal.line(beginning: "NO CARRIER")
            #expect(try await terminal.ask("AT+CEER") == ["+CEER: 38,\"network out of order\""])
        }
    }

    @Test("calls are events")
    func events() async throws {
        try await withControl { world, client in
            #expect(try await ask(client, #"{"do":"subscribe"}"#)["ok"] == true)
            try await world.friend.call(CarrierFixture.personal)
            let event = try JSONValue(line: try await client.line(beginning: "{\"call\"").utf8)
            #expect(event["event"] == "call" && event["call"]?["state"] == "dialing")
        }
    }

    @Test("unstructured data is set up, pushed and logged")
    func unstructured() async throws {
        try await withControl { world, client in
            let terminal = try await world.terminal()
            let menu =
                #"{"do":"ussd","network":"00101","code":"*1#","text":"?","choices":{"1":"One","2":{"text":"Two"}}}"#
            #expect(try await ask(client, menu)["ok"] == true)
            try await terminal.ask("AT+CUSD=1,\"*1#\"")
            try await terminal.line(beginning: "+CUSD: 1,\"?\",15")
            try await terminal.ask("AT+CUSD=1,\"2\"")
            try await terminal.line(beginning: "+CUSD: 0,\"Two\",15")
            #expect(try await ask(client, #"{"do":"ussd-push","modem":"personal","text":"Hello"}"#)["ok"] == true)
            try await terminal.line(beginning: "+CUSD: 0,\"Hello\",15")
            let log = try await ask(client, #"{"do":"ussd-log","modem":"personal"}"#)["ussd"]?.array
            #expect(log?.map { $0["text"] } == ["*1#", "?", "2", "Two", "Hello"])
        }
    }

    static let configurations: [(json: String, error: String?)] = [
        (#""calls":{"behaviour":"answers","seconds":1,"hangsUp":60,"holds":1,"retrieves":1,"callsBack":9}"#, nil),
        (#""calls":{"behaviour":"fails"}"#, "invalid cause: 1 to 127"),
        (
            #""calls":{"behaviour":"sings"}"#,
            "invalid behaviour of calls: rings, answers, busy, rejects, unreachable or fails"
        ),
    ]

    @Test("a configuration says what people do with calls", arguments: configurations)
    func configuration(_ fixture: (json: String, error: String?)) async throws {
        let json = #"""
            {"networks":[{"name":"N","mcc":"001","mnc":"01","serviceCentre":"+15550190","callSetUpSeconds":1,
            "noAnswerSeconds":30,"emergencyNumbers":["15"],"ussd":{"*1#":"One","*2#":{"text":"?","choices":{"1":"a"}}}}],
            "sims":[{"network":"00101","number":"+15550100","emergencyNumbers":["17"],"callWaiting":false,"gsm":true}],
            "modems":[],"subscribers":[{"number":"+15550123","network":"00101",
            """# + fixture.json + "}]}"
        let carrier = Carrier(loop: carrierLoop)
        var failure: String?
        do {
            try await carrier.build(try WorldDescription(json: Array(json.utf8)), directory: "/nonexistent")
        } catch {
            failure = String(describing: error)
        }
        #expect(failure == fixture.error)
        await carrier.shutDown()
    }
}
