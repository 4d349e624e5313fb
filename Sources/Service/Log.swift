import Glibc

/// Lines for the operator on the standard error, which the journal reads: a priority in the manner of sd-daemon(3), a
/// text.
///
/// Numbers of people and texts of messages never go here.
package enum Log {
    package static func error(_ text: String) { write("<3>", text) }
    package static func warning(_ text: String) { write("<4>", text) }
    package static func notice(_ text: String) { write("<5>", text) }
    package static func info(_ text: String) { write("<6>", text) }

    /// The journal takes the priority off; a terminal is spared it.
    private static let hasJournal = getenv("JOURNAL_STREAM") != nil

    private static func write(_ priority: String, _ text: String) {
        let line = "\(hasJournal ? priority : "")handsetd: \(text)\n"
        _ = line.utf8.withContiguousStorageIfAvailable { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
