import Foundation
import HandsetPlatform

/// A text as a messaging tool keeps it.
package struct ArchivedMessage: Codable, Equatable, Sendable {
    package enum Direction: String, Codable, Sendable { case received, sent }

    package var direction: Direction
    /// The message id that Handset gave, or that we chose.
    package var id: String
    /// The line's label when it came or went, for a person.
    package var line: String
    /// The other party's number or name.
    package var party: String
    package var text: String
    /// When it came to us, or left us.
    package var date: Date
    /// The service centre's time, of a received text.
    package var sent: Date?
    /// How the sending ended, in words; `nil` for a received text.
    package var state: String?
    /// Parts of it never came.
    package var isIncomplete: Bool
    /// Of a multimedia message.
    package var subject: String?
    /// The others whom a multimedia message is to.
    package var others: [String]?
    /// What a multimedia message brought beside its texts.
    package var files: [ArchivedFile]?

    package init(
        direction: Direction, id: String, line: String, party: String, text: String, date: Date = Date(),
        sent: Date? = nil, state: String? = nil, isIncomplete: Bool = false
    ) {
        self.direction = direction
        self.id = id
        self.line = line
        self.party = party
        self.text = text
        self.date = date
        self.sent = sent
        self.state = state
        self.isIncomplete = isIncomplete
    }
}

/// The record of a messaging tool: one JSON object a line, appended, and on disk before anyone is told that it is stored.
///
/// Two processes may have it open (one in the background, one in front of a person): an append is one write, and each process is told
/// of the other's by `changes`.
package final class MessageArchive {
    private let file: FileHandle
    let folder: String
    private var offset: UInt64 = 0
    package private(set) var messages: [ArchivedMessage] = []
    private var receivedIDs: Set<String> = []

    /// Opens or creates the record of `tool`: `$XDG_DATA_HOME/<tool>/messages.jsonl`, for its user alone.
    package init(tool: String) throws {
        let environment = ProcessInfo.processInfo.environment
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }
            ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
        let folder = data.appendingPathComponent(tool)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        self.folder = folder.path
        let path = folder.appendingPathComponent("messages.jsonl").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteNoPermission) }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try endCutLine()
        try refresh()
    }

    /// Stores a message. False when this id was received before, which happens when the process died before it said so.
    package func add(_ message: ArchivedMessage) throws -> Bool {
        try refresh()
        if message.direction == .received, receivedIDs.contains(message.id) { return false }
        try file.write(contentsOf: JSONEncoder().encode(message) + Data("\n".utf8))
        try file.synchronize()
        try refresh()
        return true
    }

    /// Reads what was appended since the last look, by whichever process, into `messages`.
    package func refresh() throws {
        try file.seek(toOffset: offset)
        guard let data = try file.readToEnd(), let end = data.lastIndex(of: UInt8(ascii: "\n")) else { return }
        let whole = data[data.startIndex...end]
        offset += UInt64(whole.count)
        let decoder = JSONDecoder()
        for line in whole.split(separator: UInt8(ascii: "\n")) {
            guard let message = try? decoder.decode(ArchivedMessage.self, from: line) else { continue }
            messages.append(message)
            if message.direction == .received { receivedIDs.insert(message.id) }
        }
    }

    /// Tells each time that somebody, we or another process, may have appended; `refresh` then reads it.
    package func changes() -> AsyncStream<Void> {
        let watcher = ArchiveWatcher()
        let folder = folder
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watching = Task { await watcher.watch(folder) { continuation.yield() } }
            continuation.onTermination = { _ in
                watching.cancel()
                Task { await watcher.stop() }
            }
        }
    }

    /// Ends a last line that a crash cut, so that the next record does not run into it. Its message was never acknowledged and
    /// comes again.
    private func endCutLine() throws {
        let size = try file.seekToEnd()
        guard size > 0 else { return }
        try file.seek(toOffset: size - 1)
        if try file.read(upToCount: 1) != Data("\n".utf8) { try file.write(contentsOf: Data("\n".utf8)) }
    }
}

/// The kernel's word that a file in a folder was written.
private actor ArchiveWatcher {
    nonisolated let loop = EventLoop(name: "archive")
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private var watch: FolderWatch?

    func watch(_ folder: String, _ changed: @escaping () -> Void) {
        watch = try? FolderWatch(path: folder, loop: loop)
        watch?.onChange = changed
    }

    func stop() { watch?.close() }
}

/// What a stranger wrote, without the control characters that could drive a terminal.
///
/// A line break stays where `indent` is given, and what follows it is set apart by that: it cannot pass for a line of ours.
package func printable(_ text: String, indent: String? = nil) -> String {
    var result = ""
    for character in text {
        if let indent, character.isNewline {
            result += "\n" + indent
        } else {
            for scalar in character.unicodeScalars {
                result.unicodeScalars.append(scalar.steersTerminal ? "\u{FFFD}" : scalar)
            }
        }
    }
    return result
}

extension Unicode.Scalar {
    /// Control characters, C1 too, and the two separators; not the joiners that emoji and many scripts need.
    fileprivate var steersTerminal: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl && !["\u{200E}", "\u{200F}", "\u{061C}"].contains(self)
        }
    }
}
