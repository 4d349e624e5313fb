import Foundation
import Handset
import HandsetArchive
import HandsetCompanions
import HandsetPictures
import HandsetPlatform

/// `handset send` and `handset messages`: the command line as a messaging app, under the checks of any other.
enum MessageCommands {
    static func send(_ arguments: [String]) async throws {
        guard
            let command = try CommandOptions(
                arguments, help: Help.send, flags: ["mms"], valued: ["line", "subject", "attach"], operands: 1...2)
        else { return }
        let line = try line(command.options.value("line"))
        let message = try message(command, on: line)
        let result = try await HandsetClient.shared.send(message)
        let (state, word, exitCode) = describe(result)
        var kept = ArchivedMessage(
            direction: .sent, id: message.id, line: line.label, party: message.recipients[0],
            text: command.operands.count > 1 ? command.operands[1] : "", state: state)
        kept.subject = message.subject
        if message.recipients.count > 1 { kept.others = Array(message.recipients.dropFirst()) }
        _ = try MessageArchive(tool: "handset").add(kept)
        if command.isJSON {
            Output.json(["outcome": word, "reason": result.reason, "code": result.code, "id": message.id])
        }
        guard exitCode == EX_OK else { throw Failure(state, exitCode) }
        if !command.isJSON { print("sent on \(line.label)") }
    }

    private static func message(_ command: CommandOptions, on line: Line) throws -> OutgoingMessage {
        let id = String(UInt32.random(in: 1...UInt32.max))
        let recipients = command.operands[0].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let text = command.operands.count > 1 ? command.operands[1] : nil
        let files = command.options.values("attach")
        let subject = command.options.value("subject")
        guard command.options.has("mms") || !files.isEmpty || subject != nil || recipients.count > 1 else {
            guard let text, let recipient = recipients.first else { throw CommandLineOptions.UsageError(Help.send) }
            return OutgoingMessage(id: id, line: line.id, to: [recipient], text: text)
        }
        guard !recipients.isEmpty else { throw CommandLineOptions.UsageError(Help.send) }
        var parts = text.map { [MessagePart(text: $0)] } ?? []
        for path in files { parts.append(try part(ofFile: path)) }
        guard !parts.isEmpty else { throw CommandLineOptions.UsageError(Help.send) }
        if let limit = line.multimedia { parts = try fitted(parts, to: limit, besides: subject) }
        return OutgoingMessage(id: id, line: line.id, to: recipients, subject: subject, parts: parts)
    }

    /// Pictures are made smaller where the message is larger than the carrier allows, and only there.
    private static func fitted(
        _ parts: [MessagePart], to limit: Line.Multimedia, besides subject: String?
    ) throws -> [MessagePart] {
        let size = parts.reduce(subject?.utf8.count ?? 0) { $0 + $1.data.count }
        let pictures = parts.indices.filter { parts[$0].type.hasPrefix("image/") && parts[$0].type != "image/gif" }
        guard size > limit.maximumSize, !pictures.isEmpty else { return parts }
        var room = limit.maximumSize - size + pictures.reduce(0) { $0 + parts[$1].data.count }
        var parts = parts
        // The small ones first: what they leave is the others'.
        for (place, index) in pictures.sorted(by: { parts[$0].data.count < parts[$1].data.count }).enumerated() {
            let fitting = PictureFitting(
                maximumLongSide: max(limit.maximumImageWidth, limit.maximumImageHeight),
                maximumShortSide: min(limit.maximumImageWidth, limit.maximumImageHeight),
                maximumOctets: room / (pictures.count - place))
            defer { room -= parts[index].data.count }
            do throws(PictureFitting.Failure) {
                guard let smaller = try fitting.fit(parts[index].data) else { continue }
                parts[index].data = smaller
                parts[index].type = "image/jpeg"
                let name = (parts[index].fileName as NSString).deletingPathExtension
                parts[index].fileName = name + ".jpg"
            } catch {
                throw Failure("\(parts[index].fileName) \(words(error))", EX_DATAERR)
            }
        }
        return parts
    }

    private static func words(_ failure: PictureFitting.Failure) -> String {
        switch failure {
        case .unreadable:
            "is larger than the carrier allows, and is damaged or no picture that can be made smaller here"
        case .tooLarge: "is larger than the carrier allows, and has too many pixels to be made smaller here"
        case .doesNotFit: "cannot be made to fit what the carrier allows"
        }
    }

    private static func part(ofFile path: String) throws -> MessagePart {
        do throws(AttachedFile.Refusal) {
            let file = try AttachedFile(path: path)
            let type = UTType(filenameExtension: (file.name as NSString).pathExtension)?.preferredMIMEType
            return MessagePart(
                type: type ?? "application/octet-stream", id: file.name, fileName: file.name, data: file.data)
        } catch {
            throw Failure(error.description, error.isTooLarge ? EX_DATAERR : EX_NOINPUT)
        }
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
