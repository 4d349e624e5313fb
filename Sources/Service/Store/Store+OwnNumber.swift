import HandsetLines

extension Schema {
    static let ownNumber = """
        -- whom the newest message of a sender was to, on lines whose number nobody knows; recipients one a line of text
        CREATE TABLE own_number (
            line TEXT NOT NULL, place INTEGER NOT NULL, sender TEXT NOT NULL, recipients TEXT NOT NULL,
            at INTEGER NOT NULL, PRIMARY KEY (line, place)) WITHOUT ROWID;
        """
}

extension Store {
    func ownNumberEvidence() throws(StoreError) -> [LineID: [OwnNumberEvidence.Naming]] {
        let rows = try database.rows("SELECT line, sender, recipients, at FROM own_number ORDER BY line, place") {
            row in
            let naming = OwnNumberEvidence.Naming(
                sender: row.text(1), recipients: row.text(2).split(separator: "\n").map(String.init),
                at: row.integer(3))
            return (LineID(rawValue: row.text(0)), naming)
        }
        return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
    }

    /// In place of what was known of the line.
    func saveOwnNumberEvidence(_ namings: [OwnNumberEvidence.Naming], of line: LineID) throws(StoreError) {
        try change { () throws(StoreError) in
            try database.run("DELETE FROM own_number WHERE line = ?", .text(line.rawValue))
            for (place, naming) in namings.enumerated() {
                try database.run(
                    "INSERT INTO own_number (line, place, sender, recipients, at) VALUES (?, ?, ?, ?, ?)",
                    .text(line.rawValue), SQLValue(place), .text(naming.sender),
                    .text(naming.recipients.joined(separator: "\n")), .integer(naming.at))
            }
        }
    }
}
