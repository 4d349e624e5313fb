import Foundation
import TelephonyMessagingKit

/// The app's texts: a file with one JSON object a line, written before the next text is asked for.
actor Store {
    private let file: URL
    private let counter: URL
    private var known: Set<SMSMessageID> = []
    private(set) var received: [SMSMessage] = []

    init(folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: "texts.jsonl")
        counter = folder.appending(path: "last-id")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return }
        for line in text.split(separator: "\n") {
            // The last line of a process that was killed may be half a line.
            guard let message = try? JSONDecoder().decode(SMSMessage.self, from: Data(line.utf8)) else { continue }
            known.insert(message.messageID)
            received.append(message)
        }
    }

    /// False when the text is here already.
    func add(_ message: SMSMessage) throws -> Bool {
        guard !known.contains(message.messageID) else { return false }
        if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        try handle.seekToEnd()
        // A newline first: it ends what a killed process may have left.
        try handle.write(contentsOf: Data("\n".utf8) + JSONEncoder().encode(message) + Data("\n".utf8))
        try handle.synchronize()
        known.insert(message.messageID)
        received.append(message)
        return true
    }

    /// An id that no text of ours had before.
    func nextOutgoingID() throws -> SMSMessageID {
        let last = (try? String(contentsOf: counter, encoding: .utf8)).flatMap { UInt32($0) } ?? 0
        let next = last &+ 1
        try String(next).write(to: counter, atomically: true, encoding: .utf8)
        return SMSMessageID(rawValue: next)
    }
}
