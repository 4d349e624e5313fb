import Testing

@testable import HandsetAT

@Suite struct ResponseReaderTests {
    private func tokens(of pieces: [[UInt8]], limit: Int = 16) -> [ResponseReader.Token] {
        var reader = ResponseReader(limit: limit)
        return pieces.flatMap { reader.read($0) }
    }

    @Test func splitsLines() {
        let octets = "AT\r\r\nOK\r\n\n\rA\nB\r\r\n> \r\n>x\r\n> > C\r\n".octets
        let expected: [ResponseReader.Token] = [
            .line("AT".octets), .line("OK".octets), .line("A".octets), .line("B".octets), .prompt,
            .line(">x".octets), .prompt, .prompt, .line("C".octets),
        ]
        for pieces in pieces(of: octets) { #expect(tokens(of: pieces) == expected) }
    }

    @Test func promptNeedsNoLineEnd() {
        #expect(tokens(of: ["\r\n>".octets]) == [])
        #expect(tokens(of: ["\r\n>".octets, " ".octets]) == [.prompt])
    }

    @Test func boundsLines() {
        let octets = "0123456789ABCDEF\r0123456789ABCDEFG\rOK\r".octets
        let expected: [ResponseReader.Token] = [
            .line("0123456789ABCDEF".octets), .overlong(prefix: "0123456789ABCDEF".octets, octets: 17),
            .line("OK".octets),
        ]
        for pieces in pieces(of: octets) { #expect(tokens(of: pieces) == expected) }
    }

    @Test func keepsNoise() {
        let noise = (UInt8.min...UInt8.max).filter { $0 != 0x0A && $0 != 0x0D }
        #expect(tokens(of: [noise, [0x0D]], limit: 300) == [.line(noise)])
    }
}

@Suite struct FinalResultTests {
    @Test(
        arguments: [
            ("OK", FinalResult.ok), ("ERROR", .error), ("NO CARRIER", .noCarrier), ("BUSY", .busy),
            ("NO ANSWER", .noAnswer), ("NO DIALTONE", .noDialtone), ("CONNECT", .connect),
            ("+CMS ERROR: 500", .cms(.unknown)), ("+CME ERROR: 10", .cme(.simNotInserted)),
            ("+CMS ERROR: SIM busy", .worded(isMessageService: true, "SIM busy".octets)),
            ("+CME ERROR: ", .worded(isMessageService: false, [])),
        ])
    func readsAndWrites(_ line: String, _ result: FinalResult) {
        #expect(FinalResult(line: line.octets) == result)
        #expect(result.encoded == line.octets)
    }

    @Test func takesMakersForms() {
        #expect(FinalResult(line: "CONNECT 115200".octets) == .connect)
        #expect(FinalResult(line: "COMMAND NOT SUPPORT".octets) == .error)
        #expect(FinalResult(line: "+CMS ERROR:42".octets) == .cms(CMSError(rawValue: 42)))
        #expect(FinalResult(line: "+CMS ERROR".octets) == .worded(isMessageService: true, []))
    }

    @Test(arguments: ["OKAY", "ok", "+CMS ERRORS: 1", "", "ERROR 1", "+CMT: ERROR"]) func passes(_ line: String) {
        #expect(FinalResult(line: line.octets) == nil)
    }

    @Test func namesEveryError() {
        #expect(CMSError(rawValue: 193).meaning == "no subscription with the service centre")
        #expect(CMSError(rawValue: 9_999).meaning == "message service error 9999")
        #expect(CMEError(rawValue: 16).meaning == "incorrect password")
        #expect(CMEError(rawValue: 777).meaning == "modem error 777")
    }
}

@Suite struct ResponseParserTests {
    typealias Event = ResponseParser.Event

    private func events(_ text: String, during expectation: ResponseParser.Expectation? = nil) -> [[Event]] {
        pieces(of: text.octets).map { pieces in
            var reader = ResponseReader()
            var parser = ResponseParser()
            if let expectation { parser.begin(expectation) }
            return pieces.flatMap { reader.read($0) }.flatMap { parser.take($0) }
        }
    }

    private func expect(
        _ text: String, during expectation: ResponseParser.Expectation? = nil, gives expected: [Event],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for events in events(text, during: expectation) {
            #expect(events == expected, sourceLocation: sourceLocation)
        }
    }

    private let listing = ResponseParser.Expectation(names: ["+CMGL"], hasBodies: true, echoes: ["AT+CMGL=4".octets])
    private func header(_ index: Int) -> ResponseLine.Code {
        .init("+CMGL", [.number(index), .number(0), .empty, .number(2)])
    }

    @Test func readsAnAnswerWithEcho() {
        expect(
            "AT+CPIN?\r\r\n+CPIN: READY\r\n\r\nOK\r\n",
            during: .init(names: ["+CPIN"], echoes: ["AT+CPIN?".octets]),
            gives: [.information(.init("+CPIN", [.word("READY")]), body: nil), .final(.ok)])
    }

    @Test func readsAListing() {
        expect(
            "\r\n+CMGL: 1,0,,2\r\n00AA\r\n+CMGL: 2,0,,2\r\n00BB\r\n\r\nOK\r\n", during: listing,
            gives: [
                .information(header(1), body: "00AA".octets), .information(header(2), body: "00BB".octets), .final(.ok),
            ])
    }

    @Test func readsAListingWithCodesInside() {
        expect(
            "+CMGL: 1,0,,2\r\n+CMTI: \"SM\",7\r\n00AA\r\n+XYZ: 1\r\n+CMT: ,2\r\n00CC\r\n+CMGL: 2,0,,2\r\nRING\r\n00BB\r\nOK\r\n",
            during: listing,
            gives: [
                .unsolicited(.messageStored(.init(storage: "SM", index: 7))),
                .information(header(1), body: "00AA".octets),
                .unsolicited(.other(.init("+XYZ", [.number(1)]))),
                .unsolicited(.message(.init(length: 2, line: "00CC".octets))),
                .information(header(2), body: "RING".octets),
                .unsolicited(.text("00BB".octets)),
                .final(.ok),
            ])
    }

    @Test func reportsMissingBodies() {
        expect(
            "+CMGL: 1,0,,2\r\n+CMGL: 2,0,,2\r\n00BB\r\n+CMGL: 1,0,,2\r\nOK\r\n", during: listing,
            gives: [
                .information(header(1), body: nil), .information(header(2), body: "00BB".octets),
                .information(header(1), body: nil), .final(.ok),
            ])
        expect(
            "+CDS: 25\r\nOK\r\n", during: .init(),
            gives: [.unsolicited(.report(.init(length: 25, line: nil))), .final(.ok)])
    }

    @Test func readsTwoLineCodes() {
        expect(
            "\r\n+CMT: \"a,\"\"b\",2\r\n00AA\r\n\r\n+CDS: 2\r\n00BB\r\n+CBM: 2\r\n00CC\r\n",
            gives: [
                .unsolicited(.message(.init(length: 2, line: "00AA".octets))),
                .unsolicited(.report(.init(length: 2, line: "00BB".octets))),
                .unsolicited(.broadcast(.init(length: 2, line: "00CC".octets))),
            ])
    }

    @Test func readsUnsolicitedCodes() {
        expect(
            "+CMTI: \"ME\",3\r\n+CDSI: \"SR\",1\r\n+CREG: 5\r\n+CEREG: 1,\"00C3\",\"00112233\",7\r\n+CPIN: NOT READY\r\nRING\r\n"
                + "NO CARRIER\r\n^RSSI: 20\r\nSMS Ready\r\n+CMTI: oops\r\n+CREG: \"\r\nOK\r\n",
            gives: [
                .unsolicited(.messageStored(.init(storage: "ME", index: 3))),
                .unsolicited(.reportStored(.init(storage: "SR", index: 1))),
                .unsolicited(.registration("+CREG", .roaming)), .unsolicited(.registration("+CEREG", .home)),
                .unsolicited(.sim(.other("NOT READY"))), .unsolicited(.ring),
                .unsolicited(.callEnded(.noCarrier)), .unsolicited(.other(.init("^RSSI", [.number(20)]))),
                .unsolicited(.text("SMS Ready".octets)),
                .unsolicited(.other(.init(name: "+CMTI", rest: "oops".octets))),
                .unsolicited(.other(.init(name: "+CREG", rest: "\"".octets))), .unsolicited(.text("OK".octets)),
            ])
    }

    @Test func tellsRegistrationAnswersFromCodes() {
        expect(
            "+CREG: 1\r\n+CREG: 2,\"00C3\",\"0011\"\r\n+CREG: 2,5,\"00C3\",\"0011\"\r\nOK\r\n+CREG: 0\r\n",
            during: .init(names: ["+CREG"]),
            gives: [
                .unsolicited(.registration("+CREG", .home)), .unsolicited(.registration("+CREG", .searching)),
                .information(.init("+CREG", [.number(2), .number(5), .string("00C3"), .string("0011")]), body: nil),
                .final(.ok), .unsolicited(.registration("+CREG", .notRegistered)),
            ])
    }

    @Test func readsIdentities() {
        expect(
            "AT+CIMI\r\r\n310260000000001\r\n\r\nRING\r\nOK\r\n",
            during: .init(names: ["+CIMI"], takesText: true, echoes: ["AT+CIMI".octets]),
            gives: [.text("310260000000001".octets), .unsolicited(.ring), .final(.ok)])
    }

    @Test func sendsAfterAPrompt() {
        expect(
            "\r\n> 0011\u{1A}\r\n+CMGS: 7\r\n\r\nOK\r\n",
            during: .init(names: ["+CMGS"], echoes: ["0011".octets, "0011\u{1A}".octets]),
            gives: [.prompt, .information(.init("+CMGS", [.number(7)]), body: nil), .final(.ok)])
    }

    @Test func endsCallsOnlyForCalls() {
        expect("BUSY\r\n", during: .init(isCall: true), gives: [.final(.busy)])
        expect("BUSY\r\nOK\r\n", during: .init(), gives: [.unsolicited(.callEnded(.busy)), .final(.ok)])
    }

    @Test func reportsOverlongLines() {
        let long = String(repeating: "A", count: ATLimits.responseLine + 1)
        var reader = ResponseReader()
        var parser = ResponseParser()
        parser.begin(listing)
        let events = reader.read("+CMGL: 1,0,,2\r\n\(long)\r\nOK\r\n".octets).flatMap { parser.take($0) }
        #expect(events == [.information(header(1), body: nil), .overlong(octets: long.count), .final(.ok)])
    }

    @Test func survivesNoise() {
        var state: UInt64 = 1
        var reader = ResponseReader()
        var parser = ResponseParser()
        let alphabet = Array("+CMT:GLS0123,;\"()\r\n> OKERROR ".utf8) + [0x00, 0x1A, 0xFF]
        for round in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let octet = alphabet[Int(state >> 33) % alphabet.count]
            if round % 97 == 0 { parser.begin(listing) }
            for token in reader.read([octet]) { _ = parser.take(token) }
        }
        _ = reader.read("\r\n".octets).flatMap { parser.take($0) }
        _ = parser.take(.line("OK".octets))
        parser.begin(.init())
        #expect(parser.take(.line("OK".octets)) == [.final(.ok)])
    }
}
