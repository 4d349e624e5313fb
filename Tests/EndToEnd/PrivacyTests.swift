import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Promise 7: numbers and texts never reach our logs or error texts.
    @Suite struct PrivacyTests {
        @Test func noNumberAndNoTextIsInWhatTheProgramsWrite() async throws {
            try await withMachine(lines: [.init(pin: "4711")]) { machine, bundle in
                _ = try await machine.handset("line", "unlock", "Personal", input: "0815\n")
                _ = try await machine.handset("line", "unlock", "Personal", input: "4711\n")
                try await machine.waitUntilModemsListen()
                let sender = try await machine.subscriber("+15550123")
                _ = try await sender.send("xyzzy-incoming", to: "+15550100")
                let app = try await machine.launched()
                try await machine.tell(app, "loop")
                _ = try await machine.nextMessage(in: app)
                try await machine.tell(app, "cancel")
                for fault in [Fault.refuseSubmissionCMS(41), .cutConnection(.beforeAnswer, command: "+CMGS")] {
                    try await machine.modems[0].inject(fault)
                    try await machine.tell(app, "send", ["to": "+15550123", "text": "xyzzy-outgoing"])
                    _ = try await machine.report("sent", from: app)
                    try await machine.waitUntilModemsListen()
                }
                _ = try await sender.send(raw: [0x04, 0x0B, 0x91, 0x51, 0x55, 0x05, 0x21, 0xF3], to: "+15550100")
                try await machine.modems[0].emit(line: "+CMTI: \"SM\",xyzzy 15550123")
                let refused = try await machine.handset("send", "+15550123", "xyzzy-refused")
                await machine.killDaemon()
                try await machine.startDaemon()
                try await machine.waitForLines { $0.contains("Personal") }

                let written = machine.logs + refused.errors
                for secret in ["5550123", "5550100", "xyzzy", "4711", "0815"] {
                    #expect(!written.contains(secret), "\(secret) is in \(written)")
                }
            }
        }
    }
}
