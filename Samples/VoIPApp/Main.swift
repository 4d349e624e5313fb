import Foundation

/// `voip-app` waits for calls; `call NAME@example.org`, `end` and `quit` are what a person types. Launched by a push, it runs until
/// its calls are over.
@main struct Main {
    @MainActor static func main() async {
        let environment = ProcessInfo.processInfo.environment
        let calls = Calls(server: Desk(handset: environment["HANDSET_TOOL"] ?? "handset"), show: say)
        let pushes = Pushes(calls: calls) { try Wire(connectingTo: $0) }
        defer { withExtendedLifetime(pushes) {} }
        guard environment["HANDSET_LAUNCH"] == nil else {
            return await untilOver(calls)
        }
        say("I am \(Desk.me)")
        for await line in typedLines() {
            do {
                let words = line.split(separator: " ").map(String.init)
                switch words.first {
                case "call" where words.count == 2: try await calls.call(words[1])
                case "end": try await calls.hangUp()
                case "quit": return
                default: say("call NAME@example.org, end, quit")
                }
            } catch {
                say("! \(error.localizedDescription)")
            }
        }
    }

    /// A minute for the push or the offer to come, then as long as there is a call.
    @MainActor private static func untilOver(_ calls: Calls) async {
        repeat {
            try? await Task.sleep(for: .seconds(60))
        } while !calls.manager.conversations.isEmpty
    }

    private static func typedLines() -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }

    /// At once, also through a pipe.
    @Sendable private static func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
}
