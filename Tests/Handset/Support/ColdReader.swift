import Foundation
import Glibc
import HandsetDBus
import HandsetPlatform

/// The program `handset-cold-reader`, run to its end.
actor ColdReader {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private(set) var output = ""
    private var child: ChildProcess?
    private var stream: ByteStream?

    init(bus: String, readers: Int, loop: EventLoop) async throws {
        self.loop = loop
        try await run(bus: bus, readers: readers)
    }

    private func run(bus: String, readers: Int) async throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError("pipe") }
        defer { close(ends[1]) }
        let stream = ByteStream(descriptor: ends[0], loop: loop)
        let isClosed = OneShot<Void>()
        stream.onBytes = { [weak self] octets in
            self?.assumeIsolated { $0.output += String(decoding: octets, as: UTF8.self) }
        }
        stream.onClose = { isClosed.give(()) }
        self.stream = stream
        var environment = ProcessInfo.processInfo.environment
        environment["HANDSET_BUS"] = bus
        child = try ChildProcess(
            executable: Self.executable, arguments: [String(readers)], environment: environment,
            output: .descriptor(ends[1]), loop: loop)
        close(ends[1])
        ends[1] = -1
        await isClosed.value()
    }

    /// Beside the test program itself.
    private static var executable: String {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let arguments = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? program
        return URL(filePath: arguments).deletingLastPathComponent().appending(path: "handset-cold-reader").path
    }
}
