import Foundation
import HandsetInterface
import HandsetPlatform

extension Store {
    /// Rows that are kept; the oldest go first.
    static let recentLimit: Int64 = 10_000

    /// Writes down how a conversation stands: its row at its start, the same row afterwards.
    func save(_ record: CallRecord) throws(StoreError) {
        try change { () throws(StoreError) in
            let id = try rowID(of: record)
            let known = try database.run(
                """
                UPDATE recent SET handles = ?, line = ?, iccid = ?, app = ?, date = ?, connected = ?, duration = ?,
                    status = ?, read = max(read, ?), cause = ?, finished = ? WHERE id = ?
                """, .text(Self.text(record.handles)), SQLValue(record.line), SQLValue(record.iccid),
                SQLValue(record.app), .integer(record.date), SQLValue(record.connected), .integer(record.duration),
                .text(record.status.rawValue), SQLValue(record.isRead),
                SQLValue(record.cause?.rawValue), SQLValue(record.isFinished), .text(id))
            guard known == 0 else { return }
            // Rows of a store that was lost are not given again.
            let number = try nextNumber("recent", floor: max(0, now()) << 20)
            try database.run(
                """
                INSERT INTO recent (number, id, handles, line, iccid, app, date, connected, duration, status, incoming,
                    read, cause, finished) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, .integer(number), .text(id), .text(Self.text(record.handles)), SQLValue(record.line),
                SQLValue(record.iccid), SQLValue(record.app), .integer(record.date), SQLValue(record.connected),
                .integer(record.duration), .text(record.status.rawValue), SQLValue(record.isIncoming),
                SQLValue(record.isRead), SQLValue(record.cause?.rawValue),
                SQLValue(record.isFinished))
            try database.run(
                """
                DELETE FROM recent WHERE number <= (
                    SELECT number FROM recent ORDER BY number DESC LIMIT 1 OFFSET ?)
                """, .integer(Self.recentLimit))
        }
    }

    /// The id of a record's row: its own, unless an earlier conversation has left a row under it.
    ///
    /// Apps give their conversations ids, and may give one again when we have forgotten it; a conversation keeps its date. The
    /// later one's row has an id that follows from both (RFC 9562, clause 5.8).
    private func rowID(of record: CallRecord) throws(StoreError) -> String {
        let date = try database.first("SELECT date FROM recent WHERE id = ?", .text(record.id)) { $0.integer(0) }
        guard let date, date != record.date else { return record.id }
        var octets = Digest.sha256(fields: [Array(record.id.utf8), Array(String(record.date).utf8)]).prefix(16).map(
            \.self)
        octets[6] = octets[6] & 0x0F | 0x80
        octets[8] = octets[8] & 0x3F | 0x80
        let digits = octets.map { String(256 + Int($0), radix: 16, uppercase: true).dropFirst() }
        let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
        return groups.joined(separator: "-")
    }

    /// Rows that an earlier life began and could not finish; they are finished with what is known.
    func takeUnfinished() throws(StoreError) -> [CallRecord] {
        try change { () throws(StoreError) in
            let records = try database.rows(
                """
                SELECT id, handles, line, iccid, app, date, connected, incoming FROM recent WHERE finished = 0
                ORDER BY number
                """
            ) { row in
                CallRecord(
                    id: row.text(0), handles: Self.handles(row.text(1)), line: row.optionalText(2),
                    iccid: row.optionalText(3), app: row.optionalText(4), date: row.integer(5),
                    connected: row.optionalInteger(6), isIncoming: row.bool(7))
            }
            try database.run(
                """
                UPDATE recent SET finished = 1, cause = 'unknown', read = 1 - (incoming AND connected IS NULL),
                    status = CASE WHEN connected IS NOT NULL THEN 'connected' WHEN incoming THEN 'missed' ELSE 'unknown' END
                WHERE finished = 0
                """)
            return records
        }
    }

    /// The rows of conversations that are over and began at `since` or later, in milliseconds; the newest first.
    func recents(_ query: RecentQuery, since: Int64) throws(StoreError) -> [RecentInfo] {
        let before = query.before.map { Int64(clamping: $0) } ?? .max
        return try database.rows(
            """
            SELECT number, id, handles, line, iccid, app, date, duration, status, incoming, read, cause FROM recent
            WHERE number < ? AND date >= ? AND finished = 1 ORDER BY number DESC LIMIT ?
            """, .integer(before), .integer(since), SQLValue(query.limit)
        ) { row in
            RecentInfo(
                id: row.text(1), row: row.unsigned(0), handles: Self.handles(row.text(2)), line: row.optionalText(3),
                iccid: row.optionalText(4), app: row.optionalText(5), date: row.integer(6), duration: row.integer(7),
                status: RecentInfo.Status(rawValue: row.text(8)) ?? .unknown, isIncoming: row.bool(9),
                isRead: row.bool(10), cause: row.optionalText(11).flatMap(CallInfo.Cause.init(rawValue:)))
        }
    }

    /// True if one of them was not read before.
    func markRecentsRead(_ ids: [String], since: Int64) throws(StoreError) -> Bool {
        try change { () throws(StoreError) in
            var count = 0
            for id in ids {
                count += try database.run(
                    "UPDATE recent SET read = 1 WHERE id = ? AND date >= ? AND read = 0", .text(id), .integer(since))
            }
            return count > 0
        }
    }

    /// Seconds since 1970; nil when no app has the role.
    func roleSince(_ role: Role) throws(StoreError) -> Int64? {
        try database.first("SELECT since FROM role WHERE role = ?", .text(role.rawValue)) { $0.integer(0) }
    }

    // MARK: Handles

    private struct StoredHandle: Codable {
        var kind: String
        var value: String
        var name: String
    }

    private static func text(_ handles: [HandleInfo]) -> String {
        let stored = handles.map { StoredHandle(kind: $0.kind.rawValue, value: $0.value, name: $0.name) }
        return (try? JSONEncoder().encode(stored)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    private static func handles(_ text: String) -> [HandleInfo] {
        let stored = (try? JSONDecoder().decode([StoredHandle].self, from: Data(text.utf8))) ?? []
        return stored.map { HandleInfo(kind: .init(rawValue: $0.kind) ?? .generic, value: $0.value, name: $0.name) }
    }
}
