import HandsetInterface
import HandsetLines

extension Store {
    /// How many sent messages are kept for `GetSent`, per app.
    static let sentLimit = 500
    /// After this time a second attempt with the same id and content is a message of its own.
    static let repeatSeconds: Int64 = 86_400

    private func nextRevision() throws(StoreError) -> SQLValue {
        .integer(try nextNumber("revision", floor: max(0, now()) << 20))
    }

    /// The attempt that a repeated call means: same app, id and content, and its answer not confirmed.
    func unconfirmed(_ attempt: SendAttempt) throws(StoreError) -> OutboxRecord? {
        try database.first(
            """
            SELECT \(Self.outboxColumns) FROM outbox
            WHERE app = ? AND service = ? AND id = ? AND digest = ? AND confirmed = 0 AND at > ?
            ORDER BY serial DESC LIMIT 1
            """, .text(attempt.name.app), .text(attempt.name.service), .text(attempt.name.id), .blob(attempt.digest),
            .integer(now() - Self.repeatSeconds), read: Self.record)
    }

    /// Writes a message down before anything of it is offered to a modem.
    func insert(_ record: OutboxRecord, parts: [OutgoingPart]) throws(StoreError) -> UInt64 {
        try change { () throws(StoreError) in
            let serial = try nextNumber("serial", floor: max(0, now()) << 20)
            try database.run(
                """
                INSERT INTO outbox (serial, app, service, id, digest, line, recipient, state, parts, at, revision,
                    wants_report, transaction_id, confirmed)
                VALUES (?, ?, ?, ?, ?, ?, ?, 'sending', ?, ?, ?, ?, ?, 0)
                """, .integer(serial), .text(record.app), .text(record.service), .text(record.id),
                .blob(record.digest), .text(record.line.rawValue), .text(record.recipient), SQLValue(record.parts),
                .integer(record.at), try nextRevision(), SQLValue(record.wantsReport), SQLValue(record.transactionID))
            for part in parts {
                try database.run(
                    "INSERT INTO outbox_part (serial, number, octets, state, at) VALUES (?, ?, ?, 'waiting', ?)",
                    .integer(serial), SQLValue(part.number), .blob(part.octets), .integer(record.at))
            }
            if let result = record.result { try end(UInt64(bitPattern: serial), result) }
            try prune(record.app)
            return UInt64(bitPattern: serial)
        }
    }

    func setPart(_ number: Int, of serial: UInt64, to state: PartState) throws(StoreError) {
        try setParts([SendEnd.Part(number: number, state: state)], of: serial)
    }

    func setParts(_ parts: [SendEnd.Part], of serial: UInt64) throws(StoreError) {
        try change { () throws(StoreError) in for part in parts { try set(part, of: serial) } }
    }

    /// The last things that are learnt of a send: what became of its parts, and with them of the message.
    func finish(_ serial: UInt64, _ end: SendEnd) throws(StoreError) {
        try change { () throws(StoreError) in
            for part in end.parts { try set(part, of: serial) }
            if let name = end.messageID {
                try database.run("UPDATE outbox SET message_id = ? WHERE serial = ?", .text(name), SQLValue(serial))
            }
            try self.end(serial, end.result)
            if end.isConfirmed {
                try database.run("UPDATE outbox SET confirmed = 1 WHERE serial = ?", SQLValue(serial))
            }
        }
    }

    private func set(_ part: SendEnd.Part, of serial: UInt64) throws(StoreError) {
        try database.run(
            """
            UPDATE outbox_part SET state = ?, reference = coalesce(?, reference), at = ?
            WHERE serial = ? AND number = ?
            """,
            .text(part.state.rawValue), SQLValue(part.reference.map(Int.init)), .integer(now()), SQLValue(serial),
            SQLValue(part.number))
    }

    /// Also when a report came first: what it said stays.
    private func end(_ serial: UInt64, _ result: SendResult) throws(StoreError) {
        let state: SentInfo.State
        var kind: String?
        var reason: String?
        switch result.outcome {
        case .taken: state = .taken
        case .unknown: state = .unknown
        case .refused(let isPermanent, let why):
            (state, kind, reason) = (.refused, isPermanent ? "permanent" : "temporary", why)
        }
        try database.run(
            """
            UPDATE outbox SET state = CASE WHEN state = 'sending' THEN ? ELSE state END, kind = ?, reason = ?, code = ?,
                revision = ? WHERE serial = ?
            """, .text(state.rawValue), SQLValue(kind), SQLValue(reason), SQLValue(result.code), try nextRevision(),
            SQLValue(serial))
        // The texts are nobody's business any more.
        try database.run("UPDATE outbox_part SET octets = NULL WHERE serial = ?", SQLValue(serial))
    }

    func confirm(_ name: SendName) throws(StoreError) {
        try change { () throws(StoreError) in
            try database.run(
                """
                UPDATE outbox SET confirmed = 1 WHERE app = ? AND service = ? AND id = ? AND confirmed = 0
                    AND state <> 'sending'
                """, .text(name.app), .text(name.service), .text(name.id))
        }
    }

    /// What the last run left half done gets its end. Nothing is sent again.
    ///
    /// A part that was offered and not answered makes the message unknown. One of which nothing was offered is as if it
    /// had not been asked for: its id is free, so that the caller's second attempt is the first.
    func endInterruptedSends() throws(StoreError) {
        try change { () throws(StoreError) in
            let open = try database.rows(
                """
                SELECT serial, (SELECT count(*) FROM outbox_part p WHERE p.serial = o.serial AND p.state = 'offered'),
                    (SELECT count(*) FROM outbox_part p WHERE p.serial = o.serial AND p.state = 'taken')
                FROM outbox o WHERE state = 'sending'
                """
            ) { ($0.unsigned(0), $0.int(1), $0.int(2)) }
            for (serial, offered, taken) in open {
                if offered > 0 {
                    try database.run(
                        "UPDATE outbox_part SET state = 'unknown' WHERE serial = ? AND state = 'offered'",
                        SQLValue(serial))
                    try end(serial, SendResult(.unknown))
                } else if taken > 0 {
                    let reason = "Handset was stopped when only a part of the message had been sent."
                    try end(serial, SendResult(.refused(isPermanent: false, reason: reason)))
                } else {
                    let reason = "Handset was stopped before the message was sent."
                    try end(serial, SendResult(.refused(isPermanent: false, reason: reason)))
                    try database.run("UPDATE outbox SET confirmed = 1 WHERE serial = ?", SQLValue(serial))
                }
            }
        }
    }

    /// The messages of an app that changed after a revision, in the order in which they did, and the revision now.
    func sent(by app: String, since revision: UInt64) throws(StoreError) -> SentChanges {
        let last = UInt64(bitPattern: try lastNumber("revision"))
        let rows = try database.rows(
            """
            SELECT service, id, serial, line, recipient, state, parts, at, report_at FROM outbox
            WHERE app = ? AND revision > ? ORDER BY revision DESC LIMIT ?
            """, .text(app), SQLValue(min(revision, UInt64(Int64.max))), SQLValue(Self.sentLimit)
        ) { row in
            SentInfo(
                service: row.text(0), id: row.text(1), serial: row.unsigned(2), line: row.text(3),
                recipients: row.text(4).split(separator: "\n").map(String.init),
                state: SentInfo.State(rawValue: row.text(5)) ?? .unknown,
                parts: row.int(6), time: row.integer(7), reportTime: row.optionalInteger(8))
        }
        return SentChanges(revision: last, sent: rows.reversed())
    }

    func sendingCount() throws(StoreError) -> Int {
        try database.first("SELECT count(*) FROM outbox WHERE state = 'sending'") { $0.int(0) } ?? 0
    }

    private func prune(_ app: String) throws(StoreError) {
        try database.run(
            """
            DELETE FROM outbox WHERE app = ? AND state <> 'sending' AND serial <= coalesce(
                (SELECT serial FROM outbox WHERE app = ? ORDER BY serial DESC LIMIT 1 OFFSET ?), 0)
            """, .text(app), .text(app), SQLValue(Self.sentLimit))
    }

    private static let outboxColumns =
        "serial, app, service, id, digest, line, recipient, wants_report, parts, at, state, kind, reason, code"

    private static func record(_ row: Row) -> OutboxRecord {
        var record = OutboxRecord(
            serial: row.unsigned(0), app: row.text(1), service: row.text(2), id: row.text(3), digest: row.blob(4),
            line: LineID(rawValue: row.text(5)), recipient: row.text(6), wantsReport: row.bool(7), parts: row.int(8),
            at: row.integer(9))
        let outcome: SendResult.Outcome? =
            switch row.text(10) {
            case "sending": nil
            case "unknown": .unknown
            case "refused": .refused(isPermanent: row.text(11) == "permanent", reason: row.text(12))
            default: .taken
            }
        record.result = outcome.map { SendResult($0, code: row.optionalInteger(13).map { Int($0) }) }
        return record
    }
}
