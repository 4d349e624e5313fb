import Glibc

/// A byte stream over a descriptor (socket, serial port, pty), served by an event loop.
///
/// Made and used on the loop's thread. Owns the descriptor. After `close`, or once the far end has gone, it does
/// nothing; `onClose` is called once, and not for a `close` of our own.
package final class ByteStream: EventSource {
    package private(set) var descriptor: Int32
    /// What has come; at most 64 KiB a call, and never empty.
    package var onBytes: (([UInt8]) -> Void)?
    package var onClose: (() -> Void)?

    private let loop: EventLoop
    private var outgoing: [UInt8] = []
    private var written = 0
    /// Octets that may wait for a far end that does not read; beyond it the stream is closed.
    private let outgoingLimit: Int

    package init(descriptor: Int32, loop: EventLoop, outgoingLimit: Int = 4 << 20) {
        self.descriptor = descriptor
        self.loop = loop
        self.outgoingLimit = outgoingLimit
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        loop.add(self)
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    package var isOpen: Bool { descriptor >= 0 }
    package var interest: Int16 { Int16(POLLIN) | (written < outgoing.count ? Int16(POLLOUT) : 0) }
    package var deadline: MonotonicTime? { nil }

    package func write(_ octets: some Collection<UInt8>) {
        guard isOpen else { return }
        outgoing.append(contentsOf: octets)
        flush()
        if isOpen, outgoing.count - written > outgoingLimit { lost() }
    }

    package func close() {
        guard isOpen else { return }
        loop.remove(self)
        Glibc.close(descriptor)
        descriptor = -1
        onBytes = nil
        onClose = nil
    }

    package func ready(_ events: Int16) {
        if events & Int16(POLLOUT) != 0 { flush() }
        guard isOpen, events & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { return }
        var failure: Int32 = 0
        let octets = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            failure = result < 0 ? errno : 0
            count = max(0, result)
        }
        if !octets.isEmpty {
            onBytes?(octets)
        } else if failure != EAGAIN, failure != EINTR {
            lost()  // a serial port that hangs up reads as EIO, a socket as an end of file
        }
    }

    private func flush() {
        while written < outgoing.count {
            let count = outgoing.withUnsafeBytes { buffer in
                send(buffer)
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN { return }
                return lost()
            }
            written += count
        }
        outgoing.removeAll(keepingCapacity: outgoing.count < 65_536)
        written = 0
    }

    private func send(_ buffer: UnsafeRawBufferPointer) -> Int {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        // MSG_NOSIGNAL keeps SIGPIPE away; a tty is no socket and cannot raise it.
        let count = Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        if count < 0, errno == ENOTSOCK { return Glibc.write(descriptor, rest.baseAddress, rest.count) }
        return count
    }

    private func lost() {
        let closed = onClose
        close()
        closed?()
    }
}
