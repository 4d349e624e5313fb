import Foundation
import LiveCommunicationKit
import Observation

/// `dialer [--line LABEL] NUMBER` calls; without a number it shows the recents as they change, calls the number that is
/// typed, and calls back the row whose place is typed after `r`.
@main struct Main {
    @MainActor static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("dialer: \(error.localizedDescription)\n".utf8))
            exit(1)
        }
    }

    @MainActor private static func run(_ arguments: [String]) async throws {
        var words = arguments[...]
        var line: String?
        if words.first == "--line", let label = words.dropFirst().first {
            words = words.dropFirst(2)
            line = label
        }
        let calling = Calling()
        if let number = words.first {
            try await calling.startCellularConversation(number, on: line)
            return say("calling")
        }
        // Launched for a call that rings: the system rings, and the history will tell.
        guard ProcessInfo.processInfo.environment["HANDSET_LAUNCH"] == nil else { return }
        let recents = Recents()
        say("lines: \(calling.lines.map(\.label).joined(separator: ", "))")
        show(recents)
        await recents.fetch()
        for await typed in typedLines() {
            do {
                try await obey(typed, calling, recents, line)
            } catch {
                say("! \(error.localizedDescription)")
            }
        }
    }

    @MainActor private static func obey(
        _ typed: String, _ calling: Calling, _ recents: Recents, _ line: String?
    ) async throws {
        if typed == "seen" { return try await recents.markSeen() }
        if typed.hasPrefix("r"), let place = Int(typed.dropFirst().trimmingCharacters(in: .whitespaces)),
            recents.history.indices.contains(place - 1)
        {
            try await calling.startCellularConversation(recents.history[place - 1])
        } else if !typed.isEmpty {
            try await calling.startCellularConversation(typed, on: line)
        } else {
            return
        }
        say("calling")
    }

    /// Shows the model, now and whenever it has changed.
    @MainActor private static func show(_ recents: Recents) {
        let rows = withObservationTracking {
            (recents.history, recents.problem)
        } onChange: {
            Task { @MainActor in show(recents) }
        }
        if let problem = rows.1 { say("! \(problem)") }
        for (place, row) in rows.0.enumerated() { say("\(place + 1)  \(row.title)") }
    }

    private static func typedLines() -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line.trimmingCharacters(in: .whitespaces)) }
                continuation.finish()
            }
        }
    }

    /// At once, also through a pipe.
    private static func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
}

extension ConversationHistoryManager.RecentConversation {
    /// A row for a person.
    var title: String {
        let who = handles.map { $0.displayName.isEmpty ? $0.value : $0.displayName }.joined(separator: ", ")
        let arrow = direction == .incoming ? "from" : "to"
        let how =
            switch status {
            case .connected: "\(Int(duration.rounded())) s"
            case .missed: "missed"
            case .answeredElsewhere: "answered elsewhere"
            case .cancelled: "not reached"
            case .unknown: "ended"
            @unknown default: ""
            }
        return "\(isRead ? " " : "*") \(arrow) \(who.isEmpty ? "somebody unknown" : who)  \(how)"
    }
}
