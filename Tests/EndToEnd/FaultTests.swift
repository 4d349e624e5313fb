import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// What networks and modems do to a message, and what must not happen to it.
    @Suite struct FaultTests {
        /// What is on the screen is the agent's to know, not the daemon's.
        @Test func anAnswerInANotificationOutlivesTheDaemonThatPostedIt() async throws {
            try await TestMachine.run { machine in
                try await machine.install("handset-messages", role: .carrierMessaging)
                try await machine.start()
                try await machine.subscriber("+15550123", .silent)
                try await machine.text("Are you there?", from: "+15550123")
                let shown = try await machine.nextNotification()
                await machine.killDaemon()
                try await machine.startDaemon()
                try await machine.waitForLine("Personal", #""sms":true"#)
                try await machine.reply("Yes", to: shown)
                #expect(try await machine.textsReceived(by: "+15550123") == ["Yes"])
            }
        }

        @Test func anAnswerInANotificationThatCannotBeSentIsToldOf() async throws {
            try await TestMachine.run { machine in
                try await machine.install("handset-messages", role: .carrierMessaging)
                try await machine.start()
                try await machine.subscriber("+15550123", .silent)
                try await machine.text("Are you there?", from: "+15550123")
                let shown = try await machine.nextNotification()
                try await machine.inject(.refusesText(permanent: false))
                try await machine.reply("Yes", to: shown)
                let told = try await machine.nextNotification { $0.summary == "Your text to +15550123" }
                #expect(told.body == "not sent: try again later\nYes")
            }
        }

        @Test func aLostIndicationCostsMinutesNotTheMessage() async throws {
            try await withMachine(prepare: { await $0.configure("probeInterval", 1) }) { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                try await machine.modems[0].inject(.loseIndication)
                try await machine.text("Unannounced", from: "+15550123")
                #expect(try await machine.nextMessage(in: app).text == "Unannounced")
            }
        }

        @Test(arguments: [Fault.duplicatePart, .reorderPart, .delayPart(.milliseconds(300))])
        func aLongTextIsWholeAndOnceWhen(fault: Fault) async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                try await machine.modems[0].inject(fault)
                let long = (1...30).map { "Sentence number \($0)." }.joined(separator: " ")
                try await machine.text(long, from: "+15550123")
                #expect(try await machine.nextMessage(in: app).text == long)
                try await machine.tell(app, "continue")
                try await machine.text("After it", from: "+15550123")
                #expect(try await machine.nextMessage(in: app).text == "After it")
            }
        }

        @Test(
            arguments: [
                Fault.CutPoint.beforeExecution, .beforeAnswer, .afterAnswer,
            ], ["+CMGR", "+CMGD"])
        func theConnectionEndsAround(point: Fault.CutPoint, command: String) async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                try await machine.modems[0].inject(.cutConnection(point, command: command))
                try await machine.text("Kept", from: "+15550123")
                #expect(try await machine.nextMessage(in: app).text == "Kept")
                try await machine.tell(app, "continue")
                try await machine.waitUntilModemsListen()
                try await machine.text("Next", from: "+15550123")
                #expect(try await machine.nextMessage(in: app).text == "Next")
            }
        }

        @Test func whatCannotBeReadIsKeptCountedAndPassed() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                let sender = try await machine.subscriber("+15550123")
                _ = try await sender.send(raw: [0x04, 0x0B, 0x91], to: "+15550100")
                _ = try await sender.send(raw: [UInt8](repeating: 0xFF, count: 160), to: "+15550100")
                try await machine.modems[0].emit(line: "+XYZZY: 1,\"unknown\"")
                try await machine.modems[0].emit([UInt8](repeating: UInt8(ascii: "A"), count: 70_000))
                try await machine.modems[0].emit(Array("\r\n".utf8) + (0...255).map { UInt8($0) } + Array("\r\n".utf8))
                try await machine.text("Still here", from: "+15550123")
                #expect(try await machine.nextMessage(in: app).text == "Still here")
                let status = try await machine.handset("status", "--json").output
                #expect(status.contains(#""held":2"#), "\(status)")
            }
        }

        @Test func aFullCardIsEmptiedAndTheNetworkTriesAgain() async throws {
            let line = TestMachine.LineSetup(storageSize: 3)
            try await withMachine(lines: [line]) { machine, bundle in
                await machine.stopDaemon()
                for number in 1...8 { try await machine.text("Text \(number)", from: "+15550123") }
                try await machine.startDaemon()
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                var texts: Set<String> = []
                for _ in 1...8 {
                    texts.insert(try await machine.nextMessage(in: app).text)
                    try await machine.tell(app, "continue")
                }
                #expect(texts == Set((1...8).map { "Text \($0)" }))
            }
        }

        @Test func aSIMThatIsPulledOutIsALineThatIsGone() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                try await machine.removeSIM()
                try await machine.waitForLines { !$0.contains("Personal") }
                try await machine.insertSIM()
                try await machine.waitForLine("Personal", #""sms":true"#)
                try await machine.text("Back", from: "+15550123")
                #expect(try await machine.nextMessage(in: app).text == "Back")
            }
        }

        @Test func aModemThatIsUnpluggedComesBack() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                try await machine.modems[0].unplug()
                try await machine.waitForLine("Personal", #""present":false"#)
                try await machine.modems[0].plug()
                try await machine.waitUntilModemsListen()
                try await machine.text("Back", from: "+15550123")
                #expect(try await machine.nextMessage(in: app).text == "Back")
            }
        }
    }
}

extension TestMachine {
    /// Waits until `handset lines --json` says something of a line.
    func waitForLine(_ label: String, _ text: String) async throws {
        try await waitForLines { $0.contains(#""label":"\#(label)""#) && $0.contains(text) }
    }

    func waitForLines(_ condition: (String) -> Bool) async throws {
        var last = ""
        for _ in 0..<200 {
            last = try await handset("lines", "--json").output
            if condition(last) { return }
        }
        throw TestMachineError("the lines stayed \(last)")
    }
}
