import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Promise 1: nothing received is lost, and nothing is shown under two ids, wherever the daemon is killed.
    ///
    /// The fault points are those of docs/delivery.md, in the order in which a text passes them.
    @Suite struct KillTests {
        @Test(arguments: [
            "modem.read", "service.part-stored", "modem.stored", "modem.deleted", "service.interpreted",
            "service.queued",
            "service.launching",
        ])
        func aDaemonKilledBeforeTheAppIsThereAt(point: String) async throws {
            try await withMachine { machine, _ in
                try await restartDaemon(of: machine, fault: point)
                try await machine.text("Kept", from: "+15550123")
                try await machine.waitForDaemonExit()
                try await machine.startDaemon()
                try await expectEachOnce(["Kept"], on: machine)
                // The next message launches the app again.
                try await machine.text("Next", from: "+15550123")
                try await expectEachOnce(["Next"], on: machine)
            }
        }

        /// The network's copy is all that there is until `+CNMA` (3GPP TS 27.005, clause 3.4.4).
        @Test(arguments: ["service.part-stored", "modem.acknowledged", "service.interpreted", "service.queued"])
        func aDaemonKilledWithAMessageThatNoModemStoredAt(point: String) async throws {
            var line = TestMachine.LineSetup()
            line.routesMessages = true
            try await withMachine(lines: [line]) { machine, _ in
                try await restartDaemon(of: machine, fault: point)
                try await machine.text("Kept", from: "+15550123")
                try await machine.waitForDaemonExit()
                try await machine.startDaemon()
                try await expectEachOnce(["Kept"], on: machine)
                try await machine.waitUntilModemsListen()
                try await machine.text("Next", from: "+15550123")
                try await expectEachOnce(["Next"], on: machine)
                _ = try await machine.carrier.waitUntil { $0.handedOver(to: "modem0").last?.state == .acknowledged }
            }
        }

        @Test(arguments: ["service.handed", "service.acknowledged"])
        func aDaemonKilledUnderARunningAppAt(point: String) async throws {
            try await withMachine { machine, bundle in
                try await restartDaemon(of: machine, fault: point)
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                async let seen = messages(in: app, until: "Next", on: machine)
                try await machine.text("Kept", from: "+15550123")
                try await machine.waitForDaemonExit()
                try await machine.startDaemon()
                try await machine.waitUntilModemsListen()
                try await machine.text("Next", from: "+15550123")
                let ids = try await seen
                #expect(ids["Kept"]?.count == 1)
                #expect(ids["Next"]?.count == 1)
            }
        }

        @Test(arguments: ["service.part-stored", "service.part-waits", "service.queued"], [1, 2, 3])
        func aDaemonKilledAmongThePartsOfALongTextAt(point: String, pass: Int) async throws {
            try await withMachine { machine, _ in
                try await restartDaemon(of: machine, fault: "\(point):\(point == "service.queued" ? 1 : pass)")
                let long = (1...30).map { "Sentence number \($0)." }.joined(separator: " ")
                try await machine.text(long, from: "+15550123")
                try await machine.waitForDaemonExit()
                try await machine.startDaemon()
                try await expectEachOnce([long], on: machine)
            }
        }

        /// Where the network had the text, its report may have told the daemon so before the app asked again.
        @Test(arguments: [
            ("service.send-recorded", ["unknown", "", "temporaryFailure"]), ("service.part-offered", ["unknown"]),
            ("modem.offered", ["unknown", ""]), ("modem.answered", ["unknown", ""]),
            ("service.part-answered", ["unknown", ""]),
            ("service.part-taken", ["unknown", "permanentFailure", "temporaryFailure"]), ("service.send-ended", [""]),
            ("service.send-answered", [""]),
        ])
        func aDaemonKilledWhileSendingAt(point: String, ends: [String]) async throws {
            try await withMachine { machine, bundle in
                _ = try await machine.subscriber("+15550123")
                try await restartDaemon(of: machine, fault: point)
                let app = try await machine.launch(bundle)
                // A line that is not there yet is refused before any of the points.
                try await machine.waitForLines { $0.contains(#""sms":true"#) }
                // Between parts there must be parts.
                let text = point == "service.part-taken" ? String(repeating: "Once ", count: 60) : "Once"
                try await machine.tell(app, "send", ["to": "+15550123", "text": text, "id": "5"])
                try await machine.waitForDaemonExit()
                try await machine.startDaemon()
                let end = try await machine.report("sent", from: app)["error"] ?? ""
                #expect(ends.contains(end), "\(end)")
                let taken = await machine.carrier.snapshot.taken(from: "modem0").map(\.octets)
                #expect(taken.count == Set(taken).count, "sent twice")
            }
        }

        @Test func anAppKilledWithAMessageInHandGetsItAgain() async throws {
            try await withMachine { machine, _ in
                try await machine.text("In hand", from: "+15550123")
                let first = try await machine.launched()
                try await machine.tell(first, "loop")
                let message = try await machine.nextMessage(in: first)
                _ = try await machine.run("/bin/kill", ["-9", "\(first.processID)"])
                let second = try await machine.launched()
                try await machine.tell(second, "loop")
                #expect(try await machine.nextMessage(in: second).id == message.id)
            }
        }

        /// Promise 2: what a cancelled loop's `next()` has acknowledged is acknowledged, whatever becomes of the app then.
        @Test(arguments: ["cancel and exit", "cancel and die"])
        func anAppThatEndsWithItsLoopIsDoneWithItsMessage(ending: String) async throws {
            try await withMachine { machine, _ in
                var ids: Set<String> = []
                for number in 1...5 {
                    try await machine.text("Text \(number)", from: "+15550123")
                    let app = try await machine.launched()
                    try await machine.tell(app, "loop")
                    let message = try await machine.nextMessage(in: app)
                    #expect(message.text == "Text \(number)")
                    #expect(ids.insert(message.id).inserted)
                    try await machine.tell(app, ending)
                    _ = try await machine.report("ended", from: app)
                }
            }
        }

        @Test func anAgentKilledIsMissedOnlyUntilItIsBack() async throws {
            try await withMachine { machine, _ in
                await machine.killAgent()
                try await machine.text("Nobody launches", from: "+15550123")
                _ = try await machine.carrier.waitUntil { $0.handedOver(to: "modem0").last?.passed(.deleted) ?? false }
                try await machine.startAgent()
                try await expectEachOnce(["Nobody launches"], on: machine)
            }
        }
    }
}

private func restartDaemon(of machine: TestMachine, fault: String) async throws {
    await machine.stopDaemon()
    try await machine.startDaemon(fault: fault)
    try await machine.waitUntilModemsListen()
}

/// The ids under which each text came to a loop that goes on, until one text has come.
private func messages(
    in app: TestMachine.RunningApp, until last: String, on machine: TestMachine
) async throws -> [String: Set<String>] {
    var seen: [String: Set<String>] = [:]
    while seen[last] == nil {
        let message = try await machine.nextMessage(in: app)
        seen[message.text, default: []].insert(message.id)
        try await machine.tell(app, "continue")
    }
    return seen
}

/// Plays an app that keeps ids until it has seen all of `texts`, and expects each under one id only.
private func expectEachOnce(_ texts: Set<String>, on machine: TestMachine) async throws {
    var seen: [String: Set<String>] = [:]
    let app = try await machine.launched()
    try await machine.tell(app, "loop")
    while !Set(seen.keys).isSuperset(of: texts) {
        let message = try await machine.nextMessage(in: app)
        seen[message.text, default: []].insert(message.id)
        try await machine.tell(app, Set(seen.keys).isSuperset(of: texts) ? "cancel" : "continue")
    }
    _ = try await machine.report("loop ended", from: app)
    try await machine.end(app)
    for text in texts { #expect(seen[text]?.count == 1, "a text came under several ids") }
}
