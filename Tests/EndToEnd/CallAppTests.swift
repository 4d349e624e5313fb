import Foundation
import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Issue 5, 3: the calling app is offered conversations, and hands them back.
    @Suite struct CallAppTests {
        private static let friend = CallHouse.friend
        private static let ann = "ann@example.org"

        /// A machine with a dialer, and a calling app that is not running.
        private func withCallingApp(
            _ body: (CallHouse, TestMachine.RunningApp) async throws -> Void
        ) async throws {
            try await withCalls(
                apps: ["dialer": [CallKeys.dialer], "voice": [CallKeys.calling]],
                prepare: { machine in
                    await machine.give(.dialer, to: "org.example.dialer")
                    await machine.give(.calling, to: "org.example.voice")
                }
            ) { house in
                try await house.machine.setCalls(of: Self.friend, CallBehaviour(.answers(after: .zero)))
                try await body(house, try await house.role("dialer"))
            }
        }

        /// The calling app, launched for an offer, and the action that it is offered.
        private func offered(
            _ machine: TestMachine
        ) async throws -> (app: TestMachine.RunningApp, action: ReportSocket.Report) {
            let app = try await machine.launched()
            #expect(app.id == "org.example.voice")
            #expect(app.launchReason == "call")
            try await machine.tell(app, "calling")
            let action = try await machine.report("action", from: app)
            #expect(action["kind"] == "start")
            return (app, action)
        }

        @Test func aNumberIsOfferedAndCarriedByTheApp() async throws {
            try await withCallingApp { house, dialer in
                let machine = house.machine
                try await machine.tell(dialer, "dial", ["to": Self.friend])
                let (app, action) = try await offered(machine)
                #expect(action["to"] == Self.friend)
                try await house.call("offered", with: Self.friend) { $0["app"] == "org.example.voice" }
                try await machine.tell(app, "fulfill", ["action": action["action"] ?? ""])
                #expect(try await machine.report("dialed", from: dialer)["error"] == "")
                try await machine.tell(app, "event", ["id": action["id"] ?? "", "kind": "connected"])
                let call = try await house.call("active", with: Self.friend)
                #expect(call["app"] == "org.example.voice" && call["line"] == "")
                try await machine.tell(app, "event", ["id": action["id"] ?? "", "kind": "ended"])
                try await house.call("ended") { $0["cause"] == "remote" }
                let row = try await house.history.wait { $0.count == 1 && $0[0]["cause"] == "remote" }[0]
                #expect(row["app"] == "org.example.voice" && row["iccid"] == "" && row["status"] == "connected")
                #expect(await house.networkCalls.isEmpty)
                #expect(await machine.shownNotifications.isEmpty)
            }
        }

        @Test(arguments: ["fail", "telephony", "exit", "die", "invalidate"])
        func anOfferThatIsHandedBackBecomesACellularCallWithoutAPrompt(way: String) async throws {
            try await withCallingApp { house, dialer in
                let machine = house.machine
                try await machine.tell(dialer, "dial", ["to": Self.friend])
                let (app, action) = try await offered(machine)
                switch way {
                case "fail": try await machine.tell(app, "fail", ["action": action["action"] ?? ""])
                case "telephony": try await machine.tell(app, "open link", ["url": "telephony:\(Self.friend)"])
                default: try await machine.tell(app, way)
                }
                #expect(try await machine.report("dialed", from: dialer)["error"] == "")
                let call = try await house.call("active", with: Self.friend)
                #expect(call["app"] == "" && call["line"] != "")
                #expect(await house.networkCalls.count == 1)
                #expect(await machine.shownNotifications.isEmpty)
                try await house.control(call, "hang-up")
                let rows = try await house.history.wait { $0.count == 1 && $0[0]["cause"] == "local" }
                #expect(rows[0]["app"] == "" && rows[0]["iccid"] != "")
            }
        }

        /// It tried over the internet, which failed, and hands the call over: no second prompt, and one call.
        @Test func aConversationThatFailedIsHandedBackByALink() async throws {
            try await withCallingApp { house, dialer in
                let machine = house.machine
                try await machine.tell(dialer, "dial", ["to": Self.friend])
                let (app, action) = try await offered(machine)
                try await machine.tell(app, "fulfill", ["action": action["action"] ?? ""])
                #expect(try await machine.report("dialed", from: dialer)["error"] == "")
                try await machine.tell(
                    app, "event", ["id": action["id"] ?? "", "kind": "ended", "reason": "failed"])
                try await house.call("ended") { $0["app"] == "org.example.voice" }
                try await machine.tell(app, "open link", ["url": "telephony:\(Self.friend)"])
                #expect(try await machine.report("outcome", from: app)["kind"] == "calling")
                let call = try await house.call("active", with: Self.friend)
                #expect(call["app"] == "")
                #expect(await machine.shownNotifications.isEmpty)
                // It was handed back once: the next such link is asked about.
                try await house.control(call, "hang-up")
                try await house.call("ended") { $0.id == call.id }
                try await machine.tell(app, "open link", ["url": "telephony:\(Self.friend)"])
                _ = try await machine.nextNotification { $0.summary.hasPrefix("Call ") }
                #expect(await house.networkCalls.count == 1)
            }
        }

        /// The person thinks better of it before the app has taken the call: it hears of that at once, and connects nothing.
        @Test func anOfferThatIsHungUpIsTakenFromTheApp() async throws {
            try await withCallingApp { house, dialer in
                let machine = house.machine
                try await machine.tell(dialer, "dial", ["to": Self.friend])
                let (app, action) = try await offered(machine)
                let call = try await house.call("offered", with: Self.friend)
                let start = ContinuousClock.now
                #expect(try await house.control(call, "hang-up") == "")
                #expect(try await machine.report("timed out", from: app)["action"] == action["action"])
                // The action's own date is half a minute away.
                #expect(ContinuousClock.now - start < .seconds(20))
                #expect(try await machine.report("dialed", from: dialer)["error"] != "")
                try await machine.tell(app, "fulfill", ["action": action["action"] ?? ""])
                try await machine.tell(app, "event", ["id": action["id"] ?? "", "kind": "connected"])
                let rows = try await house.history.wait { $0.count == 1 && $0[0]["cause"] == "local" }
                #expect(rows[0]["status"] == "cancelled")
                #expect(await house.networkCalls.isEmpty)
            }
        }

        /// An app that is silent has 30 seconds.
        @Test func anAppThatIsSilentLosesTheOffer() async throws {
            try await withCallingApp { house, dialer in
                let machine = house.machine
                try await machine.tell(dialer, "dial", ["to": Self.friend])
                let app = try await machine.launched()
                try await machine.tell(app, "calling")
                _ = try await machine.report("action", from: app)
                let call = try await house.call("active", with: Self.friend, within: .seconds(50))
                #expect(call["app"] == "")
                _ = try await machine.report("timed out", from: app)
                #expect(try await machine.report("dialed", from: dialer)["error"] == "")
            }
        }

        @Test func whatIsNoNumberGoesToTheAppAndNeverToALine() async throws {
            try await withCallingApp { house, dialer in
                let machine = house.machine
                try await machine.tell(dialer, "dial", ["to": Self.ann, "kind": "email"])
                let (app, action) = try await offered(machine)
                #expect(action["to"] == Self.ann)
                try await machine.tell(app, "fail", ["action": action["action"] ?? ""])
                #expect(try await machine.report("dialed", from: dialer)["error"]?.isEmpty == false)
                try await house.call("ended") { $0["cause"] == "app-failed" }
                #expect(await house.networkCalls.isEmpty)
            }
        }

        @Test func whatIsNoNumberFailsWhereNoAppIsSet() async throws {
            try await withCalls { house in
                let called = try await house.machine.handset("call", Self.ann)
                #expect(called.exit == .code(69), "\(called)")
                #expect(called.errors.contains("handset role calling"))
            }
        }

        /// Never its own request.
        @Test func theAppIsNotOfferedWhatItAsksFor() async throws {
            try await withCallingApp { house, _ in
                let machine = house.machine
                let app = try await house.role("voice")
                try await machine.tell(app, "calling")
                _ = try await machine.report("calling began", from: app)
                try await machine.tell(app, "dial", ["to": Self.friend])
                let question = try await machine.nextNotification { $0.summary.hasPrefix("Call ") }
                try await machine.click(question, button: "Call")
                #expect(try await machine.report("dialed", from: app)["error"] == "")
                #expect(try await house.call("active", with: Self.friend)["app"] == "")
            }
        }

        // MARK: The app's own conversations

        @Test func anIncomingConversationRingsLikeACellularOne() async throws {
            try await withCallingApp { house, _ in
                let machine = house.machine
                let app = try await house.role("voice")
                try await machine.tell(app, "calling")
                let id = UUID().uuidString
                try await machine.tell(app, "incoming", ["id": id, "from": Self.ann])
                #expect(try await machine.report("incoming", from: app)["error"] == "")
                let shown = try await machine.nextNotification { $0.summary == Self.ann }
                #expect(shown.actions.map(\.label) == ["Answer", "Decline", "Silence"])
                try await machine.click(shown, button: "Answer")
                let join = try await machine.report("action", from: app)
                #expect(join["kind"] == "join" && join["id"] == id)
                try await machine.tell(app, "fulfill", ["action": join["action"] ?? ""])
                try await house.call("active", with: Self.ann)
                #expect(try await machine.report("audio", from: app)["on"] == "yes")
                // The person ends it with a tool: the app is told by an action of the same kind as its own.
                let hangup = try await machine.open(
                    "\(machine.folder)/apps/org.handset.cli.app/handset", ["hangup"])
                let end = try await machine.report("action", from: app)
                #expect(end["kind"] == "end" && end["id"] == id)
                try await machine.tell(app, "fulfill", ["action": end["action"] ?? ""])
                #expect(await hangup.waitForExit() == .code(0))
                try await house.call("ended") { $0["cause"] == "local" }
            }
        }

        /// A call during a call, of the two kinds: each is offered with its choices, and the one makes room for the other.
        @Test func aCellularCallWaitsBesideAConversationOfTheApp() async throws {
            try await withCallingApp { house, _ in
                let machine = house.machine
                let app = try await house.role("voice")
                try await machine.tell(app, "calling")
                let id = UUID().uuidString
                try await machine.tell(app, "incoming", ["id": id, "from": Self.ann])
                let ringing = try await house.call("incoming", with: Self.ann)
                try await machine.tell(house.hand, "control", ["call": ringing.id, "action": "answer"])
                let join = try await machine.report("action", from: app)
                try await machine.tell(app, "fulfill", ["action": join["action"] ?? ""])
                #expect(try await machine.report("controlled", from: house.hand)["error"] == "")
                let second = try await house.ringing(from: CallHouse.other, "waiting")
                #expect(second.actions.isSuperset(of: ["hold-and-answer", "end-and-answer", "decline"]))
                try await machine.tell(house.hand, "control", ["call": second.id, "action": "hold-and-answer"])
                let pause = try await machine.report("action", from: app)
                #expect(pause["kind"] == "pause" && pause["on"] == "yes")
                try await machine.tell(app, "fulfill", ["action": pause["action"] ?? ""])
                #expect(try await machine.report("controlled", from: house.hand)["error"] == "")
                try await house.call("active", with: CallHouse.other)
                try await house.call("held", with: Self.ann)
            }
        }

        @Test func anAppThatDiesEndsItsConversations() async throws {
            try await withCallingApp { house, _ in
                let machine = house.machine
                let app = try await house.role("voice")
                try await machine.tell(app, "calling")
                try await machine.tell(app, "incoming", ["id": UUID().uuidString, "from": Self.ann])
                try await house.call("incoming", with: Self.ann)
                try await machine.tell(app, "die")
                try await house.call("ended") { $0["cause"] == "app-failed" }
                try await house.waitForScreen { $0.allSatisfy { $0.summary != Self.ann } }
            }
        }

        @Test func anOutgoingConversationTakesTheSamePathAsAnActionOfTheSystem() async throws {
            try await withCallingApp { house, _ in
                let machine = house.machine
                let app = try await house.role("voice")
                try await machine.tell(app, "calling")
                let id = UUID().uuidString
                try await machine.tell(app, "perform", ["id": id, "kind": "start", "to": Self.ann])
                #expect(try await machine.report("performed", from: app)["error"] == "")
                let start = try await machine.report("action", from: app)
                #expect(start["kind"] == "start" && start["id"] == id && start["to"] == Self.ann)
                try await machine.tell(app, "fulfill", ["action": start["action"] ?? ""])
                try await machine.tell(app, "event", ["id": id, "kind": "connected"])
                let call = try await house.call("active", with: Self.ann)
                try await machine.tell(app, "perform", ["id": id, "kind": "mute", "on": "yes"])
                let mute = try await machine.report("action", from: app)
                try await machine.tell(app, "fulfill", ["action": mute["action"] ?? ""])
                try await house.call("active") { $0["muted"] == "yes" }
                try await machine.tell(app, "perform", ["id": id, "kind": "end"])
                let end = try await machine.report("action", from: app)
                #expect(end["kind"] == "end")
                try await machine.tell(app, "fulfill", ["action": end["action"] ?? ""])
                try await house.call("ended") { $0.id == call.id && $0["cause"] == "local" }
                #expect(
                    try await house.history.wait { $0.count == 1 && $0[0]["cause"] == "local" }[0]["who"] == Self.ann)
            }
        }

        @Test func withoutTheEntitlementNothingIsCarried() async throws {
            try await withCalls(apps: ["shop": [CallKeys.dialer]]) { house in
                let app = try await house.role("shop")
                try await house.machine.tell(app, "calling")
                try await house.machine.tell(app, "incoming", ["id": UUID().uuidString, "from": Self.ann])
                #expect(try await house.machine.report("incoming", from: app)["error"]?.isEmpty == false)
                #expect(try await house.calls.wait { _ in true }.isEmpty)
            }
        }
    }
}
