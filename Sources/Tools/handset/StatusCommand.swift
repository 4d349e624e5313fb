import Foundation
import Handset
import HandsetArchive

/// `handset status`.
enum StatusCommand {
    static func run(_ arguments: [String]) async throws {
        guard let command = try CommandOptions(arguments, help: Help.status) else { return }
        let status = try await HandsetClient.shared.status()
        if command.isJSON {
            Output.json([
                "version": status.version, "waiting": status.waiting, "parked": status.parked, "held": status.held,
                "incomplete": status.incomplete, "sending": status.sending, "agents": status.agents,
                "trouble": status.trouble, "heldKinds": status.heldKinds, "heldLost": status.heldLost,
                "modems": status.modems.map { modem in
                    [
                        "name": modem.name, "reachable": modem.isReachable, "trouble": modem.trouble ?? NSNull(),
                        "sim": modem.sim.rawValue, "line": modem.line?.rawValue ?? NSNull(),
                    ] as [String: Any]
                },
            ])
        } else {
            show(status)
        }
        guard status.trouble.isEmpty else { throw Failure("something is wrong: see above", EX_UNAVAILABLE) }
    }

    private static func show(_ status: ServiceStatus) {
        print("handsetd \(status.version)")
        Output.table(
            status.modems.map { modem in
                [
                    "modem \(modem.name)", modem.isReachable ? "answers" : "does not answer",
                    "SIM \(modem.sim.rawValue)", modem.line?.rawValue ?? "-", modem.trouble ?? "",
                ]
            })
        print("\(status.waiting) waiting for the app, \(status.parked) parked, \(status.sending) being sent")
        let kinds = status.heldKinds.sorted { $0.key < $1.key }.map { "\($0.value) \(printable($0.key))" }
        let words = (kinds + (status.heldLost > 0 ? ["\(status.heldLost) let go for want of room"] : []))
        let list = words.isEmpty ? "" : " (\(words.joined(separator: ", "))): handset held"
        print("\(status.incomplete) parts wait for others, \(status.held) kept that no app can be given\(list)")
        print("\(status.agents) \(status.agents == 1 ? "session" : "sessions") with an agent")
        for sentence in status.trouble { print("! \(printable(sentence))") }
    }
}
