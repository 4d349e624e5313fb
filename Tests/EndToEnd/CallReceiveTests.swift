import Foundation
import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Issue 5, 4: what can be done with calls that come in and that are in progress.
    @Suite struct CallReceiveTests {
        private static let friend = CallHouse.friend
        private static let other = CallHouse.other

        @Test func aCallRingsAndIsAnsweredAtTheNotification() async throws {
            try await withCalls { house in
                let machine = house.machine
                let id = try await machine.call(from: Self.friend)
                let shown = try await machine.nextNotification { $0.body == "Incoming call" }
                #expect(shown.actions.map(\.label) == ["Answer", "Decline", "Silence"])
                try await machine.click(shown, button: "Answer")
                try await machine.waitForCall(id) { $0.isConnected }
                let call = try await house.call("active", with: Self.friend)
                // What rang is not on the screen any more.
                try await house.waitForScreen(where: \.isEmpty)
                try await machine.hangUp(by: Self.friend)
                try await house.call("ended") { $0.id == call.id && $0["cause"] == "remote" }
            }
        }

        @Test func aCallIsAnsweredAndEndedInTheTerminal() async throws {
            try await withCalls { house in
                let machine = house.machine
                let ringing = try await house.ringing()
                #expect(ringing.actions == ["answer", "decline", "silence"])
                #expect(try await machine.handset("calls").output.contains("ringing"))
                #expect(try await machine.handset("answer").exit == .code(0))
                try await house.call("active")
                #expect(try await machine.handset("hangup").exit == .code(0))
                try await house.call("ended") { $0["cause"] == "local" }
                #expect(await house.networkCalls.first?.endedBy == .callee)
            }
        }

        @Test func aCallIsDeclined() async throws {
            try await withCalls { house in
                let call = try await house.ringing()
                #expect(try await house.control(call, "decline") == "")
                try await house.call("ended") { $0["cause"] == "declined" }
                #expect(await house.networkCalls.first?.wasConnected == false)
                try await house.waitForScreen(where: \.isEmpty)
            }
        }

        /// The modem takes the call, or not, and never says so.
        @Test(arguments: [Fault.loseAnswer("A"), .ignoreCommand("A")])
        func aCallThatTheModemIsStuckOverIsHungUp(fault: Fault) async throws {
            try await withCalls { house in
                let machine = house.machine
                let call = try await house.ringing()
                try await machine.modems[0].inject(fault)
                try await machine.tell(house.hand, "control", ["call": call.id, "action": "answer"])
                try await house.calls.wait { $0.contains { $0.id == call.id && $0.actions == ["hang-up"] } }
                try await machine.tell(house.hand, "control", ["call": call.id, "action": "hang-up"])
                // The modem would be waited for half a minute.
                try await house.call("ended", within: .seconds(15)) { $0.id == call.id }
                try await machine.waitForCall(with: Self.friend) { $0.isOver }
                let rows = try await house.history.wait { $0.count == 1 && !$0[0]["cause"].isEmpty }
                #expect(rows[0]["cause"] == (fault == .ignoreCommand("A") ? "declined" : "local"))
                #expect(rows[0]["read"] == "yes")
            }
        }

        @Test func aSilencedCallIsStillThere() async throws {
            try await withCalls { house in
                let call = try await house.ringing()
                #expect(try await house.control(call, "silence") == "")
                try await house.call("incoming") { $0["silenced"] == "yes" }
                #expect(try await house.control(call, "answer") == "")
                try await house.call("active")
            }
        }

        @Test func aHiddenNumberIsShownAsHidden() async throws {
            try await withCalls { house in
                try await house.machine.call(from: Self.friend, isWithheld: true)
                let call = try await house.call("incoming") { $0["withheld"] == "yes" }
                #expect(call["who"] == "")
                let shown = try await house.machine.nextNotification { $0.body == "Incoming call" }
                #expect(!shown.summary.contains("555"))
            }
        }

        @Test func aCallerWhoGivesUpIsAMissedCall() async throws {
            try await withCalls { house in
                try await house.machine.call(from: Self.friend, givesUpAfter: .milliseconds(300))
                try await house.call("ended") { $0["cause"] == "missed" }
                let shown = try await house.machine.nextNotification { $0.summary == "Missed call" }
                #expect(shown.body.contains("555"))
                // The ringing one is gone.
                try await house.waitForScreen { $0.allSatisfy { $0.summary == "Missed call" } }
            }
        }

        // MARK: A second call

        /// Field report B84: call waiting next to an active call.
        @Test func b84_aSecondCallWaitsNextToTheActiveOneWithItsChoices() async throws {
            try await withCalls { house in
                let first = try await house.talk()
                let second = try await house.ringing(from: Self.other, "waiting")
                #expect(second.actions.isSuperset(of: ["hold-and-answer", "end-and-answer", "decline"]))
                #expect(!second.actions.contains("answer"))
                #expect(house.calls.rows.first { $0.id == first.id }?.state == "active")
                let shown = try await house.machine.nextNotification { $0.body == "A second call" }
                #expect(shown.actions.map(\.label).prefix(3) == ["Hold and answer", "End and answer", "Decline"])
                // The caller gives up: what rang stops, and the first goes on.
                try await house.machine.hangUp(by: Self.other)
                try await house.call("ended") { $0.id == second.id && $0["cause"] == "missed" }
                #expect(house.calls.rows.first { $0.id == first.id }?.state == "active")
                #expect(await house.networkCalls.first?.isConnected == true)
            }
        }

        @Test func holdAndAnswer() async throws {
            try await withCalls { house in
                let first = try await house.talk()
                let second = try await house.ringing(from: Self.other, "waiting")
                #expect(try await house.control(second, "hold-and-answer") == "")
                try await house.call("active", with: Self.other)
                try await house.calls.wait { $0.contains { $0.id == first.id && $0.state == "held" } }
                #expect(await house.networkCalls.first?.heldBy == [.caller])
                // Swap: the other way round, both still there.
                #expect(try await house.control(first, "swap") == "")
                try await house.calls.wait { rows in
                    rows.contains { $0.id == first.id && $0.state == "active" }
                        && rows.contains { $0.id == second.id && $0.state == "held" }
                }
                // Merge: one conversation of three.
                #expect(try await house.control(first, "merge") == "")
                let merged = try await house.calls.wait { rows in
                    let both = rows.filter { [first.id, second.id].contains($0.id) }
                    return both.count == 2 && both.allSatisfy { $0.state == "active" && !$0["group"].isEmpty }
                }
                #expect(Set(merged.map { $0["group"] }.filter { !$0.isEmpty }).count == 1)
                #expect(await house.networkCalls.allSatisfy { $0.isConnected && $0.heldBy.isEmpty })
            }
        }

        @Test func endAndAnswer() async throws {
            try await withCalls { house in
                let first = try await house.talk()
                let second = try await house.ringing(from: Self.other, "waiting")
                #expect(try await house.control(second, "end-and-answer") == "")
                try await house.calls.wait { rows in
                    rows.contains { $0.id == first.id && $0.state == "ended" && $0["cause"] == "local" }
                        && rows.contains { $0.id == second.id && $0.state == "active" }
                }
            }
        }

        @Test func declineTheSecond() async throws {
            try await withCalls { house in
                let first = try await house.talk()
                let second = try await house.ringing(from: Self.other, "waiting")
                #expect(try await house.control(second, "decline") == "")
                try await house.call("ended") { $0.id == second.id && $0["cause"] == "declined" }
                #expect(house.calls.rows.first { $0.id == first.id }?.state == "active")
            }
        }

        // MARK: During a call

        @Test func holdAndResume() async throws {
            try await withCalls { house in
                let call = try await house.talk()
                #expect(try await house.control(call, "hold") == "")
                try await house.call("held")
                #expect(await house.networkCalls.first?.heldBy == [.caller])
                #expect(try await house.control(call, "resume") == "")
                try await house.call("active")
                #expect(await house.networkCalls.first?.heldBy == [])
            }
        }

        @Test func theOtherPartyHolds() async throws {
            try await withCalls { house in
                _ = try await house.talk()
                _ = try await house.machine.subscriber(Self.friend).hold()
                try await house.call("active") { $0["held by other"] == "yes" }
                _ = try await house.machine.subscriber(Self.friend).hold(false)
                try await house.call("active") { $0["held by other"] == "no" }
            }
        }

        @Test func tonesAndMute() async throws {
            try await withCalls { house in
                let call = try await house.talk()
                #expect(try await house.control(call, "tones", tones: "0123456789*#ABCD") == "")
                try await house.machine.waitForCall(with: Self.friend) { $0.tones(by: .caller) == "0123456789*#ABCD" }
                #expect(try await house.machine.handset("dtmf", "5").exit == .code(0))
                try await house.machine.waitForCall(with: Self.friend) { $0.tones(by: .caller).hasSuffix("D5") }
                #expect(try await house.control(call, "tones", tones: "1;+CHUP") == "invalid-argument")
                #expect(try await house.control(call, "mute") == "")
                try await house.call("active") { $0["muted"] == "yes" && $0.actions.contains("unmute") }
                #expect(try await house.control(call, "unmute") == "")
                try await house.call("active") { $0["muted"] == "no" }
                #expect(await house.networkCalls.first?.isConnected == true)
            }
        }

        /// Who may see and control a call: the dialer, the app whose call it is, the person's own tools.
        @Test func whoMayControlACall() async throws {
            try await withCalls(
                apps: ["dialer": [CallKeys.dialer], "second": [CallKeys.dialer], "voice": [CallKeys.calling]],
                prepare: { await $0.give(.dialer, to: "org.example.dialer") }
            ) { house in
                let machine = house.machine
                let call = try await house.talk()
                for (name, error, count) in [("second", "not-permitted", nil), ("voice", "not-permitted", "0")] {
                    let app = try await house.role(name)
                    #expect(try await house.control(call.id, "hang-up", by: app) == error)
                    try await machine.tell(app, "see calls")
                    #expect(try await machine.report("seen", from: app)["count"] == count)
                }
                #expect(await house.networkCalls.first?.isConnected == true)
                let dialer = try await house.role("dialer")
                #expect(try await house.control(call.id, "hang-up", by: dialer) == "")
                try await house.call("ended")
            }
        }
    }
}
