import HandsetTesting
import Testing

extension EndToEnd {
    /// What the messaging app of the house makes of a link, opened by the agent (which tells it in its environment) or at a terminal.
    @Suite struct LinkTests {
        private static let friend = "+15550123"

        private func withMessages(_ body: (TestMachine, AppBundle) async throws -> Void) async throws {
            try await withMachine(
                prepare: { machine in
                    try await machine.install(
                        "handset-messages", id: "org.handset.messages", name: "Messages", role: .carrierMessaging)
                    try await machine.subscriber(Self.friend, .silent)
                }
            ) { machine, _ in
                let app = try #require(await machine.bundle(id: "org.handset.messages"))
                try await body(machine, app)
            }
        }

        private func launch(_ app: AppBundle, for link: String, on machine: TestMachine) async throws -> RunningProgram
        {
            try await machine.open(app, environment: ["HANDSET_LAUNCH": "url", "HANDSET_LAUNCH_URL": link])
        }

        /// Field report B75: the standard's form and Apple's.
        @Test(arguments: [
            "sms:\(friend)?body=On%20my%20way", "sms:\(friend)&body=On%20my%20way",
            "smsto:\(friend)?body=On%20my%20way",
        ])
        func b75_aTextLinkShowsWhomAndWhatAndSendsNothing(link: String) async throws {
            try await withMessages { machine, app in
                _ = try await launch(app, for: link, on: machine)
                let shown = try await machine.nextNotification { $0.summary == "New text" }
                #expect(shown.body == "To: \(Self.friend)\nOn my way")
                #expect(await machine.carrier.snapshot.taken(from: "modem0").isEmpty)
                try await machine.click(shown, button: "Send")
                #expect(try await machine.textsReceived(by: Self.friend) == ["On my way"])
            }
        }

        @Test func thePersonWritesSomethingElse() async throws {
            try await withMessages { machine, app in
                _ = try await launch(app, for: "sms:\(Self.friend)?body=On%20my%20way", on: machine)
                let shown = try await machine.nextNotification { $0.summary == "New text" }
                try await machine.reply("Not today", to: shown)
                #expect(try await machine.textsReceived(by: Self.friend) == ["Not today"])
            }
        }

        /// Field report B76.
        @Test func b76_aTextLinkWithoutARecipientIsNoError() async throws {
            try await withMessages { machine, app in
                _ = try await launch(app, for: "sms:?body=hello", on: machine)
                let shown = try await machine.nextNotification { $0.summary == "New text" }
                #expect(shown.body.hasPrefix("To whom?"))
                let terminal = try await machine.open(app, ["sms:?body=hello"])
                #expect(await terminal.prints("/send sends it"))
                await terminal.type("/to \(Self.friend)")
                #expect(await terminal.prints("writing to"))
                #expect(await machine.carrier.snapshot.taken(from: "modem0").isEmpty)
                await terminal.type("/send")
                #expect(try await machine.textsReceived(by: Self.friend) == ["hello"])
            }
        }

        @Test func anOptionIsNoLink() async throws {
            try await withMessages { machine, app in
                let terminal = try await machine.open(app, ["--frobnicate"])
                #expect(await terminal.waitForExit() == .code(64))
            }
        }

        @Test(arguments: ["sms:+1555;+CFUN=0", "sms:+1555%0AAT", "mailto:someone@example.org"])
        func aLinkThatIsNoneIsRefused(link: String) async throws {
            try await withMessages { machine, app in
                let terminal = try await machine.open(app, [link])
                #expect(await terminal.waitForExit() == .code(65))
                let launched = try await launch(app, for: link, on: machine)
                #expect(await launched.waitForExit() == .code(65))
            }
        }
    }
}
