/// The tables, by version: `migrations[n]` leads from version n to n + 1. A released one is never edited.
enum Schema {
    static let migrations = [first, multimedia, history, readReports, ownNumber, lanes]
    static var version: Int { migrations.count }

    /// Brings the database to the newest version, each step in a transaction of its own.
    static func migrate(_ database: Database) throws(StoreError) {
        let found = try database.first("PRAGMA user_version") { $0.int(0) } ?? 0
        guard found <= version else { throw StoreError(.newer) }
        for step in found..<version {
            try database.transaction { () throws(StoreError) in
                try database.execute(migrations[step])
                try database.execute("PRAGMA user_version = \(step + 1)")
            }
        }
    }

    private static let first = """
        -- the last number given of each kind
        CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;

        -- what modems handed over and nobody is done with; octets as they came
        CREATE TABLE received (
            number INTEGER PRIMARY KEY AUTOINCREMENT, line TEXT NOT NULL, form INTEGER NOT NULL, octets BLOB NOT NULL,
            at INTEGER NOT NULL, state INTEGER NOT NULL, kind TEXT NOT NULL);
        CREATE INDEX received_state ON received (state);

        -- digests of what was received, so that the same message offered again is known
        CREATE TABLE seen (digest BLOB PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX seen_at ON seen (at);

        -- messages for the app with the role
        CREATE TABLE queue (
            cursor INTEGER PRIMARY KEY, service TEXT NOT NULL, id TEXT NOT NULL, line TEXT NOT NULL,
            sender TEXT NOT NULL, sender_kind TEXT NOT NULL, body TEXT NOT NULL, sent INTEGER, utc_offset INTEGER,
            received INTEGER NOT NULL, incomplete INTEGER NOT NULL, deaths INTEGER NOT NULL);

        -- messages of the app, and how their sending ended
        CREATE TABLE outbox (
            serial INTEGER PRIMARY KEY, app TEXT NOT NULL, service TEXT NOT NULL, id TEXT NOT NULL,
            digest BLOB NOT NULL, line TEXT NOT NULL, recipient TEXT NOT NULL, state TEXT NOT NULL, kind TEXT,
            reason TEXT, code INTEGER, parts INTEGER NOT NULL, at INTEGER NOT NULL, report_at INTEGER,
            revision INTEGER NOT NULL, wants_report INTEGER NOT NULL, confirmed INTEGER NOT NULL);
        CREATE INDEX outbox_id ON outbox (app, service, id);
        CREATE INDEX outbox_revision ON outbox (revision);
        CREATE TABLE outbox_part (
            serial INTEGER NOT NULL REFERENCES outbox ON DELETE CASCADE, number INTEGER NOT NULL, octets BLOB,
            state TEXT NOT NULL, reference INTEGER, report TEXT, at INTEGER NOT NULL,
            PRIMARY KEY (serial, number)) WITHOUT ROWID;

        -- lines that were ever seen
        CREATE TABLE line (
            id TEXT PRIMARY KEY, position INTEGER NOT NULL, label TEXT, iccid TEXT, imsi TEXT, number TEXT,
            network TEXT, modem TEXT, gone INTEGER NOT NULL, last_seen INTEGER NOT NULL) WITHOUT ROWID;

        CREATE TABLE role (role TEXT PRIMARY KEY, app TEXT NOT NULL, since INTEGER NOT NULL) WITHOUT ROWID;
        """

    private static let multimedia = """
        -- multimedia messages that were announced; what was fetched lies in the folder mms, under the number
        CREATE TABLE mms (
            number INTEGER PRIMARY KEY AUTOINCREMENT, line TEXT NOT NULL, transaction_id BLOB NOT NULL,
            location BLOB NOT NULL, notification BLOB NOT NULL, announced INTEGER NOT NULL, expires INTEGER NOT NULL,
            state TEXT NOT NULL, was_deferred INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0,
            due INTEGER NOT NULL, answer TEXT NOT NULL DEFAULT '', answer_id BLOB, answer_attempts INTEGER NOT NULL DEFAULT 0,
            answer_due INTEGER NOT NULL DEFAULT 0, message_id BLOB, id TEXT, ended INTEGER, reason TEXT);
        CREATE INDEX mms_location ON mms (location);
        CREATE INDEX mms_state ON mms (state);
        CREATE INDEX mms_id ON mms (id);

        ALTER TABLE queue ADD COLUMN mms INTEGER;

        -- a message's transaction, under which it is offered again, and its name for reports
        ALTER TABLE outbox ADD COLUMN transaction_id TEXT;
        ALTER TABLE outbox ADD COLUMN message_id TEXT;
        CREATE INDEX outbox_message_id ON outbox (message_id);
        CREATE TABLE mms_report (
            serial INTEGER NOT NULL REFERENCES outbox ON DELETE CASCADE, recipient TEXT NOT NULL, state TEXT NOT NULL,
            at INTEGER NOT NULL, PRIMARY KEY (serial, recipient)) WITHOUT ROWID;

        -- what was kept while there was no room for it here
        UPDATE received SET state = 0, kind = '' WHERE kind = 'wap-push';
        """

    private static let readReports = """
        -- whether the MMSC is to be told that the person has read the message: pending, then told
        ALTER TABLE mms ADD COLUMN read_state TEXT NOT NULL DEFAULT '';
        """

    private static let lanes = """
        -- who sent the announcement, the host that it names, and the size that it says
        ALTER TABLE mms ADD COLUMN lane TEXT NOT NULL DEFAULT '';
        ALTER TABLE mms ADD COLUMN host TEXT NOT NULL DEFAULT '';
        ALTER TABLE mms ADD COLUMN size INTEGER;
        DROP INDEX mms_state;
        CREATE INDEX mms_state ON mms (state, line, lane);
        CREATE INDEX mms_answer ON mms (line, lane) WHERE answer <> '';
        CREATE INDEX mms_host ON mms (line, host) WHERE state = 'done';
        CREATE INDEX mms_ended ON mms (ended);
        CREATE INDEX mms_message_id ON mms (message_id);
        """
}
