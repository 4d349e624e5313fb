import Foundation
import HandsetInterface
import Testing

@testable import HandsetService

/// The rows of conversations.
@Suite struct HistoryTests {
    private let folder: TemporaryFolder
    private static let id = "9D2F1E5C-0000-4000-8000-000000000001"

    init() throws { folder = try TemporaryFolder() }

    private static func record(_ date: Int64, app: String, isFinished: Bool = true) -> CallRecord {
        var record = CallRecord(id: id, handles: [], app: app, date: date, connected: date + 1, isIncoming: true)
        record.duration = 5
        record.isFinished = isFinished
        return record
    }

    /// An app that gives an id again changes no row of an earlier conversation, whoever had it.
    @Test(arguments: ["app.voip", "app.other"])
    func aRowIsNotOverwrittenByAnotherConversation(app: String) async throws {
        let store = try Store(folder: folder.path)
        try await store.save(Self.record(1_000, app: "app.voip"))
        let first = try await store.recents(RecentQuery(), since: 0)
        for isFinished in [false, true] { try await store.save(Self.record(90_000, app: app, isFinished: isFinished)) }
        try await store.save(Self.record(180_000, app: app))
        let rows = try await store.recents(RecentQuery(), since: 0)
        #expect(rows.map(\.date) == [180_000, 90_000, 1_000] && rows.map(\.app) == [app, app, "app.voip"])
        #expect(rows.suffix(1) == first)
        #expect(Set(rows.compactMap { UUID(uuidString: $0.id) }).count == 3)
    }

    /// What goes on after a restart of the service is the same conversation.
    @Test func aRowThatWasLeftOpenIsGoneOnWith() async throws {
        let store = try Store(folder: folder.path)
        try await store.save(Self.record(1_000, app: "app.voip", isFinished: false))
        let left = try #require(try await store.takeUnfinished().first)
        #expect(left.date == 1_000)
        try await store.save(Self.record(left.date, app: "app.voip"))
        let rows = try await store.recents(RecentQuery(), since: 0)
        #expect(rows.map(\.id) == [Self.id] && rows.first?.duration == 5)
    }
}
