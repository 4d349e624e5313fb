import Foundation
import Handset

/// The calls of the machine as `Handset` tells them, and what is done to them.
@MainActor final class CallControl {
    private let driver: Driver
    private var watching: Task<Void, Never>?
    private var history: Task<Void, Never>?

    init(_ driver: Driver) { self.driver = driver }

    /// False when the command is for somebody else.
    func obey(_ command: [String: String]) -> Bool {
        switch command["do"] {
        case "watch calls":
            watching?.cancel()
            watching = Task { [driver] in
                var serial = 0
                for await calls in HandsetClient.shared.callUpdates {
                    serial += 1
                    driver.report(["event": "calls", "serial": "\(serial)", "calls": Self.json(calls)])
                }
            }
        case "watch history":
            history?.cancel()
            history = Task { [driver] in
                var serial = 0
                @MainActor func tell() async {
                    guard let rows = try? await HandsetClient.shared.recentCalls() else { return }
                    serial += 1
                    driver.report(["event": "history", "serial": "\(serial)", "rows": Self.json(rows)])
                }
                let changes = HandsetClient.shared.recentCallChanges
                await tell()
                for await _ in changes { await tell() }
            }
        case "see calls": Task { await see() }
        case "control": Task { await control(command) }
        case "call": Task { await call(command) }
        case "open link": Task { await open(command) }
        default: return false
        }
        return true
    }

    private func see() async {
        do {
            let calls = try await HandsetClient.shared.calls()
            driver.report(["event": "seen", "count": "\(calls.count)", "calls": Self.json(calls), "error": ""])
        } catch {
            driver.report(["event": "seen", "error": error.kind.rawValue])
        }
    }

    private func control(_ command: [String: String]) async {
        do {
            guard let id = UUID(uuidString: command["call"] ?? ""),
                let action = Call.Action(rawValue: command["action"] ?? "")
            else { return driver.report(["event": "controlled", "error": "no such action"]) }
            try await HandsetClient.shared.perform(action, on: id, tones: command["tones"])
            driver.report(["event": "controlled", "error": ""])
        } catch {
            driver.report(["event": "controlled", "error": error.kind.rawValue])
        }
    }

    private func call(_ command: [String: String]) async {
        do {
            let line = try command["line"].map { label in try HandsetClient.shared.lines.first { $0.label == label } }
            let asked = Date()
            report(try await HandsetClient.shared.dial(CallParty(value: command["to"] ?? ""), on: line??.id), asked)
        } catch {
            driver.report(["event": "outcome", "kind": "error", "reason": error.localizedDescription])
        }
    }

    private func open(_ command: [String: String]) async {
        do {
            guard let url = URL(string: command["url"] ?? "") else {
                return driver.report(["event": "outcome", "kind": "no url"])
            }
            report(try await HandsetClient.shared.open(url))
        } catch {
            driver.report(["event": "outcome", "kind": "error", "reason": error.localizedDescription])
        }
    }

    private func report(_ outcome: CallOutcome, _ asked: Date = Date()) {
        driver.report([
            "event": "outcome", "kind": outcome.kind.rawValue, "cause": outcome.cause?.rawValue ?? "",
            "reason": outcome.reason ?? "", "text": outcome.text ?? "", "call": outcome.call?.uuidString ?? "",
            "asked": "\(asked.timeIntervalSince1970)",
        ])
    }

    private static func json(_ rows: [RecentCall]) -> String {
        let list = rows.map { row in
            [
                "id": row.id.uuidString, "who": row.parties.map(\.value).joined(separator: "+"),
                "line": row.line?.rawValue ?? "", "iccid": row.iccid ?? "", "app": row.app ?? "",
                "status": row.status.rawValue, "incoming": row.isIncoming ? "yes" : "no",
                "read": row.isRead ? "yes" : "no", "duration": "\(row.duration)", "cause": row.cause?.rawValue ?? "",
                "date": "\(row.date.timeIntervalSince1970)",
            ]
        }
        return (try? JSONEncoder().encode(list)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    private static func json(_ calls: [Call]) -> String {
        let list = calls.map { call in
            [
                "id": call.id.uuidString, "state": call.state.rawValue, "incoming": call.isIncoming ? "yes" : "no",
                "who": call.parties.map(\.value).joined(separator: "+"), "line": call.line?.rawValue ?? "",
                "app": call.app ?? "", "cause": call.cause?.rawValue ?? "", "reason": call.reason ?? "",
                "muted": call.isMuted ? "yes" : "no", "withheld": call.isWithheld ? "yes" : "no",
                "emergency": call.isEmergency ? "yes" : "no", "held by other": call.isHeldByOther ? "yes" : "no",
                "group": call.group ?? "", "connected": call.connected == nil ? "no" : "yes",
                "silenced": call.isSilenced ? "yes" : "no",
                "actions": call.actions.map(\.rawValue).sorted().joined(separator: " "),
            ]
        }
        return (try? JSONEncoder().encode(list)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }
}
