import Foundation
import HandsetPlatform

/// Reads the bundles of a folder: `Info.plist` with Apple's keys, and a `.entitlements` property list beside it.
///
/// Says what the files say and judges nothing. What cannot be read is left out, and said.
package enum BundleReader {
    /// Octets of a property list.
    private static let sizeLimit = 64 << 10

    private struct Fault: Error {
        var reason: String
    }

    /// The bundles in `folder`, by path, and sentences about what is wrong there.
    package static func read(_ folder: String) -> (bundles: [BundleInfo], faults: [String]) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var bundles: [BundleInfo] = []
        var faults: [String] = []
        for name in names.filter({ !$0.hasPrefix(".") }).sorted() {
            guard bundles.count < InterfaceLimits.bundles else {
                faults.append("\(folder): has more than \(InterfaceLimits.bundles) bundles; the others are not read")
                break
            }
            let path = "\(folder)/\(name)"
            do throws(Fault) {
                let (bundle, fault) = try bundle(at: path)
                bundles.append(bundle)
                if let fault { faults.append("\(path): \(fault)") }
            } catch {
                faults.append("\(path): \(error.reason)")
            }
        }
        let fitting = faults.filter { $0.utf8.count <= InterfaceLimits.line }
        return (bundles, Array(fitting.prefix(InterfaceLimits.bundleFaults)))
    }

    /// The bundle at a path, and what is wrong with it all the same.
    private static func bundle(at path: String) throws(Fault) -> (BundleInfo, fault: String?) {
        guard let path = realPath(path), FileManager.default.fileExists(atPath: "\(path)/") else {
            throw Fault(reason: "is not a folder")
        }
        guard let info = propertyList("\(path)/Info.plist") else {
            throw Fault(reason: "has no Info.plist that can be read")
        }
        guard let id = text(info, "CFBundleIdentifier"), isIdentifier(id) else {
            throw Fault(reason: "CFBundleIdentifier is missing, or not letters, digits, '.' and '-'")
        }
        guard let program = text(info, "CFBundleExecutable"), isFileName(program) else {
            throw Fault(reason: "CFBundleExecutable is missing, or not the name of a file in the bundle")
        }
        // As /proc names a running program: with links resolved.
        let executable = realPath("\(path)/\(program)")
        let (entitlements, fault) = entitlements(in: path)
        let bundle = BundleInfo(
            path: path, id: id, name: text(info, "CFBundleDisplayName") ?? text(info, "CFBundleName") ?? id,
            executable: executable ?? "\(path)/\(program)", entitlements: entitlements)
        return (bundle, executable == nil ? "the executable \(program) is not there" : fault)
    }

    /// The keys that are given; a key with `false` is not.
    private static func entitlements(in path: String) -> ([String], fault: String?) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard let name = names.filter({ $0.hasSuffix(".entitlements") }).min() else {
            return ([], "has no .entitlements file, so it can have no role")
        }
        guard let list = propertyList("\(path)/\(name)") else {
            return ([], "\(name) cannot be read, so it can have no role")
        }
        let given = list.filter { $0.key.utf8.count <= InterfaceLimits.identifier && $0.value as? Bool != false }
        return (Array(given.keys.sorted().prefix(InterfaceLimits.entitlements)), nil)
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
