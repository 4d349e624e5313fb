import Foundation
import Handset
import HandsetArchive
import TelephonyMessagingKit

/// What the app does for a person at a terminal: show, answer, choose the line, tell what became of a text.
@MainActor
final class Foreground {
    private let store: MessageArchive
    private let session = TelephonyMessagingSession.shared
    /// To whom the next message goes: more than one are a group.
    private var recipients: [String] = []
    /// By `/to` or `/all`: then nobody who writes changes it.
    private var isChosen = false
    /// The latest message to a group, which `/all` answers.
    private var group: ArchivedMessage?
    /// What goes along with the next text.
    private var attached: [AttachedFile] = []
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
            guard message.direction == .received else { continue }
            if let others = message.others, !others.isEmpty {
                group = message
                say("  /all answers all \(others.count + 1) of them")
            }
            if !isChosen, recipients != [message.party] {
                if !recipients.isEmpty { say("  a text that you type now goes to \(printable(message.party))") }
                recipients = [message.party]
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
            let numbers = words.count > 1 ? words[1].split(separator: ",") : []
            write(to: numbers.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty })
        case "/all":
            guard let group, let others = group.others else {
                say("  nobody has written to a group")
                break
            }
            lineLabel = group.line
            write(to: [group.party] + others)
        case "/attach": attach(words.count > 1 ? words[1] : nil)
        case "/send": draft == nil && !attached.isEmpty ? await send("") : await sendDraft()
        case .some(let word) where word.hasPrefix("/"): say("  no such command: \(word); /help lists them")
        default: await send(line)
        }
        return true
    }

    private func write(to numbers: [String]) {
        recipients = numbers
        isChosen = !numbers.isEmpty
        say("  writing to \(numbers.isEmpty ? "nobody" : printable(numbers.joined(separator: ", ")))")
    }

    private func attach(_ path: String?) {
        guard let path else {
            attached = []
            return say("  nothing goes along")
        }
        do throws(AttachedFile.Refusal) {
            attached.append(try AttachedFile(path: (path as NSString).expandingTildeInPath))
            say("  \(attached.map(\.name).joined(separator: ", ")) with the next text; /send sends it without one")
        } catch {
            say("  \(error)")
        }
    }

    private func send(_ body: String) async {
        guard !recipients.isEmpty else { return say("  to whom? /to NUMBER") }
        do {
            let services = try session.cellularServices
            guard let service = choose(among: services) else {
                let labels = services.map(\.label).joined(separator: ", ")
                return say(
                    services.isEmpty ? "  there is no line" : "  on which line? /line LABEL, one of: \(labels)")
            }
            let sender = Sender(store: store)
            if attached.isEmpty, recipients.count == 1 {
                try await sender.send(body, to: recipients[0], on: service)
            } else {
                try await sender.send(body, with: attached, to: recipients, on: service)
                attached = []
            }
            try showFresh()
        } catch {
            say("! \((error as? LocalizedError)?.errorDescription ?? "\(error)")")
        }
    }

    /// The line that the person named, else the one that fits.
    private func choose(among services: [CellularServiceState]) -> CellularServiceState? {
        if let lineLabel { return services.first { $0.label.lowercased() == lineLabel.lowercased() } }
        return store.line(for: recipients.first, among: services)
    }

    private func showDraft() {
        guard let draft else { return }
        if let first = draft.recipients.first {
            recipients = [first]
            isChosen = true
        }
        say(
            "  a link begins a text to \(draft.recipients.isEmpty ? "nobody yet" : printable(draft.recipients.joined(separator: ", ")))"
        )
        if !draft.body.isEmpty { say("      \(printable(draft.body, indent: "      "))\n  /send sends it") }
    }

    private func sendDraft() async {
        guard let draft, !draft.body.isEmpty else { return say("  no link has begun a text; type one") }
        let everyone = draft.recipients.isEmpty ? recipients : draft.recipients
        guard !everyone.isEmpty else { return say("  to whom? /to NUMBER") }
        // A link's recipients each get a text of their own.
        for recipient in everyone {
            recipients = [recipient]
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
        case .sent:
            say(
                "\(time) \(line)→ \(message.party): \(printable(message.text, indent: "      ")) (\(message.state ?? ""))"
            )
        }
        for line in message.lines(indent: "      ") { say(line) }
    }

    /// A line that is with its reader at once, also through a pipe.
    ///
    /// Not by `fflush(nil)`: it waits for every stream, also for standard input, which another thread reads.
    private func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

    private func printHelp() {
        let party = recipients.isEmpty ? "" : " \(printable(recipients.joined(separator: ", ")))"
        say(
            "Type a text to answer\(party). /to NUMBER[, NUMBER], /all, /attach FILE, /line LABEL, /lines, /help, /quit"
        )
    }
}
