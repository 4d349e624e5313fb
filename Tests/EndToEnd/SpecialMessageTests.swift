import HandsetTesting
import Testing

extension EndToEnd {
    /// What is not a text for the app goes where it belongs.
    @Suite struct SpecialMessageTests {
        /// Data coding 0x10: the default alphabet, class 0 (3GPP TS 23.038, clause 4).
        @Test func aClassZeroMessageIsShownAtOnceAndNotGivenToTheApp() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                _ = try await machine.subscriber("+15550123").send(
                    raw: octets("040B915155051032F300106270211141000005C8329BFD06"), to: "+15550100")
                let shown = try await machine.nextNotification()
                #expect(shown.body.contains("Hello") || shown.summary.contains("Hello"))
                try await machine.text("For the app", from: "+15550123")
                #expect(try await machine.nextMessage(in: app).text == "For the app")
            }
        }

        /// Protocol identifier 0x40: acknowledged, neither shown nor stored (3GPP TS 23.040, clause 9.2.3.9).
        @Test func aSilentMessageIsNeitherShownNorGiven() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                _ = try await machine.subscriber("+15550123").send(
                    raw: octets("040B915155051032F340006270211141000005C8329BFD06"), to: "+15550100")
                try await machine.text("For the app", from: "+15550123")
                #expect(try await machine.nextMessage(in: app).text == "For the app")
                #expect(await machine.desktop.history.isEmpty)
            }
        }

        private func octets(_ text: String) -> [UInt8] {
            let digits = Array(text)
            return stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(digits[$0...($0 + 1)]), radix: 16)
            }
        }
    }
}
