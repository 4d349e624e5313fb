import Foundation
import TelephonyMessagingKit

/// `carrier-messages` shows what is stored and what comes; `carrier-messages [--line LABEL] NUMBER TEXT` sends. Launched by
/// Handset it stores and notifies, and ends after a while.
@main struct Main {
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("carrier-messages: \(error.localizedDescription)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        let folder = try FileManager.default.url(
            for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        let store = try Store(folder: folder.appending(path: "carrier-messages"))
        let inbox = Inbox(store: store, show: show)
        var words = arguments[...]
        var line: CellularServiceID?
        if words.first == "--line", let label = words.dropFirst().first {
            words = words.dropFirst(2)
            line = try inbox.line(labelled: label)
        }
        if let number = words.popFirst() {
            return try await inbox.send(words.joined(separator: " "), to: SMSHandle(phoneNumber: number), on: line)
        }
        inbox.takeResponses()
        for message in await store.received { show(message) }
        let isLaunched = ProcessInfo.processInfo.environment["HANDSET_LAUNCH"] != nil
        let receiving = Task { try await inbox.receive() }
        if isLaunched {
            try await Task.sleep(for: .seconds(20))
            receiving.cancel()
        }
        try await receiving.value
    }

    /// At once, also through a pipe.
    @Sendable private static func show(_ message: SMSMessage) {
        FileHandle.standardOutput.write(Data("\(message.handle.phoneNumber): \(message.content.body)\n".utf8))
    }
}
