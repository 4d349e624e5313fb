import Foundation
import HandsetBusTesting
import HandsetInterface
import HandsetPlatform
import Testing

@Suite(.timeLimit(.minutes(1))) struct LaunchTests {
    @Test func startsAnAppAndTellsOfItsEnd() async throws {
        try await TestSession.with { session in
            let program = try session.install(
                "org.example.app", script: #"env > "$HOME/environment"; echo out; echo err >&2; exit 7"#)
            let client = try await session.client()
            let process = try await client.launch(
                app: "org.example.app", executable: program, reason: .url, url: "sms:+15550100")
            #expect(process > 0)
            _ = await session.service.journal(where: { $0.contains("exited org.example.app 7") })
            let environment = try String(contentsOfFile: "\(session.home)/environment", encoding: .utf8)
                .split(separator: "\n").map(String.init)
            #expect(environment.contains("HANDSET_LAUNCH=url"))
            #expect(environment.contains("HANDSET_LAUNCH_URL=sms:+15550100"))
            #expect(environment.contains("HANDSET_BUS=\(session.bus.text)"))
            #expect(environment.contains("DBUS_SESSION_BUS_ADDRESS=\(session.desktopBus.text)"))
            #expect(environment.contains("KEPT=yes"))
            #expect(!environment.contains { $0.hasPrefix("HANDSET_FAULT") })
            let log = "\(session.home)/.local/state/handset/apps/org.example.app.log"
            #expect(try String(contentsOfFile: log, encoding: .utf8) == "out\nerr\n")
        }
    }

    @Test func aRunningAppIsNotStartedTwice() async throws {
        try await TestSession.with { session in
            let gate = "\(session.home)/gate"
            try #require(mkfifo(gate, 0o600) == 0)
            let program = try session.install("org.example.app", script: "read line < '\(gate)'; kill -9 $$")
            let client = try await session.client()
            let first = try await client.launch(app: "org.example.app", executable: program, reason: .message)
            #expect(try await client.launch(app: "org.example.app", executable: program, reason: .push) == first)
            try "go\n".write(to: URL(filePath: gate), atomically: false, encoding: .utf8)
            _ = await session.service.journal(where: { $0.contains("exited org.example.app -9") })
            let second = try await client.launch(app: "org.example.app", executable: program, reason: .message)
            #expect(second != first)
            try "go\n".write(to: URL(filePath: gate), atomically: false, encoding: .utf8)
            _ = await session.service.journal(where: { $0.count { $0 == "exited org.example.app -9" } == 2 })
        }
    }

    @Test func saysWhatCannotBeStarted() async throws {
        try await TestSession.with { session in
            let client = try await session.client()
            for executable in ["/nonexistent/program", "relative", "\(session.home)/agent.log", ""] {
                let error = await #expect(throws: ServiceError.self) {
                    try await client.launch(app: "a", executable: executable, reason: .message)
                }
                #expect(error?.kind == .noSuchApp)
            }
            // Nothing that the kernel can run.
            let broken = try session.install("org.example.broken")
            try "\u{7F}ELF".write(toFile: broken, atomically: false, encoding: .utf8)
            let error = await #expect(throws: ServiceError.self) {
                try await client.launch(app: "org.example.broken", executable: broken, reason: .message)
            }
            #expect(error?.kind == .unavailable)
        }
    }

    /// An end that happens while the service is away is told when it is back.
    @Test func keepsAnEndForAServiceThatIsAway() async throws {
        try await TestSession.with { session in
            let gate = "\(session.home)/gate"
            try #require(mkfifo(gate, 0o600) == 0)
            let program = try session.install("org.example.app", script: "read line < '\(gate)'; exit 3")
            let client = try await session.client()
            _ = try await client.launch(app: "org.example.app", executable: program, reason: .message)
            await session.server.stop()
            try "go\n".write(to: URL(filePath: gate), atomically: false, encoding: .utf8)
            try await session.server.start()
            _ = await session.service.journal(where: { $0.contains("exited org.example.app 3") })
        }
    }
}
