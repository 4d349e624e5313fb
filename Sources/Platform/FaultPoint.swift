import Glibc

/// Named places where a test may have the process killed, to see what survives.
///
/// `HANDSET_FAULT=name` kills at the first pass, `name:3` at the third. Only debug builds look.
package enum FaultPoint {
    #if DEBUG
    private static let armed: (name: String, remaining: Lock<Int>)? = {
        guard let setting = getenv("HANDSET_FAULT") else { return nil }
        let fields = String(cString: setting).split(separator: ":")
        guard let name = fields.first else { return nil }
        return (String(name), Lock(fields.count > 1 ? Int(fields[1]) ?? 1 : 1))
    }()
    #endif

    /// SIGKILLs this process if a test asked for it here.
    @inline(__always)
    package static func pass(_ name: StaticString) {
        #if DEBUG
        guard let armed, armed.name == name.description else { return }
        let isDue = armed.remaining.withLock { remaining in
            remaining -= 1
            return remaining == 0
        }
        if isDue { kill(getpid(), SIGKILL) }
        #endif
    }
}
