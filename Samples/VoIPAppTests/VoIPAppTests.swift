import Foundation
import HandsetTesting
import Testing

/// Two people, each with a machine and a copy of the app, which call each other through their services.
@Suite(.serialized, .timeLimit(.minutes(2))) struct VoIPAppTests {
    private static let key = "com.apple.developer.calling-app"

    private func withTwo(
        _ body: (_ caller: RunningProgram, _ hers: TestMachine, _ his: TestMachine, _ bob: AppBundle) async throws ->
            Void
    ) async throws {
        try await TestMachine.run { hers in
            try await TestMachine.run { his in
                let ann = try await hers.install("voip-app", id: "org.example.ann", entitlements: [Self.key])
                let bob = try await his.install("voip-app", id: "org.example.bob", entitlements: [Self.key])
                let tool = try await his.install(
                    "handset", id: "org.handset.cli", entitlements: ["org.handset.settings"])
                // The internet between them.
                let internet = "\(hers.folder)/internet"
                let script = "#!/bin/sh\nHANDSET_BUS='\(his.busAddress)' exec \(tool.executable) \"$@\"\n"
                #expect(
                    FileManager.default.createFile(
                        atPath: internet, contents: Data(script.utf8), attributes: [.posixPermissions: 0o755]))
                try await hers.start()
                try await his.start()
                let caller = try await hers.open(ann, environment: ["HANDSET_TOOL": internet])
                #expect(await caller.prints("ready"))
                do {
                    try await body(caller, hers, his, bob)
                } catch {
                    Issue.record("\(error)\n\(his.logs)\n\(await caller.output)\n\(his.output(of: bob))")
                }
            }
        }
    }

    @Test func sheCallsHimWhoIsLaunchedAndAnswersAndSheEnds() async throws {
        try await withTwo { caller, hers, his, bob in
            await caller.type("call bob@example.org")
            let callee = try await his.nextLaunch(of: bob)
            #expect(callee.launchReason == "push")
            let ring = try await his.nextNotification { $0.summary.contains("ann@example.org") }
            #expect(ring.actions.contains { $0.label == "Answer" })
            let answered = try await his.handset("answer")
            #expect(answered.exit == .code(0), "\(answered) \(his.output(of: bob))")
            #expect(await caller.prints("joined"))
            #expect(try await his.handset("calls").output.contains("talking"))
            #expect(try await hers.handset("calls").output.contains("talking"))
            await caller.type("end")
            #expect(await caller.prints("left"))
            #expect(try await recents(of: his).contains("from ann@example.org"))
            #expect(try await recents(of: hers).contains("to bob@example.org"))
        }
    }

    @Test func heEndsWithTheCommandLine() async throws {
        try await withTwo { caller, _, his, _ in
            await caller.type("call bob@example.org")
            let ring = try await his.nextNotification { $0.summary.contains("ann@example.org") }
            try await his.click(ring, button: "Answer")
            #expect(await caller.prints("joined"))
            #expect(try await his.handset("hangup").exit == .code(0))
            #expect(await caller.prints("left"))
        }
    }

    @Test func heDeclinesAtTheNotification() async throws {
        try await withTwo { caller, _, his, _ in
            await caller.type("call bob@example.org")
            let ring = try await his.nextNotification { $0.summary.contains("ann@example.org") }
            try await his.click(ring, button: "Decline")
            #expect(await caller.prints("left"))
            #expect(!(await caller.output.contains("joined")))
        }
    }

    @Test func nobodyIsNotReached() async throws {
        try await withTwo { caller, _, _, _ in
            await caller.type("call carol@example.org")
            #expect(await caller.prints("! Nobody of that name is here."))
            #expect(await caller.prints("left"))
        }
    }

    /// A number is for the cellular network: the app hands it back.
    @Test func aNumberIsHandedBack() async throws {
        try await TestMachine.run { machine in
            let app = try await machine.install("voip-app", id: "org.example.ann", role: .calling)
            try await machine.start()
            try await machine.subscriber("+15550123", calls: .answers())
            let called = try await machine.handset("call", "--detach", "+15550123")
            #expect(called.exit == .code(0), "\(called)")
            #expect(try await machine.nextLaunch(of: app).launchReason == "call")
            try await machine.waitUntilConnected(with: "+15550123")
        }
    }

    /// The history once the call is over in it.
    private func recents(of machine: TestMachine) async throws -> String {
        var recents = ""
        for _ in 0..<100 where !recents.contains(" s ") { recents = try await machine.handset("recents").output }
        return recents
    }
}
