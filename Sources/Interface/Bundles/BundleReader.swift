import Foundation
import HandsetPlatform

/// Reads the bundles of a folder: `Info.plist` with Apple's keys, and one `.entitlements` property list beside it.
///
/// Says what the files say and judges nothing. What cannot be read is left out, and said.
package enum BundleReader {
    /// Octets of a property list.
    package static let sizeLimit = 64 << 10

    /// What is wrong with a bundle, for who installed it.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        package var path: String
        package var reason: String
        package var description: String { "\(path): \(reason)" }

        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// The bundles in `folder`, by name, and what is wrong there.
    ///
    /// - Parameter followsLinks: whether a bundle, or a list in it, may be a link to somewhere else: in a person's own folder it may.
    package static func read(_ folder: String, followsLinks: Bool) -> (bundles: [BundleInfo], faults: [Fault]) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var bundles: [BundleInfo] = []
        var faults: [Fault] = []
        for name in names.filter({ !$0.hasPrefix(".") }).sorted() {
            guard bundles.count < InterfaceLimits.bundles else {
                let reason = "has more than \(InterfaceLimits.bundles) bundles; the others are not read"
                faults.append(Fault(path: folder, reason: reason))
                break
            }
            let path = "\(folder)/\(name)"
            do throws(Fault) {
                let bundle = try bundle(at: path, followsLinks: followsLinks)
                bundles.append(bundle)
                if try entitlementsFile(in: bundle.path) == nil {
                    faults.append(Fault(path: path, reason: "has no .entitlements file, so it can have no role"))
                }
            } catch {
                faults.append(Fault(path: path, reason: error.reason))
            }
        }
        return (bundles, faults)
    }

    /// The bundle at a path.
    package static func bundle(at path: String, followsLinks: Bool) throws(Fault) -> BundleInfo {
        var status = stat()
        guard lstat(path, &status) == 0, followsLinks || status.st_mode & S_IFMT == S_IFDIR,
            let path = realPath(path), FileManager.default.fileExists(atPath: "\(path)/")
        else {
            throw Fault(path: path, reason: "is not a folder\(followsLinks ? "" : " (a link to one is not followed)")")
        }
        let info = try propertyList("\(path)/Info.plist", followsLinks)
        guard let id = text(info, "CFBundleIdentifier"), isIdentifier(id) else {
            throw Fault(path: path, reason: "CFBundleIdentifier is missing, or not letters, digits, '.', '-' and '_'")
        }
        guard let program = text(info, "CFBundleExecutable"), isFileName(program) else {
            throw Fault(path: path, reason: "CFBundleExecutable is missing, or not the name of a file in the bundle")
        }
        // As /proc names a running program: with links resolved.
        guard let executable = realPath("\(path)/\(program)") else {
            throw Fault(path: path, reason: "the executable \(program) is not there")
        }
        return BundleInfo(
            path: path, id: id, name: text(info, "CFBundleDisplayName") ?? text(info, "CFBundleName") ?? id,
            executable: executable, entitlements: try entitlements(in: path, followsLinks))
    }

    private static func entitlementsFile(in path: String) throws(Fault) -> String? {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
            .filter { $0.hasSuffix(".entitlements") }
        guard names.count < 2 else { throw Fault(path: path, reason: "has more than one .entitlements file") }
        return names.first
    }

    /// The keys that are true: of `false`, and of what is no truth value, nothing follows.
    private static func entitlements(in path: String, _ followsLinks: Bool) throws(Fault) -> [String] {
        guard let name = try entitlementsFile(in: path) else { return [] }
        let given = try propertyList("\(path)/\(name)", followsLinks)
            .filter { $0.key.utf8.count <= InterfaceLimits.identifier && $0.value as? Bool == true }
        return Array(given.keys.sorted().prefix(InterfaceLimits.entitlements))
    }

    private static func text(_ list: [String: Any], _ key: String) -> String? {
        guard let text = list[key] as? String, !text.isEmpty, text.utf8.count <= InterfaceLimits.text else {
            return nil
        }
        return text
    }

    /// A bundle's id (Apple: letters, digits, hyphen, full stop; desktops use the underscore too); it becomes the name of files and units.
    package static func isIdentifier(_ id: String) -> Bool {
        1...155 ~= id.utf8.count && !id.hasPrefix(".")
            && id.unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
                    || $0 == "." || $0 == "_"
            }
    }

    private static func isFileName(_ name: String) -> Bool {
        name.utf8.count <= 255 && name != "." && name != ".."
            && !name.unicodeScalars.contains { $0 == "/" || $0.value < 0x20 }
    }

    private static func propertyList(_ path: String, _ followsLinks: Bool) throws(Fault) -> [String: Any] {
        let data = try contents(path, followsLinks)
        guard isShallow(data),
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        else {
            let name = (path as NSString).lastPathComponent
            throw Fault(path: path, reason: "\(name) is not a property list whose root is a dictionary")
        }
        return list
    }

    /// Foundation reads nested containers by recursion, and a stack has an end.
    private static func isShallow(_ data: Data) -> Bool {
        data.starts(with: Data("bplist".utf8)) || data.count { $0 == UInt8(ascii: "<") } < 4_000
    }

    /// A regular file within the limit; a pipe of that name must not hold us up.
    private static func contents(_ path: String, _ followsLinks: Bool) throws(Fault) -> Data {
        let name = (path as NSString).lastPathComponent
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else {
            throw Fault(path: path, reason: "\(name) cannot be opened: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Fault(path: path, reason: "\(name) is not a file")
        }
        guard status.st_size <= sizeLimit else {
            throw Fault(path: path, reason: "\(name) is larger than \(sizeLimit) octets")
        }
        let data = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).read(upToCount: sizeLimit)
        guard let data else { throw Fault(path: path, reason: "\(name) cannot be read") }
        return data
    }

    package static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
