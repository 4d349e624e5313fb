import Foundation
import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// A modem's link is cut in a call and comes back: one conversation, one row of the history.
    @Suite struct CallLinkLossTests {
        private static let friend = CallHouse.friend
        private static let other = CallHouse.other

        /// Cuts the link, and waits until the call is out of sight.
        private func cut(_ house: CallHouse, _ id: String) async throws {
            try await house.machine.modems[0].cutConnection()
            try await house.calls.wait(within: .seconds(30), "out of sight") { calls in
                calls.contains { $0.id == id && $0.actions == ["hang-up"] }
            }
        }

        /// The port is gone for a while, as that of a USB device that is numbered anew.
        private func takeAway(_ house: CallHouse, _ id: String) async throws {
            let path = await house.machine.modems[0].path
            try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
            try await cut(house, id)
            while try await !house.machine.handset("status").output.contains("cannot reach the modem") {}
            #expect(house.calls.rows.first { $0.id == id }?.state == "active")
            try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
        }

        @Test(arguments: ["outgoing", "incoming"], [true, false])
        func theCallIsTheSameAfterwards(direction: String, isPortGone: Bool) async throws {
            try await withCalls { house in
                var call: CallView
                if direction == "outgoing" {
                    call = try await house.talk()
                } else {
                    call = try await house.ringing()
                    try await house.control(call, "answer")
                    call = try await house.call("active")
                }
                if isPortGone { try await takeAway(house, call.id) } else { try await cut(house, call.id) }
                let again = try await house.call("active", within: .seconds(60)) { $0.actions.contains("hold") }
                #expect(again.id == call.id && again["connected"] == call["connected"])
                #expect(try await house.control(again, "hang-up") == "")
                try await house.machine.waitForCall(with: Self.friend) { $0.isOver }
                try await house.call("ended") { $0.id == call.id && $0["cause"] == "local" }
                let rows = try await house.history.wait { $0.count == 1 && $0[0]["cause"] == "local" }
                #expect(rows[0].id == call.id && rows[0]["status"] == "connected")
                #expect(await house.networkCalls.count == 1)
                #expect(house.calls.rows.count == 1)
            }
        }

        /// One that is held, one that is spoken in, and one that comes in meanwhile.
        @Test func eachOfSeveralIsItself() async throws {
            try await withCalls { house in
                _ = try await house.machine.subscriber("+15550125")
                let held = try await house.talk()
                let active = try await house.talk(to: Self.other)
                try await house.call("held") { $0.id == held.id }
                try await house.machine.modems[0].cutConnection()
                try await house.machine.call(from: "+15550125")
                let waiting = try await house.call("waiting", with: "+15550125", within: .seconds(60))
                let calls = try await house.calls.wait { $0.count == 3 }
                #expect(calls.map(\.id) == [held.id, active.id, waiting.id])
                #expect(calls.map(\.state) == ["held", "active", "waiting"])
                for call in [waiting, active] {
                    #expect(try await house.control(call, call.id == waiting.id ? "decline" : "hang-up") == "")
                    try await house.call("ended") { $0.id == call.id }
                }
                try await house.machine.hangUp(by: Self.friend)
                try await house.history.wait { $0.count == 3 && $0.allSatisfy { !$0["cause"].isEmpty } }
                #expect(await house.networkCalls.count == 3)
            }
        }

        /// The link goes between the dial command and its answer: the other phone rings, and that is the call that was asked for.
        @Test func aCallWhoseDialCommandWasCutIsTheOneThatRings() async throws {
            try await withCalls { house in
                try await house.machine.modems[0].inject(.cutConnection(.beforeAnswer, command: "D"))
                let outcome = try await house.dial(Self.friend)
                #expect(outcome["kind"] == "calling", "\(outcome)")
                let ringing = try await house.call("alerting", with: Self.friend)
                #expect(ringing.id == outcome["call"])
                try await house.machine.answer(by: Self.friend)
                try await house.call("active") { $0.id == ringing.id }
                #expect(try await house.control(ringing, "hang-up") == "")
                let rows = try await house.history.wait { $0.count == 1 && $0[0]["cause"] == "local" }
                #expect(rows[0]["status"] == "connected")
                #expect(await house.networkCalls.count == 1)
            }
        }

        @Test func aCallThatEndedMeanwhileIsOneRow() async throws {
            try await withCalls { house in
                let call = try await house.talk()
                try await house.machine.modems[0].cutConnection()
                try await house.machine.hangUp(by: Self.friend)
                try await house.call("ended", within: .seconds(60)) { $0.id == call.id && $0["cause"] == "modem-lost" }
                let rows = try await house.history.wait { $0.count == 1 && $0[0]["cause"] == "modem-lost" }
                #expect(rows[0]["status"] == "connected")
                // The next one with the same person is another.
                _ = try await house.ringing()
                try await house.machine.hangUp(by: Self.friend)
                try await house.history.wait { $0.count == 2 && $0[0]["cause"] == "missed" }
            }
        }

        /// Hung up while the modem cannot be told: it is told when it is back.
        @Test func hangingUpMeanwhileIsDoneAfterwards() async throws {
            try await withCalls { house in
                let call = try await house.talk()
                try await cut(house, call.id)
                #expect(try await house.control(call, "hang-up") == "")
                try await house.machine.waitForCall(with: Self.friend) { $0.isOver }
                let rows = try await house.history.wait { $0.count == 1 && $0[0]["cause"] == "local" }
                #expect(rows[0].id == call.id)
            }
        }
    }
}
