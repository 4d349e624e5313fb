import CHandsetLinux
import Glibc

/// Unix sockets by path.
package enum UnixSocket {
    /// A connected descriptor. Local connects do not wait, so this may be called on a loop.
    package static func connect(to path: String) throws(SystemError) -> Int32 {
        let descriptor = try SystemError.check(
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | SocketType.inheritedByNobody, 0), "socket")
        do throws(SystemError) {
            try withAddress(path) { address, length throws(SystemError) in
                try SystemError.check(Glibc.connect(descriptor, address, length), "connect")
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// A listening descriptor; what stood at `path` before is replaced. Only this user may connect.
    package static func listen(at path: String) throws(SystemError) -> Int32 {
        let descriptor = try SystemError.check(socket(AF_UNIX, SocketType.stream, 0), "socket")
        unlink(path)
        do throws(SystemError) {
            try withAddress(path) { address, length throws(SystemError) in
                try SystemError.check(bind(descriptor, address, length), "bind")
            }
            chmod(path, 0o600)
            try SystemError.check(Glibc.listen(descriptor, 16), "listen")
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// A descriptor on which datagrams to `path` arrive; what stood there before is replaced. Only this user may send.
    package static func receive(at path: String) throws(SystemError) -> Int32 {
        let descriptor = try SystemError.check(socket(AF_UNIX, SocketType.datagram, 0), "socket")
        unlink(path)
        do throws(SystemError) {
            try withAddress(path) { address, length throws(SystemError) in
                try SystemError.check(bind(descriptor, address, length), "bind")
            }
            chmod(path, 0o600)
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Void
    ) throws(SystemError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let octets = Array(path.utf8)
        guard octets.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError("socket path", code: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: octets) }
        let result: Result<Void, SystemError> = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                do throws(SystemError) {
                    return .success(try body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size)))
                } catch {
                    return .failure(error)
                }
            }
        }
        try result.get()
    }
}

/// A listening socket that hands each new connection's descriptor to its owner, which closes it.
package final class SocketListener: EventSource {
    package private(set) var descriptor: Int32
    package var onConnection: ((Int32) -> Void)?
    private let path: String
    private let loop: EventLoop

    /// Listens at `path`. On the loop's thread.
    package init(path: String, loop: EventLoop) throws(SystemError) {
        self.path = path
        self.loop = loop
        descriptor = try UnixSocket.listen(at: path)
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
        unlink(path)
    }
}
