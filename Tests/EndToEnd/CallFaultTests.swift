import Foundation
import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Calls when something breaks: no call without an owner, no ringing that stays, one record each.
    @Suite struct CallFaultTests {
        private static let friend = CallHouse.friend

        /// The call itself goes on in the modem: the daemon that comes back finds it, and there is one record.
        @Test(arguments: ["outgoing", "incoming"])
        func aDaemonKilledInACallFindsItAgain(direction: String) async throws {
            try await withCalls { house in
                let machine = house.machine
                if direction == "outgoing" {
                    _ = try await house.talk()
                } else {
                    let ringing = try await house.ringing()
                    try await house.control(ringing, "answer")
                    try await house.call("active")
                }
                try await house.crash()
                let again = try await house.call("active", with: Self.friend)
                #expect(try await house.control(again, "hang-up") == "")
                try await machine.waitForCall(with: Self.friend) { $0.isOver }
                let rows = try await house.history.wait { $0.count == 1 && $0[0]["cause"] == "local" }
                #expect(
                    rows[0]["status"] == "connected" && rows[0]["incoming"] == (direction == "incoming" ? "yes" : "no"))
                #expect(await house.networkCalls.count == 1)
            }
        }

        @Test func aDaemonKilledWhileItRingsRingsAgain() async throws {
            try await withCalls { house in
                let machine = house.machine
                _ = try await house.ringing()
                _ = try await machine.nextNotification { $0.body == "Incoming call" }
                try await house.crash()
                try await house.call("incoming", with: Self.friend)
                try await machine.hangUp(by: Self.friend)
                let rows = try await house.history.wait {
                    $0.count == 1 && $0[0]["status"] == "missed" && $0[0]["cause"] == "missed"
                }
                #expect(rows.count == 1)
                try await house.waitForScreen { $0.allSatisfy { $0.summary == "Missed call" } }
            }
        }

        /// The call is over while no daemon is there to see it.
        @Test func aCallThatEndedMeanwhileIsOneRecord() async throws {
            try await withCalls { house in
                let machine = house.machine
                _ = try await house.talk()
                try await house.crash { try await machine.hangUp(by: Self.friend) }
                let called = try await house.machine.handset("calls", "--json")
                #expect(!called.output.contains("\"active\""), "\(called)")
                let rows = try await house.history.wait { $0.count == 1 && !$0[0]["status"].isEmpty }
                #expect(rows.count == 1)
            }
        }

        @Test func aModemThatIsGoneEndsTheCallAndSaysSo() async throws {
            try await withCalls { house in
                let call = try await house.talk()
                try await house.machine.modems[0].unplug()
                try await house.call("ended", within: .seconds(60)) { $0.id == call.id && $0["cause"] == "modem-lost" }
                let rows = try await house.history.wait { $0.count == 1 && $0[0]["cause"] == "modem-lost" }
                #expect(rows[0]["status"] == "connected")
            }
        }

        /// By the probe, if nothing else is said (docs/modems.md).
        @Test func anEndThatNobodyToldIsNoticed() async throws {
            try await withCalls(prepare: { await $0.configure("probeInterval", 2) }) { house in
                let call = try await house.talk()
                try await house.machine.modems[0].inject(.loseCallEnd)
                try await house.machine.hangUp(by: Self.friend)
                try await house.call("ended", within: .seconds(60)) { $0.id == call.id }
            }
        }

        @Test func aRingThatWasNotToldIsNoticed() async throws {
            try await withCalls { house in
                try await house.machine.modems[0].inject(.loseRing)
                try await house.machine.call(from: Self.friend)
                try await house.call("incoming", with: Self.friend, within: .seconds(60))
            }
        }
    }
}
