import CHandsetSQLite
import Glibc

/// How far the numbers that were given may have come, in a file beside the database, which does not go with it.
///
/// Numbers follow the clock (seconds, or seconds × 2²⁰), and run ahead of it when many messages come at once; a clock may
/// be set back, or not be set at all after a power cut. So a database that is begun anew, or was put back from a copy, goes
/// on behind the mark. The mark is raised a day ahead, and seldom.
struct NumberMark {
    static let reserve: Int64 = 86_400

    private let folder: String
    private var path: String { folder + "/numbers" }
    /// Seconds: no number given is beyond it. Nil when there is no file that can be read.
    private(set) var seconds: Int64?
    /// Whether there has ever been a database here.
    private(set) var exists: Bool

    init(folder: String) {
        self.folder = folder
        let descriptor = open(folder + "/numbers", O_RDONLY | O_CLOEXEC)
        exists = descriptor >= 0
        guard exists else { return }
        defer { close(descriptor) }
        var octets = [UInt8](repeating: 0, count: 32)
        let count = read(descriptor, &octets, octets.count)
        guard count > 0, octets[count - 1] == UInt8(ascii: "\n") else { return }
        let text = String(decoding: octets[..<(count - 1)], as: UTF8.self)
        // 2^40 seconds: more than any clock says.
        seconds = Int64(text).flatMap { 0..<(1 << 40) ~= $0 ? $0 : nil }
    }

    /// On the disk when this returns.
    mutating func raise(to seconds: Int64) throws(StoreError) {
        let new = path + ".new"
        let descriptor = try Self.check(open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
        defer { close(descriptor) }
        let octets = Array("\(seconds)\n".utf8)
        guard try Self.check(Int32(clamping: write(descriptor, octets, octets.count))) == octets.count else {
            throw StoreError(.full)
        }
        try Self.check(fsync(descriptor))
        try Self.check(rename(new, path))
        let directory = try Self.check(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        defer { close(directory) }
        try Self.check(fsync(directory))
        self.seconds = seconds
        exists = true
    }

    /// Whether SQLite would take the database for one that nobody has written to: its file is there and has no octet.
    var databaseIsEmpty: Bool {
        var status = stat()
        return stat(folder + "/handset.db", &status) == 0 && status.st_size == 0
    }

    @discardableResult
    private static func check(_ result: Int32) throws(StoreError) -> Int32 {
        guard result < 0 else { return result }
        let code =
            switch errno {
            case ENOSPC, EDQUOT: SQLITE_FULL
            case EACCES, EPERM, EROFS: SQLITE_READONLY
            case ENOENT, ENOTDIR: SQLITE_CANTOPEN
            default: SQLITE_IOERR
            }
        throw StoreError(code: code)
    }
}
