import Glibc

/// A system call that failed: what was tried, and `errno`.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    package var call: String
    package var code: Int32

    package init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }

    /// The result, or the error of a call that returns -1 on failure.
    @discardableResult
    package static func check(_ result: Int32, _ call: String) throws(SystemError) -> Int32 {
        guard result >= 0 else { throw SystemError(call) }
        return result
    }
}
