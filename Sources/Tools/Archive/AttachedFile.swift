import Foundation

/// A file that a person sends along, whole in memory.
package struct AttachedFile {
    package var name: String
    package var data: Data

    /// Why a file cannot go along: in words, with the file's name.
    package struct Refusal: Error, CustomStringConvertible {
        package var description: String
        /// It was read, and is too large.
        package var isTooLarge = false
    }

    /// No carrier takes as much in one message.
    private static let limit = 16 << 20

    package init(path: String) throws(Refusal) {
        name = (path as NSString).lastPathComponent
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Refusal(description: "\(name) cannot be read") }
        defer { close(descriptor) }
        var status = stat()
        // A pipe may never end and a device never does: only a file has all its octets already.
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Refusal(description: "\(name) is no file whose octets can be sent")
        }
        let octets = try? FileHandle(fileDescriptor: descriptor).read(upToCount: Self.limit + 1) ?? Data()
        guard let octets else { throw Refusal(description: "\(name) cannot be read") }
        guard octets.count <= Self.limit else {
            throw Refusal(description: "\(name) is larger than any carrier takes", isTooLarge: true)
        }
        data = octets
    }
}
