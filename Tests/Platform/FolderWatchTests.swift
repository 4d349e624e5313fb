import Foundation
import HandsetPlatform
import Testing

@Suite(.timeLimit(.minutes(1))) struct FolderWatchTests {
    /// Watches a folder on a loop of its own.
    private actor Watcher {
        nonisolated let loop = EventLoop(name: "watcher")
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        nonisolated let changes: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation
        private var watch: FolderWatch?

        init() { (changes, continuation) = AsyncStream.makeStream() }

        func start(_ path: String) throws {
            watch = try FolderWatch(path: path, loop: loop)
            watch?.onChange = { [continuation] in continuation.yield() }
        }

        func stop() {
            watch?.close()
            continuation.finish()
        }
    }

    @Test func tellsOfWhatHappensInside() async throws {
        var template = Array("/tmp/handset-watch-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let parent = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: parent) }
        let folder = "\(parent)/missing/apps"
        let files = FileManager.default
        let watcher = Watcher()
        try await watcher.start(folder)
        var changes = watcher.changes.makeAsyncIterator()

        // It is not there yet, nor is the folder that it will be in.
        try files.createDirectory(atPath: "\(parent)/missing", withIntermediateDirectories: true)
        #expect(await changes.next() != nil)
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(await changes.next() != nil)
        try files.createDirectory(atPath: "\(folder)/a.app", withIntermediateDirectories: true)
        #expect(await changes.next() != nil)
        try "x".write(toFile: "\(folder)/a.app/Info.plist", atomically: false, encoding: .utf8)
        #expect(await changes.next() != nil)
        try files.moveItem(atPath: "\(folder)/a.app", toPath: "\(folder)/b.app")
        #expect(await changes.next() != nil)
        try files.removeItem(atPath: "\(folder)/b.app")
        #expect(await changes.next() != nil)
        try files.removeItem(atPath: folder)
        #expect(await changes.next() != nil)
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(await changes.next() != nil)
        await watcher.stop()
    }
}
