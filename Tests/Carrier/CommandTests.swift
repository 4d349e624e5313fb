import HandsetCarrier
import HandsetSMS
import Testing

@Suite("AT commands")
struct CommandTests {
    /// What a TE asks before it uses a modem, and what it gets.
    static let questions: [(command: String, answer: [String])] = [
        ("AT", ["OK"]),
        ("at", ["OK"]),
        ("AT+CGMI", ["Handset", "OK"]),
        ("AT+CGSN", ["990000862471854", "OK"]),
        ("AT+CGSN=1", ["+CGSN: \"990000862471854\"", "OK"]),
        ("AT+GCAP", ["+GCAP: +CGSM", "OK"]),
        ("AT+CPIN?", ["+CPIN: READY", "OK"]),
        ("AT+CIMI", ["001010015550100", "OK"]),
        ("AT+CCID", ["+CCID: 8900000101155501009", "OK"]),
        ("AT+CRSM=176,12258,0,0,10", ["+CRSM: 144,0,\"980000101051551000F9\"", "OK"]),
        ("AT+CRSM=176,28423,0,0,9", ["+CRSM: 144,0,\"080910100051551000\"", "OK"]),
        ("AT+CRSM=176,28589,0,0,4", ["+CRSM: 144,0,\"00000002\"", "OK"]),
        ("AT+CRSM=176,1,0,0,4", ["+CRSM: 106,130", "OK"]),
        ("AT+CSIM=10,\"0020000100\"", ["+CSIM: 4,\"63C3\"", "OK"]),
        ("AT+CSIM=10,\"002C000100\"", ["+CSIM: 4,\"63CA\"", "OK"]),
        ("AT+CSIM=10,\"0020008100\"", ["+CME ERROR: 4"]),
        ("AT+CNUM", ["+CNUM: \"\",\"+15550100\",145", "OK"]),
        ("AT+CSCA?", ["+CSCA: \"+15550001\",145", "OK"]),
        ("AT+CREG?", ["+CREG: 0,1", "OK"]),
        ("AT+CREG=2;+CREG?", ["+CREG: 2,1,\"0001\",\"00000101\",7", "OK"]),
        ("AT+CEREG=?", ["+CEREG: (0-2)", "OK"]),
        ("AT+COPS?", ["+COPS: 0,0,\"Northwind Mobile\",7", "OK"]),
        ("AT+COPS=3,2;+COPS?", ["+COPS: 0,2,\"00101\",7", "OK"]),
        (
            "AT+COPS=?",
            [
                "+COPS: (2,\"Northwind Mobile\",\"Northwin\",\"00101\",7),"
                    + "(3,\"Harbour Cellular\",\"Harbour \",\"00102\",7),,(0-4),(0-2)", "OK",
            ]
        ),
        ("AT+COPS=1,2,\"00102\"", ["+CME ERROR: 30"]),
        ("AT+CSQ", ["+CSQ: 22,99", "OK"]),
        ("AT+CMGF=?", ["+CMGF: (0)", "OK"]),
        ("AT+CMGF=1", ["+CMS ERROR: 303"]),
        ("AT+CPMS=?", ["+CPMS: (\"SM\",\"ME\"),(\"SM\",\"ME\"),(\"SM\",\"ME\")", "OK"]),
        ("AT+CPMS?", ["+CPMS: \"SM\",0,30,\"SM\",0,30,\"SM\",0,30", "OK"]),
        ("AT+CPMS=\"ME\",\"ME\",\"ME\"", ["+CPMS: 0,100,0,100,0,100", "OK"]),
        ("AT+CPMS=\"XX\"", ["+CMS ERROR: 303"]),
        ("AT+CNMI=?", ["+CNMI: (0-3),(0-3),(0-3),(0-2),(0,1)", "OK"]),
        ("AT+CNMI=2,1,2,1,0;+CNMI?", ["+CNMI: 2,1,2,1,0", "OK"]),
        ("AT+CNMI=4", ["+CMS ERROR: 303"]),
        ("AT+CSMS=1", ["+CSMS: 1,1,0", "OK"]),
        ("AT+CSMS?", ["+CSMS: 0,1,1,0", "OK"]),
        ("AT+CMGR=1", ["+CMS ERROR: 321"]),
        ("AT+CMGD=31", ["+CMS ERROR: 321"]),
        ("AT+CMGD=30", ["OK"]),
        ("AT+CMGD=?", ["+CMGD: (),(0-4)", "OK"]),
        ("AT+CMGL=4", ["OK"]),
        ("AT+CNMA", ["+CMS ERROR: 340"]),
        ("AT+CMGS=0", ["+CMS ERROR: 304"]),
        ("AT+CMMS=2;+CMMS?", ["+CMMS: 2", "OK"]),
        ("AT+CSCS=?", ["+CSCS: (\"IRA\",\"GSM\",\"UCS2\",\"HEX\",\"UTF-8\")", "OK"]),
        ("AT+CSCS=\"UTF-8\";+CSCS?", ["+CSCS: \"UTF-8\"", "OK"]),
        ("AT+CFUN?", ["+CFUN: 1", "OK"]),
        ("AT+CLCK=\"SC\",2", ["+CLCK: 0", "OK"]),
        ("AT+CPIN=1234", ["+CME ERROR: 3"]),
        ("AT+CPIN?;+CSQ", ["+CPIN: READY", "+CSQ: 22,99", "OK"]),
        // The commands after one that fails are not carried out.
        ("AT+CSQ;+CMGR=1;+CPIN?", ["+CSQ: 22,99", "+CMS ERROR: 321"]),
        ("AT+UNKNOWN", ["ERROR"]),
        ("AT+CMEE=0;+COPS=1,2,\"00102\"", ["ERROR"]),
        ("AT+CMEE=2;+COPS=1,2,\"00102\"", ["+CME ERROR: no network service"]),
        ("ATD5550123", ["NO CARRIER"]),
        ("ATH", ["OK"]),
        ("ATV0", ["0"]),
    ]

    @Test("a question has its answer", arguments: questions)
    func answers(_ question: (command: String, answer: [String])) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            await terminal.write(question.command + "\r")
            let end = question.answer.last
            #expect(try await terminal.linesUntil("answer") { $0 == end } == question.answer)
        }
    }

    @Test("characters come back until the TE asks for silence")
    func echo() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal(setUp: "")
            #expect(try await terminal.command("AT") == ["AT", "OK"])
            #expect(try await terminal.command("ATE0") == ["ATE0", "OK"])
            #expect(try await terminal.command("AT") == ["OK"])
            #expect(try await terminal.command("ATZ") == ["OK"])
            #expect(try await terminal.command("AT") == ["AT", "OK"])
        }
    }

    @Test("settings outlive the connection, as they do in a modem that stays powered")
    func reconnects() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await terminal.ask("AT+CNMI=2,1,0,1,0")
            await terminal.disconnect()
            try await world.carrier.waitUntil { $0.modems["personal"]?.isConnected == false }
            try await terminal.connect(to: world.modem.path)
            #expect(try await terminal.command("AT+CNMI?") == ["+CNMI: 2,1,0,1,0", "OK"])
        }
    }

    @Test("a newer TE takes the port")
    func takesOver() async throws {
        try await withCarrier { world in
            let first = try await world.terminal()
            let second = try await world.terminal()
            try await first.line(beginning: "[closed]")
            #expect(try await second.command("AT") == ["OK"])
        }
    }

    @Test("a pty is as good as a socket, at the end of a link that stays")
    func pseudoTerminal() async throws {
        let link = "/tmp/carrier-pty-\(UInt64.random(in: 0 ... .max))"
        try await withCarrier(configure: { $0.port = .pseudoTerminal(link: link) }) { world in
            #expect(world.modem.path == link)
            let terminal = try await world.terminal()
            #expect(try await terminal.command("AT+CPIN?") == ["+CPIN: READY", "OK"])
            try await world.modem.cutConnection()
            try await terminal.line(beginning: "[closed]")
            try await terminal.connect(to: link)
            #expect(try await terminal.command("AT+CPIN?") == ["+CPIN: READY", "OK"])
            await terminal.disconnect()
        }
    }
}
