import HandsetLines
import Testing

@testable import HandsetATModem

/// Strings between a line and its network, when something goes wrong.
@Suite(.timeLimit(.minutes(1))) struct ServiceStringTests {
    @Test func oneRequestAtATime() async throws {
        try await Bench.runCalls { bench, _ in
            let ussd = try #require(await bench.modem.ussd)
            async let first = ussd.request("*100#")
            await bench.farEnd.waitFor("AT+CUSD=1,\"*100#\",15")
            await #expect(throws: CallRefusal(.busy, reason: "another request waits for its answer")) {
                try await ussd.request("*101#")
            }
            await bench.farEnd.say("\r\n+CUSD: 0,\"5\",15\r\n")
            #expect(try await first == USSDAnswer(text: "5", standing: .done))
        }
    }

    @Test func takesAnAnswerThatComesFirst() async throws {
        try await Bench.runCalls { bench, _ in
            await bench.farEnd.script("+CUSD", .lines(["+CUSD: 0,\"5\",15", "OK"]))
            let ussd = try #require(await bench.modem.ussd)
            #expect(try await ussd.request("*100#").text == "5")
        }
    }

    @Test func losesAnAnswerWithTheLink() async throws {
        try await Bench.runCalls { bench, _ in
            let ussd = try #require(await bench.modem.ussd)
            let answer = Task { try? await ussd.request("*100#") }
            await bench.farEnd.waitFor("AT+CUSD=1,\"*100#\",15")
            await bench.farEnd.script("+COPS", .cut)
            await bench.modem.probe()
            #expect(await answer.value == nil)
        }
    }

    @Test(
        "B58: a service string is sent as it was typed",
        arguments: ["*100#", "##002#", "*31#", "*#06#", "*21*+15550199#"])
    func keepsWhatWasTyped(_ text: String) async throws {
        try await Bench.runCalls { bench, _ in
            await bench.farEnd.script("+CUSD=1,", .lines(["+CUSD: 2", "OK"]))
            let ussd = try #require(await bench.modem.ussd)
            #expect(try await ussd.request(text).standing == .terminatedByNetwork)
            #expect(await bench.farEnd.received == ["AT+CUSD=1,\"\(text)\",15"])
        }
    }

    @Test func repeatsNothingThatTheNetworkRefused() async throws {
        try await Bench.runCalls { bench, _ in
            await bench.farEnd.script("+CUSD", .lines(["+CME ERROR: 30"]))
            let ussd = try #require(await bench.modem.ussd)
            await #expect(throws: CallRefusal.self) { try await ussd.request("*100#") }
            #expect(await bench.farEnd.count(of: "AT+CUSD=1,") == 1)
        }
    }

    @Test(
        "What ends a string or a line goes as hexadecimal digits", arguments: ["\"", "1\r\nAT+CFUN=0", "\u{1B}", "@"])
    func nothingLeavesItsString(_ text: String) async throws {
        try await Bench.runCalls { bench, _ in
            await bench.farEnd.script("+CUSD=1,", .lines(["+CUSD: 2", "OK"]), lasting: true)
            _ = try? await bench.modem.ussd?.request(text)
            #expect(await bench.farEnd.received.allSatisfy { !$0.contains("CFUN") })
            #expect(await bench.farEnd.count(of: "AT+CUSD=1,\"") <= 1)
        }
    }
}
