import Foundation
import HandsetTesting

/// The machine of the demonstration, with its app and the people who write and answer.
struct Stage {
    static let friend = "+15550123"
    /// Somebody who never answers.
    static let silent = "+15550199"
    static let app = "org.handset.messages"

    let machine: TestMachine
    let bundle: AppBundle

    /// `app` is the person's own: a bundle's folder or an executable; nil is ours.
    init(app: String? = nil) async throws {
        machine = try TestMachine(lines: [
            .init(label: "Personal", number: "+15550100", network: "Northwind Mobile"),
            .init(label: "Work", number: "+15550111", network: "Harbour Cellular"),
        ])
        do {
            bundle = try await Self.install(app, on: machine)
        } catch {
            await machine.shutDown()
            throw error
        }
        try await machine.install(
            "handset", id: "org.handset.cli", name: "Handset command line",
            entitlements: ["org.handset.settings", "com.apple.developer.carrier-messaging-app"])
        try await machine.start()
        _ = try await machine.subscriber(
            Self.friend, behaviour: .answers(["Good! See you at six.", "👍", "I'll bring the tickets."]))
        _ = try await machine.subscriber("+15550124", behaviour: .echo(prefix: "You said: "))
        _ = try await machine.subscriber(
            "+15550125", behaviour: .answers(["Sorry, only saw this now."]), replyDelay: .seconds(10))
        _ = try await machine.subscriber(Self.silent)
    }

    private static func install(_ app: String?, on machine: TestMachine) async throws -> AppBundle {
        guard let app else {
            return try await machine.install(
                "handset-messages", id: Self.app, name: "Messages", role: .carrierMessaging)
        }
        let path = URL(fileURLWithPath: app).standardizedFileURL.path
        guard FileManager.default.fileExists(atPath: "\(path)/Info.plist") else {
            return try await machine.install(path, role: .carrierMessaging)
        }
        return try await machine.install(bundle: path, role: .carrierMessaging)
    }

    /// Processes that run the app's own executable.
    func appProcesses() -> [pid_t] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.filter { process in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")) == bundle.executable
        }
    }

    /// What the app has written into its record.
    func record() -> String {
        (try? String(contentsOfFile: "\(machine.folder)/home/share/handset-messages/messages.jsonl", encoding: .utf8))
            ?? ""
    }
}
