import CHandsetSQLite

/// A value of a column.
enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    init(_ value: Int64?) { self = value.map(Self.integer) ?? .null }
    init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
    init(_ value: UInt64) { self = .integer(Int64(bitPattern: value)) }
    init(_ value: Bool) { self = .integer(value ? 1 : 0) }
    init(_ value: String?) { self = value.map(Self.text) ?? .null }
}

/// A row of a result, valid while the closure that was given it runs.
struct Row {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
    func unsigned(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }
    func int(_ column: Int32) -> Int { Int(integer(column)) }
    func bool(_ column: Int32) -> Bool { integer(column) != 0 }
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    func optionalText(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(statement, column) else { return nil }
        let buffer = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
        return String(decoding: buffer, as: UTF8.self)
    }

    func text(_ column: Int32) -> String { optionalText(column) ?? "" }
}

/// A connection to an SQLite file: prepared statements, transactions, typed errors.
///
/// Not safe to share: one actor owns it.
final class Database {
    /// NULL once closed: SQLite answers that with SQLITE_MISUSE.
    private var handle: OpaquePointer?
    private var prepared: [String: OpaquePointer] = [:]

    /// Opens or makes the file: write-ahead log, every commit on the disk before it returns, nobody else let in.
    init(path: String) throws(StoreError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let result = sqlite3_open_v2(path, &opened, flags, nil)
        guard result == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw StoreError(code: result == SQLITE_OK ? SQLITE_NOMEM : result)
        }
        handle = opened
        // Exclusive before WAL: the index of the log is then in our memory, and no other process can write.
        // What is deleted is overwritten where that costs no page more: texts should not outlive their messages.
        for pragma in [
            "locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=FAST",
        ] {
            try execute("PRAGMA \(pragma)")
        }
    }

    deinit { close() }

    /// Lets the file go, so that another may open it. Nothing works after it.
    func close() {
        for statement in prepared.values { sqlite3_finalize(statement) }
        prepared = [:]
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Runs statements without values or results, as a schema is.
    func execute(_ script: String) throws(StoreError) {
        guard let handle else { throw StoreError(code: SQLITE_MISUSE) }
        let result = sqlite3_exec(handle, script, nil, nil, nil)
        guard result == SQLITE_OK else { throw StoreError(code: result) }
    }

    /// Runs one statement; the rows that it changed.
    @discardableResult
    func run(_ sql: String, _ values: SQLValue...) throws(StoreError) -> Int {
        let statement = try bound(sql, values)
        defer { sqlite3_reset(statement) }
        let result = sqlite3_step(statement)
        guard result == SQLITE_DONE || result == SQLITE_ROW else { throw StoreError(code: result) }
        return Int(sqlite3_changes(handle))
    }

    /// Runs one query and reads each row.
    func rows<Value>(_ sql: String, _ values: SQLValue..., read: (Row) -> Value) throws(StoreError) -> [Value] {
        let statement = try bound(sql, values)
        defer { sqlite3_reset(statement) }
        var found: [Value] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: found.append(read(Row(statement: statement)))
            case SQLITE_DONE: return found
            case let failure: throw StoreError(code: failure)
            }
        }
    }

    /// The first row of a query.
    func first<Value>(_ sql: String, _ values: SQLValue..., read: (Row) -> Value) throws(StoreError) -> Value? {
        let statement = try bound(sql, values)
        defer { sqlite3_reset(statement) }
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return read(Row(statement: statement))
        case SQLITE_DONE: return nil
        case let failure: throw StoreError(code: failure)
        }
    }

    /// Rows that were changed since the file was opened.
    var changeCount: Int64 { sqlite3_total_changes64(handle) }

    /// Moves the write-ahead log into the database, as far as there is room, and gives back the log's own.
    func emptyLog() { sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) }

    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// All of `body` or nothing of it; on the disk when this returns.
    func transaction<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        try execute("BEGIN IMMEDIATE")
        do throws(StoreError) {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            // SQLite has rolled back by itself after a full disk or an I/O error; a second time is then an error.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    private func bound(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> OpaquePointer {
        let statement = try statement(sql)
        for (index, value) in values.enumerated() {
            let position = Int32(index + 1)
            // SQLITE_TRANSIENT: SQLite copies what it is given.
            let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            let result: Int32
            switch value {
            case .null: result = sqlite3_bind_null(statement, position)
            case .integer(let integer): result = sqlite3_bind_int64(statement, position, integer)
            case .text(let text): result = sqlite3_bind_text(statement, position, text, Int32(text.utf8.count), copied)
            case .blob(let octets) where octets.isEmpty: result = sqlite3_bind_zeroblob(statement, position, 0)
            case .blob(let octets):
                result = sqlite3_bind_blob(statement, position, octets, Int32(octets.count), copied)
            }
            guard result == SQLITE_OK else { throw StoreError(code: result) }
        }
        return statement
    }

    private func statement(_ sql: String) throws(StoreError) -> OpaquePointer {
        if let statement = prepared[sql] { return statement }
        guard let handle else { throw StoreError(code: SQLITE_MISUSE) }
        var statement: OpaquePointer?
        let result = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard result == SQLITE_OK, let statement else {
            throw StoreError(code: result == SQLITE_OK ? SQLITE_MISUSE : result)
        }
        prepared[sql] = statement
        return statement
    }
}
