import Foundation
import Handset
import HandsetPlatform

/// `handset push`.
enum PushCommand {
    static func run(_ arguments: [String]) async throws {
        guard let command = try CommandOptions(arguments, help: Help.push, valued: ["payload"], operands: 1...1) else {
            return
        }
        let outcome = try await HandsetClient.shared.push(
            try command.options.value("payload") ?? input(), to: command.operands[0])
        if command.isJSON {
            Output.json(["outcome": outcome.rawValue])
        } else {
            print(outcome.rawValue)
        }
    }

    private static func input() throws -> String {
        guard isatty(0) == 0 else { return "{}" }
        let data = try FileHandle.standardInput.read(upToCount: HandsetClient.pushPayloadLimit + 2) ?? Data()
        guard let text = String(data: data, encoding: .utf8) else {
            throw Failure("the payload is not UTF-8", EX_DATAERR)
        }
        let payload = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return payload.isEmpty ? "{}" : payload
    }
}
