import HandsetLines

extension Store {
    /// Numbers of elements follow the clock in units of 2^-20 s, so that a new store's are beyond a lost one's and an
    /// app that still holds a cursor of the lost one passes nothing that it has not seen.
    private func nextCursor() throws(StoreError) -> UInt64 {
        UInt64(bitPattern: try nextNumber("cursor", floor: max(0, now()) << 20))
    }

    /// In a transaction: the message gets its id and its place.
    func enqueue(_ message: IncomingMessage) throws(StoreError) -> UInt64 {
        let cursor = try nextCursor()
        // One a second for ever stays within 32 bits until 2106; the id wraps then.
        let id = UInt32(truncatingIfNeeded: try nextNumber("message-id", floor: now(), scale: 0))
        try database.run(
            """
            INSERT INTO queue (cursor, service, id, line, sender, sender_kind, body, sent, utc_offset, received,
                incomplete, mms, deaths) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
            """, SQLValue(cursor), .text(message.service), .text(String(id)), .text(message.line.rawValue),
            .text(message.sender.address), .text(message.sender.kind.rawValue), .text(message.text),
            SQLValue(message.sent), SQLValue(message.utcOffset), .integer(message.received),
            SQLValue(message.isIncomplete), SQLValue(message.multimedia))
        if let number = message.multimedia { try name(number, String(id)) }
        return cursor
    }

    /// The queue of a service as it lies on the disk.
    func queue(of service: String) throws(StoreError) -> DeliveryQueue {
        let elements = try database.rows(
            "SELECT cursor, deaths FROM queue WHERE service = ? ORDER BY cursor", .text(service)
        ) { DeliveryQueue.Element(cursor: $0.unsigned(0), deaths: $0.int(1)) }
        return DeliveryQueue(elements: elements, lastCursor: UInt64(bitPattern: try lastNumber("cursor")))
    }

    func message(at cursor: UInt64) throws(StoreError) -> IncomingMessage? {
        let sql = """
            SELECT id, service, line, sender, sender_kind, body, sent, utc_offset, received, incomplete, mms
            FROM queue
            WHERE cursor = ?
            """
        return try database.first(sql, SQLValue(cursor)) { row in
            var message = IncomingMessage(
                line: LineID(rawValue: row.text(2)),
                sender: .init(address: row.text(3), kind: .init(rawValue: row.text(4)) ?? .unknown), text: row.text(5),
                sent: row.optionalInteger(6), utcOffset: row.optionalInteger(7).map { Int($0) },
                received: row.integer(8), isIncomplete: row.bool(9))
            message.id = row.text(0)
            message.service = row.text(1)
            message.multimedia = row.optionalInteger(10)
            return message
        }
    }

    /// Deletes elements that the app is done with.
    func remove(_ cursors: [UInt64]) throws(StoreError) {
        try change { () throws(StoreError) in
            for cursor in cursors { try database.run("DELETE FROM queue WHERE cursor = ?", SQLValue(cursor)) }
        }
    }

    /// Keeps how often an app died with elements in hand.
    func setDeaths(_ deaths: Int, of cursor: UInt64) throws(StoreError) {
        try change { () throws(StoreError) in
            try database.run("UPDATE queue SET deaths = ? WHERE cursor = ?", SQLValue(deaths), SQLValue(cursor))
        }
    }

    /// Gives parked elements fresh cursors, behind everything else.
    func unpark(_ service: String) throws(StoreError) -> [(old: UInt64, new: UInt64)] {
        try change { () throws(StoreError) in
            let parked = try database.rows(
                "SELECT cursor FROM queue WHERE service = ? AND deaths >= ? ORDER BY cursor", .text(service),
                SQLValue(DeliveryQueue.deathsToPark)
            ) { $0.unsigned(0) }
            var moved: [(old: UInt64, new: UInt64)] = []
            for old in parked {
                let new = try nextCursor()
                try database.run("UPDATE queue SET cursor = ? WHERE cursor = ?", SQLValue(new), SQLValue(old))
                moved.append((old, new))
            }
            return moved
        }
    }
}
