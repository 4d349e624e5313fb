import Foundation
import HandsetTesting
import Testing

extension EndToEnd {
    /// Promise 5: only the app with the role.
    @Suite struct PermissionTests {
        /// As a package manager leaves it between two files.
        @Test func aBundleThatWasReadHalfInstalledIsReadAgain() async throws {
            try await withMachine { machine, _ in
                let tool = try await machine.install("handset", id: "org.example.half")
                #expect(try await machine.run(tool.executable, ["status"]).exit == .code(77))
                let list: [String: Any] = ["org.handset.settings": true]
                let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
                try data.write(to: URL(fileURLWithPath: "\(tool.folder)/handset.entitlements"))
                #expect(try await machine.run(tool.executable, ["status"]).exit == .code(0))
            }
        }

        @Test(arguments: ["no role", "no entitlement", "another's executable", "no bundle"])
        func anAppWith(what: String) async throws {
            try await withMachine { machine, holder in
                let executable: String
                switch what {
                case "no role":
                    executable = try await machine.install(
                        "handset-testapp", id: "org.example.other",
                        entitlements: ["com.apple.developer.carrier-messaging-app"]
                    ).executable
                case "no entitlement":
                    executable = try await machine.install("handset-testapp", id: "org.example.other").executable
                case "another's executable":
                    // The holder's bundle names its own copy; the same program from elsewhere is nobody.
                    executable = "\(machine.folder)/home/handset-testapp"
                    _ = try await machine.run("/bin/cp", [holder.executable, executable])
                default: executable = try Products.path(of: "handset-testapp")
                }
                await machine.stopDaemon()
                try await machine.startDaemon()
                try await machine.waitUntilModemsListen()
                try await machine.text("Secret", from: "+15550123")
                let rightful = try await machine.launched()

                _ = try await machine.open(executable)
                let stranger = try await machine.launched()
                try await machine.tell(stranger, "state")
                let state = try await machine.report("state", from: stranger)
                #expect(state["configured"] == "false")
                #expect(state["lines"] == nil)
                #expect(state["error"] == "invalidSession")
                try await machine.tell(stranger, "loop")
                #expect(try await machine.report("loop refused", from: stranger)["error"] == "invalidSession")
                try await machine.tell(stranger, "send", ["to": "+15550123", "text": "Forged"])
                #expect(try await machine.report("sent", from: stranger)["error"] == "invalidSession")
                #expect(await machine.carrier.snapshot.taken(from: "modem0").isEmpty)

                try await machine.tell(rightful, "loop")
                #expect(try await machine.nextMessage(in: rightful).text == "Secret")
            }
        }

        @Test func aServiceThatIsNotThereSaysSo() async throws {
            try await withMachine { machine, bundle in
                await machine.stopDaemon()
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "state")
                let state = try await machine.report("state", from: app)
                #expect(state["configured"] == "false")
                #expect(state["error"] == "serviceUnavailable")
            }
        }

        @Test func nobodyHoldsTheRoleAndThePersonIsTold() async throws {
            try await withMachine(prepare: { await $0.give(.carrierMessaging, to: nil) }) { machine, _ in
                try await machine.text("Waiting", from: "+15550123")
                let shown = try await machine.nextNotification()
                #expect(!shown.body.contains("Waiting"))
                #expect(await machine.reports.untaken.isEmpty)
                let status = try await machine.handset("status", "--json")
                #expect(status.output.contains(#""waiting":1"#), "\(status)")
            }
        }
    }
}
