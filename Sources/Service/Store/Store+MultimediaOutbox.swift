import HandsetInterface

extension Store {
    /// The transaction under which the same message was offered before, and nobody knows how that ended; nil once the MMSC has
    /// taken it.
    func unknownTransaction(_ attempt: SendAttempt) throws(StoreError) -> String? {
        let newest = try database.first(
            """
            SELECT transaction_id, state FROM outbox
            WHERE app = ? AND service = ? AND id = ? AND digest = ? AND at > ? ORDER BY serial DESC LIMIT 1
            """, .text(attempt.name.app), .text(attempt.name.service), .text(attempt.name.id), .blob(attempt.digest),
            .integer(now() - Self.repeatSeconds)
        ) { ($0.optionalText(0), $0.text(1)) }
        guard let (transaction, state) = newest, let transaction, ["unknown", "refused"].contains(state) else {
            return nil
        }
        // What was refused this time may have been taken the time before.
        return try database.first(
            "SELECT 1 FROM outbox WHERE app = ? AND transaction_id = ? AND state = 'unknown'",
            .text(attempt.name.app), .text(transaction)
        ) { _ in transaction }
    }
}
