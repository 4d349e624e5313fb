import Foundation
import Handset
import HandsetArchive

/// What `handset messages` does: takes what waits for the messaging app, keeps it, and prints it.
@MainActor
final class Inbox {
    /// How long a launch in the background waits for more before it leaves.
    private static let patience: Duration = .seconds(5)

    private let client: HandsetClient
    private let archive: MessageArchive
    private let isJSON: Bool
    /// How many of the archive's messages are printed.
    private var shown = 0
    /// Those that take what waits, one for each queue.
    private var loops: [Task<Void, any Error>] = []

    init(client: HandsetClient, archive: MessageArchive, isJSON: Bool) {
        self.client = client
        self.archive = archive
        self.isJSON = isJSON
    }

    /// Goes on until the process is ended.
    func follow() async throws {
        let (texts, multimedia) = (try client.incomingMessages(.sms), try client.incomingMessages(.mms))
        let updates = try client.sentMessageUpdates
        let reports = Task {
            for await sent in updates { show(sent) }
        }
        // What a process that was launched in the background keeps is shown here too.
        let changes = archive.changes()
        let showing = Task {
            for await _ in changes { try showFresh() }
        }
        defer {
            reports.cancel()
            showing.cancel()
        }
        try showFresh()
        let pictures = Task { try await take(multimedia) }
        defer { pictures.cancel() }
        try await take(texts)
        try await pictures.value
    }

    private func take(_ messages: IncomingMessages) async throws {
        for await message in messages {
            _ = try keep(message)
            try showFresh()
        }
    }

    private func showFresh() throws {
        try archive.refresh()
        for message in archive.messages[shown...] { show(message) }
        shown = archive.messages.count
    }

    /// Takes what waits now, and leaves.
    func takeWaiting() async throws {
        try showFresh()
        var left = try await client.status().waiting
        let queues = [try client.incomingMessages(.sms), try client.incomingMessages(.mms)]
        guard left > 0 else { return }
        for messages in queues {
            loops.append(
                Task {
                    for await message in messages {
                        _ = try keep(message)
                        try showFresh()
                        left -= 1
                        // A cancelled loop's next() says that the last message was handled, and ends; a break would not.
                        if left == 0 { for loop in loops { loop.cancel() } }
                    }
                })
        }
        let watching = Task { await leaveWhenNothingWaits() }
        defer { watching.cancel() }
        for loop in loops { try await loop.value }
        try showFresh()
    }

    /// What was counted as waiting may be in the hands of a process that was launched for it: that keeps it, and none comes here.
    private func leaveWhenNothingWaits() async {
        while (try? await Task.sleep(for: .milliseconds(250))) != nil {
            guard (try? await client.status().waiting) == 0 else { continue }
            for loop in loops { loop.cancel() }
            return
        }
    }

    /// Launched by Handset: keeps what comes, tells the desktop, and leaves when nothing more comes.
    func collect() async throws {
        let queues = [try client.incomingMessages(.sms), try client.incomingMessages(.mms)]
        var last = ContinuousClock.now
        var failure: (any Error)?
        let loops = queues.map { messages in
            Task {
                do {
                    for await message in messages {
                        last = .now
                        guard let kept = try keep(message) else { continue }
                        let title = message.service == .mms ? "Multimedia message" : "Text"
                        _ = try await client.post(
                            LocalNotification(
                                id: "\(message.service.rawValue)-\(kept.id)", title: "\(title) from \(kept.party)",
                                body: kept.text.isEmpty ? kept.subject ?? "" : kept.text, thread: kept.party))
                    }
                } catch {
                    failure = error
                }
            }
        }
        while failure == nil, ContinuousClock.now - last < Self.patience {
            try await Task.sleep(for: Self.patience - (.now - last))
        }
        for loop in loops { loop.cancel() }
        for loop in loops { await loop.value }
        if let failure { throw failure }
    }

    /// The message as it is kept; `nil` when it was kept before.
    private func keep(_ message: IncomingMessage) throws -> ArchivedMessage? {
        let label = (try? client.lines)?.first { $0.id == message.line }?.label
        var kept = ArchivedMessage(
            direction: .received, id: message.id, line: label ?? message.line.rawValue, party: message.sender,
            text: message.text, date: message.received, sent: message.sent, isIncomplete: message.isIncomplete)
        kept.subject = message.subject
        if !message.recipients.isEmpty { kept.others = message.recipients }
        let files = message.parts.enumerated().filter { $0.element.type != "text/plain" }
        if !files.isEmpty {
            kept.files = try files.map { number, part in
                try archive.keep(
                    part.data, type: part.type, name: part.fileName, number: number + 1, of: message.id)
            }
        }
        return try archive.add(kept) ? kept : nil
    }

    // MARK: Printing

    private func show(_ message: ArchivedMessage) {
        if isJSON {
            return Output.json([
                "direction": message.direction.rawValue, "id": message.id, "line": message.line,
                "party": message.party, "text": message.text, "date": message.date.ISO8601Format(),
                "sent": message.sent?.ISO8601Format(), "state": message.state, "incomplete": message.isIncomplete,
                "subject": message.subject, "others": message.others,
                "files": message.files?.map { file in
                    ["type": file.type, "name": file.name, "octets": file.octets, "path": file.path] as [String: Any]
                },
            ])
        }
        let arrow = message.direction == .received ? "←" : "→"
        let state = message.state.map { " (\($0))" } ?? (message.isIncomplete ? " (parts of it never came)" : "")
        Output.line(
            "\(Output.time(message.date)) [\(printable(message.line))] \(arrow) \(printable(message.party)): "
                + "\(printable(message.text, indent: "    "))\(state)")
        for line in message.lines(indent: "    ") { Output.line(line) }
    }

    private func show(_ sent: SentMessage) {
        let parties = sent.recipients.joined(separator: ", ")
        if isJSON {
            return Output.json([
                "direction": "report", "id": sent.messageID, "party": parties, "state": sent.state.rawValue,
                "date": (sent.reportDate ?? sent.date).ISO8601Format(),
            ])
        }
        Output.line("\(Output.time(sent.reportDate ?? sent.date)) → \(parties): \(sent.state.rawValue)")
    }
}
