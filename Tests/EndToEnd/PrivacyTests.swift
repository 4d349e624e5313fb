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

        /// What goes wrong with multimedia messages is said without their addresses, texts, files and locations.
        @Test func noMultimediaMessageIsInWhatTheProgramsWrite() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "mms loop")
                let kinds: [MultimediaFault.Kind] = [
                    .status(503), .wrongType, .garble, .redirect("http://xyzzy.example/"),
                ]
                for kind in kinds {
                    try await machine.inject(MultimediaFault(kind, on: .fetch))
                    try await machine.inject(MultimediaFault(kind, on: .send))
                    let fields = ["to": "+15550123", "text": "xyzzy-outgoing", "subject": "xyzzy-subject"]
                    _ = try await machine.subscriber("+15550123")
                    _ = try await machine.sendMultimedia(fields, from: app)
                    try await machine.multimedia("xyzzy-incoming", subject: "xyzzy-subject", from: "+15550123")
                    _ = try await machine.nextMultimedia(in: app)
                    try await machine.tell(app, "go on", ["name": "mms"])
                }
                // Gone for good: said in the log and by the status.
                try await machine.inject(MultimediaFault(.status(410), on: .fetch), times: 3)
                try await machine.multimedia("xyzzy-incoming", from: "+15550123")
                try await machine.waitForTrouble { $0.contains("could not be fetched") }
                let status = try await machine.handset("status")
                let refused = try await machine.handset("send", "--mms", "xyzzy +15550123", "xyzzy-refused")
                let written = machine.logs + status.errors + status.output + refused.errors
                #expect(machine.logs.contains("cannot be fetched"))
                for secret in ["5550123", "xyzzy", "4stJ4iiQ"] {
                    #expect(!written.contains(secret), "\(secret): \(written)")
                }
            }
        }
    }
}

extension TestMachine {
    /// Asks for the status until it says so; it changes when an attempt has failed.
    fileprivate func waitForTrouble(_ isThere: (String) -> Bool) async throws {
        for _ in 0..<500 where isThere(try await handset("status").output) { return }
        throw TestMachineError("the status never said so")
    }
}
