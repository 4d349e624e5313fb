import HandsetLines

/// Announcements of multimedia messages, and how many of them may wait.
///
/// Whoever can write to a line can announce to it. So each sender of announcements (a lane) has a share of what a line fetches, and a
/// part of it is kept for those who have brought a message before. What is beyond is held here until others are done with; what is
/// beyond that stays as it came, with what no app can be given.
extension Store {
    /// Announcements that are taken up at a time, of a line and of one lane.
    static let announcementLimit = 1_000
    static let laneLimit = 200
    /// Of a line's, kept for lanes that have brought a message.
    static let announcementReserve = 250
    /// Announcements of one lane that are held; of a line `heldLimit`.
    static let heldLaneLimit = 2_500

    /// In a transaction: takes an announcement down, unless it is one that is known.
    ///
    /// The network announces again what it was not told of: it is told again. What failed here is tried again.
    ///
    /// - Returns: false when too many are held already.
    func announce(_ new: MultimediaAnnouncement) throws(StoreError) -> Bool {
        let known = try database.first(
            """
            SELECT \(Self.multimediaColumns) FROM mms WHERE line = ? AND location = ? AND transaction_id = ?
            ORDER BY number DESC LIMIT 1
            """, .text(new.line.rawValue), .blob(new.location), .blob(new.transactionID), read: Self.multimedia)
        guard let known else {
            let isKnown = !new.location.isEmpty
            var state = isKnown ? MultimediaRecord.State.waiting : .failed
            if try !makeRoom(for: new.lane, new.host, of: new.line) {
                guard isKnown, try mayHold(new.lane, of: new.line) else { return false }
                state = .held
            }
            try database.run(
                """
                INSERT INTO mms (line, transaction_id, location, notification, announced, expires, state, due, answer,
                    ended, reason, lane, host, size) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, .text(new.line.rawValue), .blob(new.transactionID), .blob(new.location), .blob(new.notification),
                .integer(new.at), .integer(new.expires), .text(state.rawValue), .integer(new.at),
                .text(isKnown ? "" : MultimediaRecord.Answer.unrecognised.rawValue),
                isKnown ? .null : .integer(new.at),
                isKnown ? .null : .text("The announcement is of a kind that Handset does not know."),
                .text(new.lane), .text(new.host), SQLValue(new.size.map { Int64(clamping: $0) }))
            return true
        }
        switch known.state {
        case .waiting, .held: break
        case .deferred: try setAnswer(.deferred, of: known.number)
        case .done, .double: try setAnswer(known.wasDeferred ? .acknowledged : .retrieved, of: known.number)
        case .failed where known.location.isEmpty: try setAnswer(.unrecognised, of: known.number)
        case .failed, .expired:
            try database.run(
                "UPDATE mms SET state = 'waiting', attempts = 0, due = ?, expires = ?, ended = NULL, reason = NULL WHERE number = ?",
                .integer(new.at), .integer(new.expires), .integer(known.number))
        }
        return true
    }

    // MARK: Room

    private struct Room {
        var ofLine: Int
        var ofLane: Int
        /// The lane has brought a message to the line, or the host has given one.
        var isKnown: Bool

        var left: Int {
            let limit = isKnown ? Store.announcementLimit : Store.announcementLimit - Store.announcementReserve
            return min(Store.laneLimit - ofLane, limit - ofLine)
        }
    }

    private func room(for lane: String, _ host: String = "", of line: LineID) throws(StoreError) -> Room? {
        // Open is what is to be fetched, and of what the MMSC is to be told.
        let told = "FROM mms WHERE answer <> '' AND state NOT IN ('waiting', 'deferred') AND line = ?1"
        let fetched = "FROM mms WHERE state IN ('waiting', 'deferred') AND line = ?1"
        let brought = "SELECT 1 FROM mms WHERE state = 'done' AND line = ?1"
        return try database.first(
            """
            SELECT (SELECT count(*) \(fetched)) + (SELECT count(*) \(told)),
                (SELECT count(*) \(fetched) AND lane = ?2) + (SELECT count(*) \(told) AND lane = ?2),
                EXISTS (\(brought) AND lane = ?2) OR (?3 <> '' AND EXISTS (\(brought) AND host = ?3))
            """, .text(line.rawValue), .text(lane), .text(host)
        ) { Room(ofLine: $0.int(0), ofLane: $0.int(1), isKnown: $0.bool(2)) }
    }

    /// Where a line has enough, a lane that has less of it than another takes the place of the newest of that one.
    private func makeRoom(for lane: String, _ host: String, of line: LineID) throws(StoreError) -> Bool {
        guard let room = try room(for: lane, host, of: line) else { return false }
        if room.left > 0 { return true }
        guard room.ofLane < Self.laneLimit else { return false }
        let largest = try database.first(
            """
            SELECT lane, count(*) FROM mms WHERE state = 'waiting' AND line = ? GROUP BY lane ORDER BY 2 DESC LIMIT 1
            """, .text(line.rawValue)
        ) { ($0.text(0), $0.int(1)) }
        guard let (other, count) = largest, count > room.ofLane + 1 else { return false }
        return try database.run(
            """
            UPDATE mms SET state = 'held' WHERE number =
                (SELECT max(number) FROM mms WHERE state = 'waiting' AND line = ? AND lane = ?)
            """, .text(line.rawValue), .text(other)) > 0
    }

    private func mayHold(_ lane: String, of line: LineID) throws(StoreError) -> Bool {
        let counts = try database.first(
            """
            SELECT (SELECT count(*) FROM mms WHERE state = 'held' AND line = ?1),
                (SELECT count(*) FROM mms WHERE state = 'held' AND line = ?1 AND lane = ?2)
            """, .text(line.rawValue), .text(lane)
        ) { ($0.int(0), $0.int(1)) }
        guard let (ofLine, ofLane) = counts else { return false }
        return ofLine < heldLimit && ofLane < Self.heldLaneLimit
    }

    // MARK: What is held

    /// Takes up what is held, as far as there is room: the oldest of each lane.
    ///
    /// - Returns: whether there was any.
    func takeUpHeldMultimedia() throws(StoreError) -> Bool {
        guard try database.first("SELECT 1 FROM mms WHERE state = 'held' LIMIT 1", read: { _ in true }) == true else {
            return false
        }
        return try change { () throws(StoreError) in
            try database.run(
                """
                UPDATE mms SET state = 'expired', ended = ?1, reason = 'Too many were announced to be fetched in time.'
                WHERE state = 'held' AND expires <= ?1
                """, .integer(now()))
            let lanes = try database.rows("SELECT line, lane FROM mms WHERE state = 'held' GROUP BY line, lane") {
                (LineID(rawValue: $0.text(0)), $0.text(1))
            }
            var taken = 0
            for (line, lane) in lanes {
                let room = try room(for: lane, of: line)?.left ?? 0
                // All of it for the first would leave none for the next.
                let share = min(room, max(1, room / lanes.count))
                guard share > 0 else { continue }
                taken += try database.run(
                    """
                    UPDATE mms SET state = 'waiting' WHERE number IN
                        (SELECT number FROM mms WHERE state = 'held' AND line = ? AND lane = ? ORDER BY number LIMIT ?)
                    """, .text(line.rawValue), .text(lane), SQLValue(share))
            }
            return taken > 0
        }
    }

    /// The word for them in the counts of what is held.
    static let heldAnnouncements = "mms-announcement"

    func heldMultimediaCount() throws(StoreError) -> Int {
        try database.first("SELECT count(*) FROM mms WHERE state = 'held'") { $0.int(0) } ?? 0
    }

    /// In a transaction. False when there is none.
    func forgetHeldMultimedia() throws(StoreError) -> Bool {
        try database.run("DELETE FROM mms WHERE state = 'held'") > 0
    }
}
