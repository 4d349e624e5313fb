import Foundation
import TelephonyMessagingKit

/// A carrier-messaging app, a dialer and a calling app that says over the test machine's socket what happens in it, and does what it is told: so that a test can
/// stop it at any place of its loop.
@main struct TestApp {
    @MainActor static func main() async throws {
        let driver = try Driver()
        driver.report([
            "event": "started", "pid": "\(getpid())", "app": appName,
            "launch": ProcessInfo.processInfo.environment["HANDSET_LAUNCH"] ?? "",
        ])
        var pushes: Pushes?
        defer { withExtendedLifetime(pushes) {} }
        var calling: CallingApp?
        defer { withExtendedLifetime(calling) {} }
        let dialer = Dialer(driver)
        let control = CallControl(driver)
        var loops: [String: Task<Void, Never>] = [:]
        for await command in driver.commands {
            switch command["do"] {
            case "state": driver.report(state())
            case "loop":
                let name = command["name"] ?? "loop"
                loops[name] = Task { await runLoop(name, driver) }
            case "cancel loop": loops[command["name"] ?? "loop"]?.cancel()
            case "push": pushes = Pushes(driver)
            case "calling": calling = CallingApp(driver, command)
            case "send": Task { driver.report(await send(command)) }
            case "mms state": Task { driver.report(await Multimedia.state()) }
            case "mms loop":
                let name = command["name"] ?? "mms"
                loops[name] = Task { await Multimedia.runLoop(name, driver) }
            case "mms send": Task { driver.report(await Multimedia.send(command)) }
            case "mms receive": Task { driver.report(await Multimedia.receive(command)) }
            case "exit": exit(0)
            case "die": kill(getpid(), SIGKILL)
            default:
                guard dialer.obey(command) || control.obey(command) || calling?.obey(command) == true else {
                    driver.answer(command)
                    continue
                }
            }
        }
    }

    private static var appName: String {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().deletingPathExtension()
            .lastPathComponent
    }

    private static func state() -> [String: String] {
        let session = TelephonyMessagingSession.shared
        var report = ["event": "state", "configured": "\(session.isConfiguredForCarrierMessaging)"]
        report["documents"] = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first?.path
        do {
            let services = try session.cellularServices
            report["lines"] = services.map(\.label).joined(separator: ",")
            report["viable"] = services.map { "\(session.smsService.isViable(for: $0.id))" }.joined(separator: ",")
        } catch {
            report["error"] = "\(error)"
        }
        return report
    }

    /// The loop of the framework's article: each message is reported, and the test says how its body ends.
    private static func runLoop(_ name: String, _ driver: Driver) async {
        do {
            let notifications = try TelephonyMessagingSession.shared.smsService.incomingMessageNotifications
            driver.report(["event": "looping", "loop": name])
            var answer = ""
            for await notification in notifications {
                let message = notification.message
                answer = await driver.ask([
                    "event": "message", "loop": name, "id": message.messageID.description,
                    "from": message.handle.phoneNumber, "text": message.content.body,
                    "line": message.cellularServiceID.description,
                ])
                if answer == "break" { break }
                if answer.hasPrefix("cancel") { withUnsafeCurrentTask { $0?.cancel() } }
            }
            if answer == "cancel and die" { kill(getpid(), SIGKILL) }
            if answer == "cancel and exit" { exit(0) }
            driver.report(["event": "loop ended", "loop": name])
        } catch {
            driver.report(["event": "loop refused", "loop": name, "error": "\(error)"])
        }
    }

    private static func send(_ command: [String: String]) async -> [String: String] {
        do {
            let session = TelephonyMessagingSession.shared
            let services = try session.cellularServices
            guard let service = services.first(where: { $0.label == command["line"] }) ?? services.first else {
                return ["event": "sent", "error": "no line"]
            }
            try await session.smsService.sendMessage(
                SMSMessage(
                    cellularServiceID: service.id, handle: SMSHandle(phoneNumber: command["to"] ?? ""),
                    messageID: SMSMessageID(rawValue: UInt32(command["id"] ?? "") ?? 1),
                    content: SMSContent(body: command["text"] ?? "")))
            return ["event": "sent", "error": ""]
        } catch {
            return ["event": "sent", "error": "\(error)"]
        }
    }
}
