/// What became of multimedia messages of ours.
extension Store {
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
