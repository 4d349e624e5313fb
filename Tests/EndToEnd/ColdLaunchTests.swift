import HandsetTesting
import Testing

extension EndToEnd {
    /// Promise 3: the first message is not special.
    @Suite struct ColdLaunchTests {
        @Test func theMessageThatLaunchesAnAppIsItsFirst() async throws {
            try await withMachine { machine, bundle in
                try await machine.text("Are you there?", from: "+15550123")
                let app = try await machine.launched()
                #expect(app.id == bundle.id)
                #expect(app.launchReason == "message")
                try await machine.tell(app, "state")
                let state = try await machine.report("state", from: app)
                #expect(state["configured"] == "true")
                #expect(state["lines"] == "Personal")
                try await machine.tell(app, "loop")
                let message = try await machine.nextMessage(in: app)
                #expect(message.text == "Are you there?")
                #expect(message.from == "+15550123")
            }
        }

        @Test func whatIsWholeLeavesTheModemAndTheQueue() async throws {
            try await withMachine { machine, _ in
                try await machine.text("One", from: "+15550123")
                let app = try await machine.launched()
                try await machine.tell(app, "loop")
                _ = try await machine.nextMessage(in: app)
                try await machine.tell(app, "cancel")
                _ = try await machine.report("loop ended", from: app)
                _ = try await machine.carrier.waitUntil {
                    $0.handedOver(to: "modem0").allSatisfy { $0.passed(.deleted) }
                }
                let status = try await machine.handset("status", "--json")
                #expect(status.output.contains(#""waiting":0"#), "\(status)")
            }
        }

        @Test func theNextMessageLaunchesItAgain() async throws {
            try await withMachine { machine, _ in
                for text in ["First", "Second"] {
                    try await machine.text(text, from: "+15550123")
                    let app = try await machine.launched()
                    try await machine.tell(app, "loop")
                    #expect(try await machine.nextMessage(in: app).text == text)
                    try await machine.tell(app, "cancel")
                    _ = try await machine.report("loop ended", from: app)
                    try await machine.end(app)
                }
            }
        }

        @Test func aRunningAppIsNotLaunchedAgain() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                _ = try await machine.report("looping", from: app)
                for number in 1...5 {
                    try await machine.text("Text \(number)", from: "+15550123")
                    #expect(try await machine.nextMessage(in: app).text == "Text \(number)")
                    try await machine.tell(app, "continue")
                }
                #expect(await machine.reports.untaken.isEmpty)
            }
        }

        @Test func messagesSayWhichLineTheyCameOn() async throws {
            let lines: [TestMachine.LineSetup] = [
                .init(), .init(label: "Work", number: "+15550111", network: "Harbour"),
            ]
            try await withMachine(lines: lines) { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                try await machine.text("To work", from: "+15550123", to: "Work")
                let atWork = try await machine.nextMessage(in: app)
                try await machine.tell(app, "continue")
                try await machine.text("To me", from: "+15550123", to: "Personal")
                let personal = try await machine.nextMessage(in: app)
                #expect(atWork.line != personal.line)
                #expect(try await machine.handset("lines", "--json").output.contains(atWork.line))
            }
        }

        @Test(arguments: [
            "Grüße aus Köln, 5 € und [Klammern]", "Καλημέρα σας", "Привет, как дела?", "こんにちは、元気ですか", "שלום", "مرحبا",
            "👩‍👩‍👧‍👦 and 🇳🇴 in one", "नमस्ते", "Line one\nline two", "@",
        ])
        func textsOfAnyLanguageArriveAsWritten(text: String) async throws {
            try await withMachine { machine, bundle in
                let long = text + String(repeating: " · \(text)", count: 12)
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                for sent in [text, long] {
                    try await machine.text(sent, from: "+15550123")
                    #expect(try await machine.nextMessage(in: app).text == sent)
                    try await machine.tell(app, "continue")
                    try await machine.tell(app, "send", ["to": "+15550123", "text": sent])
                    #expect(try await machine.report("sent", from: app)["error"] == "")
                }
                #expect(try await machine.textsReceived(by: "+15550123", count: 2) == [text, long])
            }
        }
    }
}
