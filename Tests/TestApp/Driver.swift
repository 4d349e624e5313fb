import Foundation

/// The app's end of the test machine's socket.
final class Driver: Sendable {
    let commands: AsyncStream<[String: String]>
    private let socket: FileHandle
    private let questions: Questions

    init() throws {
        guard let path = ProcessInfo.processInfo.environment["HANDSET_TEST_SOCKET"] else {
            throw CocoaError(.fileNoSuchFile)
        }
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw CocoaError(.fileReadUnknown) }
        let socket = FileHandle(fileDescriptor: descriptor)
        self.socket = socket
        questions = Questions()
        commands = AsyncStream { continuation in
            Thread.detachNewThread {
                var pending = Data()
                while true {
                    let data = socket.availableData
                    guard !data.isEmpty else { break }
                    pending += data
                    while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                        if let command = try? JSONDecoder().decode([String: String].self, from: pending[..<end]) {
                            continuation.yield(command)
                        }
                        pending = Data(pending[pending.index(after: end)...])
                    }
                }
                continuation.finish()
            }
        }
    }

    func report(_ fields: [String: String]) {
        guard let data = try? JSONEncoder().encode(fields) else { return }
        try? socket.write(contentsOf: data + Data("\n".utf8))
    }

    /// Reports, and waits for what the test says to it.
    func ask(_ fields: [String: String]) async -> String {
        await questions.ask(fields["loop"] ?? "") { self.report(fields) }
    }

    func answer(_ command: [String: String]) {
        Task { await questions.answer(command["name"] ?? "loop", command["do"] ?? "") }
    }
}

private actor Questions {
    private var waiting: [String: CheckedContinuation<String, Never>] = [:]

    func ask(_ loop: String, _ report: () -> Void) async -> String {
        await withCheckedContinuation { continuation in
            waiting[loop] = continuation
            report()
        }
    }

    func answer(_ loop: String, _ answer: String) { waiting.removeValue(forKey: loop)?.resume(returning: answer) }
}
