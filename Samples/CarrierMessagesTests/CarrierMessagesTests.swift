import HandsetTesting
import Testing

/// The app as its users meet it: a process of its own on a machine with a SIM, a network and a desktop, all simulated.
@Suite(.serialized, .timeLimit(.minutes(2))) struct CarrierMessagesTests {
    private static let friend = "+15550123"

    private func withApp(_ body: (TestMachine, AppBundle) async throws -> Void) async throws {
        try await TestMachine.run { machine in
            let app = try await machine.install("carrier-messages", role: .carrierMessaging)
            try await machine.start()
            try await body(machine, app)
        }
    }

    @Test func aTextIsShownAndAnswered() async throws {
        try await withApp { machine, _ in
            try await machine.text("Are you there?", from: Self.friend)
            let shown = try await machine.nextNotification { $0.body.contains("Are you there?") }
            try await machine.reply("Yes", to: shown)
            #expect(try await machine.textsReceived(by: Self.friend) == ["Yes"])
        }
    }

    @Test func aTextWaitsForTheSIM() async throws {
        try await withApp { machine, _ in
            try await machine.removeSIM()
            try await machine.text("Are you there?", from: Self.friend)
            try await machine.insertSIM()
            _ = try await machine.nextNotification { $0.body.contains("Are you there?") }
        }
    }

    @Test func aDeathInTheLoopLosesNothingAndShowsNothingTwice() async throws {
        try await withApp { machine, app in
            try await machine.killNextAppInItsLoop()
            try await machine.text("First", from: Self.friend)
            try await machine.waitForExit(of: try await machine.nextLaunch(of: app))
            // The text comes again, to a new process, which knows it. The second comes behind it.
            let next = try await machine.nextLaunch(of: app)
            #expect(next.launchReason == "message")
            try await machine.text("Second", from: Self.friend)
            _ = try await machine.nextNotification { $0.body.contains("Second") }
            #expect(await machine.shownNotifications.count { $0.body.contains("First") } == 1)
        }
    }

    @Test func aCrashOfTheServiceLosesNothing() async throws {
        try await withApp { machine, _ in
            await machine.killDaemon()
            try await machine.text("Are you there?", from: Self.friend)
            try await machine.startDaemon()
            _ = try await machine.nextNotification { $0.body.contains("Are you there?") }
        }
    }

    @Test func anAnswerThatIsRefusedIsTold() async throws {
        try await withApp { machine, _ in
            try await machine.text("Are you there?", from: Self.friend)
            let shown = try await machine.nextNotification { $0.body.contains("Are you there?") }
            try await machine.inject(.refusesText(permanent: true))
            try await machine.reply("Yes", to: shown)
            _ = try await machine.nextNotification { $0.summary.contains("not sent") }
        }
    }

    @Test func aPersonSendsAtTheTerminal() async throws {
        try await withApp { machine, app in
            try await machine.subscriber(Self.friend, .silent)
            let program = try await machine.open(app, [Self.friend, "Hello"])
            #expect(await program.waitForExit() == .code(0))
            #expect(try await machine.textsReceived(by: Self.friend) == ["Hello"])
        }
    }
}
