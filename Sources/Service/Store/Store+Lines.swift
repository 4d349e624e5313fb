import HandsetInterface
import HandsetLines

/// A line that was ever seen.
struct LineRecord: Hashable, Sendable {
    var id: LineID
    /// From 1, in the order in which lines were first seen.
    var position: Int
    /// The person's word for it.
    var label: String?
    var iccid: String?
    var imsi: String?
    var number: String?
    /// The home network.
    var network: String?
    /// The modem that had it last.
    var modem: String?
    /// That modem has said that it has it no longer.
    var isGone = false
}

extension Store {
    func lines() throws(StoreError) -> [LineRecord] {
        let sql = "SELECT id, position, label, iccid, imsi, number, network, modem, gone FROM line ORDER BY position"
        return try database.rows(sql) { row in
            LineRecord(
                id: LineID(rawValue: row.text(0)), position: row.int(1), label: row.optionalText(2),
                iccid: row.optionalText(3), imsi: row.optionalText(4), number: row.optionalText(5),
                network: row.optionalText(6), modem: row.optionalText(7), isGone: row.bool(8))
        }
    }

    func save(_ line: LineRecord) throws(StoreError) {
        try change { () throws(StoreError) in
            try database.run(
                """
                INSERT OR REPLACE INTO line (id, position, label, iccid, imsi, number, network, modem, gone, last_seen)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, .text(line.id.rawValue), SQLValue(line.position), SQLValue(line.label), SQLValue(line.iccid),
                SQLValue(line.imsi), SQLValue(line.number), SQLValue(line.network), SQLValue(line.modem),
                SQLValue(line.isGone), .integer(now()))
        }
    }

    func roles() throws(StoreError) -> [Role: String] {
        var roles: [Role: String] = [:]
        for (role, app) in try database.rows("SELECT role, app FROM role", read: { ($0.text(0), $0.text(1)) }) {
            if let role = Role(rawValue: role) { roles[role] = app }
        }
        return roles
    }

    func setRole(_ role: Role, to app: String?) throws(StoreError) {
        try change { () throws(StoreError) in
            guard let app else {
                try database.run("DELETE FROM role WHERE role = ?", .text(role.rawValue))
                return
            }
            try database.run(
                "INSERT OR REPLACE INTO role (role, app, since) VALUES (?, ?, ?)", .text(role.rawValue), .text(app),
                .integer(now()))
        }
    }
}
