import HandsetTesting
import Testing

/// The dialer as its users meet it: a process of its own on a machine with a SIM, a network and a desktop, all simulated.
@Suite(.serialized, .timeLimit(.minutes(2))) struct DialerTests {
    private static let friend = "+15550123"

    @Test func itCallsAtOnceAndShowsTheCall() async throws {
        try await TestMachine.run { machine in
            let app = try await machine.install("dialer", role: .dialer)
            try await machine.start()
            try await machine.subscriber(Self.friend, calls: .answers())
            let dialer = try await machine.open(app)
            #expect(await dialer.prints("lines: Personal"))
            await dialer.type(Self.friend)
            #expect(await dialer.prints("calling"))
            try await machine.waitUntilConnected(with: Self.friend)
            try await machine.endCall(by: Self.friend)
            #expect(await dialer.prints("to \(Self.friend)"))
            #expect(await machine.shownNotifications.isEmpty)
        }
    }

    @Test func itSeesAMissedCallAndCallsBack() async throws {
        try await TestMachine.run { machine in
            let app = try await machine.install("dialer", role: .dialer)
            try await machine.start()
            let dialer = try await machine.open(app)
            #expect(await dialer.prints("lines: Personal"))
            try await machine.ring(from: Self.friend, givesUpAfter: .milliseconds(500))
            #expect(await dialer.prints("* from \(Self.friend)  missed"))
            await dialer.type("seen")
            #expect(await dialer.prints("  from \(Self.friend)  missed"))
            try await machine.subscriber(Self.friend, calls: .answers())
            await dialer.type("r 1")
            try await machine.waitUntilConnected(with: Self.friend)
        }
    }

    @Test func withoutTheRoleThePersonIsAsked() async throws {
        try await TestMachine.run { machine in
            let app = try await machine.install("dialer", entitlements: ["com.apple.developer.dialing-app"])
            try await machine.start()
            try await machine.subscriber(Self.friend, calls: .answers())
            let dialer = try await machine.open(app)
            #expect(await dialer.prints("lines: \n"))
            await dialer.type(Self.friend)
            let question = try await machine.nextNotification { $0.summary.hasPrefix("Call ") }
            try await machine.click(question, button: "Call")
            try await machine.waitUntilConnected(with: Self.friend)
        }
    }
}
