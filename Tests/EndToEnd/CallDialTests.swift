import Foundation
import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Issue 5, 2: who calls at once, who is asked, and how each failure is told.
    @Suite struct CallDialTests {
        private static let friend = CallHouse.friend

        private func withDialer(
            lines: [TestMachine.LineSetup] = [.init()],
            _ body: (CallHouse, TestMachine.RunningApp) async throws -> Void
        ) async throws {
            try await withCalls(
                lines: lines, apps: ["dialer": [CallKeys.dialer]],
                prepare: { await $0.give(.dialer, to: "org.example.dialer") }
            ) { house in
                try await body(house, try await house.role("dialer"))
            }
        }

        @Test func theDialerCallsAtOnceOnTheChosenLine() async throws {
            let lines = [
                TestMachine.LineSetup(), .init(label: "Work", number: "+15550111", network: "Harbour Cellular"),
            ]
            try await withDialer(lines: lines) { house, dialer in
                let machine = house.machine
                try await machine.setCalls(of: Self.friend, CallBehaviour(.answers(after: .zero)))
                try await machine.tell(dialer, "services")
                #expect(try await machine.report("services", from: dialer)["labels"] == "Personal,Work")
                for (line, modem) in [("Work", "modem1"), ("Personal", "modem0")] {
                    try await machine.tell(dialer, "dial", ["to": Self.friend, "line": line])
                    #expect(try await machine.report("dialed", from: dialer)["error"] == "")
                    let call = try await house.call("active", with: Self.friend)
                    #expect(await house.networkCalls.last?.callerModem == modem)
                    #expect(try await house.control(call, "hang-up") == "")
                    try await house.call("ended") { $0.id == call.id && $0["cause"] == "local" }
                }
                // Nobody was asked.
                #expect(await machine.shownNotifications.isEmpty)
                // Without a choice there are two, and the answer names them.
                try await machine.tell(dialer, "dial", ["to": Self.friend])
                let error = try await machine.report("dialed", from: dialer)["error"] ?? ""
                #expect(error.contains("Personal") && error.contains("Work"), "\(error)")
            }
        }

        @Test(arguments: ["Call", "Cancel"])
        func everyOtherAppIsAskedAbout(button: String) async throws {
            try await withCalls(apps: ["shop": [CallKeys.dialer]]) { house in
                let machine = house.machine
                let shop = try await house.role("shop")
                try await machine.setCalls(of: Self.friend, CallBehaviour(.answers(after: .zero)))
                try await machine.tell(shop, "services")
                #expect(try await machine.report("services", from: shop)["labels"] == "")
                try await machine.tell(shop, "dial", ["to": Self.friend])
                let question = try await machine.nextNotification { $0.summary.hasPrefix("Call ") }
                #expect(question.actions.map(\.label) == ["Call", "Cancel"])
                #expect(await house.networkCalls.isEmpty)
                try await machine.click(question, button: button)
                let error = try await machine.report("dialed", from: shop)["error"] ?? ""
                if button == "Call" {
                    #expect(error == "")
                    try await house.call("active", with: Self.friend)
                } else {
                    #expect(!error.isEmpty)
                    try await house.call("ended") { $0["cause"] == "refused" }
                    #expect(await house.networkCalls.isEmpty)
                    // What was never dialled is no call.
                    #expect(try await house.history.wait { _ in true }.isEmpty)
                }
            }
        }

        /// Nobody can be asked where no session is.
        @Test func withoutASessionAnotherAppIsRefused() async throws {
            try await withCalls(apps: ["shop": [CallKeys.dialer]]) { house in
                let shop = try await house.role("shop")
                await house.machine.killAgent()
                try await house.machine.tell(shop, "dial", ["to": Self.friend])
                #expect(try await house.machine.report("dialed", from: shop)["error"]?.isEmpty == false)
                #expect(await house.networkCalls.isEmpty)
            }
        }

        // MARK: Every failure with its reason

        @Test(arguments: [
            (CallBehaviour.Reaction.busy, "busy", "cancelled"), (.rejects(after: .zero), "rejected", "cancelled"),
            (.fails(.unassignedNumber), "unallocated", "cancelled"), (.fails(.noAnswer), "no-answer", "cancelled"),
            (.fails(.operatorDeterminedBarring), "barred", "cancelled"),
            (.fails(.temporaryFailure), "network", "cancelled"), (.fails(.noUserResponding), "no-answer", "cancelled"),
        ])
        func theNetworksReasonIsSeen(reaction: CallBehaviour.Reaction, cause: String, status: String) async throws {
            try await withCalls { house in
                try await house.machine.setCalls(of: Self.friend, CallBehaviour(reaction))
                _ = try await house.dial(Self.friend)
                let ended = try await house.call("ended")
                #expect(ended["cause"] == cause)
                #expect(!ended["reason"].isEmpty)
                #expect(!ended["reason"].contains("555"))
                let rows = try await house.history.wait { $0.count == 1 && $0[0]["cause"] == cause }
                #expect(rows[0]["status"] == status && rows[0]["who"] == Self.friend)
            }
        }

        @Test func theCommandLineTellsTheReasonByWordAndCode() async throws {
            try await withCalls { house in
                try await house.machine.setCalls(of: Self.friend, CallBehaviour(.busy))
                let called = try await house.machine.handset("call", Self.friend)
                #expect(called.exit == .code(75), "\(called)")
                #expect(called.errors.lowercased().contains("busy"))
            }
        }

        @Test func withoutServiceNothingIsDialled() async throws {
            try await withCalls { house in
                try await house.machine.setCoverage(false)
                try await house.machine.waitForLine("Personal", #""sms":false"#)
                let outcome = try await house.dial(Self.friend)
                #expect(outcome["kind"] == "failed" && outcome["cause"] == "no-service")
                #expect(await house.networkCalls.isEmpty)
            }
        }

        @Test func aLockedCardSaysSo() async throws {
            try await withCalls(lines: [.init(pin: "1234")]) { house in
                try await house.machine.waitForLine("Personal", #""sim":"pin-required""#)
                let outcome = try await house.dial(Self.friend)
                #expect(outcome["kind"] == "failed" && outcome["cause"] == "pin-required", "\(outcome)")
            }
        }

        @Test func withoutALineNothingIsDialled() async throws {
            try await withCalls { house in
                try await house.machine.removeSIM()
                try await house.machine.waitForLines { !$0.contains("Personal") }
                let outcome = try await house.dial(Self.friend)
                #expect(outcome["kind"] == "failed" && outcome["cause"] == "no-line", "\(outcome)")
                #expect(outcome["reason"]?.isEmpty == false)
            }
        }

        // MARK: Codes

        @Test func aServiceCodeIsNeverDialled() async throws {
            try await withCalls { house in
                let machine = house.machine
                let balance = try await machine.handset("ussd", "*100#")
                #expect(balance.output.contains("Your balance is 12.50"), "\(balance)")
                #expect(try await machine.handset("call", "*100#").output.contains("Your balance"))
                let forwarding = try await machine.handset("call", "*#21#")
                #expect(forwarding.exit == .code(0) && forwarding.output.contains("forwarding"), "\(forwarding)")
                let identity = try await machine.handset("call", "*#06#")
                #expect(
                    identity.output.split(separator: "\n").contains { $0.count >= 14 && $0.allSatisfy(\.isNumber) },
                    "\(identity)")
                #expect(await house.networkCalls.isEmpty)
                #expect(try await house.history.wait { _ in true }.isEmpty)
            }
        }

        /// TS 22.030, 6.5.5.1: `#31#` and a number is a call whose number is hidden.
        @Test func aCodeBeforeANumberIsACall() async throws {
            try await withCalls { house in
                try await house.machine.setCalls(of: Self.friend, CallBehaviour(.answers(after: .zero)))
                _ = try await house.dial("#31#\(Self.friend)")
                try await house.call("active", with: Self.friend)
                let record = try #require(await house.networkCalls.first)
                #expect(record.dialled == Self.friend && record.isWithheld)
            }
        }

        @Test func tonesFollowThePausesOfANumber() async throws {
            try await withCalls { house in
                let machine = house.machine
                try await machine.setCalls(of: Self.friend, CallBehaviour(.answers(after: .zero)))
                _ = try await house.dial("\(Self.friend),12#;34")
                let call = try await house.call("active", with: Self.friend)
                try await machine.waitForCall(with: Self.friend) { $0.tones(by: .caller) == "12#" }
                try await house.calls.wait { $0.contains { $0.id == call.id && $0.actions.contains("proceed") } }
                #expect(try await house.control(call, "proceed") == "")
                try await machine.waitForCall(with: Self.friend) { $0.tones(by: .caller) == "12#34" }
                #expect(await house.networkCalls.first?.dialled == Self.friend)
            }
        }
    }
}
