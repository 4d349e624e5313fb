import Foundation
import HandsetLines
import HandsetPlatform
import Testing

@testable import HandsetService

@Suite struct StoreTests {
    static let line = LineID(rawValue: "iccid-1")
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static func message(_ text: String) -> IncomingMessage {
        IncomingMessage(line: line, sender: .init(address: "+15550100", kind: .number), text: text, received: 1)
    }

    @Test func keepsPartsInOrderOfArrival() async throws {
        let parts: [ReceivedPart] = [
            .tpdu([1, 2, 3]),
            .fields(.init(sender: "+1", text: "a\u{301}\n", timestamp: -5, utcOffset: -60, identity: "/m/1")),
            .fields(.init(sender: "", text: "", timestamp: nil, utcOffset: nil, identity: "")),
        ]
        do {
            let store = try Store(folder: folder.path)
            for part in parts { try await store.record(Arrival(line: Self.line, part: part, at: 7)) }
        }
        let store = try Store(folder: folder.path)
        #expect(try await store.parts(.new).map(\.arrival.part) == parts)
        #expect(try await store.parts(.new).map(\.arrival.at) == [7, 7, 7])
    }

    @Test func consumesPartsAndQueuesTheMessageTogether() async throws {
        let store = try Store(folder: folder.path)
        let first = try await store.record(Arrival(line: Self.line, part: .tpdu([1]), at: 1))
        let second = try await store.record(Arrival(line: Self.line, part: .tpdu([2]), at: 1))
        _ = try await store.settle([.wait(first)])
        #expect(try await store.heldCounts().waiting == 1)
        let cursors = try await store.settle([.deliver([first, second], Self.message("hello"))])
        let cursor = try #require(cursors?.first)
        #expect(try await store.parts(.new).isEmpty)
        #expect(try await store.heldCounts() == (0, 0))
        let message = try #require(try await store.message(at: cursor))
        #expect(message.text == "hello")
        #expect(UInt32(message.id) != nil)
        #expect(try await store.queue(of: "sms").elements == [.init(cursor: cursor)])
        #expect(try await store.queue(of: "class-0").elements.isEmpty)
    }

    @Test func aKnownMessageIsDroppedAndNothingElseHappens() async throws {
        let store = try Store(folder: folder.path)
        for offer in 0..<2 {
            let part = try await store.record(Arrival(line: Self.line, part: .tpdu([1]), at: 1))
            let identity = MessageIdentity(part: part, digest: [9], seconds: nil)
            let cursors = try await store.settle([.deliver([part], Self.message("x"))], identity: identity)
            #expect((cursors == nil) == (offer == 1))
        }
        #expect(try await store.queue(of: "sms").elements.count == 1)
        #expect(try await store.parts(.new).isEmpty)
    }

    @Test func idsAndCursorsOfANewStoreAreBeyondALostOnes() async throws {
        let time = Lock<Int64>(1_800_000_000)
        @Sendable func now() -> Int64 { time.withLock { $0 } }
        func deliver(into store: Store) async throws -> (cursor: UInt64, id: UInt32) {
            let part = try await store.record(Arrival(line: Self.line, part: .tpdu([1]), at: 1))
            let cursor = try #require(try await store.settle([.deliver([part], Self.message("x"))])?.first)
            let message = try #require(try await store.message(at: cursor))
            return (cursor, try #require(UInt32(message.id)))
        }
        let first = try Store(folder: folder.path, now: now)
        var last = try await deliver(into: first)
        for _ in 0..<5 {
            let next = try await deliver(into: first)
            #expect(next.id == last.id + 1)
            #expect(next.cursor > last.cursor)
            last = next
        }
        time.withLock { $0 += 60 }
        let other = try TemporaryFolder()
        let anew = try await deliver(into: try Store(folder: other.path, now: now))
        #expect(anew.id > last.id)
        #expect(anew.cursor > last.cursor)
        withExtendedLifetime(other) {}  // the folder goes with it
    }

    // MARK: What is held

    @Test func aKindThatIsFullKeepsTheOldestAndCountsTheRest() async throws {
        let store = try Store(folder: folder.path, heldLimit: 3)
        for octet: UInt8 in 1...5 {
            let number = try await store.record(Arrival(line: Self.line, part: .tpdu([octet]), at: Int64(octet)))
            _ = try await store.settle([.hold(number, kind: "wap-push")])
        }
        let other = try await store.record(Arrival(line: Self.line, part: .tpdu([9]), at: 9))
        _ = try await store.settle([.hold(other, kind: "unreadable")])
        #expect(
            try await store.heldKinds() == ["wap-push": .init(kept: 3, lost: 2), "unreadable": .init(kept: 1)])
        let held = try await store.held(after: 0, limit: 2, withOctets: true)
        #expect(held.map(\.octets) == [[1], [2]])
        #expect(held.map(\.received) == [1, 2])
        let last = try #require(held.last)
        let rest = try await store.held(after: Int64(last.id), limit: 10, withOctets: false)
        #expect(rest.map(\.kind) == ["wap-push", "unreadable"])
        #expect(rest.map(\.octets) == [nil, nil])
        #expect(rest.map(\.size) == [1, 1])
        #expect(try await store.forgetHeld(.id(last.id)))
        #expect(try await !store.forgetHeld(.id(last.id)))
        #expect(try await store.forgetHeld(.kind("wap-push")))
        #expect(try await !store.forgetHeld(.kind("none")))
        // What was let go stays counted.
        #expect(try await store.heldKinds() == ["wap-push": .init(lost: 2), "unreadable": .init(kept: 1)])
        let next = try await store.record(Arrival(line: Self.line, part: .tpdu([6]), at: 6))
        _ = try await store.settle([.hold(next, kind: "wap-push")])
        #expect(try await store.heldKinds()["wap-push"]?.kept == 1)
    }

    // MARK: A store that was lost

    /// Ids run ahead of the clock in a burst, and a clock may be set back.
    @Test(arguments: ["moved away", "an older copy"], [Int64(0), -1_000_000, 30])
    func idsAndCursorsGoOnBehindThoseOfAStoreThatWasLost(how: String, passed: Int64) async throws {
        let (path, copy) = (folder.path + "/handset.db", folder.path + "/copy.db")
        let time = Lock<Int64>(1_800_000_000)
        @Sendable func now() -> Int64 { time.withLock { $0 } }
        func deliver(into store: Store) async throws -> (cursor: UInt64, id: UInt32) {
            let part = try await store.record(Arrival(line: Self.line, part: .tpdu([1]), at: 1))
            let cursor = try #require(try await store.settle([.deliver([part], Self.message("x"))])?.first)
            let message = try #require(try await store.message(at: cursor))
            return (cursor, try #require(UInt32(message.id)))
        }
        func opened<Value>(_ body: (Store) async throws -> Value) async throws -> Value {
            let store = try Store(folder: folder.path, now: now)
            let value = try await body(store)
            await store.close()
            return value
        }
        _ = try await opened { try await deliver(into: $0) }
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        time.withLock { $0 += 100_000 }
        var last = (cursor: UInt64(0), id: UInt32(0))
        for _ in 1...2 {
            // A restart of the same store goes on where it was.
            let next = try await opened { store in
                for _ in 1...200 { _ = try await deliver(into: store) }
                return try await deliver(into: store)
            }
            #expect(last.id == 0 || next.id == last.id + 201)
            last = next
        }
        try FileManager.default.removeItem(atPath: path)
        if how == "an older copy" { try FileManager.default.copyItem(atPath: copy, toPath: path) }
        time.withLock { $0 += passed }
        let anew = try await opened { try await deliver(into: $0) }
        #expect(anew.id > last.id)
        #expect(anew.cursor > last.cursor)
        #expect(try await opened { try await deliver(into: $0) }.id == anew.id + 1)
    }

    @Test func aStoreThatLostAllItsOctetsIsDamaged() async throws {
        let path = folder.path + "/handset.db"
        do {
            let store = try Store(folder: folder.path)
            try await store.record(Arrival(line: Self.line, part: .tpdu([1]), at: 1))
            await store.close()
        }
        try Data("log".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
        try Data().write(to: URL(fileURLWithPath: path))
        #expect { try Store(folder: folder.path) } throws: { ($0 as? StoreError)?.kind == .damaged }
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 0)
        // Moved away, as the error says.
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.removeItem(atPath: path + "-wal")
        _ = try Store(folder: folder.path)
    }

    /// As after a power cut at the very first start: SQLite had made the file, and nothing had been written.
    @Test func anEmptyFileWhereNothingEverWasIsANewStore() async throws {
        try Data().write(to: URL(fileURLWithPath: folder.path + "/handset.db"))
        let store = try Store(folder: folder.path)
        try await store.record(Arrival(line: Self.line, part: .tpdu([1]), at: 1))
    }

    @Test(arguments: ["", "x\n", "12", "99999999999999999999\n", "9223372036854775807\n", "-1\n", "\u{0}\n"])
    func aMarkThatCannotBeReadIsMadeAgain(text: String) async throws {
        let mark = folder.path + "/numbers"
        do { await (try Store(folder: folder.path, now: { 1_800_000_000 })).close() }
        try Data(text.utf8).write(to: URL(fileURLWithPath: mark))
        do { await (try Store(folder: folder.path, now: { 1_800_000_000 })).close() }
        #expect(NumberMark(folder: folder.path).seconds ?? 0 > 1_800_000_000)
    }

    @Test func numbersDoNotRepeatAfterARestartOrWithTheClockSetBack() async throws {
        let time = Lock<Int64>(1_800_000_000)
        var cursors: [UInt64] = []
        for _ in 0..<3 {
            let store = try Store(folder: folder.path, now: { time.withLock { $0 } })
            let part = try await store.record(Arrival(line: Self.line, part: .tpdu([1]), at: 1))
            cursors += try #require(try await store.settle([.deliver([part], Self.message("x"))]))
            time.withLock { $0 -= 1_000 }
        }
        #expect(cursors == cursors.sorted())
        #expect(Set(cursors).count == 3)
    }

    @Test func parkedElementsGetFreshCursorsAndKeepTheirIds() async throws {
        let store = try Store(folder: folder.path)
        let part = try await store.record(Arrival(line: Self.line, part: .tpdu([1]), at: 1))
        let old = try #require(try await store.settle([.deliver([part], Self.message("x"))])?.first)
        let id = try #require(try await store.message(at: old)).id
        try await store.setDeaths(3, of: old)
        #expect(try await store.queue(of: "sms").parkedCount == 1)
        let moved = try await store.unpark("sms")
        #expect(moved.map(\.old) == [old])
        let new = try #require(moved.first).new
        #expect(new > old)
        #expect(try await store.message(at: new)?.id == id)
        #expect(try await store.message(at: old) == nil)
    }

    // MARK: Trouble

    @Test func aDamagedDatabaseIsSaidAndLeftAlone() throws {
        let path = folder.path + "/handset.db"
        let garbage = Data("this is no database, and it is long enough to be looked at".utf8)
        try garbage.write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreError.self) { try Store(folder: folder.path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == garbage)
        do {
            _ = try Store(folder: folder.path)
        } catch {
            #expect(error.kind == .damaged)
            #expect(error.description.contains("move"))
        }
    }

    @Test func aDamagedPageIsFound() async throws {
        do {
            let store = try Store(folder: folder.path)
            for octet in 0..<200 {
                try await store.record(
                    Arrival(line: Self.line, part: .tpdu([UInt8](repeating: UInt8(octet), count: 170)), at: 1))
            }
        }
        let path = folder.path + "/handset.db"
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        let size = try file.seekToEnd()
        try #require(size > 40_960)
        try file.seek(toOffset: size - 20_000)
        file.write(Data(repeating: 0xAA, count: 12_000))
        try file.close()
        #expect { try Store(folder: folder.path) } throws: { ($0 as? StoreError)?.kind == .damaged }
    }

    @Test func aNewerStoreIsLeftAlone() throws {
        do {
            let database = try Database(path: folder.path + "/handset.db")
            try database.execute("PRAGMA user_version = 99")
        }
        #expect { try Store(folder: folder.path) } throws: { ($0 as? StoreError)?.kind == .newer }
    }

    @Test func aFolderThatIsNotThereIsSaid() {
        #expect { try Store(folder: folder.path + "/none") } throws: { ($0 as? StoreError)?.kind == .cannotOpen }
    }

    @Test func aStoreInUseIsSaid() async throws {
        let store = try Store(folder: folder.path)
        try await store.record(Arrival(line: Self.line, part: .tpdu([1]), at: 1))
        #expect { try Store(folder: folder.path) } throws: { ($0 as? StoreError)?.kind == .inUse }
    }
}
