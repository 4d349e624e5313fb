import HandsetLines

/// A multimedia message that was announced, as it lies on the disk.
struct MultimediaRecord: Hashable, Sendable {
    enum State: String, Hashable, Sendable {
        /// To be fetched at `due`.
        case waiting
        /// One of too many: to be fetched when others are done with.
        case held
        /// To be fetched when the person asks.
        case deferred
        /// In the queue, or acknowledged by the app.
        case done
        /// The same message as another.
        case double
        case failed, expired
    }

    /// What the MMSC is still to be told.
    enum Answer: String, Hashable, Sendable {
        case none = ""
        case deferred, retrieved, acknowledged, unrecognised
        /// That the person has read it.
        case read
    }

    var number: Int64
    var line: LineID
    var transactionID: [UInt8]
    var location: [UInt8]
    var notification: [UInt8]
    var announced: Int64
    var expires: Int64
    var state: State
    var wasDeferred: Bool
    var attempts: Int
    var due: Int64
    var answer: Answer
    /// The transaction that the answer is about, where it is not the announcement's.
    var answerID: [UInt8]?
    var answerAttempts: Int
    var answerDue: Int64
    var id: String?
    var reason: String?
}

/// As much of an announced message as it takes to say what is next.
struct OpenMultimedia: Hashable, Sendable {
    var number: Int64
    var line: LineID
    /// Who sent the announcement.
    var lane: String
    var host: String
    var state: MultimediaRecord.State
    var wasDeferred: Bool
    var attempts: Int
    var due: Int64
    var expires: Int64
    var answer: MultimediaRecord.Answer
    var answerDue: Int64
    var size: UInt64?
}

extension Store {
    /// How long what was fetched is kept after its end, for whoever asks for it by its id.
    static let keptSeconds: Int64 = 7 * 86_400
    /// How long it is known that a message was there.
    static let rememberedSeconds: Int64 = 60 * 86_400
    /// The most that a person is shown of what is not here.
    static let missingLimit = 1_000

    static let multimediaColumns = """
        number, line, transaction_id, location, notification, announced, expires, state, was_deferred, attempts, due,
        answer, answer_id, answer_attempts, answer_due, id, reason
        """

    static func multimedia(_ row: Row) -> MultimediaRecord {
        MultimediaRecord(
            number: row.integer(0), line: LineID(rawValue: row.text(1)), transactionID: row.blob(2),
            location: row.blob(3), notification: row.blob(4), announced: row.integer(5), expires: row.integer(6),
            state: .init(rawValue: row.text(7)) ?? .failed, wasDeferred: row.bool(8), attempts: row.int(9),
            due: row.integer(10), answer: .init(rawValue: row.text(11)) ?? .none,
            answerID: row.isNull(12) ? nil : row.blob(12), answerAttempts: row.int(13), answerDue: row.integer(14),
            id: row.optionalText(15), reason: row.optionalText(16))
    }

    func setAnswer(_ answer: MultimediaRecord.Answer, of number: Int64) throws(StoreError) {
        try database.run(
            "UPDATE mms SET answer = ?, answer_attempts = 0, answer_due = ? WHERE number = ?", .text(answer.rawValue),
            .integer(now()), .integer(number))
    }

    /// In a transaction: the id under which the message is in the queue.
    func name(_ number: Int64, _ id: String) throws(StoreError) {
        try database.run("UPDATE mms SET id = ? WHERE number = ?", .text(id), .integer(number))
    }

    // MARK: What is to be done

    func multimedia(_ number: Int64) throws(StoreError) -> MultimediaRecord? {
        try database.first(
            "SELECT \(Self.multimediaColumns) FROM mms WHERE number = ?", .integer(number), read: Self.multimedia)
    }

    /// What is to be fetched, or of which the MMSC is to be told, now or later.
    func openMultimedia() throws(StoreError) -> [OpenMultimedia] {
        let columns = "number, line, lane, host, state, was_deferred, attempts, due, expires, answer, answer_due, size"
        return try database.rows(
            """
            SELECT \(columns) FROM mms WHERE state IN ('waiting', 'deferred')
            UNION ALL
            SELECT \(columns) FROM mms WHERE answer <> '' AND state NOT IN ('waiting', 'deferred')
            """
        ) { row in
            OpenMultimedia(
                number: row.integer(0), line: LineID(rawValue: row.text(1)), lane: row.text(2), host: row.text(3),
                state: .init(rawValue: row.text(4)) ?? .failed, wasDeferred: row.bool(5), attempts: row.int(6),
                due: row.integer(7), expires: row.integer(8), answer: .init(rawValue: row.text(9)) ?? .none,
                answerDue: row.integer(10), size: row.optionalInteger(11).map { UInt64(clamping: $0) })
        }
    }

    /// Hosts that have given a line a message.
    func knownMultimediaHosts() throws(StoreError) -> [LineID: Set<String>] {
        var known: [LineID: Set<String>] = [:]
        let rows = try database.rows("SELECT DISTINCT line, host FROM mms WHERE state = 'done'") {
            (LineID(rawValue: $0.text(0)), $0.text(1))
        }
        for (line, host) in rows { known[line, default: []].insert(host) }
        return known
    }

    /// What is not here, for the person to see.
    func missingMultimedia() throws(StoreError) -> [MultimediaRecord] {
        try database.rows(
            """
            SELECT \(Self.multimediaColumns) FROM mms
            WHERE state IN ('waiting', 'deferred', 'held') OR state IN ('failed', 'expired') AND ended > ?
            ORDER BY state IN ('failed', 'expired'), state = 'held', number LIMIT ?
            """, .integer(now() - Self.keptSeconds), SQLValue(Self.missingLimit), read: Self.multimedia
        ).sorted { $0.number < $1.number }
    }

    func failedMultimediaCount() throws(StoreError) -> Int {
        try database.first(
            "SELECT count(*) FROM mms WHERE state IN ('failed', 'expired') AND ended > ?",
            .integer(now() - Self.keptSeconds)
        ) { $0.int(0) } ?? 0
    }

    func multimediaNumber(id: String) throws(StoreError) -> Int64? {
        try database.first("SELECT number FROM mms WHERE id = ?", .text(id)) { $0.integer(0) }
    }

    // MARK: What happened

    /// A further attempt is due, or none.
    func postpone(_ number: Int64, until due: Int64, reason: String) throws(StoreError) {
        try change { () throws(StoreError) in
            try database.run(
                "UPDATE mms SET attempts = attempts + 1, due = ?, reason = ? WHERE number = ?", .integer(due),
                .text(reason), .integer(number))
        }
    }

    /// They wait for the person; the MMSC is to be told so once.
    func deferMultimedia(_ reasons: [Int64: String]) throws(StoreError) {
        try change { () throws(StoreError) in
            for (number, reason) in reasons {
                let changed = try database.run(
                    "UPDATE mms SET state = 'deferred', was_deferred = 1, reason = ? WHERE number = ? AND state = 'waiting'",
                    .text(reason), .integer(number))
                if changed > 0 { try setAnswer(.deferred, of: number) }
            }
        }
    }

    /// The network keeps them no longer.
    func expireMultimedia(_ reasons: [Int64: String]) throws(StoreError) {
        try change { () throws(StoreError) in
            for (number, reason) in reasons {
                try database.run(
                    """
                    UPDATE mms SET state = 'expired', ended = ?1, reason = ?2
                    WHERE number = ?3 AND state IN ('waiting', 'deferred') AND expires <= ?1
                    """, .integer(now()), .text(reason), .integer(number))
            }
        }
    }

    /// The person asked for it. One attempt counts as made: what waits for a person is what had none.
    ///
    /// - Returns: false when there is none to ask for.
    func askForMultimedia(_ number: Int64) throws(StoreError) -> Bool {
        try change { () throws(StoreError) in
            try database.run(
                """
                UPDATE mms SET state = 'waiting', attempts = 1, due = ?, expires = max(expires, ?), ended = NULL,
                    reason = NULL
                WHERE number = ? AND state IN ('waiting', 'deferred', 'held', 'failed', 'expired') AND length(location) > 0
                """, .integer(now()), .integer(now() + 600), .integer(number)) > 0
        }
    }

    /// It will not come.
    func endMultimedia(_ number: Int64, as state: MultimediaRecord.State, reason: String) throws(StoreError) {
        try change { () throws(StoreError) in
            try database.run(
                "UPDATE mms SET state = ?, ended = ?, reason = ? WHERE number = ?", .text(state.rawValue),
                .integer(now()), .text(reason), .integer(number))
        }
    }

    /// It is on the disk: into the queue with it, unless the same message is there under another announcement.
    ///
    /// - Parameter isSame: whether what was fetched of another that has the same name is this message. A server that a stranger has
    ///   named may give any name to what it gives.
    /// - Returns: the new element's cursor; nil for the same message.
    func deliverMultimedia(
        _ number: Int64, _ message: IncomingMessage, messageID: [UInt8], answerID: [UInt8]?,
        _ answer: MultimediaRecord.Answer, isSame: @Sendable ([UInt8]) -> Bool = { _ in true }
    ) throws(StoreError) -> UInt64? {
        try change { () throws(StoreError) in
            let named =
                try messageID.isEmpty
                ? []
                : database.rows(
                    "SELECT number FROM mms WHERE line = ? AND message_id = ? AND state = 'done' AND number <> ?",
                    .text(message.line.rawValue), .blob(messageID), .integer(number)
                ) { $0.integer(0) }
            let double = named.first { readMultimedia($0).map(isSame) ?? true }
            try database.run(
                """
                UPDATE mms SET state = ?, ended = ?, reason = NULL, message_id = ?, answer_id = ? WHERE number = ?
                """, .text(double == nil ? "done" : "double"), .integer(now()), .blob(messageID),
                answerID.map { .blob($0) } ?? .null, .integer(number))
            try setAnswer(answer, of: number)
            guard double == nil else { return nil }
            var message = message
            message.multimedia = number
            return try enqueue(message)
        }
    }

    /// The MMSC knows; or it is told again at `due`.
    func answered(_ number: Int64, nextAttempt due: Int64?) throws(StoreError) {
        try change { () throws(StoreError) in
            if let due {
                try database.run(
                    "UPDATE mms SET answer_attempts = answer_attempts + 1, answer_due = ? WHERE number = ?",
                    .integer(due), .integer(number))
            } else {
                // What was read meanwhile is told next.
                try database.run(
                    """
                    UPDATE mms SET answer = CASE WHEN read_state = 'pending' AND answer <> 'read' THEN 'read' ELSE '' END,
                        read_state = CASE WHEN answer = 'read' THEN 'told' ELSE read_state END, answer_attempts = 0,
                        answer_due = ?
                    WHERE number = ?
                    """, .integer(now()), .integer(number))
            }
        }
    }

    /// The person has read it, and its sender wants to know; once.
    func markMultimediaRead(_ number: Int64) throws(StoreError) {
        try change { () throws(StoreError) in
            let changed = try database.run(
                "UPDATE mms SET read_state = 'pending' WHERE number = ? AND read_state = ''", .integer(number))
            guard changed > 0 else { return }
            try database.run(
                "UPDATE mms SET answer = 'read', answer_attempts = 0, answer_due = ? WHERE number = ? AND answer = ''",
                .integer(now()), .integer(number))
        }
    }
}
