import HandsetAT
import HandsetLines
import HandsetSMS
import Testing

@testable import HandsetATModem

@Suite(.timeLimit(.minutes(1))) struct SendingTests {
    private let message = OutgoingSMS(
        recipient: "+15550199", text: "Hello", wantsReport: true, concatenationReference: 7)
    private let part = OutgoingPart(number: 1, octets: [0x11, 0x00, 0x01])

    private func capability(_ bench: Bench) async throws -> any SMSCapability { try #require(await bench.modem.sms) }

    private func send(_ part: OutgoingPart, _ bench: Bench) async -> PartOutcome? { await bench.modem.sms?.send(part) }

    @Test func sendsAPart() async throws {
        try await Bench.run { bench in
            await bench.ready()
            let sms = try await capability(bench)
            let parts = try sms.prepare(message)
            #expect(parts.count == 1 && parts[0].number == 1)
            #expect(await sms.send(parts[0]) == .taken(reference: 1))
            let sent = try #require(await bench.farEnd.sent.first)
            #expect(sent == "00" + Hex.encode(parts[0].octets).text)
            let submit = try Submit(decoding: parts[0].octets)
            #expect(submit.userData.text == "Hello" && submit.destinationAddress.value == "+15550199")
            #expect(submit.statusReportRequest)
            #expect(await bench.farEnd.received == ["AT+CMGS=\(parts[0].octets.count)", "PDU \(sent)"])
        }
    }

    @Test func keepsTheLinkOpenForParts() async throws {
        try await Bench.run { bench in
            await bench.ready()
            let sms = try await capability(bench)
            var long = message
            long.text = String(repeating: "long ", count: 60)
            let parts = try sms.prepare(long)
            #expect(parts.map(\.number) == [1, 2])
            #expect(await sms.send(parts[0]) == .taken(reference: 1))
            #expect(await sms.send(parts[1]) == .taken(reference: 2))
            #expect(
                await bench.farEnd.received.filter { !$0.hasPrefix("PDU") }.map { $0.prefix(8) } == [
                    "AT+CMMS=", "AT+CMGS=", "AT+CMGS=",
                ])
            await bench.farEnd.forget()
            await bench.farEnd.script("+CMMS", .lines(["ERROR"]))
            _ = await sms.send(parts[0])
            _ = await sms.send(parts[0])
            #expect(await bench.farEnd.count(of: "AT+CMMS") == 1)
        }
    }

    @Test func refusesWhatCannotBeSent() async throws {
        try await Bench.run { bench in
            await bench.ready()
            let sms = try await capability(bench)
            for (recipient, text) in [
                ("", "x"), ("nobody", "x"), ("+1555", String(repeating: "\u{1F600}", count: 20_000)),
            ] {
                let message = OutgoingSMS(
                    recipient: recipient, text: text, wantsReport: false, concatenationReference: 0)
                do throws(SendRefusal) {
                    _ = try sms.prepare(message)
                    Issue.record("prepared")
                } catch {
                    #expect(error.kind == .permanent)
                    #expect(!error.reason.contains("nobody") && !error.reason.contains("1555"))
                }
            }
        }
    }

    static let refusals: [(String, SendRefusal.Kind, Int?)] = [
        ("+CMS ERROR: 42", SendRefusal.Kind.temporary, 42), ("+CMS ERROR: 38", .temporary, 38),
        ("+CMS ERROR: 1", .permanent, 1), ("+CMS ERROR: 8", .permanent, 8), ("+CMS ERROR: 193", .permanent, 193),
        ("+CMS ERROR: 192", .temporary, 192), ("+CMS ERROR: 331", .temporary, 331),
        ("+CMS ERROR: 304", .permanent, 304),
        ("+CMS ERROR: 500", .temporary, 500), ("+CMS ERROR: 1234", .temporary, 1234),
        ("+CME ERROR: 30", .temporary, 30), ("+CME ERROR: 62", .permanent, 62), ("ERROR", .temporary, nil),
        ("+CMS ERROR: words", .temporary, nil),
    ]

    @Test(arguments: refusals)
    func mapsRefusals(_ line: String, _ kind: SendRefusal.Kind, _ code: Int?) async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.script("PDU", .lines([line]))
            guard case .refused(let refusal) = await send(part, bench) else {
                Issue.record("not refused")
                return
            }
            #expect(refusal.kind == kind && refusal.code == code && !refusal.reason.isEmpty)
            #expect(await send(part, bench) == .taken(reference: 1))
        }
    }

    @Test func doesNotKnowAfterANetworkTimeOut() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.script("PDU", .lines(["+CMS ERROR: 332"]))
            #expect(await send(part, bench) == .unknown)
        }
    }

    @Test func doesNotKnowAfterACut() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.script("PDU", .cut)
            #expect(await send(part, bench) == .unknown)
            await bench.farEnd.wait { $0.connections == 2 }
            await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
            #expect(await bench.farEnd.sent.count == 1)
        }
    }

    @Test func doesNotKnowAfterSilence() async throws {
        try await Bench.run(times: { $0.sending = .milliseconds(100) }) { bench in
            await bench.ready()
            await bench.farEnd.script("PDU", .silence)
            await bench.farEnd.script("+CMEE?", .raw("\r\n+CMGS: 77\r\n\r\nOK\r\n\r\n+CMEE: 1\r\n\r\nOK\r\n"))
            let sms = try await capability(bench)
            async let first = sms.send(part)
            async let second = sms.send(OutgoingPart(number: 1, octets: [1, 2, 3]))
            #expect(Set(await [first, second]) == [.unknown, .taken(reference: 1)])
            #expect(await bench.farEnd.received.contains("AT+CMEE?"))
            #expect(await bench.farEnd.connections == 1)
        }
    }

    @Test func isRefusedBeforeThePDULeft() async throws {
        try await Bench.run(times: { $0.command = .milliseconds(200) }) { bench in
            await bench.ready()
            for reply in [FarEnd.Reply.silence, .lines(["+CMS ERROR: 332"]), .ok(), .lines(["ERROR"]), .cut] {
                await bench.farEnd.script("+CMGS", reply)
                guard case .refused(let refusal) = await send(part, bench) else {
                    Issue.record("not refused: \(reply)")
                    continue
                }
                #expect(refusal.kind == .temporary)
                await bench.owner.waitForStatus { $0.line?.canSendSMS == true }
            }
            #expect(await bench.farEnd.sent.isEmpty)
        }
    }

    @Test func takesAnAnswerWithoutReference() async throws {
        try await Bench.run { bench in
            await bench.ready()
            await bench.farEnd.script("PDU", .ok())
            #expect(await send(part, bench) == .taken(reference: nil))
            await bench.farEnd.script("PDU", .ok(["+CMGS: 300"]))
            #expect(await send(part, bench) == .taken(reference: nil))
            await bench.farEnd.script("PDU", .ok(["+CMTI: \"SM\",1", "+CMGS: 5,\"00\""]))
            #expect(await send(part, bench) == .taken(reference: 5))
        }
    }

    @Test func refusesForALineThatIsGone() async throws {
        try await Bench.run { bench in
            await bench.ready()
            let sms = try await capability(bench)
            await bench.farEnd.change { $0.hasCard = false }
            await bench.farEnd.say("\r\n+CPIN: NOT READY\r\n")
            await bench.owner.waitForStatus { $0.line == nil }
            guard case .refused(let refusal) = await sms.send(part) else {
                Issue.record("not refused")
                return
            }
            #expect(refusal.kind == .temporary)
            await bench.modem.stop()
            #expect(await sms.send(part) == .refused(refusal))
        }
    }

    @Test func everyKnownErrorHasAKind() {
        for code in 0...600 where code != 332 {
            #expect(SendRefusal(.cms(CMSError(rawValue: code)))?.code == code)
        }
        for code in 0...200 where code != 31 {
            #expect(SendRefusal(.cme(CMEError(rawValue: code)))?.code == code)
        }
    }
}
