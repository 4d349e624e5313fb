import Foundation
import Handset
import HandsetArchive
import HandsetPlatform

/// `handset apps` and `handset role`.
enum RoleCommands {
    static func apps(_ arguments: [String]) async throws {
        guard let command = try CommandOptions(arguments, help: Help.apps) else { return }
        let apps = try await HandsetClient.shared.apps()
        if command.isJSON {
            return Output.json(
                apps.map { app in
                    [
                        "id": app.id, "name": app.name, "path": app.path, "entitlements": app.entitlements,
                        "eligible": app.eligibleRoles.map(\.rawValue).sorted(),
                        "holds": app.roles.map(\.rawValue).sorted(), "trusted": app.isTrusted,
                    ]
                })
        }
        if apps.isEmpty { return print("No app has a bundle here: see docs/apps.md.") }
        Output.table(
            [["ID", "NAME", "MAY BE", "IS"]]
                + apps.map { app in
                    [
                        app.id, app.name, app.eligibleRoles.map(\.rawValue).sorted().joined(separator: ","),
                        app.roles.map(\.rawValue).sorted().joined(separator: ","),
                    ]
                })
    }

    static func role(_ arguments: [String]) async throws {
        guard let command = try CommandOptions(arguments, help: Help.role, operands: 0...2) else { return }
        if command.operands.isEmpty { return try await list(isJSON: command.isJSON) }
        let role = Role(rawValue: command.operands[0])
        guard [Role.carrierMessaging, .dialer, .calling].contains(role) else {
            throw CommandLineOptions.UsageError("no such role: carrier-messaging, dialer, calling")
        }
        if command.operands.count == 2 {
            let name = command.operands[1]
            try await give(role, to: name == "none" ? nil : name)
        }
        let holder = try await HandsetClient.shared.roleHolders()[role]
        let configured = await configuredRoles()
        if command.isJSON {
            Output.json(["role": role.rawValue, "app": holder, "configured": configured[role]])
        } else {
            print(holder ?? "none")
            note(configured, [role], [role: holder])
        }
    }

    /// What the operator's configuration gives at each start; nothing where handsetd does not say.
    private static func configuredRoles() async -> [Role: String] {
        (try? await HandsetClient.shared.status())?.configuredRoles ?? [:]
    }

    /// On the standard error, which a script that reads the answer does not read.
    private static func note(_ configured: [Role: String], _ roles: [Role], _ holders: [Role: String?]) {
        for role in roles {
            guard let app = configured[role] else { continue }
            let end = holders[role] == app ? "" : ": until then it is as you see here"
            Output.error(
                "note: config.json gives \(role.rawValue) to \(printable(app)) at each start of handsetd\(end)")
        }
    }

    private static func list(isJSON: Bool) async throws {
        let holders = try await HandsetClient.shared.roleHolders()
        let roles = [Role.carrierMessaging, .dialer, .calling]
        let configured = await configuredRoles()
        if isJSON {
            return Output.json(
                roles.map { ["role": $0.rawValue, "app": holders[$0], "configured": configured[$0]] })
        }
        Output.table(roles.map { [$0.rawValue, holders[$0] ?? "none"] })
        note(configured, roles, holders)
    }

    /// Asks the person at the terminal, since a role decides who reads their messages.
    private static func give(_ role: Role, to id: String?) async throws {
        let client = HandsetClient.shared
        let holder = try await client.roleHolders()[role]
        guard holder != id else { return }
        var question = "Take the role \(role.rawValue) away from \(holder ?? "")?"
        if let id {
            guard let app = try await client.apps().first(where: { $0.id == id }) else {
                throw Failure("no app has the id \(id): see handset apps", EX_NOHOST)
            }
            guard app.eligibleRoles.contains(role) else {
                throw Failure("\(id) does not declare the entitlement for \(role.rawValue)", EX_NOPERM)
            }
            question = "Let “\(printable(app.name))” (\(printable(app.path))) be the \(role.rawValue) app?"
        }
        guard isatty(0) == 1, isatty(2) == 1 else {
            throw Failure("a role is given at a terminal, or in the operator's configuration", EX_NOPERM)
        }
        Output.error("\(question) [y/N]")
        guard let answer = readLine()?.lowercased(), answer == "y" || answer == "yes" else {
            throw Failure("nothing was changed", EX_NOPERM)
        }
        try await client.setRole(role, to: id)
    }
}
