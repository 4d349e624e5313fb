import Foundation
import Handset
import HandsetArchive
import HandsetPlatform

/// `handset send` and `handset messages`: the command line as a messaging app, under the checks of any other.
enum MessageCommands {
    static func send(_ arguments: [String]) async throws {
        guard
            let command = try CommandOptions(
                arguments, help: Help.send, valued: ["line"], operands: 2...2)
        else { return }
        let client = HandsetClient.shared
        let line = try line(command.options.value("line"))
        let message = OutgoingMessage(
            id: String(UInt32.random(in: 1...UInt32.max)), line: line.id, to: [command.operands[0]],
            text: command.operands[1])
        let result = try await client.send(message)
        let (state, word, exitCode) = describe(result)
        _ = try MessageArchive(tool: "handset").add(
            ArchivedMessage(
                direction: .sent, id: message.id, line: line.label, party: command.operands[0],
                text: command.operands[1], state: state))
        if command.isJSON {
            Output.json(["outcome": word, "reason": result.reason, "code": result.code, "id": message.id])
        }
        guard exitCode == EX_OK else { throw Failure(state, exitCode) }
        if !command.isJSON { print("sent on \(line.label)") }
    }

    private static func line(_ name: String?) throws -> Line {
        if let name { return try LineCommands.find(name) }
        let lines = try HandsetClient.shared.lines.filter(\.isPresent)
        guard lines.count <= 1 else {
            throw Failure("on which line? --line \(lines.map(\.label).joined(separator: " or --line "))", EX_USAGE)
        }
        guard let line = lines.first else {
            throw Failure("there is no line to send on: see handset status", EX_UNAVAILABLE)
        }
        return line
    }

    /// In words, as the bus says it, and the code of sysexits.h.
    private static func describe(_ result: SendResult) -> (state: String, word: String, exitCode: Int32) {
        let reason = result.reason.map { ": \($0)" } ?? ""
        return switch result.outcome {
        case .taken: ("sent", "taken", EX_OK)
        case .refusedTemporarily: ("not sent, try again later\(reason)", "refused-temporary", EX_TEMPFAIL)
        case .refusedPermanently: ("not sent\(reason)", "refused-permanent", EX_DATAERR)
        case .unknown: ("perhaps sent: the answer was lost", "unknown", EX_SOFTWARE)
        }
    }

    // MARK: messages

    @MainActor
    static func messages(_ arguments: [String]) async throws {
        guard let command = try CommandOptions(arguments, help: Help.messages, flags: ["follow", "collect"]) else {
            return
        }
        let inbox = Inbox(
            client: HandsetClient.shared, archive: try MessageArchive(tool: "handset"), isJSON: command.isJSON)
        if command.options.has("collect") { return try await inbox.collect() }
        try await command.options.has("follow") ? inbox.follow() : inbox.takeWaiting()
    }
}
