import Foundation
import HandsetCarrier
import HandsetSMS
import Testing

@Suite("The control socket")
struct ControlTests {
    /// Runs the demo world with a control socket, and a client on it.
    private func withControl(_ body: (Terminal, String) async throws -> Void) async throws {
        let directory = NSTemporaryDirectory() + "control-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let carrier = Carrier(loop: carrierLoop)
        try await carrier.build(.demo, directory: directory)
        let control = CarrierControl(carrier: carrier, loop: carrierLoop, directory: directory)
        try await control.start(at: directory + "/control")
        let client = Terminal()
        try await client.connect(to: directory + "/control")
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(client, directory))
        } catch {
            result = .failure(error)
        }
        await control.stop()
        await carrier.shutDown()
        try? FileManager.default.removeItem(atPath: directory)
        try result.get()
    }

    private func ask(_ client: Terminal, _ request: String) async throws -> JSONValue {
        await client.write(request + "\n")
        return try JSONValue(line: try await client.line(beginning: "{").utf8)
    }

    static let requests: [(request: String, isTaken: Bool)] = [
        (#"{"do":"status"}"#, true),
        (#"{"do":"modems"}"#, true),
        (#"{"do":"send","from":"+15550123","to":"+15550100","text":"Ärger 😀"}"#, true),
        (#"{"do":"send","from":"+15550123","to":"+15550100"}"#, false),
        (#"{"do":"send","from":"+15550198","to":"+15550100","text":"?"}"#, false),
        (#"{"do":"send-raw","from":"+15550123","to":"+15550100","tpdu":"04"}"#, true),
        (#"{"do":"send-raw","from":"+15550123","to":"+15550100","tpdu":"0"}"#, false),
        (#"{"do":"log","since":0}"#, true),
        (#"{"do":"texts","subscriber":"+15550123"}"#, true),
        (#"{"do":"wait","count":1,"seconds":0.01}"#, false),
        (#"{"do":"fault","modem":"personal","fault":"lose-part","times":3}"#, true),
        (#"{"do":"fault","network":"00101","fault":"delay-part","seconds":"2.5"}"#, true),
        (#"{"do":"fault","modem":"personal","fault":"refuse-cms","code":"38"}"#, true),
        (#"{"do":"fault","modem":"personal","fault":"cut-before-answer","command":"AT+CMGS"}"#, true),
        (#"{"do":"fault","modem":"personal","fault":"delay-part"}"#, false),
        (#"{"do":"fault","modem":"personal","fault":"unheard-of"}"#, false),
        (#"{"do":"fault","fault":"lose-part"}"#, false),
        (#"{"do":"clear-faults","modem":"personal"}"#, true),
        (#"{"do":"sim-remove","modem":"personal"}"#, true),
        (#"{"do":"sim-insert","modem":"personal","sim":"Work"}"#, false),
        (#"{"do":"coverage","modem":"work","on":false}"#, true),
        (#"{"do":"coverage","modem":"work","on":"perhaps"}"#, false),
        (#"{"do":"service","network":"00102","on":"off"}"#, true),
        (#"{"do":"service","network":"00199","on":"off"}"#, false),
        (#"{"do":"signal","modem":"work","value":3}"#, true),
        (#"{"do":"cut","modem":"work"}"#, true),
        (#"{"do":"unplug","modem":"work"}"#, true),
        (#"{"do":"plug","modem":"work"}"#, true),
        (#"{"do":"remove-modem","modem":"work"}"#, true),
        (#"{"do":"emit","modem":"work","line":"+RING"}"#, true),
        (#"{"do":"emit","modem":"work","hex":"FF00"}"#, true),
        (#"{"do":"emit","modem":"work","hex":"XX"}"#, false),
        (#"{"do":"behaviour","subscriber":"+15550199","behaviour":"answers","answers":["a"],"seconds":1}"#, true),
        (#"{"do":"behaviour","subscriber":"+15550199","behaviour":"sings"}"#, false),
        (#"{"do":"reachable","subscriber":"+15550199","on":false}"#, true),
        (#"{"do":"add-network","name":"Third","mcc":"001","mnc":"03","serviceCentre":"+15550193"}"#, true),
        (#"{"do":"add-network","name":"Third","mcc":"1","mnc":"03","serviceCentre":"+15550193"}"#, false),
        (#"{"do":"add-sim","name":"Spare","network":"00101","number":"+15550144","pin":"1234"}"#, true),
        (#"{"do":"add-sim","network":"00101","number":"+15550100"}"#, false),
        (#"{"do":"add-modem","name":"third","port":"pty","baud":115200}"#, true),
        (#"{"do":"add-modem","name":"../third"}"#, false),
        (#"{"do":"add-subscriber","number":"+15550155","network":"00101"}"#, true),
        (#"{"do":"call","from":"+15550123","to":"+15550100"}"#, true),
        (#"{"do":"call","from":"+15550123","to":"+15550100","withheld":"yes","seconds":"2.5"}"#, true),
        (#"{"do":"call","from":"+15550198","to":"+15550100"}"#, false),
        (#"{"do":"call","from":"+15550123"}"#, false),
        (#"{"do":"answer","subscriber":"+15550123"}"#, false),
        (#"{"do":"hangup","subscriber":"+15550123"}"#, false),
        (#"{"do":"hangup","call":1}"#, false),
        (#"{"do":"hold","subscriber":"+15550123","on":false}"#, false),
        (#"{"do":"behave","subscriber":"+15550123","behaviour":"answers","seconds":1,"hangsUp":5,"holds":2}"#, true),
        (#"{"do":"behave","subscriber":"+15550123","behaviour":"fails","cause":34}"#, true),
        (#"{"do":"behave","subscriber":"+15550123","behaviour":"fails","cause":134}"#, false),
        (#"{"do":"behave","subscriber":"+15550123","behaviour":"fails"}"#, false),
        (#"{"do":"behave","subscriber":"+15550123","behaviour":"sings"}"#, false),
        (#"{"do":"behave","subscriber":"+15550198","behaviour":"busy"}"#, false),
        (#"{"do":"calls","state":"connected"}"#, true),
        (#"{"do":"wait-calls","seconds":0.01}"#, false),
        (#"{"do":"tones","subscriber":"+15550123"}"#, true),
        (#"{"do":"tones"}"#, false),
        (#"{"do":"drop-calls","modem":"personal"}"#, true),
        (#"{"do":"reset","modem":"personal"}"#, true),
        (#"{"do":"reset","modem":"none"}"#, false),
        (#"{"do":"ussd","network":"00101","code":"*1#","text":"One"}"#, true),
        (#"{"do":"ussd","network":"00101","code":"*1#","text":"One","choices":{"1":"a","2":{"text":"b"}}}"#, true),
        (#"{"do":"ussd","network":"00101","code":"*1#","silent":true}"#, true),
        (#"{"do":"ussd","network":"00101","code":"*1#","refuse":"true"}"#, true),
        (#"{"do":"ussd","network":"00101","code":"*1#"}"#, false),
        (#"{"do":"ussd","network":"00101","code":"*1#","text":"One","choices":[]}"#, false),
        (#"{"do":"ussd","network":"00101","code":"*1#","text":"One","choices":{"1":1}}"#, false),
        (#"{"do":"ussd","network":"00199","code":"*1#","text":"One"}"#, false),
        (#"{"do":"ussd-push","modem":"personal","text":"One"}"#, true),
        (#"{"do":"ussd-log"}"#, true),
        (#"{"do":"fault","modem":"personal","fault":"lose-ring"}"#, true),
        (#"{"do":"fault","modem":"personal","fault":"lose-waiting"}"#, true),
        (#"{"do":"fault","modem":"personal","fault":"lose-call-end"}"#, true),
        (#"{"do":"fault","modem":"personal","fault":"lose-call-notice"}"#, true),
        (#"{"do":"fault","modem":"personal","fault":"lose-ussd"}"#, true),
        (#"{"do":"fault","modem":"personal","fault":"stop-responding","command":"ATD"}"#, true),
        (#"{"do":"fault","network":"00101","fault":"refuse-call","cause":8}"#, true),
        (#"{"do":"fault","network":"00101","fault":"refuse-call"}"#, false),
        (#"{"do":"dance"}"#, false),
        ("[]", false), ("nonsense", false), ("{", false),
    ]

    @Test("a request is taken, or refused with a reason", arguments: requests)
    func answers(_ request: (request: String, isTaken: Bool)) async throws {
        try await withControl { client, _ in
            let answer = try await ask(client, request.request)
            #expect(answer["ok"] == .bool(request.isTaken))
            #expect((answer["error"] == nil) == request.isTaken)
            #expect(try await ask(client, #"{"id":"again","do":"modems"}"#)["id"] == "again")
        }
    }

    @Test("a text is followed from its sender to its deletion")
    func follows() async throws {
        try await withControl { client, directory in
            let terminal = Terminal()
            try await terminal.connect(to: directory + "/personal.sock")
            try await terminal.ask("ATE0;+CNMI=2,1")
            #expect(try await ask(client, #"{"do":"subscribe"}"#)["ok"] == true)
            _ = try await ask(client, #"{"do":"send","from":"+15550199","to":"+15550100","text":"Hello"}"#)
            try await terminal.line(beginning: "+CMTI")
            try await terminal.ask("AT+CMGD=1")
            let found = try await client.linesUntil("deletion") { $0.contains(#""state":"deleted""#) }
            #expect(found.contains { $0.contains(#""event":"log""#) })
            await client.disconnect()
        }
    }

    @Test("a line without an end closes its connection and no other")
    func overlong() async throws {
        try await withControl { client, directory in
            let other = Terminal()
            try await other.connect(to: directory + "/control")
            await other.write(Array(repeating: 0x20, count: (1 << 20) + 1))
            try await other.line(beginning: "[closed]")
            #expect(try await ask(client, #"{"do":"modems"}"#)["ok"] == true)
        }
    }

    static let descriptions: [(json: String, error: String?)] = [
        (#"{"networks":[],"sims":[],"modems":[]}"#, nil),
        (#"{"networks":[],"sims":[]}"#, "invalid configuration: .modems is missing"),
        (
            #"{"networks":[{"name":1}],"sims":[],"modems":[]}"#,
            "invalid configuration: .networks[0].name is of the wrong kind"
        ),
        ("{", "invalid configuration: it is not JSON"),
    ]

    @Test("a configuration is read, or says where it is wrong", arguments: descriptions)
    func description(_ fixture: (json: String, error: String?)) {
        var failure: String?
        do throws(CarrierError) {
            _ = try WorldDescription(json: Array(fixture.json.utf8))
        } catch {
            failure = error.description
        }
        #expect(failure == fixture.error)
    }
}
