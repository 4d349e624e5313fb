import Glibc

import HandsetLines
package import HandsetPlatform

/// Everything that must outlive a crash, in one SQLite file, on a thread of its own.
///
/// What a method has returned is on the disk. What it throws has not happened.
package actor Store {
    /// The store's own thread: a commit waits for the disk, and nobody else should.
    private let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let database: Database
    /// The state folder.
    let folder: String
    /// Seconds since 1970.
    let now: @Sendable () -> Int64

    /// Parts that wait for the next commit, each with whoever waits for it.
    private var waiting: [(part: Arrival, answer: CheckedContinuation<Result<Int64, StoreError>, Never>)] = []

    /// The trouble of the last commit, or of the last file, for a person; nil once one has worked again.
    var trouble: StoreError? { commitTrouble ?? fileTrouble }
    private var commitTrouble: StoreError?
    var fileTrouble: StoreError?

    /// Held parts of each kind, some 3 MB of them. A stranger can send as many pushes as he likes; what they fill is bounded,
    /// and no kind takes another's room.
    let heldLimit: Int
    private var mark: NumberMark
    /// Seconds from which numbers are given at the earliest, where the database cannot know how far they had come.
    private let firstSecond: Int64

    /// Opens the store in `folder`, or makes it there, and brings it to the newest version.
    package init(
        folder: String, loop: EventLoop = EventLoop(name: "store"), heldLimit: Int = 10_000,
        now: @escaping @Sendable () -> Int64 = { .unixTime }
    ) throws(StoreError) {
        self.heldLimit = heldLimit
        self.loop = loop
        self.now = now
        self.folder = folder
        var mark = NumberMark(folder: folder)
        // SQLite begins such a file anew, and deletes the log beside it.
        if mark.exists, mark.databaseIsEmpty { throw StoreError(.damaged) }
        database = try Database(path: folder + "/handset.db")
        // A damaged file may open well: look before anybody relies on it.
        let check = try database.first("PRAGMA quick_check(1)") { $0.text(0) }
        guard check == "ok" else { throw StoreError(.damaged) }
        try Schema.migrate(database)
        firstSecond = try Self.reconcile(&mark, with: database, now: now())
        self.mark = mark
    }

    /// Compares the mark with the database's own word of it.
    ///
    /// - Returns: the second behind the mark where the database is a new one, or an older copy; 0 where it is the one
    ///   that was here.
    private static func reconcile(
        _ mark: inout NumberMark, with database: Database, now: Int64
    ) throws(StoreError) -> Int64 {
        let own = try database.first("SELECT value FROM counter WHERE name = 'mark'") { $0.integer(0) }
        if let own, own == mark.seconds { return 0 }
        let given = try database.first("SELECT value FROM counter WHERE name = 'message-id'") { $0.integer(0) } ?? 0
        let first = (mark.seconds ?? 0) + 1
        let isBehind = mark.seconds.map { $0 > own ?? 0 } ?? false
        if isBehind { Log.warning("the store is new, or an older copy of itself: ids go on behind those of the last") }
        try mark.raise(to: max(first, given, own ?? 0, now) + NumberMark.reserve)
        try note(mark, in: database)
        return isBehind ? first : 0
    }

    private static func note(_ mark: NumberMark, in database: Database) throws(StoreError) {
        try database.run(
            "INSERT OR REPLACE INTO counter (name, value) VALUES ('mark', ?)", SQLValue(mark.seconds))
    }

    /// A change of the store: all of it or nothing.
    @discardableResult
    func change<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        let before = database.changeCount
        do throws(StoreError) {
            let value = try database.transaction(body)
            // A transaction that wrote nothing works on a full disk too.
            if database.changeCount != before { commitTrouble = nil }
            return value
        } catch {
            commitTrouble = error
            // For whoever tries again: up to four megabytes that nobody else could free.
            if error.kind == .full { database.emptyLog() }
            throw error
        }
    }

    /// Lets the file go. Whatever is asked of the store afterwards fails.
    func close() { database.close() }

    /// In a transaction: the next number of a kind, never given before, by this store or one that was lost here.
    ///
    /// - Parameters:
    ///   - floor: the clock's word for the least that it may be.
    ///   - scale: such a number counts units of 2^-scale seconds.
    func nextNumber(_ name: String, floor: Int64, scale: Int64 = 20) throws(StoreError) -> Int64 {
        let last = try lastNumber(name)
        let next = max(last + 1, floor, firstSecond << scale)
        let second = next >> scale
        if second > mark.seconds ?? 0 {
            try mark.raise(to: second + NumberMark.reserve)
            try Self.note(mark, in: database)
        }
        try database.run("INSERT OR REPLACE INTO counter (name, value) VALUES (?, ?)", .text(name), .integer(next))
        return next
    }

    func lastNumber(_ name: String) throws(StoreError) -> Int64 {
        try database.first("SELECT value FROM counter WHERE name = ?", .text(name)) { $0.integer(0) } ?? 0
    }

    // MARK: Group commit

    /// Writes a part down. All parts that wait at the same moment share one commit.
    ///
    /// - Returns: the number of its row.
    @discardableResult
    func record(_ part: Arrival) async throws(StoreError) -> Int64 {
        let result = await withCheckedContinuation { continuation in
            waiting.append((part, continuation))
            if waiting.count == 1 {
                loop.schedule(at: .now) { self.assumeIsolated { $0.commitWaiting() } }
            }
        }
        return try result.get()
    }

    private func commitWaiting() {
        let batch = waiting
        waiting = []
        let results: Result<[Int64], StoreError>
        do throws(StoreError) {
            results = .success(
                try change { () throws(StoreError) in
                    var numbers: [Int64] = []
                    for entry in batch { numbers.append(try insert(entry.part)) }
                    return numbers
                })
        } catch {
            results = .failure(error)
        }
        for (index, entry) in batch.enumerated() { entry.answer.resume(returning: results.map { $0[index] }) }
    }
}

extension Int64 {
    /// Milliseconds since 1970, now.
    package static var unixMilliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Seconds since 1970, now.
    package static var unixTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }
}
