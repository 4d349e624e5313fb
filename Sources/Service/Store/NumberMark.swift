import Glibc

/// How far the numbers that were given may have come, in a file beside the database, which does not go with it.
///
/// Numbers follow the clock (seconds, or seconds × 2²⁰), and run ahead of it when many messages come at once; a clock may
/// be set back, or not be set at all after a power cut. So a database that is begun anew, or was put back from a copy, goes
/// on behind the mark. The mark is raised a day ahead, and seldom.
struct NumberMark {
    static let reserve: Int64 = 86_400

    private let folder: String
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
        try DurableFile.write(Array("\(seconds)\n".utf8), to: "numbers", in: folder)
        self.seconds = seconds
        exists = true
    }

    /// Whether SQLite would take the database for one that nobody has written to: its file is there and has no octet.
    var databaseIsEmpty: Bool {
        var status = stat()
        return stat(folder + "/handset.db", &status) == 0 && status.st_size == 0
    }
}
