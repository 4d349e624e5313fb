import Foundation
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

/// Against a notification server that people use, where it is installed.
@Suite(.timeLimit(.minutes(1))) struct DunstTests {
    private static let isInstalled = ["dunst", "dunstctl", "Xvfb"].allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }

    /// A screen that nobody sees, with dunst on it.
    private actor Screen {
        private nonisolated let loop = EventLoop(name: "screen")
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        private let environment: [String: String]
        private var server: ChildProcess?
        private var dunst: ChildProcess?
        private var output: ByteStream?

        init(_ session: TestSession) {
            environment = [
                "HOME": session.home, "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": session.desktopBus.text,
            ]
        }

        func start() async throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw SystemError("pipe") }
            let number = OneShot<String?>()
            var printed = ""
            let output = ByteStream(descriptor: ends[0], loop: loop)
            output.onBytes = { octets in
                printed += String(decoding: octets, as: UTF8.self)
                if printed.hasSuffix("\n") { number.give(String(printed.dropLast())) }
            }
            output.onClose = { number.give(nil) }
            self.output = output
            server = try ChildProcess(
                executable: "/usr/bin/Xvfb", arguments: ["-displayfd", "1", "-screen", "0", "320x240x24"],
                environment: environment, output: .descriptor(ends[1]), errors: .null, loop: loop)
            close(ends[1])
            guard let display = await number.value() else { throw SystemError("Xvfb", code: ENOENT) }
            dunst = try ChildProcess(
                executable: "/usr/bin/dunst", environment: environment.merging(["DISPLAY": ":\(display)"]) { $1 },
                output: .null, errors: .null, loop: loop)
        }

        /// `dunstctl`, the person's hand.
        func control(_ command: String) async throws {
            let end = OneShot<Void>()
            let process = try ChildProcess(
                executable: "/usr/bin/dunstctl", arguments: [command], environment: environment, output: .null,
                errors: .null, loop: loop)
            process.onExit = { _ in end.give(()) }
            await end.value()
        }

        func stop() async {
            for process in [dunst, server] {
                guard let process, process.exit == nil else { continue }
                let end = OneShot<Void>()
                process.onExit = { _ in end.give(()) }
                process.signal(SIGKILL)
                await end.value()
            }
            output?.close()
        }
    }

    @Test(.enabled(if: isInstalled)) func aClickAndADismissalComeBack() async throws {
        try await TestSession.with { session in
            let screen = Screen(session)
            let client = try await session.client()
            do {
                try await screen.start()
                // The agent tells that a server is there now.
                _ = await session.service.journal(where: { $0.count { $0 == "register []" } == 2 })
                let note = NotificationInfo(id: "7", title: "Zoë", body: "1 < 2", urgency: .critical)
                #expect(try await client.notify(app: "a", name: "Messages", note))
                try await screen.control("action")
                _ = await session.service.journal(where: { $0.contains("responded a 7 default ") })
                #expect(try await client.notify(app: "a", name: "Messages", note))
                try await screen.control("close")
                _ = await session.service.journal(where: { $0.contains("responded a 7 dismiss ") })
                // Withdrawn: nothing is left to click.
                #expect(try await client.notify(app: "a", name: "Messages", note))
                try await client.withdraw(app: "a", ids: ["7"])
                try await screen.control("action")
                #expect(try await client.notify(app: "a", name: "Messages", NotificationInfo(id: "8", title: "b")))
                try await screen.control("action")
                let journal = await session.service.journal(where: { $0.contains("responded a 8 default ") })
                #expect(journal.count { $0.hasPrefix("responded a 7") } == 2)
            } catch {
                await screen.stop()
                throw error
            }
            await screen.stop()
        }
    }
}
