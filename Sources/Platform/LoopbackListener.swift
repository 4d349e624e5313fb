import CHandsetLinux
import Glibc

/// A listening TCP socket that only this machine reaches; it hands each new connection's descriptor to its owner, which
/// closes it.
package final class LoopbackListener: EventSource {
    package private(set) var descriptor: Int32
    /// The port that the kernel chose.
    package let port: UInt16
    package var onConnection: ((Int32) -> Void)?
    private let loop: EventLoop

    /// Listens at 127.0.0.1. On the loop's thread.
    package init(loop: EventLoop) throws(SystemError) {
        self.loop = loop
        let descriptor = try SystemError.check(socket(AF_INET, SocketType.stream, 0), "socket")
        do throws(SystemError) {
            port = try Self.listen(descriptor)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        loop.add(self)
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    package var interest: Int16 { Int16(POLLIN) }
    package var deadline: MonotonicTime? { nil }

    package func ready(_ events: Int16) {
        let connection = handset_accept(descriptor)
        guard connection >= 0 else { return }
        if let onConnection { onConnection(connection) } else { Glibc.close(connection) }
    }

    package func close() {
        guard descriptor >= 0 else { return }
        loop.remove(self)
        Glibc.close(descriptor)
        descriptor = -1
    }

    private static func listen(_ descriptor: Int32) throws(SystemError) -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        try SystemError.check(bound, "bind")
        try SystemError.check(Glibc.listen(descriptor, 64), "listen")
        let named = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        try SystemError.check(named, "getsockname")
        return UInt16(bigEndian: address.sin_port)
    }
}
