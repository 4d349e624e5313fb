import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Promise 4: a send has three ends.
    @Suite struct SendTests {
        @Test func aConstantIDSendsTwice() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                for text in ["Hello There.", "Hello There.", "And another."] {
                    #expect(try await send(text, id: 1, from: app, on: machine) == "")
                }
                let arrived = try await machine.textsReceived(by: "+15550123", count: 3)
                #expect(arrived == ["Hello There.", "Hello There.", "And another."])
            }
        }

        @Test func aTextGoesOutOnTheLineThatWasChosen() async throws {
            let lines: [TestMachine.LineSetup] = [
                .init(), .init(label: "Work", number: "+15550111", network: "Harbour"),
            ]
            try await withMachine(lines: lines) { machine, bundle in
                let app = try await machine.launch(bundle)
                #expect(try await send("From work", id: 1, from: app, on: machine, line: "Work") == "")
                let snapshot = await machine.carrier.snapshot
                #expect(snapshot.taken(from: "modem1").count == 1)
                #expect(snapshot.taken(from: "modem0").isEmpty)
            }
        }

        @Test(arguments: [
            (Fault.refuseSubmissionCMS(41), "temporaryFailure"), (.refuseSubmissionCMS(1), "permanentFailure"),
            (.cutConnection(.beforeAnswer, command: "+CMGS"), "unknown"),
        ])
        func aSendEndsAs(fault: Fault, error: String) async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                _ = try await machine.subscriber("+15550123")
                try await machine.modems[0].inject(fault)
                #expect(try await send("Hello", id: 1, from: app, on: machine) == error)
                // Never resent by itself: what the network has is what was offered once.
                let taken = await machine.carrier.snapshot.log.filter { $0.direction == .fromModem }
                #expect(taken.count == 1)
                // And the line works again.
                try await machine.waitUntilModemsListen()
                try await machine.waitForLines { $0.contains(#""sms":true"#) }
                #expect(try await send("Again", id: 2, from: app, on: machine) == "")
            }
        }

        @Test func whoDiedBeforeTheAnswerGetsItWithTheSameIDAndContent() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                _ = try await machine.subscriber("+15550123")
                try await machine.modems[0].inject(.delayAnswer(.milliseconds(700), command: "+CMGS"))
                try await machine.tell(app, "send", ["to": "+15550123", "text": "Once", "id": "7"])
                _ = try await machine.carrier.waitUntil { !$0.taken(from: "modem0").isEmpty }
                try await machine.end(app, by: "die")
                let next = try await machine.launch(bundle)
                #expect(try await send("Once", id: 7, from: next, on: machine) == "")
                #expect(await machine.carrier.snapshot.taken(from: "modem0").count == 1)
            }
        }

        @Test func aLongTextIsOneText() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                let long = (1...60).map { "Sentence number \($0)." }.joined(separator: " ")
                #expect(try await send(long, id: 1, from: app, on: machine) == "")
                #expect(try await machine.textsReceived(by: "+15550123") == [long])
                #expect(await machine.carrier.snapshot.taken(from: "modem0").count > 5)
            }
        }

        @Test(arguments: ["", "abc", "+", "+1555012345678901234567890", "\u{1A}AT"])
        func aNumberThatCannotBeDialledIsRefused(number: String) async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "send", ["to": number, "text": "Hello", "id": "1"])
                let error = try await machine.report("sent", from: app)["error"] ?? ""
                #expect(error == "permanentFailure" || error == "invalidArgument", "\(error)")
                #expect(await machine.carrier.snapshot.taken(from: "modem0").isEmpty)
            }
        }

        private func send(
            _ text: String, id: UInt32, from app: TestMachine.RunningApp, on machine: TestMachine, line: String = ""
        ) async throws -> String? {
            _ = try await machine.subscriber("+15550123")
            try await machine.tell(
                app, "send", ["to": "+15550123", "text": text, "id": "\(id)", "line": line])
            return try await machine.report("sent", from: app)["error"]
        }
    }
}
