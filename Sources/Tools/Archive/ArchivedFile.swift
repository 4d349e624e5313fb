import Foundation

/// A picture or another file of a multimedia message, as a messaging tool keeps it.
package struct ArchivedFile: Codable, Equatable, Sendable {
    /// The media type.
    package var type: String
    /// The sender's name for it.
    package var name: String
    package var octets: Int
    /// Where it lies.
    package var path: String
}

extension MessageArchive {
    /// Puts a part of a message on the disk, before the message is added. The sender chooses no place: the number does.
    package func keep(
        _ data: Data, type: String, name: String, number: Int, of id: String
    ) throws -> ArchivedFile {
        let safe = Self.plain(name)
        let directory = "\(folder)/files/\(Self.plain(id))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let path = "\(directory)/\(number)-\(safe.isEmpty ? "part" : safe)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteNoPermission) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: data)
        try file.synchronize()
        return ArchivedFile(type: type, name: name, octets: data.count, path: path)
    }

    /// Letters that a file's name may have, whoever made it up.
    private static func plain(_ name: String) -> String {
        let last = name.split(separator: "/").last.map(String.init) ?? ""
        let plain = last.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" }
        return String(String(plain.prefix(80)).drop { $0 == "." })
    }
}

extension ArchivedMessage {
    /// What is printed of it beside its text: the subject, the others, the files.
    package func lines(indent: String) -> [String] {
        var lines: [String] = []
        if let subject, !subject.isEmpty { lines.append("\(indent)subject: \(printable(subject))") }
        if let others, !others.isEmpty {
            lines.append("\(indent)also to: \(others.map { printable($0) }.joined(separator: ", "))")
        }
        for file in files ?? [] {
            lines.append("\(indent)\(printable(file.type)), \(file.octets) octets: \(printable(file.path))")
        }
        return lines
    }
}
