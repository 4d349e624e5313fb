import Foundation
import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Issue 5, 5: a history that is right.
    @Suite struct CallHistoryTests {
        private static let friend = CallHouse.friend

        /// Field report B83: one record a call, whoever looks on and however it ends.
        @Test func b83_oneRecordForEachCall() async throws {
            try await withCalls { house in
                // Missed, declined, answered, dialled and not reached, dialled and spoken in.
                try await house.machine.call(from: Self.friend, givesUpAfter: .milliseconds(200))
                try await house.history.wait { $0.count == 1 && $0[0]["cause"] == "missed" }
                try await house.call("ended")
                let second = try await house.ringing()
                _ = try await house.machine.nextNotification { $0.body == "Incoming call" }
                try await house.control(second, "decline")
                try await house.history.wait { $0.count == 2 && $0[0]["cause"] == "declined" }
                let third = try await house.ringing()
                try await house.control(third, "answer")
                try await house.call("active")
                try await house.machine.hangUp(by: Self.friend)
                try await house.history.wait {
                    $0.count == 3 && $0[0]["status"] == "connected" && $0[0]["cause"] == "remote"
                }
                try await house.machine.setCalls(of: Self.friend, CallBehaviour(.busy))
                _ = try await house.dial(Self.friend)
                try await house.history.wait { $0.count == 4 && $0[0]["status"] == "cancelled" }
                let last = try await house.talk()
                try await house.control(last, "hang-up")
                let rows = try await house.history.wait { $0.count == 5 && $0[0]["cause"] == "local" }
                #expect(rows.map { $0["status"] } == ["connected", "cancelled", "connected", "missed", "missed"])
                #expect(rows.map { $0["incoming"] } == ["no", "no", "yes", "yes", "yes"])
                #expect(rows.allSatisfy { $0["who"] == Self.friend })
                #expect(Set(rows.map(\.id)).count == 5)
                #expect(await house.networkCalls.count == 5)
            }
        }

        /// As on iOS: a call is among the recents when it is over.
        @Test func aCallThatGoesOnIsNotYetAmongTheRecents() async throws {
            try await withCalls { house in
                let ringing = try await house.ringing()
                #expect(try await house.machine.handset("recents").output.contains("There was no call."))
                try await house.control(ringing, "answer")
                try await house.call("active")
                #expect(try await house.machine.handset("recents", "--json").output.contains("[]"))
                #expect(try await house.history.wait { _ in true }.isEmpty)
                try await house.machine.hangUp(by: Self.friend)
                let rows = try await house.history.wait { $0.count == 1 }
                #expect(rows[0].id == ringing.id && rows[0]["status"] == "connected" && rows[0]["cause"] == "remote")
            }
        }

        /// Field report B85: the card's ICCID is in the record, and the label is looked up when it is shown.
        @Test func b85_theRecordSaysWhichCardItWas() async throws {
            let lines = [
                TestMachine.LineSetup(), .init(label: "Work", number: "+15550111", network: "Harbour Cellular"),
            ]
            try await withCalls(lines: lines) { house in
                for label in ["Personal", "Work"] {
                    try await house.machine.call(from: Self.friend, to: label, givesUpAfter: .milliseconds(200))
                    try await house.call("ended") { _ in true }
                    try await house.history.wait { $0.count == (label == "Personal" ? 1 : 2) }
                }
                let rows = try await house.history.wait { $0.count == 2 }
                let cards = await house.machine.cards.map(\.rawValue)
                #expect(rows.map { $0["iccid"] } == [cards[1], cards[0]])
                #expect(try await house.machine.handset("line", "label", "Work", "Office").exit == .code(0))
                let table = try await house.machine.handset("recents").output
                #expect(table.contains("Office") && table.contains("Personal") && !table.contains("Work"))
            }
        }

        @Test func durationsCountFromTheConnection() async throws {
            try await withCalls { house in
                try await house.machine.setCalls(
                    of: Self.friend,
                    CallBehaviour(.answers(after: .milliseconds(1500)), hangsUpAfter: .seconds(3)))
                _ = try await house.dial(Self.friend)
                try await house.call("ended")
                let row = try await house.history.wait { $0.count == 1 && $0[0]["cause"] == "remote" }[0]
                let duration = try #require(Double(row["duration"]))
                #expect((1.5...3.5).contains(duration), "\(row.fields)")
            }
        }

        /// From the moment the role was given; with predicates; the update message; read one or many.
        @Test func theDialerReadsItsPartOfTheHistory() async throws {
            try await withCalls(apps: ["dialer": [CallKeys.dialer], "shop": [CallKeys.dialer]]) { house in
                let machine = house.machine
                try await machine.call(from: Self.friend, givesUpAfter: .milliseconds(100))
                try await house.history.wait { $0.count == 1 && $0[0]["cause"] == "missed" }
                // Times of roles are whole seconds: the call was in an earlier one.
                _ = try await machine.run("/bin/sleep", ["1"])
                await machine.stopDaemon()
                await machine.give(.dialer, to: "org.example.dialer")
                try await machine.startDaemon()
                try await machine.waitUntilModemsListen()
                let dialer = try await house.role("dialer")
                try await machine.tell(dialer, "observe")
                _ = try await machine.report("observing", from: dialer)
                try await machine.tell(dialer, "recents")
                #expect(try await machine.report("recents", from: dialer)["count"] == "0")
                for count in 2...3 {
                    try await machine.call(from: Self.friend, givesUpAfter: .milliseconds(100))
                    try await house.history.wait { $0.count == count && $0[0]["cause"] == "missed" }
                }
                var missed = ""
                while missed != "2" {
                    _ = try await machine.report("history changed", from: dialer)
                    try await machine.tell(dialer, "recents", ["which": "missed"])
                    missed = try await machine.report("recents", from: dialer)["count"] ?? ""
                }
                try await machine.tell(dialer, "mark read", ["which": "missed", "one": "yes"])
                #expect(try await machine.report("marked", from: dialer)["error"] == "")
                try await machine.tell(dialer, "recents", ["which": "missed"])
                #expect(try await machine.report("recents", from: dialer)["count"] == "1")
                try await machine.tell(dialer, "mark read")
                #expect(try await machine.report("marked", from: dialer)["error"] == "")
                try await machine.tell(dialer, "recents")
                let all = try await machine.report("recents", from: dialer)
                #expect(all["count"] == "2")
                #expect(
                    all["rows"]?.split(separator: "\n").allSatisfy { $0 == "incoming missed \(Self.friend) read" }
                        == true)
                // Another app with the same entitlement reads nothing.
                let shop = try await house.role("shop")
                try await machine.tell(shop, "recents")
                #expect(try await machine.report("recents", from: shop)["error"]?.isEmpty == false)
                // The person sees all.
                #expect(
                    try await machine.handset("recents", "--json").output.components(separatedBy: "\"row\"").count == 4)
            }
        }
    }
}
