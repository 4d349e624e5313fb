import Glibc

/// Types of sockets that no program inherits. Here, since the constants are the C library's to name: a module that also imports a C
/// library with sockets in its headers finds them in a debug build only.
package enum SocketType {
    package static let inheritedByNobody = Int32(SOCK_CLOEXEC.rawValue)
    /// Neither inherited nor waited for.
    package static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    /// Neither inherited nor waited for.
    package static let datagram = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
}
