import Foundation
import Handset
import HandsetArchive
import HandsetPlatform

/// `handset lines` and `handset line`.
enum LineCommands {
    static func list(_ arguments: [String]) async throws {
        guard let command = try CommandOptions(arguments, help: Help.lines) else { return }
        let lines = try HandsetClient.shared.lines
        if command.isJSON { return Output.json(lines.map(json)) }
        if lines.isEmpty {
            return print("There is no line yet: is a modem configured, with a SIM? See handset status.")
        }
        Output.table(
            [["ID", "LABEL", "NUMBER", "TEXTS", "MMS", "CALLS", "NETWORK", "SIGNAL", "SIM"]]
                + lines.map { line in
                    [
                        line.id.rawValue, line.label, line.number ?? "-", line.canSendSMS ? "yes" : "no",
                        line.multimedia.map { $0.isReady ? "yes" : "no" } ?? "-",
                        line.canCall ? "yes" : "no",
                        network(of: line), line.signal.map { "\($0)%" } ?? "-",
                        line.isPresent ? line.sim.rawValue : "gone",
                    ]
                })
        for line in lines where line.isPresent {
            guard let obstacle = line.multimedia?.obstacle else { continue }
            Output.text("\(line.label), multimedia messages: \(obstacle)")
        }
    }

    static func change(_ arguments: [String]) async throws {
        guard let command = try CommandOptions(arguments, help: Help.line, operands: 2...3) else { return }
        let operands = command.operands
        switch (operands[0], operands.count) {
        case ("label", 3):
            try await HandsetClient.shared.setLabel(operands[2], of: try find(operands[1]).id)
            if command.isJSON { Output.json(["label": operands[2]]) }
        case ("unlock", 2): try await unlock(operands[1], isJSON: command.isJSON)
        default: throw CommandLineOptions.UsageError(Help.line)
        }
    }

    /// A line by its id or its label.
    static func find(_ name: String) throws -> Line {
        let lines = try HandsetClient.shared.lines
        if let line = lines.first(where: { $0.id.rawValue == name }) { return line }
        let labelled = lines.filter { $0.label.lowercased() == name.lowercased() }
        guard labelled.count <= 1 else { throw Failure("several lines have that label: give the id", EX_USAGE) }
        guard let line = labelled.first else {
            throw Failure("no line has that id or label: see handset lines", EX_NOHOST)
        }
        return line
    }

    /// A card that never was unlocked here may have told nothing of its line: then the modem's name, as in `handset status`.
    private static func lineOrModem(_ name: String) throws -> Line.ID {
        do {
            return try find(name).id
        } catch let failure as Failure where failure.exitCode == EX_NOHOST {
            return Line.ID(rawValue: name)
        }
    }

    private static func unlock(_ name: String, isJSON: Bool) async throws {
        let line = try lineOrModem(name)
        guard
            let pin = isatty(0) == 1 ? getpass("PIN of \(printable(name)): ").map({ String(cString: $0) }) : readLine(),
            (4...8).contains(pin.utf8.count), pin.utf8.allSatisfy({ (48...57).contains($0) })
        else { throw Failure("a PIN is 4 to 8 digits; nothing was sent to the card", EX_DATAERR) }
        let result = try await HandsetClient.shared.unlock(line, pin: pin)
        if isJSON {
            Output.json(["outcome": result.outcome.rawValue, "attempts": result.attemptsLeft])
        }
        switch result.outcome {
        case .unlocked, .notNeeded: if !isJSON { print(result.outcome == .unlocked ? "unlocked" : "no PIN is needed") }
        case .wrongPIN:
            let left = result.attemptsLeft.map { "; \($0) attempts are left" } ?? ""
            throw Failure("that is not the PIN\(left)", EX_NOPERM)
        case .pukRequired: throw Failure("the card now wants the PUK, which the carrier has", EX_NOPERM)
        default: throw Failure("the modem did not take the PIN: see handset status", EX_UNAVAILABLE)
        }
    }

    private static func network(of line: Line) -> String {
        switch line.registration {
        case .home: line.network ?? "home"
        case .roaming: "\(line.network ?? "?") (roaming)"
        default: line.registration.rawValue
        }
    }

    private static func json(_ line: Line) -> [String: Any?] {
        [
            "id": line.id.rawValue, "label": line.label, "present": line.isPresent, "sms": line.canSendSMS,
            "calls": line.canCall,
            "number": line.number, "region": line.region, "iccid": line.iccid,
            "registration": line.registration.rawValue,
            "signal": line.signal, "network": line.network, "sim": line.sim.rawValue, "modem": line.modem,
            "mms": line.multimedia.map { multimedia in
                [
                    "ready": multimedia.isReady, "obstacle": multimedia.obstacle ?? NSNull(),
                    "maximumSize": multimedia.maximumSize, "maximumRecipients": multimedia.maximumRecipients,
                ] as [String: Any]
            },
        ]
    }
}
