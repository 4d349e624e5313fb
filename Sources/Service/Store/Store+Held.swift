import HandsetInterface
import HandsetLines

/// Parts that are kept because they cannot be read, or because nothing here takes their kind.
extension Store {
    /// How many of a kind there are, and how many came when there was no room.
    struct HeldCount: Hashable, Sendable {
        var kept = 0
        var lost = 0
    }

    /// In a transaction: keeps a part under a word for its kind, or counts it where there is no room.
    ///
    /// Not refused to the modem: it would keep the message, fill up, and take no texts any more.
    func hold(_ number: Int64, kind: String) throws(StoreError) {
        let kept = try database.first(
            "SELECT count(*) FROM received WHERE state = ? AND kind = ? AND number != ?",
            .integer(StoredPart.State.held.rawValue), .text(kind), .integer(number)
        ) { $0.int(0) }
        if kept ?? 0 < heldLimit { return try mark(number, .held, kind) }
        try database.run("DELETE FROM received WHERE number = ?", .integer(number))
        try database.run(
            "INSERT INTO counter (name, value) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1",
            .text(Self.lost + kind))
    }

    private static let lost = "held-lost:"

    /// By kind.
    func heldKinds() throws(StoreError) -> [String: HeldCount] {
        var kinds: [String: HeldCount] = [:]
        let kept = try database.rows(
            "SELECT kind, count(*) FROM received WHERE state = ? GROUP BY kind",
            .integer(StoredPart.State.held.rawValue)
        ) { ($0.text(0), $0.int(1)) }
        for (kind, count) in kept { kinds[kind, default: HeldCount()].kept = count }
        let announcements = try heldMultimediaCount()
        if announcements > 0 { kinds[Self.heldAnnouncements] = HeldCount(kept: announcements) }
        let lost = try database.rows(
            "SELECT substr(name, ?), value FROM counter WHERE name >= ? AND name < ?",
            SQLValue(Self.lost.utf8.count + 1), .text(Self.lost), .text("held-lost;")
        ) { ($0.text(0), $0.int(1)) }
        for (kind, count) in lost { kinds[kind, default: HeldCount()].lost = count }
        return kinds
    }

    func held(after number: Int64, limit: Int, withOctets: Bool) throws(StoreError) -> [HeldInfo] {
        try database.rows(
            """
            SELECT number, kind, line, at, length(octets), octets FROM received WHERE state = ? AND number > ?
            ORDER BY number LIMIT ?
            """, .integer(StoredPart.State.held.rawValue), .integer(number), SQLValue(limit)
        ) { row in
            HeldInfo(
                id: row.unsigned(0), kind: row.text(1), line: row.text(2), received: row.integer(3), size: row.int(4),
                octets: withOctets ? row.blob(5) : nil)
        }
    }

    /// False when there is nothing of that.
    func forgetHeld(_ choice: HeldChoice) throws(StoreError) -> Bool {
        try change { () throws(StoreError) in
            let held = SQLValue.integer(StoredPart.State.held.rawValue)
            switch choice {
            case .id(let id):
                return try database.run("DELETE FROM received WHERE state = ? AND number = ?", held, SQLValue(id)) > 0
            case .kind(Self.heldAnnouncements): return try forgetHeldMultimedia()
            case .kind(let kind):
                return try database.run("DELETE FROM received WHERE state = ? AND kind = ?", held, .text(kind)) > 0
            }
        }
    }
}
