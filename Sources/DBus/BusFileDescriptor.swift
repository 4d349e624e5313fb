import Glibc

/// A file descriptor that came with a message or goes with one; closed with this object.
package final class BusFileDescriptor: Hashable, Sendable {
    package let rawValue: Int32

    /// Takes over `descriptor`.
    package init(adopting descriptor: Int32) { rawValue = descriptor }

    deinit { close(rawValue) }

    package static func == (a: BusFileDescriptor, b: BusFileDescriptor) -> Bool { a === b }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
