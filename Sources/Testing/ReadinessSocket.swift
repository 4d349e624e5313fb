import Glibc
import HandsetPlatform

/// Where a program says that it is ready, as systemd would hear it (sd_notify(3)).
final class ReadinessSocket: EventSource {
    let descriptor: Int32
    let path: String
    /// Called on the loop's thread, for each time that a program says so.
    var onReady: (() -> Void)?
    private let loop: EventLoop

    /// Hears at `path`. On the loop's thread.
    init(path: String, loop: EventLoop) throws(SystemError) {
        self.path = path
        self.loop = loop
        descriptor = try UnixSocket.receive(at: path)
        loop.add(self)
    }

    deinit { Glibc.close(descriptor) }

    var interest: Int16 { Int16(POLLIN) }
    var deadline: MonotonicTime? { nil }

    func ready(_ events: Int16) {
        var datagram = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &datagram, datagram.count, 0)
        guard count > 0 else { return }
        let words = datagram[..<count].split(separator: UInt8(ascii: "\n"))
        if words.contains(where: { $0.elementsEqual("READY=1".utf8) }) { onReady?() }
    }

    func close() {
        loop.remove(self)
        unlink(path)
    }
}
