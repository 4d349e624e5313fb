import Foundation
import Handset
import HandsetArchive
import HandsetPlatform

/// `handset held`: what was received and no app can be given.
enum HeldCommand {
    static func run(_ arguments: [String]) async throws {
        guard let command = try CommandOptions(arguments, help: Help.held, flags: ["hex"], valued: ["kind", "forget"])
        else { return }
        let client = HandsetClient.shared
        if let choice = command.options.value("forget") {
            // No kind begins with a digit.
            guard choice.first?.isNumber == true else { return try await client.forgetHeldMessages(ofKind: choice) }
            guard let id = UInt64(choice), id > 0 else { throw CommandLineOptions.UsageError(Help.held) }
            return try await client.forgetHeldMessage(id)
        }
        let kind = command.options.value("kind")
        let held = try await client.heldMessages(withOctets: command.options.has("hex"))
            .filter { kind == nil || $0.kind == kind }
        if command.isJSON {
            return Output.json(
                held.map { part in
                    [
                        "id": part.id, "kind": part.kind, "line": part.line.rawValue, "size": part.size,
                        "received": part.received.ISO8601Format(), "hex": part.octets.map(hex),
                    ]
                })
        }
        if held.isEmpty { return print("Nothing is kept that no app can be given.") }
        Output.table(
            [["ID", "RECEIVED", "LINE", "KIND", "OCTETS"]]
                + held.map { part in
                    [
                        "\(part.id)", Output.time(part.received), part.line.rawValue, part.kind,
                        part.octets.map(hex) ?? "\(part.size)",
                    ]
                })
        let kinds = Dictionary(grouping: held, by: \.kind).mapValues(\.count)
        print(kinds.sorted { $0.key < $1.key }.map { "\($0.value) \(printable($0.key))" }.joined(separator: ", "))
    }

    private static func hex(_ octets: [UInt8]) -> String {
        octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
