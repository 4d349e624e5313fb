import HandsetAT
import HandsetCarrier
import Testing

@Suite("Settings and tones of calls")
struct CallSettingsTests {
    static let questions: [(command: String, answer: [String])] = [
        ("AT+CLIP=1;+CLIP?", ["+CLIP: 1,1", "OK"]), ("AT+CLIP=?", ["+CLIP: (0,1)", "OK"]),
        ("AT+CLIP=2", ["+CME ERROR: 50"]), ("AT+CLIP=x", ["+CME ERROR: 50"]), ("AT+CLIP=1,1", ["+CME ERROR: 50"]),
        ("AT+COLP=1;+COLP?", ["+COLP: 1,1", "OK"]), ("AT+CRC=1;+CRC?", ["+CRC: 1", "OK"]),
        ("AT+CLIR=2;+CLIR?", ["+CLIR: 2,4", "OK"]), ("AT+CLIR=3", ["+CME ERROR: 50"]),
        ("AT+CLIR=?", ["+CLIR: (0-2)", "OK"]), ("AT+CSSN=1;+CSSN?", ["+CSSN: 1,0", "OK"]),
        ("AT+CSSN=,1;+CSSN?", ["+CSSN: 0,1", "OK"]), ("AT+CSSN=1,2", ["+CME ERROR: 50"]),
        ("AT+CSSN=?", ["+CSSN: (0,1),(0,1)", "OK"]), ("AT+CVHU=2;+CVHU?", ["+CVHU: 2", "OK"]),
        ("AT+CVHU=?", ["+CVHU: (0-2)", "OK"]), ("AT+CMOD=0", ["OK"]), ("AT+CMOD=?", ["+CMOD: (0)", "OK"]),
        ("AT+CMOD=1", ["+CME ERROR: 4"]), ("AT+VTD=10;+VTD?", ["+VTD: 10", "OK"]), ("AT+VTD=0", ["+CME ERROR: 50"]),
        ("AT+CMUT=?", ["+CMUT: (0,1)", "OK"]), ("AT+CMUT=1", ["+CME ERROR: 3"]), ("AT+CMUT?", ["+CMUT: 0", "OK"]),
        ("AT+CPAS", ["+CPAS: 0", "OK"]), ("AT+CPAS=?", ["+CPAS: (0,3,4)", "OK"]), ("AT+CLCC", ["OK"]),
        ("AT+CLCC=?", ["OK"]), ("AT+VTS=1", ["+CME ERROR: 3"]), ("AT+VTS=?", ["+VTS: (),(),(1-255)", "OK"]),
        ("AT+CEER", ["+CEER: \"no call has ended\"", "OK"]), ("AT+CHUP=?", ["OK"]),
    ]

    @Test("a question has its answer", arguments: questions)
    func answers(_ question: (command: String, answer: [String])) async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            #expect(try await terminal.command(question.command) == question.answer)
        }
    }

    static let tones: [(command: String, heard: String?, tenths: [Int])] = [
        ("AT+VTS=5", "5", [1]), ("AT+VTS=\"#\"", "#", [1]), ("AT+VTS=*", "*", [1]), ("AT+VTS=1,2,d", "12D", [1, 1, 1]),
        ("AT+VTS=\"12A\"", "12A", [1, 1, 1]), ("AT+VTS={4,20}", "4", [20]), ("AT+VTS={4,20},5", "45", [20, 1]),
        ("AT+VTD=3;+VTS=9;+VTS=8", "98", [3, 3]), ("AT+VTS=E", nil, []), ("AT+VTS=", nil, []), ("AT+VTS={4", nil, []),
        ("AT+VTS={4,0}", nil, []), ("AT+VTS={4,256}", nil, []), ("AT+VTS=1,,2", nil, []), ("AT+VTS={}", nil, []),
        ("AT+VTS=[400,500,10]", nil, []), ("AT+VTS=\"" + String(repeating: "1", count: 65) + "\"", nil, []),
    ]

    @Test("tones are heard at the other end, for as long as they last", arguments: tones)
    func tone(_ tone: (command: String, heard: String?, tenths: [Int])) async throws {
        try await withCarrier { world in
            try await world.friend.setCalls(CallBehaviour(.answers(after: .zero)))
            let terminal = try await world.terminal()
            try await terminal.ask("ATD+15550123;")
            let answer = try await terminal.command(tone.command)
            #expect(answer == [tone.heard == nil ? "+CME ERROR: 50" : "OK"])
            let call = try #require(await world.carrier.calls.first)
            #expect(call.tones(by: .caller) == tone.heard ?? "")
            #expect(call.tones.map(\.duration) == tone.tenths.map { .milliseconds($0 * 100) })
        }
    }

    @Test("mute lasts as long as the calls")
    func mute() async throws {
        try await withCarrier { world in
            let terminal = try await world.terminal()
            try await terminal.ask("ATD+15550123;")
            #expect(try await terminal.ask("AT+CMUT=1;+CMUT?") == ["+CMUT: 1"])
            #expect(await world.carrier.snapshot.modems["personal"]?.isMuted == true)
            try await terminal.ask("AT+CHUP")
            #expect(try await terminal.ask("AT+CMUT?") == ["+CMUT: 0"])
        }
    }

    @Test(
        "causes are told in words, numbers or both",
        arguments: [
            (VoiceConfiguration.CauseReport.words, "\"user busy\""), (.number, "17"), (.both, "17,\"user busy\""),
        ])
    func cause(report: VoiceConfiguration.CauseReport, text: String) async throws {
        try await withCarrier(configure: { $0.voice.causeReport = report }) { world in
            try await world.friend.setCalls(CallBehaviour(.busy))
            let terminal = try await world.terminal()
            try await terminal.ask("ATD5550123;")
            try await terminal.line(beginning: "BUSY")
            #expect(try await terminal.ask("AT+CEER") == ["+CEER: \(text)"])
        }
    }

    @Test("with ATV0 results are numbers")
    func numeric() async throws {
        try await withCarrier { world in
            try await world.friend.setCalls(CallBehaviour(.busy))
            let terminal = try await world.terminal()
            await terminal.write("ATV0\r")
            try await terminal.line(beginning: "0")
            await terminal.write("ATD5550123;\r")
            #expect(try await terminal.linesUntil("busy") { $0 == "7" } == ["0", "7"])
            try await world.friend.call(CarrierFixture.personal)
            try await terminal.line(beginning: "2")
        }
    }

    @Test("the call indicator follows the calls")
    func indicator() async throws {
        try await withCarrier { world in
            try await world.friend.setCalls(CallBehaviour(.answers(after: .zero)))
            let terminal = try await world.terminal(setUp: "ATE0;+CMER=3,0,0,1")
            try await terminal.ask("ATD5550123;")
            try await terminal.line(beginning: "+CIEV: 3,1")
            #expect(try await terminal.ask("AT+CIND?").first?.hasPrefix("+CIND: 3,1,1,") == true)
            try await terminal.ask("AT+CHUP")
            try await terminal.line(beginning: "+CIEV: 3,0")
        }
    }
}
