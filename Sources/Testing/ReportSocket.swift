import Foundation
import HandsetPlatform

/// The socket on which programs under test say what happens in them and are told what to do next: JSON objects, one a line.
///
/// Apps find it in `HANDSET_TEST_SOCKET`. An app needs none of this to be tested; ours use it to stop at a chosen place.
package actor ReportSocket {
    package struct Report: Sendable {
        /// The connection that it came on: one a process.
        package var process: Int
        package var fields: [String: String]

        package subscript(key: String) -> String? { fields[key] }
    }

    private final class Connection {
        let stream: ByteStream
        var pending: [UInt8] = []
        init(_ stream: ByteStream) { self.stream = stream }
    }

    nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    package nonisolated let path: String
    private var listener: SocketListener?
    private var connections: [Int: Connection] = [:]
    private var nextProcess = 0
    private let reports: Mailbox<Report>

    package init(path: String, loop: EventLoop) {
        self.path = path
        self.loop = loop
        reports = Mailbox(of: "report", loop: loop)
    }

    package func open() throws {
        let listener = try SocketListener(path: path, loop: loop)
        listener.onConnection = { [unowned self] descriptor in assumeIsolated { $0.accepted(descriptor) } }
        self.listener = listener
    }

    package func close() {
        listener?.close()
        for connection in connections.values { connection.stream.close() }
        connections = [:]
        reports.close()
    }

    /// The first report, of those not yet taken, that `accepts` takes; waits for it.
    package func next(
        within limit: Duration = .seconds(30), where accepts: @escaping @Sendable (Report) -> Bool
    ) async throws -> Report {
        try await reports.take(within: limit, where: accepts)
    }

    /// Reports that came and that nobody took.
    package var untaken: [Report] { reports.untaken }

    package func tell(_ process: Int, _ fields: [String: String]) throws {
        guard let connection = connections[process] else { throw TestMachineError("that process has ended") }
        connection.stream.write(try JSONEncoder().encode(fields) + Data("\n".utf8))
    }

    private func accepted(_ descriptor: Int32) {
        let process = nextProcess
        nextProcess += 1
        let connection = Connection(ByteStream(descriptor: descriptor, loop: loop))
        connections[process] = connection
        connection.stream.onBytes = { [unowned self] octets in assumeIsolated { $0.came(octets, from: process) } }
        connection.stream.onClose = { [unowned self] in assumeIsolated { $0.ended(process) } }
    }

    private func came(_ octets: [UInt8], from process: Int) {
        guard let connection = connections[process] else { return }
        connection.pending += octets
        while let end = connection.pending.firstIndex(of: UInt8(ascii: "\n")) {
            let line = Data(connection.pending[..<end])
            connection.pending.removeSubrange(...end)
            if let fields = try? JSONDecoder().decode([String: String].self, from: line) {
                reports.put(Report(process: process, fields: fields))
            }
        }
    }

    private func ended(_ process: Int) {
        connections[process] = nil
        reports.put(Report(process: process, fields: ["event": "ended"]))
    }
}
