import Foundation
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

@Suite(.timeLimit(.minutes(1))) struct RegistrationTests {
    @Test func reportsTheBundlesThatComeAndGo() async throws {
        try await TestSession.with { session in
            #expect(await session.service.journal(of: 1) == ["register []"])
            try session.install("org.example.one")
            #expect(await session.service.journal(of: 2).last == #"register ["org.example.one"]"#)
            let bundle = try #require(await session.service.bundles.first)
            #expect(bundle.executable == "\(bundle.path)/run")
            try FileManager.default.removeItem(atPath: "\(session.apps)/org.example.one.app")
            #expect(await session.service.journal(of: 3).last == "register []")
        }
    }

    @Test func registersAgainAfterARestartOfTheService() async throws {
        try await TestSession.with { session in
            await session.server.stop()
            try await session.server.start()
            _ = await session.service.journal(where: { $0.count { $0 == "register []" } == 2 })
        }
    }

    @Test func registersAgainAfterARestartOfTheBus() async throws {
        try await TestSession.with { session in
            await session.bus.kill()
            try await session.bus.run()
            _ = await session.service.journal(where: { $0.count { $0 == "register []" } == 2 })
            let client = try await session.client()
            #expect(try await client.resolveExecutable(processID: session.agentProcessID) == TestSession.program)
        }
    }

    @Test func saysThatItWaitsForAServiceThatIsNotThere() async throws {
        try await TestSession.with(started: false) { session in
            await session.server.stop()
            let lines = try await session.firstLine(arguments: ["--bus", session.bus.text])
            #expect(lines.contains("is handsetd running?"), "\(lines)")
            let nowhere = try await session.firstLine(arguments: ["--bus", "unix:path=/nowhere"])
            #expect(nowhere.contains("no bus") && nowhere.contains("HANDSET_BUS"), "\(nowhere)")
        }
    }

    @Test func isAsDocumented() async throws {
        try await TestSession.with { session in
            let name = try await session.client().uniqueName
            let bus = try await Bus.connect(to: session.bus.address, on: session.bus.loop)
            let answer = try await bus.introspect(name, at: HandsetName.agentPath)
            #expect(try Introspection(answer) == Introspection(documented: "org.handset.Agent1"))
            await bus.close()
        }
    }

    @Test func answersTheServiceOnly() async throws {
        try await TestSession.with { session in
            let name = try await session.client().uniqueName
            let stranger = try await Bus.connect(to: session.bus.address, on: session.bus.loop)
            let calls: [(String, [BusValue])] = [
                ("ResolveExecutable", [.uint32(1)]), ("Withdraw", [.string(""), .strings([])]),
                (
                    "Launch",
                    [.string("a"), .string("/bin/true"), .string("message"), .dictionary([:])]
                ),
                ("Ask", [.dictionary([:])]), ("Notify", [.string(""), .string(""), .dictionary([:])]),
            ]
            for (member, arguments) in calls {
                let call = BusCall(
                    member, on: "org.handset.Agent1", of: name, at: HandsetName.agentPath, arguments)
                let error = await #expect(throws: BusError.self) { try await stranger.call(call) }
                #expect(error?.remoteName == "org.handset.Error.NotPermitted")
            }
            await stranger.close()
        }
    }

    @Test func resolvesProcessesOfItsOwnUserOnly() async throws {
        try await TestSession.with { session in
            let client = try await session.client()
            #expect(try await client.resolveExecutable(processID: session.agentProcessID) == TestSession.program)
            #expect(try await client.resolveExecutable(processID: UInt32.max) == nil)
            #expect(try await client.resolveExecutable(processID: 0) == nil)
        }
    }

    @Test(.enabled(if: getuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0))
    func doesNotResolveAnotherUsersProcess() async throws {
        try await TestSession.with { session in
            let other = try await session.bus.spawn(
                "/usr/bin/setpriv", ["--reuid=65534", "--clear-groups", "/usr/bin/env", "cat"])
            let client = try await session.client()
            // Until it has changed its user it is ours.
            while try await client.resolveExecutable(processID: other) != nil {}
            await session.bus.endSpawned()
        }
    }

    @Test(arguments: [
        ("--help", EX_OK), ("--version", EX_OK), ("--nonsense", EX_USAGE), ("operand", EX_USAGE), ("--bus", EX_USAGE),
    ])
    func exitsAsSysexitsSays(argument: String, code: Int32) async throws {
        try await PrivateBus.with { bus in
            #expect(await bus.run(TestSession.program, [argument]) == .code(code))
        }
    }
}
