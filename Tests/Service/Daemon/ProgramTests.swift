import Foundation
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

@testable import HandsetService

/// `handsetd` as a program, with a simulated carrier's modem.
@Suite(.timeLimit(.minutes(1))) struct ProgramTests {
    @Test(arguments: [
        (["--help"], Int32(0), "usage: handsetd"), (["--version"], 0, "handsetd "), (["--bogus"], EX_USAGE, "--help"),
        (["--modem", "x"], EX_USAGE, "--modem"), (["operand"], EX_USAGE, "operand"),
        (["--state", "/proc/none"], EX_CANTCREAT, "--state"),
    ])
    @ServiceActor
    func endsWithTheStatusOfSysexits(arguments: [String], status: Int32, words: String) async throws {
        let stage = try await Stage()
        let (exit, text) = try await stage.run(Stage.program("handsetd"), arguments, log: "log")
        await stage.end()
        #expect(exit == .code(status))
        #expect(text.contains(words), "\(text)")
    }

    @ServiceActor
    @Test func aWrongConfigurationAndADamagedStoreAreSaid() async throws {
        let stage = try await Stage()
        let state = stage.folder.path + "/state"
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        try Data(#"{"modem": []}"#.utf8).write(to: URL(fileURLWithPath: state + "/config.json"))
        let arguments = ["--bus", stage.bus.text, "--state", state]
        let wrong = try await stage.run(Stage.program("handsetd"), arguments, log: "wrong")
        try Data(#"{}"#.utf8).write(to: URL(fileURLWithPath: state + "/config.json"))
        try Data(repeating: 7, count: 5_000).write(to: URL(fileURLWithPath: state + "/handset.db"))
        let damaged = try await stage.run(Stage.program("handsetd"), arguments, log: "damaged")
        await stage.end()
        #expect(wrong.0 == .code(EX_CONFIG))
        #expect(wrong.1.contains("modem: no such key"))
        #expect(damaged.0 == .code(EX_DATAERR))
        #expect(damaged.1.contains("does not start over"))
    }

    /// Promise 1 over a real modem's protocol: the part is on the disk before the modem may delete it. And promise 7.
    @ServiceActor
    @Test(.enabled(if: access("/usr/bin/strace", X_OK) == 0), arguments: [false, true])
    func onTheDiskBeforeTheModemMayDeleteOrAcknowledge(isRouted: Bool) async throws {
        let stage = try await Stage()
        let path = stage.folder.path
        try stage.prepare(routesMessages: isRouted)
        let traced = try stage.start(
            "/usr/bin/strace",
            [
                "-f", "-s", "80", "-e", "trace=fdatasync,sendto,read", "-o", path + "/trace",
                try Stage.program("handsetd"),
            ]
                + stage.daemonArguments, log: "handsetd")
        let app = ServiceClient(on: stage.bus.address)
        let changes = Events<Void>()
        await app.observe { _ in changes.add(()) }
        try await app.whenConnected()
        while try await app.state().lines.first?.canSendSMS != true { await changes.next() }
        let words = "A secret of 47 words"
        try await stage.carrier("send", "from=+15550123", "to=+15550100", "text=\(words)")
        let element = try await app.next(service: "sms", reader: 1, after: 0)
        #expect(element.message.text == words)
        let result = try await app.send(
            SendRequest(line: element.message.line, recipients: ["+15550123"], id: "1", text: words, wantsReport: true))
        #expect(result.outcome == .taken)
        await app.close()
        // strace passes the signal on to nobody: the daemon is its child.
        let daemon = Int32(stage.text("trace").prefix { $0.isNumber }) ?? 0
        if daemon > 0 { kill(daemon, SIGTERM) }
        _ = await stage.exit(of: traced)
        let trace = stage.text("trace").split(separator: "\n").map(String.init)
        let log = stage.text("handsetd")
        await stage.end()

        // What the modem is told last, and the octets of the message before it.
        let word = try #require(
            trace.firstIndex { $0.contains("sendto") && $0.contains(isRouted ? "AT+CNMA" : "AT+CMGD") })
        let octets = try #require(
            trace[..<word].lastIndex {
                $0.contains("read") && (isRouted ? ["+CMT: "] : ["+CMGR: ", "+CMGL: "]).contains(where: $0.contains)
            })
        #expect(trace[octets..<word].contains { $0.contains("fdatasync") && $0.contains("= 0") })
        #expect(log.contains("serving"))
        for secret in ["5550123", "5550100", "secret", "8900000101155501009"] { #expect(!log.contains(secret)) }
    }
}
