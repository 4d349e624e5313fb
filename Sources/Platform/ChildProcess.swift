import CHandsetLinux
import Glibc

/// A program that we started; watched through a pidfd, so that no thread waits for it.
///
/// Made and used on the loop's thread.
package final class ChildProcess: EventSource {
    /// How it ended.
    package enum Exit: Hashable, Sendable {
        case code(Int32)
        case signal(Int32)
    }

    package let processID: pid_t
    package private(set) var descriptor: Int32
    package private(set) var exit: Exit?
    package var onExit: ((Exit) -> Void)?
    private let loop: EventLoop

    package var interest: Int16 { Int16(POLLIN) }
    package var deadline: MonotonicTime? { nil }

    /// Where a standard stream of the child goes.
    package enum Stream: Sendable {
        case inherit
        case null
        /// A file, appended to.
        case file(String)
        case descriptor(Int32)
    }

    /// Starts `executable` in a session of its own, with nothing of ours open but what `input`, `output` and `errors` name.
    package init(
        executable: String, arguments: [String] = [], environment: [String: String], directory: String? = nil,
        input: Stream = .null, output: Stream = .inherit, errors: Stream = .inherit, loop: EventLoop
    ) throws(SystemError) {
        self.loop = loop
        let streams = [
            try Opened(input, O_RDONLY, 0), try Opened(output, O_WRONLY, 1), try Opened(errors, O_WRONLY, 2),
        ]
        let child = withExtendedLifetime(streams) {
            Self.withCStrings([executable] + arguments) { arguments in
                Self.withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
                    handset_spawn(executable, arguments, environment, directory, streams.map(\.descriptor))
                }
            }
        }
        guard child > 0 else { throw SystemError("start \(executable)", code: -child) }
        processID = child
        descriptor = handset_pidfd_open(child)
        guard descriptor >= 0 else { throw SystemError("watch a process") }
        loop.add(self)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    package func signal(_ number: Int32) { if exit == nil { kill(processID, number) } }

    package func ready(_ events: Int16) {
        var status: Int32 = 0
        guard exit == nil, waitpid(processID, &status, WNOHANG) == processID else { return }
        let how: Exit = status & 0x7F == 0 ? .code((status >> 8) & 0xFF) : .signal(status & 0x7F)
        exit = how
        loop.remove(self)
        close(descriptor)
        descriptor = -1
        onExit?(how)
        onExit = nil
    }

    /// A standard stream's descriptor, closed with this value when we opened it.
    private final class Opened {
        let descriptor: Int32
        private let isOurs: Bool

        init(_ stream: Stream, _ mode: Int32, _ number: Int32) throws(SystemError) {
            switch stream {
            case .inherit: (descriptor, isOurs) = (number, false)
            case .descriptor(let other): (descriptor, isOurs) = (other, false)
            case .null:
                (descriptor, isOurs) = (try SystemError.check(open("/dev/null", O_RDWR | O_CLOEXEC), "open"), true)
            case .file(let path):
                let flags = mode == O_RDONLY ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND
                descriptor = try SystemError.check(open(path, flags | O_CLOEXEC, 0o600), "open \(path)")
                isOurs = true
            }
        }

        deinit { if isOurs { close(descriptor) } }
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return body(&pointers)
    }
}
