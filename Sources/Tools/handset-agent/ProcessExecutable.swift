import Glibc

/// The program that a process of our own user runs.
enum ProcessExecutable {
    static func path(of processID: UInt32) -> String? {
        var status = stat()
        guard stat("/proc/\(processID)", &status) == 0, status.st_uid == getuid() else { return nil }
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(processID)/exe", &text, text.count)
        guard count > 0 else { return nil }
        let path = String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // Of a program that was replaced while it runs, as an upgrade does.
        let mark = " (deleted)"
        return path.hasSuffix(mark) && access(path, F_OK) != 0 ? String(path.dropLast(mark.count)) : path
    }
}
