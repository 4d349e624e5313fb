import CHandsetSQLite
import Glibc

/// A small file that is there whole or not at all, whenever the power goes.
enum DurableFile {
    /// Writes the octets beside the file and puts them in its place. On the disk when this returns; when it throws, the file is as
    /// it was.
    ///
    /// - Parameter folder: is there already.
    static func write(_ octets: [UInt8], to name: String, in folder: String) throws(StoreError) {
        let path = folder + "/" + name
        let new = path + ".new"
        do throws(StoreError) {
            try fill(new, octets)
            try check { rename(new, path) }
        } catch {
            unlink(new)
            throw error
        }
        // A name is the folder's: without this the old file may be back after a power cut.
        let directory = try check { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        defer { close(directory) }
        try check { fsync(directory) }
    }

    private static func fill(_ path: String, _ octets: [UInt8]) throws(StoreError) {
        let descriptor = try check { open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
        defer { close(descriptor) }
        var rest = octets[...]
        while !rest.isEmpty {
            let count = try check {
                // No call writes more than 2 GiB (write(2)).
                Int32(clamping: rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) })
            }
            rest = rest.dropFirst(Int(count))
        }
        try check { fsync(descriptor) }
    }

    /// The result of a system call, which is made again when a signal came between.
    @discardableResult
    private static func check(_ call: () -> Int32) throws(StoreError) -> Int32 {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { throw StoreError(errno: errno) }
        }
    }
}

extension StoreError {
    /// What the disk said (errno(3)), as SQLite would have told it.
    init(errno: Int32) {
        let code =
            switch errno {
            case ENOSPC, EDQUOT: SQLITE_FULL
            case EACCES, EPERM, EROFS: SQLITE_READONLY
            case ENOENT, ENOTDIR: SQLITE_CANTOPEN
            default: SQLITE_IOERR
            }
        self.init(code: code)
    }
}
