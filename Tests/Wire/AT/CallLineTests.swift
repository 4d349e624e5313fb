import Testing

@testable import HandsetAT

@Suite struct CallLineTests {
    private func parameters(_ text: String) throws -> [Parameter] { try [Parameter](parsing: text.octets) }

    /// What a modem's lines say, without a command.
    private func unsolicited(_ text: String, during expectation: ResponseParser.Expectation? = nil) -> [ResponseParser
        .Event]
    {
        var reader = ResponseReader()
        var parser = ResponseParser()
        if let expectation { parser.begin(expectation) }
        return reader.read(text.octets).flatMap { parser.take($0) }
    }

    // MARK: What is dialled

    @Test(arguments: ["112", "+15550199", "*31#5550199", "*#06#", "0123456789ABCD", String(repeating: "1", count: 80)])
    func dialsNumbers(_ text: String) throws {
        let string = try #require(DialString(text))
        #expect(CommandLine([string.command()]).encoded == "ATD\(text);\r".octets)
        #expect(CommandLine([string.command(.hidden)]).encoded == "ATD\(text)I;\r".octets)
        #expect(CommandLine([string.command(.shown)]).encoded == "ATD\(text)i;\r".octets)
    }

    @Test(
        "tel:1;+CFUN=0 and its kind are no numbers",
        arguments: [
            "1;+CFUN=0", "1\r", "1\n", "1\r\nAT+CFUN=0", "tel:1", "", "+", "++1", "1+", "1,2", "1 2", "1-2", "1p2",
            "1W", "1!", "1@", ">1",
            "1I", "1i", "a", "d", "E", "\u{0661}\u{0662}", "\u{FF11}", "1\0", "1\u{1A}", "1\u{1B}", "\"1\"",
            String(repeating: "1", count: 81),
        ])
    func dialsNothingElse(_ text: String) { #expect(DialString(text) == nil) }

    @Test func nothingButDigitsGetsIntoADialString() {
        for octet in UInt8.min...UInt8.max {
            let text = String(decoding: [0x31, octet, 0x32], as: UTF8.self)
            let isDigit = "0123456789*#ABCD".utf8.contains(octet)
            #expect((DialString(text) != nil) == isDigit)
            #expect((DialTone(octet) != nil) == isDigit)
        }
    }

    // MARK: Listings

    @Test(arguments: [
        ("1,0,2,0,0", ListedCall(index: 1, direction: .mobileOriginated, state: .dialing)),
        (
            "2,1,5,0,0,\"15550199\",145,\"A, B\"",
            ListedCall(
                index: 2, direction: .mobileTerminated, state: .waiting, caller: CallerNumber(number: "+15550199"))
        ),
        (
            "1,1,0,0,1,\"5550199\",129,\"\"",
            ListedCall(
                index: 1, direction: .mobileTerminated, state: .active, isMultiparty: true,
                caller: CallerNumber(number: "5550199"))
        ),
        (
            "1,1,4,0,0,\"\",128,,,1",
            ListedCall(
                index: 1, direction: .mobileTerminated, state: .incoming, caller: CallerNumber(validity: .withheld))
        ),
        ("1,0,0,1", ListedCall(index: 1, direction: .mobileOriginated, state: .active, mode: .data)),
        (
            "1,1,4,0,0,\"002B00310035\",145",
            ListedCall(index: 1, direction: .mobileTerminated, state: .incoming, caller: CallerNumber(number: "+15"))
        ),
    ])
    func readsListings(_ text: String, _ call: ListedCall) throws { #expect(try ListedCall(parameters(text)) == call) }

    @Test(
        "what is no call",
        arguments: ["", "0,0,0,0", "10,0,0,0", "1,2,0,0", "1,0,6,0", "1,0,0", "x,0,0,0", "1,0,\"0\",0"])
    func refusesListings(_ text: String) { #expect(throws: ATError.self) { try ListedCall(parameters(text)) } }

    @Test func survivesEveryPrefix() throws {
        let text = "2,1,5,0,0,\"15550199\",145,\"A, B\",,1"
        for length in 0...text.utf8.count {
            guard let parameters = try? parameters(String(text.prefix(length))) else { continue }
            _ = try? ListedCall(parameters)
            _ = CallerNumber(clip: parameters)
            _ = CallerNumber(ccwa: parameters)
        }
    }

    // MARK: Codes

    @Test(arguments: [
        ("RING", UnsolicitedCode.ring), ("+CRING: VOICE", .ring),
        ("+CLIP: \"+15550199\",145,,,,0", .caller(CallerNumber(number: "+15550199"))),
        ("+CLIP: \"15550199\",145", .caller(CallerNumber(number: "+15550199"))),
        ("+CLIP: \"\",128,,,,1", .caller(CallerNumber(validity: .withheld))),
        ("+CLIP: ,128,,,\"\",2", .caller(CallerNumber(validity: .notAvailable))),
        ("+CLIP: \"nobody\",208", .caller(CallerNumber())),
        ("+CCWA: \"5550123\",129,1", .callWaiting(CallerNumber(number: "5550123"))),
        ("+CCWA: \"\",128,1,,1", .callWaiting(CallerNumber(validity: .withheld))),
        ("+CCWA: 1,1", .other(.init(name: "+CCWA", rest: "1,1".octets))),
        ("+CSSI: 3", .callSetUp(.waiting)), ("+CSSU: 2", .callNotice(.onHold)), ("+CSSU: 3,1", .callNotice(.retrieved)),
        ("+CUSD: 2", .ussd(USSDNotice(status: .terminatedByNetwork))),
        ("+CUSD: 0,\"Credit: 5\",15", .ussd(USSDNotice(status: .done, string: "Credit: 5".octets, coding: 15))),
        (
            "+CUSD: 1,\"say \"yes\" or \"no\"\", 15",
            .ussd(USSDNotice(status: .actionRequired, string: "say \"yes\" or \"no\"".octets, coding: 15))
        ),
        (
            "+CUSD: 0,\"a\\0Ab\\22\\5C\\41\",15",
            .ussd(USSDNotice(status: .done, string: "a\nb\"\\\\41".octets, coding: 15))
        ),
        ("+CUSD: 0,AA180C3602,15", .ussd(USSDNotice(status: .done, string: "AA180C3602".octets, coding: 15))),
        ("+CUSD: 9,\"x\"", .ussd(USSDNotice(status: nil, string: "x".octets))),
        ("+CUSD: x", .other(.init(name: "+CUSD", rest: "x".octets))),
        ("NO CARRIER", .callEnded(.noCarrier)), ("BUSY", .callEnded(.busy)), ("NO ANSWER", .callEnded(.noAnswer)),
        ("NO DIALTONE", .callEnded(.noDialtone)),
    ])
    func readsCodes(_ line: String, _ code: UnsolicitedCode) {
        #expect(unsolicited(line + "\r\n") == [.unsolicited(code)])
    }

    @Test func readsTextsOfSeveralLines() {
        let menu = USSDNotice(status: .actionRequired, string: "1 Balance\n2 Data\n0 \"Leave\"".octets, coding: 15)
        let text = "+CUSD: 1,\"1 Balance\r\n\n2 Data\r\n0 \"Leave\"\",15\r\n"
        #expect(unsolicited(text) == [.unsolicited(.ussd(menu))])
        for split in 0..<text.utf8.count {
            var reader = ResponseReader()
            var parser = ResponseParser()
            let octets = text.octets
            let tokens = reader.read(octets[..<split]) + reader.read(octets[split...])
            #expect(tokens.flatMap { parser.take($0) } == [.unsolicited(.ussd(menu))])
        }
    }

    @Test func othersSpeakWithinATextOfSeveralLines() {
        let events = unsolicited("+CUSD: 0,\"one\r\nRING\r\n+CMTI: \"SM\",3\r\ntwo\",15\r\n")
        #expect(
            events == [
                .unsolicited(.ring), .unsolicited(.messageStored(.init(storage: "SM", index: 3))),
                .unsolicited(.ussd(USSDNotice(status: .done, string: "one\ntwo".octets, coding: 15))),
            ])
    }

    @Test func aTextWithoutItsEndSwallowsNothing() {
        #expect(
            unsolicited("+CUSD: 0,\"one\r\nOK\r\n", during: .init()) == [
                .unsolicited(.ussd(USSDNotice(status: .done))), .final(.ok),
            ])
        let many = String(repeating: "x\r\n", count: ATLimits.stringLines)
        let events = unsolicited("+CUSD: 0,\"one\r\n\(many)RING\r\n")
        #expect(events.last == .unsolicited(.ring) && events.count == 3)
        let long = String(repeating: "y", count: ATLimits.responseLine - 2) + "\r\n"
        #expect(unsolicited("+CUSD: 0,\"one\r\n\(long)").count == 2)
    }

    // MARK: Causes

    @Test(arguments: [
        ("16", 16), ("16,\"normal call clearing\"", 16), ("5,17", 17), ("\"CC setup error\",21,\"x\"", 21),
        ("\"user busy\"", 17),
        ("Normal call clearing", 16), ("17: User busy", 17), ("\"call rejected\"", 21),
        ("\"Unassigned (unallocated) number\"", 1),
        ("\"no user responding\"", 18), ("\"user alerting, no answer\"", 19), ("0", nil),
        ("\"no call has ended\"", nil), ("", nil),
        ("4294967296", nil), ("128", nil), ("\"", nil),
    ])
    func readsCauses(_ text: String, _ cause: Int?) { #expect(CallCause(report: text.octets)?.rawValue == cause) }

    @Test func understandsItsOwnWords() {
        for cause: CallCause in [
            .unassignedNumber, .operatorDeterminedBarring, .normalClearing, .userBusy, .noUserResponding, .noAnswer,
            .rejected,
            .destinationOutOfOrder, .invalidNumberFormat, .noCircuit, .temporaryFailure, .congestion,
        ] {
            #expect(CallCause(report: "\"\(cause.meaning)\"".octets) == cause)
        }
    }

    // MARK: Emergency numbers

    @Test(
        arguments: [
            ("11F2FF", "112"), ("19F1FF", "911"), ("999900", "999900"), ("FFFFFF", nil), ("00", "00"), ("", nil),
            ("F1", "1"),
            ("A1B2FF", "1*2#"), ("C1FFFF", "1"),
        ] as [(String, String?)])
    func readsEmergencyNumbers(_ hex: String, _ number: String?) throws {
        #expect(EmergencyCodes.number(try #require(Hex.decode(hex.octets))) == number)
    }

    @Test func readsTheFileOfAGSMCard() {
        #expect(
            EmergencyCodes.numbers(transparent: [0x11, 0xF2, 0xFF, 0xFF, 0xFF, 0xFF, 0x19, 0xF1, 0xFF]) == [
                "112", "911",
            ])
        #expect(EmergencyCodes.numbers(transparent: Array(repeating: 0x11, count: 3_000)).count == EmergencyCodes.limit)
        #expect(EmergencyCodes.numbers(transparent: []).isEmpty)
    }

    @Test(
        arguments: [
            ("62178205422100040283026FB7A5038001718A01058B036F0602", FileStructure.records(length: 4, count: 2)),
            ("621A8202412183026FB7A5038001718A01058B036F06028002000F", .transparent(size: 15)),
            ("0000000F6FB7040000FFFF01020000", .transparent(size: 15)),
            ("000000146FB7040000FFFF01020104", .records(length: 4, count: 5)), ("000000146FB7040000FFFF01020100", nil),
            ("62", nil),
            ("6210820542", nil), ("", nil), ("00", nil),
        ] as [(String, FileStructure?)])
    func readsFileStructures(_ hex: String, _ structure: FileStructure?) throws {
        let octets = try #require(Hex.decode(hex.octets))
        #expect(FileStructure(octets) == structure)
        for length in 0..<octets.count { _ = FileStructure(Array(octets.prefix(length))) }
    }
}
