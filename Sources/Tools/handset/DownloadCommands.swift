import Foundation
import Handset
import HandsetPlatform

/// `handset mms list` and `fetch`, what was announced and is not here; `handset mms read`, for a sender who wants to know.
enum DownloadCommands {
    static let words: Set<String> = ["list", "fetch", "read"]

    static func run(_ arguments: [String]) async throws {
        guard let command = try CommandOptions(arguments, help: Help.downloads, operands: 1...2) else { return }
        switch (command.operands[0], command.operands.count) {
        case ("list", 1): try await list(isJSON: command.isJSON)
        case ("fetch", 2):
            try await HandsetClient.shared.fetch(command.operands[1])
            if command.isJSON { Output.json(["id": command.operands[1]]) }
        case ("read", 2):
            try await HandsetClient.shared.markRead(command.operands[1], of: .mms)
            if command.isJSON { Output.json(["id": command.operands[1]]) }
        default: throw CommandLineOptions.UsageError(Help.downloads)
        }
    }

    private static func list(isJSON: Bool) async throws {
        let downloads = try await HandsetClient.shared.downloads()
        if isJSON {
            return Output.json(
                downloads.map { download in
                    [
                        "id": download.id, "line": download.line.rawValue, "from": download.sender,
                        "subject": download.subject, "octets": download.size, "state": download.state.rawValue,
                        "reason": download.reason, "announced": download.announced.ISO8601Format(),
                        "expires": download.expires.ISO8601Format(),
                    ]
                })
        }
        if downloads.isEmpty { return print("Nothing waits to be fetched.") }
        Output.table(
            [["ID", "FROM", "OCTETS", "STATE", "KEPT UNTIL", "WHY"]]
                + downloads.map { download in
                    [
                        download.id, download.sender, download.size.map(String.init) ?? "-", download.state.rawValue,
                        Output.time(download.expires), download.reason ?? "",
                    ]
                })
    }
}
