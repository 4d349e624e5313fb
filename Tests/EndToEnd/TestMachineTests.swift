import Foundation
import HandsetTesting
import Testing

extension EndToEnd {
    /// The harness itself, as the developers of other apps meet it.
    @Suite struct TestMachineTests {
        private struct Failure: Error {}

        @Test func aMachineEndsWithItsBodyAlsoWhenThatThrows() async throws {
            var folder = ""
            var daemon: pid_t = 0
            await #expect(throws: Failure.self) {
                try await TestMachine.run { machine in
                    try await machine.start()
                    folder = machine.folder
                    daemon = try #require(await machine.daemonProcessID)
                    throw Failure()
                }
            }
            #expect(kill(daemon, 0) != 0)
            #expect(!FileManager.default.fileExists(atPath: folder))
        }

        @Test func picturesGoBothWays() async throws {
            try await withMachine { machine, _ in
                let file = MultimediaFile(type: "image/jpeg", name: "a.jpg", data: Data(picture(3_000)))
                try await machine.multimedia("Look", files: [file], from: friend, others: ["+15550124"])
                let app = try await machine.launched()
                try await machine.tell(app, "mms loop")
                let message = try await machine.nextMultimedia(in: app)
                #expect(message["recipients"] == "+15550124")
                let path = try await machine.write(picture(3_000), to: "b.jpg")
                let error = try await machine.sendMultimedia(["to": friend, "text": "Seen", "files": path], from: app)
                #expect(error == "")
                let received = try await machine.multimediaReceived(by: friend)
                #expect(received.map(\.text) == ["Seen"])
                #expect(received[0].files.map(\.data) == [file.data])
            }
        }

        /// Of Foundation too, which reads the password file and not HOME: else apps of two machines, and the developer's own, share files.
        @Test func whatAnAppKeepsIsTheMachinesOwn() async throws {
            try await withMachine { machine, _ in
                try await machine.text("Are you there?", from: "+15550123")
                let app = try await machine.launched()
                try await machine.tell(app, "state")
                let documents = try #require(try await machine.report("state", from: app)["documents"])
                #expect(documents.hasPrefix("\(machine.folder)/home/"))
            }
        }

        @Test func whatNeedsARunningMachineSaysSo() async throws {
            try await TestMachine.run { machine in
                await #expect(throws: TestMachineError.self) { try await machine.removeSIM() }
                await #expect(throws: TestMachineError.self) { try await machine.insertSIM() }
                await #expect(throws: TestMachineError.self) {
                    try await machine.text("Nobody", from: "+15550123", to: "No such line")
                }
            }
        }

        @Test func whatCannotBeInstalledSaysWhy() async throws {
            try await TestMachine.run { machine in
                for program in ["/bin/nope", "no-such-program"] {
                    let error = await #expect(throws: TestMachineError.self) { try await machine.install(program) }
                    #expect(error?.description.contains("\(program)") == true)
                }
                try await machine.install("/bin/true", id: "org.example.twice")
                let error = await #expect(throws: TestMachineError.self) {
                    try await machine.install("/bin/true", id: "org.example.twice")
                }
                #expect(error?.description.contains("org.example.twice") == true)
            }
        }

        @Test func aBundlesFolderIsInstalledAsItIs() async throws {
            try await TestMachine.run { machine in
                let first = try await machine.install(
                    "/bin/true", id: "org.example.first", name: "First",
                    entitlements: ["com.apple.developer.calling-app"])
                try await TestMachine.run { other in
                    let copy = try await other.install(bundle: first.folder, role: .dialer)
                    #expect(copy.id == "org.example.first")
                    #expect(FileManager.default.isExecutableFile(atPath: copy.executable))
                    try await other.start()
                    let apps = try await other.handset("apps", "--json").output
                    #expect(apps.contains("com.apple.developer.calling-app"), "\(apps)")
                    #expect(apps.contains(#""holds":["dialer"]"#), "\(apps)")
                }
                await #expect(throws: TestMachineError.self) { try await machine.install(bundle: "/tmp") }
            }
        }

        @Test func waitsInVainSayWhatWasMissing() async throws {
            try await TestMachine.run { machine in
                try await machine.start()
                let texts = await #expect(throws: TestMachineError.self) {
                    try await machine.textsReceived(by: "+15550123", count: 2, within: .milliseconds(50))
                }
                #expect(texts?.description.contains("0 of 2 texts") == true)
                let shown = await #expect(throws: TestMachineError.self) {
                    try await machine.nextNotification(within: .milliseconds(50))
                }
                #expect(shown?.description.contains("notification") == true)
                let launch = await #expect(throws: TestMachineError.self) {
                    try await machine.nextLaunch(within: .milliseconds(50))
                }
                #expect(launch?.description.contains("launch") == true)
            }
        }

        @Test func seesAppsComeAndGoAndLetsThemDieInTheirLoop() async throws {
            try await TestMachine.run { machine in
                let app = try await machine.install("handset-messages", role: .carrierMessaging)
                try await machine.start()
                try await machine.killNextAppInItsLoop()
                try await machine.text("Are you there?", from: "+15550123")
                let first = try await machine.nextLaunch(of: app)
                #expect(first.launchReason == "message")
                try await machine.waitForExit(of: first)
                let second = try await machine.nextLaunch(of: app)
                #expect(second.processID != first.processID)
                #expect(await machine.runningApps == [second])
                // The one that died may have shown it; the one that came after it knew the text, and shows it in its place.
                let shown = try await machine.nextNotification { $0.body.contains("Are you there?") }
                try await machine.kill(second)
                try await machine.click(shown)
                let third = try await machine.nextLaunch(of: app)
                #expect(third.launchReason == "notification")
                await #expect(throws: TestMachineError.self) { try await machine.dismiss(shown) }
            }
        }

        @Test func aPersonAnswersInANotification() async throws {
            try await TestMachine.run { machine in
                try await machine.install("handset-messages", role: .carrierMessaging)
                try await machine.start()
                try await machine.subscriber("+15550123", .echoes(prefix: "You said: "))
                try await machine.text("Are you there?", from: "+15550123")
                let shown = try await machine.nextNotification()
                #expect(await machine.shownNotifications == [shown])
                await #expect(throws: TestMachineError.self) { try await machine.click(shown, button: "Nonsense") }
                try await machine.reply("Yes", to: shown)
                #expect(try await machine.textsReceived(by: "+15550123") == ["Yes"])
                let echo = try await machine.nextNotification { $0.body.contains("You said: Yes") }
                try await machine.dismiss(echo)
                #expect(await machine.shownNotifications.isEmpty)
            }
        }

        @Test func theNetworkDoesWrong() async throws {
            try await withMachine(prepare: { await $0.give(.carrierMessaging, to: "org.handset.cli") }) { machine, _ in
                try await machine.inject(.refusesText(permanent: true))
                #expect(try await machine.handset("send", "+15550123", "One").exit == .code(65))
                try await machine.inject(.refusesText(permanent: false))
                #expect(try await machine.handset("send", "+15550123", "Two").exit == .code(75))
                try await machine.setReachable(false, "+15550123")
                #expect(try await machine.handset("send", "+15550123", "Three").exit == .code(0))
                await #expect(throws: TestMachineError.self) {
                    try await machine.textsReceived(by: "+15550123", within: .milliseconds(50))
                }
                try await machine.setReachable(true, "+15550123")
                #expect(try await machine.textsReceived(by: "+15550123") == ["Three"])
                try await machine.setCoverage(false)
                try await machine.waitForLine("Personal", #""sms":false"#)
                try await machine.setCoverage(true)
                try await machine.waitForLine("Personal", #""sms":true"#)
            }
        }

        @Test func theDaemonDiesAndComesBack() async throws {
            try await TestMachine.run { machine in
                try await machine.install("handset-messages", role: .carrierMessaging)
                await machine.setEnvironment("LANG", to: "C.UTF-8")
                await machine.configure("reportRequests", "always")
                try await machine.start()
                await machine.killDaemon()
                try await machine.text("Are you there?", from: "+15550123")
                try await machine.startDaemon()
                #expect(try await machine.nextNotification().body.contains("Are you there?"))
                #expect(!machine.logs.isEmpty)
            }
        }
    }
}
