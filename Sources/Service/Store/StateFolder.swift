import Glibc

/// The folder of one daemon's state: made when it is not there, and locked against a second daemon.
package final class StateFolder: Sendable {
    /// What is wrong with the folder, for the operator.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        package enum Kind: Hashable, Sendable { case cannotMake, notPermitted, inUse }
        package var kind: Kind
        package var description: String
    }

    package let path: String
    private let lock: Int32

    package init(_ path: String) throws(Fault) {
        self.path = path
        // Only for us: messages lie in it.
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw Fault(
                kind: errno == EACCES || errno == EROFS || errno == EPERM ? .notPermitted : .cannotMake,
                description: "The state folder \(path) cannot be made: \(String(cString: strerror(errno))). "
                    + "Make it for the user that runs handsetd, or choose another with --state.")
        }
        lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw Fault(
                kind: errno == ENOTDIR || errno == ENOENT ? .cannotMake : .notPermitted,
                description: "The state folder \(path) cannot be written: \(String(cString: strerror(errno))). "
                    + "Give it to the user that runs handsetd, free some space, or choose another with --state.")
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw Fault(
                kind: .inUse,
                description:
                    "Another handsetd uses the state folder \(path). Stop it, or give this one a folder of its "
                    + "own with --state.")
        }
    }

    deinit { close(lock) }
}
