import Foundation
import Handset
import HandsetArchive
import TelephonyMessagingKit

/// What the app does for a person at a terminal: show, answer, choose the line, tell what became of a text.
@MainActor
final class Foreground {
    private let store: MessageArchive
    private let session = TelephonyMessagingSession.shared
    private var party: String?
    /// By `/to`: then nobody who writes changes it.
    private var isPartyChosen = false
    private var lineLabel: String?
    /// What a link began: it waits for `/send`.
    private var draft: Draft?
    /// How many of the archive's messages are on the screen, or too old for it.
    private var shown = 0

    init(store: MessageArchive, draft: Draft?) {
        self.store = store
        self.draft = draft
    }

    func run() async throws {
        do {
            _ = try session.cellularServices
        } catch TelephonyMessagingSession.Error.serviceUnavailable {
            throw TelephonyMessagingSession.Error.serviceUnavailable
        } catch {}
        guard session.isConfiguredForCarrierMessaging else {
            say("This app is not the messaging app yet: handset role carrier-messaging org.handset.messages")
            return
        }
        shown = max(0, store.messages.count - 20)
        try showFresh()
        printHelp()
        showDraft()

        let notifications = try session.smsService.incomingMessageNotifications
        let pictures = try session.mmsService.incomingMessageNotifications
        let receiving = Task {
            for await notification in notifications {
                guard (try? receive(notification.message)) != nil else {
                    say("! cannot store messages: is the disk full? Handset keeps them.")
                    return
                }
            }
        }
        let receivingPictures = Task {
            for await notification in pictures {
                guard (try? receive(notification.message)) != nil else {
                    say("! cannot store messages: is the disk full? Handset keeps them.")
                    return
                }
            }
        }
        let following = Task { await self.followReports() }
        // What a process that was launched in the background stores is shown here too.
        let changes = store.changes()
        let showing = Task {
            for await _ in changes { try? self.showFresh() }
        }
        for await line in Self.typedLines() {
            if await !obey(line.trimmingCharacters(in: .whitespaces)) { break }
        }
        receiving.cancel()
        following.cancel()
        showing.cancel()
        receivingPictures.cancel()
        await receiving.value
        await receivingPictures.value
        await following.value
    }

    private func receive(_ message: SMSMessage) throws {
        _ = try store.add(ArchivedMessage(received: message, lines: (try? session.cellularServices) ?? []))
        try showFresh()
    }

    private func receive(_ message: MMSMessage) throws {
        _ = try store.add(
            try ArchivedMessage(received: message, lines: (try? session.cellularServices) ?? [], in: store))
        try showFresh()
    }

    private func showFresh() throws {
        try store.refresh()
        for message in store.messages[shown...] {
            show(message)
            if message.direction == .received, !isPartyChosen, party != message.party {
                if party != nil { say("  a text that you type now goes to \(printable(message.party))") }
                party = message.party
            }
        }
        shown = store.messages.count
    }

    /// Says when a text of ours has arrived, or has not. Apple's API has no reports; Handset's own has.
    private func followReports() async {
        // Reports have whole seconds.
        let start = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        guard let updates = try? HandsetClient.shared.sentMessageUpdates else { return }
        for await sent in updates where (sent.reportDate ?? sent.date) >= start {
            let parties = sent.recipients.joined(separator: ", ")
            switch sent.state {
            case .delivered: say("  → \(parties): your text has arrived")
            case .failed: say("  → \(parties): your text could not be delivered")
            default: break
            }
        }
    }

    // MARK: What the person types

    /// False when the person wants to leave.
    private func obey(_ line: String) async -> Bool {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        switch words.first {
        case nil: break
        case "/quit", "/q": return false
        case "/help": printHelp()
        case "/lines":
            for service in (try? session.cellularServices) ?? [] {
                say("  \(service.label)\(session.smsService.isViable(for: service.id) ? "" : " (no service)")")
            }
        case "/line":
            let labels = ((try? session.cellularServices) ?? []).map(\.label)
            if words.count > 1, !labels.contains(where: { $0.lowercased() == words[1].lowercased() }) {
                say("  no line has that label: \(labels.joined(separator: ", "))")
                break
            }
            lineLabel = words.count > 1 ? words[1] : nil
            say("  sending on \(lineLabel ?? "the line that fits")")
        case "/to":
            party = words.count > 1 ? words[1] : nil
            isPartyChosen = party != nil
            say("  writing to \(party ?? "nobody")")
        case "/send": await sendDraft()
        case .some(let word) where word.hasPrefix("/"): say("  no such command: \(word); /help lists them")
        default: await send(line)
        }
        return true
    }

    private func send(_ body: String) async {
        guard let party else { return say("  to whom? /to NUMBER") }
        do {
            let services = try session.cellularServices
            guard let service = choose(among: services) else {
                let labels = services.map(\.label).joined(separator: ", ")
                return say(
                    services.isEmpty ? "  there is no line" : "  on which line? /line LABEL, one of: \(labels)")
            }
            try await Sender(store: store).send(body, to: party, on: service)
            try showFresh()
        } catch {
            say("! \((error as? LocalizedError)?.errorDescription ?? "\(error)")")
        }
    }

    /// The line that the person named, else the one that fits.
    private func choose(among services: [CellularServiceState]) -> CellularServiceState? {
        if let lineLabel { return services.first { $0.label.lowercased() == lineLabel.lowercased() } }
        return store.line(for: party, among: services)
    }

    private func showDraft() {
        guard let draft else { return }
        if let first = draft.recipients.first {
            party = first
            isPartyChosen = true
        }
        say(
            "  a link begins a text to \(draft.recipients.isEmpty ? "nobody yet" : printable(draft.recipients.joined(separator: ", ")))"
        )
        if !draft.body.isEmpty { say("      \(printable(draft.body, indent: "      "))\n  /send sends it") }
    }

    private func sendDraft() async {
        guard let draft, !draft.body.isEmpty else { return say("  no link has begun a text; type one") }
        let recipients = draft.recipients.isEmpty ? [party].compactMap(\.self) : draft.recipients
        guard !recipients.isEmpty else { return say("  to whom? /to NUMBER") }
        for recipient in recipients {
            party = recipient
            await send(draft.body)
        }
        self.draft = nil
    }

    /// Standard input, line by line, read on a thread of its own.
    private static func typedLines() -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }

    // MARK: What the person sees

    private func show(_ message: ArchivedMessage) {
        let time = message.date.formatted(date: .omitted, time: .shortened)
        let line = message.line.isEmpty ? "" : "[\(printable(message.line))] "
        switch message.direction {
        case .received:
            say("\(time) \(line)\(printable(message.party)): \(printable(message.text, indent: "      "))")
            for line in message.lines(indent: "      ") { say(line) }
        case .sent:
            say(
                "\(time) \(line)→ \(message.party): \(printable(message.text, indent: "      ")) (\(message.state ?? ""))"
            )
        }
    }

    /// A line that is with its reader at once, also through a pipe.
    ///
    /// Not by `fflush(nil)`: it waits for every stream, also for standard input, which another thread reads.
    private func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

    private func printHelp() {
        say("Type a text to answer\(party.map { " \($0)" } ?? ""). /to NUMBER, /line LABEL, /lines, /help, /quit")
    }
}
