import Foundation
import Synchronization

/// An internet of one desk: the push goes through `handset push`, and the two sides talk over a socket. This file is Linux's.
struct Desk: CallServer {
    /// The app whose executable this is: `NAME@example.org` is the bundle `org.example.NAME`.
    static let me: String = {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let bundle = folder.deletingPathExtension().lastPathComponent
        return "\(bundle.split(separator: ".").last ?? "nobody")@example.org"
    }()

    let handset: String

    func call(_ callee: String, _ id: UUID) async throws -> any CallWire {
        guard let name = callee.split(separator: "@").first, callee.hasSuffix("@example.org") else {
            throw DeskError.nobody
        }
        let path = "\(NSTemporaryDirectory())/voip-\(id.uuidString).sock"
        let wire = try Wire(listeningAt: path)
        let payload = ["caller": Self.me, "wire": path]
        guard try await push(try JSONEncoder().encode(payload), to: "org.example.\(name)") else {
            wire.close()
            throw DeskError.nobody
        }
        return wire
    }

    private func push(_ payload: Data, to app: String) async throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [handset, "push", app, "--payload", String(decoding: payload, as: UTF8.self)]
        process.standardOutput = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus == 0) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }
}

enum DeskError: LocalizedError {
    case nobody, noWire

    var errorDescription: String? {
        switch self {
        case .nobody: "Nobody of that name is here."
        case .noWire: "The other side cannot be reached."
        }
    }
}

/// A socket with a word a line.
final class Wire: CallWire {
    let words: AsyncStream<CallWord>
    private let line: Line

    /// The caller's end: waits for the callee.
    convenience init(listeningAt path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.withAddress(path, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 1) == 0 else {
            throw DeskError.noWire
        }
        self.init {
            let accepted = accept(descriptor, nil, nil)
            Glibc.close(descriptor)
            unlink(path)
            return accepted
        } cancel: {
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// The callee's end.
    convenience init(connectingTo path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.withAddress(path, { connect(descriptor, $0, $1) }) == 0 else { throw DeskError.noWire }
        self.init {
            descriptor
        } cancel: {
        }
    }

    private init(_ open: @escaping @Sendable () -> Int32, cancel: @escaping @Sendable () -> Void) {
        let line = Line(cancel)
        self.line = line
        words = AsyncStream { continuation in
            Thread.detachNewThread {
                let descriptor = open()
                line.use(descriptor)
                let handle = FileHandle(fileDescriptor: descriptor)
                var pending = Data()
                while descriptor >= 0, case let data = handle.availableData, !data.isEmpty {
                    pending += data
                    while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                        let word = String(decoding: pending[..<end], as: UTF8.self)
                        if let word = CallWord(rawValue: word) { continuation.yield(word) }
                        pending = Data(pending[pending.index(after: end)...])
                    }
                }
                continuation.finish()
                line.end()
            }
        }
    }

    func say(_ word: CallWord) { line.say(word) }
    func close() { line.say(.ended) }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return -1 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// The descriptor of a wire, once there is one, and what was said before.
private final class Line: Sendable {
    private struct State {
        var descriptor: Int32?
        var early = ""
        var isOver = false
    }
    private let state = Mutex(State())
    private let cancel: @Sendable () -> Void

    init(_ cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

    func use(_ descriptor: Int32) {
        state.withLock { state in
            guard descriptor >= 0, !state.isOver else { return state.isOver = true }
            state.descriptor = descriptor
            Self.write(state.early, to: descriptor)
        }
    }

    func say(_ word: CallWord) {
        let isWaiting = state.withLock { state in
            guard !state.isOver else { return false }
            if let descriptor = state.descriptor { Self.write("\(word.rawValue)\n", to: descriptor) }
            state.early += "\(word.rawValue)\n"
            return word == .ended && state.descriptor == nil
        }
        // Nobody has come yet, and nobody has to.
        if isWaiting { cancel() }
    }

    func end() {
        state.withLock { state in
            if let descriptor = state.descriptor, !state.isOver { Glibc.close(descriptor) }
            state.isOver = true
        }
    }

    private static func write(_ text: String, to descriptor: Int32) {
        _ = send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    }
}
