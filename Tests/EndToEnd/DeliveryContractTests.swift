import HandsetTesting
import Testing

extension EndToEnd {
    /// Promise 2: handed over means handled.
    @Suite struct DeliveryContractTests {
        @Test(arguments: ["break", "die", "exit"])
        func whatWasNotHandledComesAgainWithTheSameID(ending: String) async throws {
            try await withMachine { machine, bundle in
                try await machine.text("Only once", from: "+15550123")
                let first = try await machine.launched()
                try await machine.tell(first, "loop")
                let message = try await machine.nextMessage(in: first)
                try await machine.tell(first, ending)
                let second: TestMachine.RunningApp
                if ending == "break" {
                    _ = try await machine.report("loop ended", from: first)
                    second = first
                } else {
                    _ = try await machine.report("ended", from: first)
                    second = try await machine.launched()
                    #expect(second.launchReason == "message")
                }
                try await machine.tell(second, "loop")
                let again = try await machine.nextMessage(in: second)
                #expect(again.id == message.id)
                #expect(again.text == message.text)
            }
        }

        @Test func aMessageThatKillsTheAppThreeTimesIsParkedAndLaterOnesPass() async throws {
            try await withMachine { machine, _ in
                try await machine.text("Poison", from: "+15550123")
                for _ in 1...3 {
                    let app = try await machine.launched()
                    try await machine.tell(app, "loop")
                    #expect(try await machine.nextMessage(in: app).text == "Poison")
                    try await machine.end(app, by: "die")
                }
                try await machine.text("Harmless", from: "+15550123")
                let app = try await machine.launched()
                try await machine.tell(app, "loop")
                // A parked message is offered once at each launch; the harmless one passes it in either order.
                var texts: Set<String> = []
                let first = try await machine.nextMessage(in: app)
                texts.insert(first.text)
                if first.text == "Poison" {
                    try await machine.tell(app, "continue")
                    texts.insert(try await machine.nextMessage(in: app).text)
                }
                #expect(texts.contains("Harmless"))
            }
        }

        @Test func aCancelledLoopIsDoneWithWhatItHeld() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                try await machine.text("First", from: "+15550123")
                _ = try await machine.nextMessage(in: app)
                try await machine.tell(app, "cancel")
                _ = try await machine.report("loop ended", from: app)
                try await machine.text("Second", from: "+15550123")
                try await machine.tell(app, "loop")
                #expect(try await machine.nextMessage(in: app).text == "Second")
            }
        }

        @Test func theSlowestReaderHoldsTheQueue() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop", ["name": "slow"])
                try await machine.tell(app, "loop", ["name": "fast"])
                try await machine.text("First", from: "+15550123")
                var slow = ""
                for _ in 1...2 {
                    let message = try await machine.nextMessage(in: app)
                    if message.loop == "slow" { slow = message.id }
                }
                try await machine.tell(app, "continue", ["name": "fast"])
                try await machine.text("Second", from: "+15550123")
                #expect(try await machine.nextMessage(in: app).loop == "fast")
                // The app ends with the slow loop's message in hand: it comes again.
                try await machine.end(app)
                let next = try await machine.launched()
                try await machine.tell(next, "loop")
                #expect(try await machine.nextMessage(in: next).id == slow)
            }
        }

        @Test func theNewerProcessOfABundleHoldsTheQueue() async throws {
            try await withMachine { machine, bundle in
                let older = try await machine.launch(bundle)
                try await machine.tell(older, "loop")
                _ = try await machine.report("looping", from: older)
                let newer = try await machine.launch(bundle)
                try await machine.tell(newer, "loop")
                _ = try await machine.report("looping", from: newer)
                try await machine.text("For the newer", from: "+15550123")
                #expect(try await machine.nextMessage(in: newer).text == "For the newer")
                try await machine.tell(newer, "cancel")
                _ = try await machine.report("loop ended", from: newer)
                try await machine.end(newer)
                try await machine.text("For the older again", from: "+15550123")
                var text = try await machine.nextMessage(in: older).text
                if text == "For the newer" {
                    // It came before the newer one had opened its reader.
                    try await machine.tell(older, "continue")
                    text = try await machine.nextMessage(in: older).text
                }
                #expect(text == "For the older again")
            }
        }

        @Test(arguments: ["daemon", "bus"]) func aLoopSurvivesTheRestartOf(what: String) async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                try await machine.text("Before", from: "+15550123")
                let before = try await machine.nextMessage(in: app)
                if what == "daemon" {
                    await machine.killDaemon()
                    try await machine.startDaemon()
                } else {
                    try await machine.restartBus()
                }
                try await machine.tell(app, "continue")
                try await machine.text("After", from: "+15550123")
                let after = try await machine.nextMessage(in: app)
                #expect(after.text == "After")
                #expect(after.id != before.id)
            }
        }
    }
}
