import Foundation
import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import HandsetPlatform
import Testing

@Suite(.timeLimit(.minutes(1))) struct QuestionTests {
    private static let question = QuestionInfo(
        title: "Default app?", body: "\u{1B}[31mMessages & more", yes: "Allow", no: "Deny")

    private enum Deed: CaseIterable { case yes, no, close, expire, serverLeaves }

    @Test(arguments: Deed.allCases) private func isAskedByNotification(deed: Deed) async throws {
        let desktop = NotificationServer()
        try await TestSession.with(desktop: desktop) { session in
            let client = try await session.client()
            async let answer = client.ask(Self.question)
            let shown = try await desktop.next()
            #expect(shown.summary == "Default app?")
            #expect(shown.actions == ["yes", "Allow", "no", "Deny"])
            #expect(shown.expiry == 0)
            switch deed {
            case .yes: try await desktop.click("yes", on: shown.number)
            case .no: try await desktop.click("no", on: shown.number)
            case .close: try await desktop.close(shown.number, reason: 2)
            case .expire: try await desktop.close(shown.number, reason: 1)
            case .serverLeaves: await desktop.stop()
            }
            #expect(try await answer == (deed == .yes))
            let journal = await session.service.journal
            #expect(!journal.contains { $0.hasPrefix("responded") })
        }
    }

    @Test func aServerWithoutActionsCannotAsk() async throws {
        let desktop = NotificationServer(["body"])
        try await TestSession.with(desktop: desktop) { session in
            let answer = try await session.client().ask(Self.question)
            #expect(answer == false)
        }
    }

    /// A terminal that the agent controls, and the person at it.
    private actor Terminal {
        nonisolated let path: String
        private nonisolated let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        private let master: Int32
        private var stream: ByteStream?
        nonisolated let output: AsyncStream<String>
        private let printed: AsyncStream<String>.Continuation

        init() throws {
            (master, path) = try SerialPort.openPseudoTerminal()
            loop = EventLoop(name: "terminal")
            (output, printed) = AsyncStream.makeStream()
        }

        func open() {
            let stream = ByteStream(descriptor: master, loop: loop)
            stream.onBytes = { [printed] in printed.yield(String(decoding: $0, as: UTF8.self)) }
            self.stream = stream
        }

        func type(_ text: String) { stream?.write(text.utf8) }

        func close() { stream?.close() }
    }

    @Test(arguments: [("y\n", true), ("Yes\n", true), (" allow \n", true), ("n\n", false), ("\n", false)])
    func isAskedOnTheTerminalWithoutAServer(line: String, expected: Bool) async throws {
        try await TestSession.with(started: false) { session in
            let terminal = try Terminal()
            await terminal.open()
            try await session.startAgent(onTerminal: terminal.path)
            let client = try await session.client()
            async let answer = client.ask(Self.question)
            var printed = ""
            for await piece in terminal.output {
                printed += piece
                if printed.contains("[y/N]") { break }
            }
            #expect(printed.contains("Default app?"))
            #expect(printed.contains(" [31mMessages & more"))
            await terminal.type(line)
            #expect(try await answer == expected)
            await session.killAgent()
            await terminal.close()
        }
    }
}
