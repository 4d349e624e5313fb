import HandsetInterface
import HandsetLines
import HandsetSMS

/// What a status report says about a part of ours.
struct PartReport: Hashable, Sendable {
    var line: LineID
    var reference: UInt8
    var recipient: String
    var status: Status.Class
    /// Seconds since 1970.
    var at: Int64
}

extension Store {
    /// A report later than this is about another message: references come round after 256 parts.
    static let reportSeconds: Int64 = 14 * 86_400

    private struct Candidate {
        var serial: UInt64
        var number: Int
        var reference: Int64?
        var recipient: String
    }

    /// Pairs a report with the part that it is about: the newest of that reference and recipient, else the oldest to
    /// the recipient whose reference the modem did not tell (3GPP TS 23.040, clauses 9.2.3.6 and 9.2.2.3).
    ///
    /// - Returns: whether a message's state changed.
    func pair(_ report: PartReport) throws(StoreError) -> Bool {
        try change { () throws(StoreError) in
            let candidates = try database.rows(
                """
                SELECT p.serial, p.number, p.reference, o.recipient
                FROM outbox_part p JOIN outbox o ON o.serial = p.serial
                WHERE o.line = ? AND p.state IN ('taken', 'offered', 'unknown') AND p.at > ?
                    AND (p.report IS NULL OR p.report = 'trying') ORDER BY p.serial, p.number
                """, .text(report.line.rawValue), .integer(now() - Self.reportSeconds)
            ) {
                Candidate(
                    serial: $0.unsigned(0), number: $0.int(1), reference: $0.optionalInteger(2), recipient: $0.text(3))
            }.filter { Self.isSame($0.recipient, report.recipient) }
            let part =
                candidates.last { $0.reference == Int64(report.reference) } ?? candidates.first { $0.reference == nil }
            guard let part else { return false }
            let word =
                switch report.status {
                case .delivered: "delivered"
                case .stillTrying: "trying"
                case .permanentFailure, .temporaryFailure: "failed"
                }
            try database.run(
                "UPDATE outbox_part SET report = ?, state = 'taken', reference = ? WHERE serial = ? AND number = ?",
                .text(word), .integer(Int64(report.reference)), SQLValue(part.serial), SQLValue(part.number))
            return try applyReports(part.serial, at: report.at)
        }
    }

    /// A message is delivered when all its parts are, and has failed when one has.
    private func applyReports(_ serial: UInt64, at time: Int64) throws(StoreError) -> Bool {
        let counts = try database.first(
            """
            SELECT coalesce(sum(report = 'delivered'), 0), coalesce(sum(report = 'failed'), 0), count(*)
            FROM outbox_part WHERE serial = ?
            """, SQLValue(serial)
        ) { ($0.int(0), $0.int(1), $0.int(2)) }
        guard let (delivered, failed, all) = counts, failed > 0 || delivered == all else { return false }
        let state: SentInfo.State = failed > 0 ? .failed : .delivered
        try database.run(
            "UPDATE outbox SET state = ?, report_at = ?, revision = ? WHERE serial = ?", .text(state.rawValue),
            .integer(time), .integer(try nextNumber("revision", floor: max(0, now()) << 20)), SQLValue(serial))
        return true
    }

    /// Whether two addresses may be one: networks tell a number with and without its country's code. Mailboxes have no case, and
    /// nothing that could be left out.
    static func isSame(_ a: String, _ b: String) -> Bool {
        if a.contains("@") || b.contains("@") { return a.lowercased() == b.lowercased() }
        let (a, b) = (digits(a), digits(b))
        if a == b { return true }
        let (short, long) = a.count < b.count ? (a, b) : (b, a)
        return short.count >= 7 && long.hasSuffix(short)
    }

    private static func digits(_ number: String) -> String {
        // An app writes them as people do.
        String((Outbox.dialled(number) ?? number).drop { $0 == "+" || $0 == "0" })
    }
}
