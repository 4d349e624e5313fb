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

        /// Rows B59, B62 and B68 of the field reports: kept for whoever asks, no message for the app, and their places in the
        /// modem are free again.
        @Test func b59b62b68WhatIsNoMessageIsHeld() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "loop")
                let sender = try await machine.subscriber("+15550123")
                // The header of an SMS-DELIVER with ports, then a push to port 2948 (WAP-259, 6.5).
                let ports = "440B915155051032F3000462702111410000", push = "0605040B8423F00106"
                for rest in ["11\(push)03BEAF848C828940", "0F\(push)01AE02056A00"] {
                    _ = try await sender.send(raw: octets(ports + rest), to: "+15550100")
                }
                let voicemail = [
                    "//VVM:SYNC:ev=NM;txt=You have received a new message, call 123;id=0000000001;c=00001;t=v;"
                        + "s=+33100000001;dt=15/05/2022 17:02 +0200;l=33", "//VVM:SYNC:ev=MBU;c=00000",
                ]
                for text in voicemail { try await machine.text(text, from: "+15550123") }
                try await machine.text("For the app", from: "+15550123")
                #expect(try await machine.nextMessage(in: app).text == "For the app")
                let held = try await machine.handset("held", "--json").output
                let kinds = held.split(separator: "\"kind\":\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
                #expect(kinds == ["unreadable-mms", "wap-push", "visual-voicemail", "visual-voicemail"], "\(held)")
                try await machine.carrier.waitUntil { $0.modems["modem0"]?.storedOnCard == 0 }
                #expect(await machine.desktop.history.allSatisfy { !"\($0)".contains("VVM") })
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
