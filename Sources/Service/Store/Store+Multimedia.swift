import Glibc
import HandsetLines

/// A multimedia message that was announced, as it lies on the disk.
struct MultimediaRecord: Hashable, Sendable {
    enum State: String, Hashable, Sendable {
        /// To be fetched at `due`.
        case waiting
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

extension Store {
    /// How long what was fetched is kept after its end, for whoever asks for it by its id.
    static let keptSeconds: Int64 = 7 * 86_400
    /// How long it is known that a message was there.
    static let rememberedSeconds: Int64 = 60 * 86_400
    /// Messages that may wait of one line: whoever can write to it can announce them.
    static let announcementLimit = 1_000

    private static let multimediaColumns = """
        number, line, transaction_id, location, notification, announced, expires, state, was_deferred, attempts, due,
        answer, answer_id, answer_attempts, answer_due, id, reason
        """

    private static func multimedia(_ row: Row) -> MultimediaRecord {
        MultimediaRecord(
            number: row.integer(0), line: LineID(rawValue: row.text(1)), transactionID: row.blob(2),
            location: row.blob(3), notification: row.blob(4), announced: row.integer(5), expires: row.integer(6),
            state: .init(rawValue: row.text(7)) ?? .failed, wasDeferred: row.bool(8), attempts: row.int(9),
            due: row.integer(10), answer: .init(rawValue: row.text(11)) ?? .none,
            answerID: row.isNull(12) ? nil : row.blob(12), answerAttempts: row.int(13), answerDue: row.integer(14),
            id: row.optionalText(15), reason: row.optionalText(16))
    }

    /// In a transaction: takes an announcement down, unless it is one that is known.
    ///
    /// The network announces again what it was not told of: it is told again. What failed here is tried again.
    ///
    /// - Returns: false when too many of the line wait already.
    func announce(_ new: MultimediaAnnouncement) throws(StoreError) -> Bool {
        let known = try database.first(
            """
            SELECT \(Self.multimediaColumns) FROM mms WHERE line = ? AND location = ? AND transaction_id = ?
            ORDER BY number DESC LIMIT 1
            """, .text(new.line.rawValue), .blob(new.location), .blob(new.transactionID), read: Self.multimedia)
        guard let known else {
            let waiting = try database.first(
                "SELECT count(*) FROM mms WHERE line = ? AND (state IN ('waiting', 'deferred') OR answer <> '')",
                .text(new.line.rawValue)
            ) { $0.int(0) }
            guard (waiting ?? 0) < Self.announcementLimit else { return false }
            let isKnown = !new.location.isEmpty
            try database.run(
                """
                INSERT INTO mms (line, transaction_id, location, notification, announced, expires, state, due, answer,
                    ended, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, .text(new.line.rawValue), .blob(new.transactionID), .blob(new.location), .blob(new.notification),
                .integer(new.at), .integer(new.expires), .text(isKnown ? "waiting" : "failed"), .integer(new.at),
                .text(isKnown ? "" : MultimediaRecord.Answer.unrecognised.rawValue),
                isKnown ? .null : .integer(new.at),
                isKnown ? .null : .text("The announcement is of a kind that Handset does not know."))
            return true
        }
        switch known.state {
        case .waiting: break
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

    private func setAnswer(_ answer: MultimediaRecord.Answer, of number: Int64) throws(StoreError) {
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
    func openMultimedia() throws(StoreError) -> [MultimediaRecord] {
        try database.rows(
            "SELECT \(Self.multimediaColumns) FROM mms WHERE state IN ('waiting', 'deferred') OR answer <> '' ORDER BY number",
            read: Self.multimedia)
    }

    /// What is not here, for the person to see.
    func missingMultimedia() throws(StoreError) -> [MultimediaRecord] {
        try database.rows(
            """
            SELECT \(Self.multimediaColumns) FROM mms
            WHERE state IN ('waiting', 'deferred') OR state IN ('failed', 'expired') AND ended > ? ORDER BY number
            """, .integer(now() - Self.keptSeconds), read: Self.multimedia)
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

    /// It waits for the person; the MMSC is to be told so once.
    func deferMultimedia(_ number: Int64, reason: String) throws(StoreError) {
        try change { () throws(StoreError) in
            try database.run(
                "UPDATE mms SET state = 'deferred', was_deferred = 1, reason = ? WHERE number = ?", .text(reason),
                .integer(number))
            try setAnswer(.deferred, of: number)
        }
    }

    /// The person asked for it.
    ///
    /// - Returns: false when there is none to ask for.
    func askForMultimedia(_ number: Int64) throws(StoreError) -> Bool {
        try change { () throws(StoreError) in
            try database.run(
                """
                UPDATE mms SET state = 'waiting', attempts = 0, due = ?, expires = max(expires, ?), ended = NULL,
                    reason = NULL
                WHERE number = ? AND state IN ('waiting', 'deferred', 'failed', 'expired') AND length(location) > 0
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
    /// - Returns: the new element's cursor; nil for the same message.
    func deliverMultimedia(
        _ number: Int64, _ message: IncomingMessage, messageID: [UInt8], answerID: [UInt8]?,
        _ answer: MultimediaRecord.Answer
    ) throws(StoreError) -> UInt64? {
        try change { () throws(StoreError) in
            let double =
                try messageID.isEmpty
                ? nil
                : database.first(
                    "SELECT number FROM mms WHERE line = ? AND message_id = ? AND state = 'done' AND number <> ?",
                    .text(message.line.rawValue), .blob(messageID), .integer(number)
                ) { $0.integer(0) }
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

    // MARK: Files

    private func file(_ number: Int64) -> String { "\(folder)/mms/\(number).pdu" }

    /// Puts what was fetched on the disk; it is there when this returns.
    func writeMultimedia(_ number: Int64, _ octets: [UInt8]) throws(StoreError) {
        let directory = folder + "/mms"
        mkdir(directory, 0o700)
        let path = file(number)
        do throws(SystemFailure) {
            let descriptor = try Self.check(open(path + ".new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
            defer { Glibc.close(descriptor) }
            var rest = octets[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                rest = rest.dropFirst(Int(try Self.check(Int32(clamping: count))))
            }
            try Self.check(fsync(descriptor))
            try Self.check(rename(path + ".new", path))
            let parent = try Self.check(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
            defer { Glibc.close(parent) }
            try Self.check(fsync(parent))
        } catch {
            unlink(path + ".new")
            throw StoreError(error.kind)
        }
    }

    private struct SystemFailure: Error {
        var kind: StoreError.Kind {
            switch code {
            case ENOSPC, EDQUOT: .full
            case EROFS, EACCES, EPERM: .readOnly
            default: .inputOutput
            }
        }
        var code = errno
    }

    @discardableResult
    private static func check(_ result: Int32) throws(SystemFailure) -> Int32 {
        guard result >= 0 else { throw SystemFailure() }
        return result
    }

    /// What was fetched; nil where nothing was, or it is kept no longer.
    func readMultimedia(_ number: Int64) -> [UInt8]? {
        let descriptor = open(file(number), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size <= 64 << 20 else { return nil }
        var octets = [UInt8](repeating: 0, count: Int(status.st_size))
        var done = 0
        while done < octets.count {
            let size = octets.count
            let count = octets.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress.map { $0 + done }, size - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            done += count
        }
        return octets
    }

    /// Forgets what nobody may ask for any more.
    func forgetOldMultimedia() throws(StoreError) {
        let old = try database.rows(
            """
            SELECT number FROM mms m WHERE ended < ?
                AND NOT EXISTS (SELECT 1 FROM queue q WHERE q.mms = m.number)
            """, .integer(now() - Self.keptSeconds)
        ) { $0.integer(0) }
        for number in old { unlink(file(number)) }
        guard !old.isEmpty else { return }
        try change { () throws(StoreError) in
            try database.run(
                """
                DELETE FROM mms WHERE ended < ? AND answer = ''
                    AND NOT EXISTS (SELECT 1 FROM queue q WHERE q.mms = mms.number)
                """, .integer(now() - Self.rememberedSeconds))
        }
    }

    // MARK: Reports

    /// In a transaction: takes down what became of a message with one recipient, and with it of the message.
    ///
    /// It is delivered when it is with all of them, and has failed when it is with one who will not have it.
    func pair(_ report: MultimediaReport) throws(StoreError) {
        let found = try database.first(
            "SELECT serial, recipient FROM outbox WHERE line = ? AND message_id = ? ORDER BY serial DESC LIMIT 1",
            .text(report.line.rawValue), .text(report.messageID)
        ) { ($0.unsigned(0), $0.text(1)) }
        guard let (serial, recipients) = found else { return }
        let all = recipients.split(separator: "\n").map(String.init)
        guard let recipient = all.first(where: { Self.isSame($0, report.recipient) }) else { return }
        // Who has read it has it.
        try database.run(
            "INSERT OR REPLACE INTO mms_report (serial, recipient, state, at) VALUES (?, ?, ?, ?)", SQLValue(serial),
            .text(recipient), .text(report.state.rawValue), .integer(report.at))
        let counts = try database.first(
            "SELECT coalesce(sum(state <> 'failed'), 0), coalesce(sum(state = 'failed'), 0) FROM mms_report WHERE serial = ?",
            SQLValue(serial)
        ) { ($0.int(0), $0.int(1)) }
        guard let (delivered, failed) = counts else { return }
        let state = failed > 0 ? "failed" : delivered == all.count ? "delivered" : nil
        try database.run(
            """
            UPDATE outbox SET state = coalesce(?, state), report_at = ?, revision = ?
            WHERE serial = ? AND state IN ('taken', 'unknown', 'sending', 'delivered', 'failed')
            """, SQLValue(state), .integer(report.at),
            .integer(try nextNumber("revision", floor: max(0, now()) << 20)), SQLValue(serial))
    }
}
