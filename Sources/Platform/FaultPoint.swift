import Glibc

/// Named places where a test may have the process killed, to see what survives.
///
/// `HANDSET_FAULT=name` kills at the first pass, `name:3` at the third, `name@file` at each pass that finds the file, which it
/// removes: one setting for a process that is started again. Only debug builds look.
package enum FaultPoint {
    #if DEBUG
    private enum Due {
        case at(Lock<Int>)
        case withFile(String)
    }

    private static let armed: (name: String, due: Due)? = {
        guard let setting = getenv("HANDSET_FAULT") else { return nil }
        let text = String(cString: setting)
        if let at = text.firstIndex(of: "@") {
            return (String(text[..<at]), .withFile(String(text[text.index(after: at)...])))
        }
        let fields = text.split(separator: ":")
        guard let name = fields.first else { return nil }
        return (String(name), .at(Lock(fields.count > 1 ? Int(fields[1]) ?? 1 : 1)))
    }()
    #endif

    /// SIGKILLs this process if a test asked for it here.
    @inline(__always)
    package static func pass(_ name: StaticString) {
        #if DEBUG
        guard let armed, armed.name == name.description else { return }
        let isDue =
            switch armed.due {
            case .at(let count):
                count.withLock { remaining in
                    remaining -= 1
                    return remaining == 0
                }
            case .withFile(let path): unlink(path) == 0
            }
        if isDue { kill(getpid(), SIGKILL) }
        #endif
    }
}
