import Foundation
import HandsetLines
import Testing

@testable import HandsetService

extension Store {
    /// As a disk would: no page more than the file has, or room again.
    func setFull(_ isFull: Bool) throws {
        let count = try database.first("PRAGMA page_count") { $0.int(0) } ?? 0
        _ = try database.first("PRAGMA max_page_count = \(isFull ? count : 1_000_000)") { $0.int(0) }
    }
}

extension Store {
    /// As a file system that was mounted anew.
    func setReadOnly(_ isReadOnly: Bool) throws {
        _ = try database.first("PRAGMA query_only = \(isReadOnly ? 1 : 0)") { $0.int(0) }
    }
}

@Suite struct FullDiskTests {
    @Test func partsAreRefusedWhileTheDiskIsFullAndTakenAfter() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let line = LineID(rawValue: "iccid-1")
        func arrival(_ number: Int) -> Arrival {
            Arrival(line: line, part: .tpdu([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 900)), at: 1)
        }
        try await store.setFull(true)
        var stored = 0
        var refusal: StoreError?
        while refusal == nil, stored < 1_000 {
            do throws(StoreError) {
                try await store.record(arrival(stored))
                stored += 1
            } catch {
                refusal = error
            }
        }
        #expect(refusal?.kind == .full)
        #expect(await store.trouble?.description.contains("full") == true)
        try await store.setFull(false)
        try await store.record(arrival(stored))
        #expect(await store.trouble == nil)
        #expect(try await store.parts(.new).count == stored + 1)
    }

    /// A full disk is told of until something has been written again, and the log does not take the last room.
    @Test func whatWritesNothingIsNoSignOfSpace() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        try await store.setFull(true)
        var isRefused = false
        while !isRefused {
            let part = Arrival(
                line: LineID(rawValue: "iccid-1"), part: .tpdu([UInt8](repeating: 1, count: 900)), at: 1)
            do throws(StoreError) { try await store.record(part) } catch { isRefused = true }
        }
        try await store.remove([])
        #expect(await store.trouble?.kind == .full)
        let log = try FileManager.default.attributesOfItem(atPath: folder.path + "/handset.db-wal")
        #expect(log[.size] as? Int == 0)
    }

    /// What could not be interpreted for want of space is, once there is some.
    @Test func theDaemonGoesOnWhenThereIsSpace() async throws {
        try await House.running { (house, agent) async throws in
            let daemon = try #require(house.daemon)
            let app = house.client()
            try await house.modem.receive("before")
            var element = try await app.next(service: "sms", reader: 1, after: 0)
            try await daemon.store.setFull(true)
            var kept: [Int] = []
            var refused: Int?
            for number in 0..<2_000 where refused == nil {
                do {
                    try await house.modem.receive(
                        "\(number) " + String(repeating: "x", count: 140), at: 1_800_001_000 + Int64(number))
                    kept.append(number)
                } catch {
                    refused = number
                }
            }
            let last = try #require(refused)
            try await daemon.store.setFull(false)
            // The modem offers again what was refused.
            try await house.modem.receive("\(last) again", at: 1_800_009_000)
            await daemon.probe()
            for number in kept {
                element = try await app.next(service: "sms", reader: 1, after: element.cursor)
                #expect(element.message.text.hasPrefix("\(number) "))
            }
            element = try await app.next(service: "sms", reader: 1, after: element.cursor)
            #expect(element.message.text == "\(last) again")
            _ = agent
        }
    }
}
