import CHandsetLinux
import Glibc

/// Serial devices and pseudo-terminals.
package enum SerialPort {
    /// Opens a tty raw, 8N1, at `rate` baud (9,600 to 921,600), for this process alone (TIOCEXCL).
    package static func open(_ path: String, rate: Int) throws(SystemError) -> Int32 {
        let descriptor = try SystemError.check(
            Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC), "open \(path)")
        do throws(SystemError) {
            try SystemError.check(handset_set_baud(descriptor, Int32(rate)), "set \(rate) baud")
            try SystemError.check(ioctl(descriptor, UInt(TIOCEXCL)), "lock \(path)")
            tcflush(descriptor, TCIOFLUSH)
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// A new pseudo-terminal: the master, and the path of its far end.
    package static func openPseudoTerminal() throws(SystemError) -> (master: Int32, path: String) {
        var path = [CChar](repeating: 0, count: 128)
        let master = try SystemError.check(handset_pty_open(&path, path.count), "open a pty")
        return (master, String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}
