import HandsetTesting
import Testing

extension EndToEnd {
    /// The command line, as a person and as a script use it.
    @Suite struct CommandLineTests {
        @Test func listsAndNamesLines() async throws {
            try await withMachine { machine, _ in
                let lines = try await machine.handset("lines")
                #expect(lines.exit == .code(0))
                #expect(lines.output.contains("Personal"))
                #expect(lines.output.contains("+15550100"))
                #expect(try await machine.handset("line", "label", "Personal", "Private").exit == .code(0))
                #expect(try await machine.handset("lines", "--json").output.contains(#""label":"Private""#))
                #expect(try await machine.handset("line", "label", "Nonsense", "X").exit == .code(68))
            }
        }

        @Test func unlocksASIM() async throws {
            try await withMachine(lines: [.init(pin: "1234")]) { machine, _ in
                try await machine.waitForLine("Personal", #""sim":"pin-required""#)
                let wrong = try await machine.handset("line", "unlock", "Personal", input: "9999\n")
                #expect(wrong.exit == .code(77))
                #expect(wrong.errors.contains("2 attempts"))
                #expect(try await machine.handset("line", "unlock", "Personal", input: "12\n").exit == .code(65))
                #expect(try await machine.handset("line", "unlock", "Nonsense", input: "1234\n").exit == .code(68))
                // Also by the modem's name: not every card tells its line before its PIN.
                #expect(try await machine.handset("line", "unlock", "modem0", input: "1234\n").exit == .code(0))
                try await machine.waitForLine("Personal", #""sms":true"#)
                #expect(!machine.logs.contains("1234\n") && !machine.logs.contains("9999"))
            }
        }

        @Test func listsAppsAndSaysWhoHasTheRole() async throws {
            try await withMachine { machine, app in
                let apps = try await machine.handset("apps", "--json")
                #expect(apps.output.contains(app.id))
                #expect(try await machine.handset("role", "carrier-messaging").output == "\(app.id)\n")
                #expect(try await machine.handset("role").output.contains("carrier-messaging  \(app.id)"))
                // A role is given at a terminal only.
                #expect(try await machine.handset("role", "carrier-messaging", "none").exit == .code(77))
                #expect(try await machine.handset("role", "nonsense").exit == .code(64))
            }
        }

        /// Bundles that cannot be used, of the system and of the user, who has also a copy of the app that the system has.
        @Test func statusSaysWhichBundlesCannotBeUsed() async throws {
            try await withMachine { machine, app in
                let healthy = try await machine.handset("status")
                #expect(healthy.exit == .code(0) && !healthy.output.contains("Bundle"), "\(healthy)")
                let torn = "\(machine.folder)/apps/torn.app"
                let (mine, copy) = ("\(machine.folder)/home/apps/mine.app", "\(machine.folder)/home/apps/copy.app")
                let script = """
                    mkdir -p \(torn) \(mine) \(copy) && echo torn > \(torn)/Info.plist && cp -r \(app.folder)/* \(copy) &&
                    sed s/org.example.app/org.example.mine/ \(copy)/Info.plist > \(mine)/Info.plist
                    """
                #expect(try await machine.run("/bin/sh", ["-c", script]).exit == .code(0))
                var status = try await machine.handset("status")
                // The agent tells when it has noticed.
                for _ in 0..<100 where !(status.output.contains("copy.app") && status.output.contains("mine.app")) {
                    status = try await machine.handset("status")
                }
                #expect(status.exit == .code(69))
                let lines = status.output.split(separator: "\n")
                for (path, words) in [(torn, "property list"), (mine, "is not there"), (copy, "that one is used")] {
                    #expect(lines.contains { $0.contains("! Bundle") && $0.contains(path) && $0.contains(words) })
                }
                let json = try await machine.handset("status", "--json").output
                #expect(json.contains("torn.app") && json.contains("mine.app") && json.contains("copy.app"))
                // The system's app is still the one.
                #expect(try await machine.handset("role", "carrier-messaging").output == "\(app.id)\n")
            }
        }

        @Test func showsAndForgetsWhatNoAppCanBeGiven() async throws {
            try await withMachine { machine, app in
                #expect(try await machine.handset("held").output.contains("Nothing is kept"))
                let tpdu = "0400FF"
                _ = try await machine.subscriber("+15550123").send(raw: [0x04, 0x00, 0xFF], to: "+15550100")
                for _ in 0..<200 where !(try await machine.handset("status").output.contains("1 unreadable")) {}
                let list = try await machine.handset("held")
                #expect(list.output.contains("unreadable") && !list.output.contains(tpdu), "\(list)")
                let status = try await machine.handset("status", "--json").output
                #expect(status.contains(#""heldKinds":{"unreadable":1}"#) && status.contains(#""heldLost":0"#))
                let shown = try await machine.handset("held", "--hex", "--json")
                #expect(shown.output.contains(tpdu) && shown.output.contains(#""kind":"unreadable""#), "\(shown)")
                #expect(try await machine.handset("held", "--kind", "port").output.contains("Nothing is kept"))
                #expect(try await machine.handset("held", "--forget", "port").exit == .code(65))
                #expect(try await machine.handset("held", "--forget", "unreadable").exit == .code(0))
                #expect(try await machine.handset("held").output.contains("Nothing is kept"))
                // The machine's configuration gives the role, and says so.
                let role = try await machine.handset("role", "carrier-messaging")
                #expect(role.output == "\(app.id)\n")
                #expect(role.errors.contains("config.json gives carrier-messaging to \(app.id) at each start"))
            }
        }

        @Test func sendsAndReadsAsTheMessagingApp() async throws {
            try await withMachine(prepare: { await $0.give(.carrierMessaging, to: "org.handset.cli") }) { machine, _ in
                _ = try await machine.subscriber("+15550123", behaviour: .answers(["Yes"]))
                let sent = try await machine.handset("send", "+15550123", "Are you there?", "--json")
                #expect(sent.exit == .code(0), "\(sent)")
                #expect(sent.output.contains(#""outcome":"taken""#))
                let following = try await machine.open(
                    "\(machine.folder)/apps/org.handset.cli.app/handset", ["messages", "--follow"])
                #expect(await following.prints("Yes"))
                try await machine.text("One more", from: "+15550123")
                #expect(await following.prints("One more"))
                await following.signal(2)
                await following.waitForExit()
                let kept = try await machine.handset("messages", "--json")
                #expect(kept.output.contains("Are you there?"))
                #expect(kept.output.contains("One more"))
            }
        }

        @Test func whatAStrangerWritesSteersNoTerminalAndPassesForNoOtherLine() async throws {
            try await withMachine(prepare: { await $0.give(.carrierMessaging, to: "org.handset.cli") }) { machine, _ in
                let following = try await machine.open(
                    "\(machine.folder)/apps/org.handset.cli.app/handset", ["messages", "--follow"])
                try await machine.text(
                    "Red \u{1B}[31m\u{9B}2J\u{202E}\r\n2026-01-01 [Bank] ← +15550199: forged", from: "+15550123")
                #expect(await following.prints("forged"))
                let shown = await following.output
                #expect(!shown.unicodeScalars.contains { ["\u{1B}", "\u{9B}", "\u{202E}", "\r"].contains($0) })
                #expect(shown.contains("\n    2026-01-01 [Bank]"))
                let kept = try await machine.handset("messages", "--json")
                #expect(kept.output.contains(#"\u001b[31m\u009b2J"#), "\(kept.output)")
            }
        }

        @Test func isRefusedWithoutTheRole() async throws {
            try await withMachine { machine, _ in
                let refused = try await machine.handset("send", "+15550123", "Hello")
                #expect(refused.exit == .code(77))
                #expect(refused.errors.contains("handset role carrier-messaging"))
                #expect(!refused.errors.contains("15550123"))
                #expect(try await machine.handset("messages").exit == .code(77))
            }
        }

        @Test(arguments: [["lines"], ["status"], ["send", "+15550123", "Hello"], ["messages"]])
        func aCopyOutsideItsBundleSaysSo(arguments: [String]) async throws {
            try await withMachine { machine, _ in
                let outside = try await machine.run("handset", arguments)
                #expect(outside.exit == .code(77))
                #expect(outside.errors.contains("no bundle"))
            }
        }

        @Test func saysWhatIsWrongAndWhatToDo() async throws {
            try await withMachine { machine, _ in
                #expect(try await machine.handset("status").exit == .code(0))
                await machine.stopDaemon()
                let lines = try await machine.handset("lines")
                #expect(lines.exit == .code(69))
                #expect(lines.errors.contains("handsetd"))
            }
        }

        @Test(arguments: ["lines", "line", "apps", "role", "send", "messages", "status"])
        func helpsWith(command: String) async throws {
            let machine = try TestMachine()
            let help = try await machine.run("handset", [command, "--help"])
            #expect(help.exit == .code(0))
            #expect(help.output.hasPrefix("usage: handset \(command)"))
            await machine.shutDown()
        }
    }
}
