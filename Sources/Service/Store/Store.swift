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
    /// Seconds since 1970.
    let now: @Sendable () -> Int64

    /// Parts that wait for the next commit, each with whoever waits for it.
    private var waiting: [(part: Arrival, answer: CheckedContinuation<Result<Int64, StoreError>, Never>)] = []

    /// The trouble of the last commit, for a person; nil once one has worked again.
    private(set) var trouble: StoreError?

    /// Opens the store in `folder`, or makes it there, and brings it to the newest version.
    package init(
        folder: String, loop: EventLoop = EventLoop(name: "store"), now: @escaping @Sendable () -> Int64 = { .unixTime }
    ) throws(StoreError) {
        self.loop = loop
        self.now = now
        database = try Database(path: folder + "/handset.db")
        // A damaged file may open well: look before anybody relies on it.
        let check = try database.first("PRAGMA quick_check(1)") { $0.text(0) }
        guard check == "ok" else { throw StoreError(.damaged) }
        try Schema.migrate(database)
    }

    /// A change of the store: all of it or nothing.
    @discardableResult
    func change<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        let before = database.changeCount
        do throws(StoreError) {
            let value = try database.transaction(body)
            // A transaction that wrote nothing works on a full disk too.
            if database.changeCount != before { trouble = nil }
            return value
        } catch {
            trouble = error
            // For whoever tries again: up to four megabytes that nobody else could free.
            if error.kind == .full { database.emptyLog() }
            throw error
        }
    }

    /// Lets the file go. Whatever is asked of the store afterwards fails.
    func close() { database.close() }

    /// The next number of a kind, never given before. It is at least `floor`, which follows the clock: a store that was
    /// lost and begun anew does not repeat what the lost one gave.
    func nextNumber(_ name: String, floor: Int64) throws(StoreError) -> Int64 {
        let last = try lastNumber(name)
        let next = max(last + 1, floor)
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
    /// Seconds since 1970, now.
    package static var unixTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }
}
