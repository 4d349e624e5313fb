import HandsetTesting
import Testing

extension EndToEnd {
    /// A push from the command line to a calling app, running or not.
    @Suite struct PushTests {
        private func withCallingApp(_ body: (TestMachine, AppBundle) async throws -> Void) async throws {
            try await withMachine(
                prepare: {
                    try await $0.install(
                        "handset-testapp", id: "org.example.caller", entitlements: ["com.apple.developer.calling-app"])
                }
            ) { machine, _ in
                try await body(machine, try #require(await machine.bundle(id: "org.example.caller")))
            }
        }

        @Test func launchesAStoppedAppAndWaitsForItsRegistry() async throws {
            try await withCallingApp { machine, _ in
                let pushed = try await machine.handset("push", "org.example.caller", "--payload", #"{"caller":"Ann"}"#)
                // The agent may not have registered yet: then it is launched as soon as it has.
                #expect(["launching\n", "waiting\n"].contains(pushed.output), "\(pushed)")
                let app = try await machine.launched()
                #expect(app.id == "org.example.caller")
                #expect(app.launchReason == "push")
                // The second comes while the app runs and has asked for nothing.
                let second = try await machine.handset("push", app.id, "--json", input: #"{"caller":"Bob"}"#)
                #expect(second.exit == .code(0), "\(second)")
                try await machine.tell(app, "push")
                #expect(try await machine.report("token", from: app)["token"]?.isEmpty == false)
                #expect(try await machine.report("push", from: app)["caller"] == "Ann")
                #expect(try await machine.report("push", from: app)["caller"] == "Bob")
                #expect(await machine.reports.untaken.isEmpty)
            }
        }

        @Test func reachesARunningAppAtOnce() async throws {
            try await withCallingApp { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "push")
                _ = try await machine.report("token", from: app)
                for number in 1...3 {
                    let pushed = try await machine.handset("push", app.id, "--payload", #"{"caller":"\#(number)"}"#)
                    #expect(pushed.exit == .code(0), "\(pushed)")
                    #expect(try await machine.report("push", from: app)["caller"] == "\(number)")
                }
                #expect(await machine.reports.untaken.isEmpty)
            }
        }

        @Test func reachesTheAppAcrossARestartOfTheDaemon() async throws {
            try await withCallingApp { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "push")
                let token = try await machine.report("token", from: app)["token"]
                await machine.killDaemon()
                try await machine.startDaemon()
                _ = try await machine.handset("push", app.id, "--payload", #"{"caller":"Ann"}"#)
                #expect(try await machine.report("push", from: app)["caller"] == "Ann")
                try await machine.tell(app, "push")
                #expect(try await machine.report("token", from: app)["token"] == token)
            }
        }

        @Test func isOfferedThreeTimesToAnAppThatDiesOfIt() async throws {
            try await withCallingApp { machine, _ in
                _ = try await machine.handset("push", "org.example.caller", "--payload", #"{"caller":"deadly"}"#)
                for _ in 1...3 {
                    let app = try await machine.launched()
                    try await machine.tell(app, "push")
                    _ = try await machine.report("push", from: app)
                    _ = try await machine.report("ended", from: app)
                }
                let after = try await machine.handset("push", "org.example.caller", "--payload", #"{"caller":"Ann"}"#)
                #expect(after.exit == .code(0), "\(after)")
                let app = try await machine.launched()
                try await machine.tell(app, "push")
                #expect(try await machine.report("push", from: app)["caller"] == "Ann")
            }
        }

        @Test(
            arguments: [
                (["push", "org.example.app"], 68), (["push", "org.example.nobody"], 68), (["push"], 64),
                (["push", "org.example.caller", "--payload", "ring"], 65),
                (["push", "org.example.caller", "--payload", "[1]"], 65),
                (
                    [
                        "push", "org.example.caller", "--payload",
                        "{\"a\":\"" + String(repeating: "x", count: 6_000) + "\"}",
                    ], 65
                ),
            ] as [([String], Int32)])
        func isRefused(arguments: [String], code: Int32) async throws {
            try await withCallingApp { machine, _ in
                let pushed = try await machine.run(
                    "\(machine.folder)/apps/org.handset.cli.app/handset", arguments)
                #expect(pushed.exit == .code(code), "\(pushed)")
                #expect(!pushed.errors.isEmpty)
            }
        }
    }
}
