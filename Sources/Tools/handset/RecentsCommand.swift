import Foundation
import Handset
import HandsetArchive
import HandsetPlatform

/// `handset recents`: the call history.
enum RecentsCommand {
    static func run(_ arguments: [String]) async throws {
        guard
            let command = try CommandOptions(
                arguments, help: Help.recents, flags: ["mark-read", "unread"], valued: ["limit"])
        else { return }
        let limit = try limit(command.options.value("limit"))
        let rows = try await rows(limit, isUnread: command.options.has("unread"))
        if command.options.has("mark-read") {
            try await HandsetClient.shared.markRecentCallsRead(rows.filter { !$0.isRead }.map(\.id))
        }
        if command.isJSON { return Output.json(rows.map(json)) }
        if rows.isEmpty { return print("There was no call.") }
        Output.table(
            [["WHEN", "", "WHO", "HOW", "LINE"]]
                + rows.map { [Output.time($0.date), $0.isRead ? "" : "*", who($0), how($0), line(of: $0)] })
    }

    private static func limit(_ text: String?) throws -> Int {
        guard let text else { return 20 }
        guard let limit = Int(text), (1...10_000).contains(limit) else {
            throw CommandLineOptions.UsageError("--limit takes a number from 1 to 10000")
        }
        return limit
    }

    private static func rows(_ limit: Int, isUnread: Bool) async throws -> [RecentCall] {
        var rows: [RecentCall] = []
        var before: UInt64?
        while rows.count < limit {
            let page = try await HandsetClient.shared.recentCalls(before: before)
            rows += page.filter { !isUnread || !$0.isRead }
            guard let last = page.last else { break }
            before = last.row
        }
        return Array(rows.prefix(limit))
    }

    private static func who(_ call: RecentCall) -> String {
        let names = call.parties.map { $0.name.isEmpty ? $0.value : $0.name }.joined(separator: ", ")
        return "\(call.isIncoming ? "from" : "to") \(names.isEmpty ? "?" : names)"
    }

    private static func how(_ call: RecentCall) -> String {
        switch call.status {
        case .connected: "\(Int(call.duration.rounded())) s"
        case .missed: call.cause == .declined ? "declined" : "missed"
        case .answeredElsewhere: "answered elsewhere"
        case .cancelled: "not reached"
        case .unknown: call.cause?.inWords ?? "unknown"
        }
    }

    /// The label of today, else what the row says.
    private static func line(of call: RecentCall) -> String {
        if let app = call.app { return app }
        let lines = (try? HandsetClient.shared.lines) ?? []
        return lines.first { $0.id == call.line }?.label ?? call.line?.rawValue ?? "-"
    }

    private static func json(_ call: RecentCall) -> [String: Any?] {
        [
            "id": call.id.uuidString, "row": call.row,
            "parties": call.parties.map { ["kind": $0.kind.rawValue, "value": $0.value, "name": $0.name] },
            "line": call.line?.rawValue, "iccid": call.iccid, "app": call.app,
            "date": call.date.timeIntervalSince1970, "duration": call.duration, "status": call.status.rawValue,
            "incoming": call.isIncoming, "read": call.isRead, "cause": call.cause?.rawValue,
        ]
    }
}
