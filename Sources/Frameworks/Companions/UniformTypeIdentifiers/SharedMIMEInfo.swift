import Foundation

/// The four text files of a shared MIME database that matter here, parsed.
///
/// Specification: "Shared MIME-info Database", freedesktop.org, 0.21: `globs2`, `subclasses`, `aliases` and
/// `generic-icons`.
/// What a line does not say in the expected form is left out; a missing file is an empty one.
struct SharedMIMEInfo: Sendable {
    /// Octets read of one file; real ones are below 100 KB.
    static let largestFile = 4 << 20
    /// Entries kept of one file; real ones are below 2,000.
    static let mostEntries = 50_000
    /// Octets of a MIME type or an extension.
    static let longestName = 255

    struct Glob: Hashable, Sendable {
        let weight: Int
        let mimeType: String
        /// The name's end after `*.`: globs of other forms say nothing about extensions.
        let fileExtension: String
    }

    var globs: [Glob] = []
    /// MIME type to the types that it is a kind of.
    var parents: [String: [String]] = [:]
    /// Another name to the type's own.
    var aliases: [String: String] = [:]
    /// MIME type to the generic icon's name, which tells archives, spreadsheets and presentations.
    var genericIcons: [String: String] = [:]

    init(folder: String) {
        self.init { name in Self.read("\(folder)/\(name)") }
    }

    init(file: (String) -> String) {
        for line in Self.lines(file("globs2")) {
            let fields = line.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
            guard fields.count >= 3, let weight = Int(fields[0]), let type = Self.mimeType(fields[1]),
                fields[2].hasPrefix("*.")
            else { continue }
            let name = fields[2].dropFirst(2)
            guard !name.isEmpty, name.utf8.count <= Self.longestName, !name.contains(where: { "*?[]".contains($0) })
            else { continue }
            globs.append(Glob(weight: weight, mimeType: type, fileExtension: name.lowercased()))
        }
        for (child, parent) in Self.pairs(file("subclasses"), separator: " ") {
            guard let parent = Self.mimeType(parent[...]) else { continue }
            parents[child, default: []].append(parent)
        }
        for (alias, type) in Self.pairs(file("aliases"), separator: " ") {
            guard let type = Self.mimeType(type[...]) else { continue }
            aliases[alias] = type
        }
        for (type, icon) in Self.pairs(file("generic-icons"), separator: ":") {
            genericIcons[type] = icon
        }
    }

    private static func pairs(_ text: String, separator: Character) -> [(String, String)] {
        lines(text).compactMap { line in
            let fields = line.split(separator: separator, omittingEmptySubsequences: false)
            guard fields.count == 2, let type = mimeType(fields[0]), !fields[1].isEmpty,
                fields[1].utf8.count <= longestName
            else { return nil }
            return (type, String(fields[1]))
        }
    }

    private static func lines(_ text: String) -> ArraySlice<Substring> {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.prefix(mostEntries)
    }

    private static func mimeType(_ text: Substring) -> String? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= longestName else { return nil }
        return text.lowercased()
    }

    private static func read(_ path: String) -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "" }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: largestFile) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}
