import Foundation
import HandsetPlatform

/// Reads the bundles of a folder: `Info.plist` with Apple's keys, and a `.entitlements` property list beside it.
///
/// Says what the files say and judges nothing. What cannot be read is left out.
package enum BundleReader {
    /// Octets of a property list.
    private static let sizeLimit = 64 << 10

    /// The bundles in `folder`, by path.
    package static func bundles(in folder: String) -> [BundleInfo] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let bundles = names.filter { !$0.hasPrefix(".") }.sorted().lazy.compactMap { bundle(at: "\(folder)/\($0)") }
        return Array(bundles.prefix(InterfaceLimits.bundles))
    }

    /// The bundle at a path; `nil` when there is none, or its `Info.plist` names no id or no executable.
    package static func bundle(at path: String) -> BundleInfo? {
        guard let path = realPath(path), let info = propertyList("\(path)/Info.plist"),
            let id = text(info, "CFBundleIdentifier"), let program = text(info, "CFBundleExecutable"),
            isIdentifier(id), isFileName(program)
        else { return nil }
        // As /proc names a running program: with links resolved.
        let executable = realPath("\(path)/\(program)") ?? "\(path)/\(program)"
        return BundleInfo(
            path: path, id: id, name: text(info, "CFBundleDisplayName") ?? text(info, "CFBundleName") ?? id,
            executable: executable, entitlements: entitlements(in: path))
    }

    /// The keys that are given; a key with `false` is not.
    private static func entitlements(in path: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard let name = names.filter({ $0.hasSuffix(".entitlements") }).min(),
            let list = propertyList("\(path)/\(name)")
        else { return [] }
        let given = list.filter { $0.key.utf8.count <= InterfaceLimits.identifier && $0.value as? Bool != false }
        return Array(given.keys.sorted().prefix(InterfaceLimits.entitlements))
    }

    private static func text(_ list: [String: Any], _ key: String) -> String? {
        guard let text = list[key] as? String, !text.isEmpty, text.utf8.count <= InterfaceLimits.identifier,
            !text.unicodeScalars.contains(where: { $0.value < 0x20 })
        else { return nil }
        return text
    }

    /// A bundle id (Apple: letters, digits, hyphen, full stop); it becomes the name of files and units.
    private static func isIdentifier(_ id: String) -> Bool {
        id.utf8.count <= 155 && !id.hasPrefix(".")
            && id.unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
                    || $0 == "."
            }
    }

    private static func isFileName(_ name: String) -> Bool {
        !name.contains("/") && name != "." && name != ".." && name.utf8.count <= 255
    }

    private static func propertyList(_ path: String) -> [String: Any]? {
        guard let data = file(path), isShallow(data) else { return nil }
        return (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Any]
    }

    /// Foundation reads nested containers by recursion, and a stack has an end.
    private static func isShallow(_ data: Data) -> Bool {
        data.starts(with: Data("bplist".utf8)) || data.count { $0 == UInt8(ascii: "<") } < 4_000
    }

    /// A regular file within the limit; a pipe of that name must not hold us up.
    private static func file(_ path: String) -> Data? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= sizeLimit else {
            return nil
        }
        return try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).read(upToCount: sizeLimit)
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
