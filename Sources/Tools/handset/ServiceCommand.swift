import Foundation
import Handset
import HandsetArchive
import HandsetPlatform

/// `handset ussd`: a service string and the network's answer; at a terminal, the whole dialogue.
enum ServiceCommand {
    static func run(_ arguments: [String]) async throws {
        guard let command = try CommandOptions(arguments, help: Help.ussd, valued: ["line"], operands: 1...1) else {
            return
        }
        let line = try command.options.value("line").map(LineCommands.find)?.id
        var string = command.operands[0]
        while true {
            let answer = try await HandsetClient.shared.requestService(string, on: line)
            if command.isJSON {
                Output.json(["text": answer.text, "standing": answer.standing.rawValue])
            } else if !answer.text.isEmpty {
                Output.text(answer.text)
            }
            switch answer.standing {
            case .done: return
            case .awaitsReply:
                guard isatty(0) == 1, !command.isJSON, let reply = ask() else {
                    return try await HandsetClient.shared.cancelService(on: line)
                }
                string = reply
            case .terminated: throw Failure("the network ended it", EX_UNAVAILABLE)
            case .notSupported: throw Failure("the network does not know that service", EX_UNAVAILABLE)
            case .timedOut: throw Failure("the network did not answer in time: try again", EX_TEMPFAIL)
            }
        }
    }

    /// Nil when the person has had enough.
    private static func ask() -> String? {
        Output.error("reply (empty ends it):")
        guard let reply = readLine(), !reply.isEmpty else { return nil }
        return reply
    }
}
