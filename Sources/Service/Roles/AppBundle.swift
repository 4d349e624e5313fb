import Foundation
import Glibc
import HandsetInterface

/// An app: a folder with `Info.plist` and one `.entitlements` property list, in the manner of Apple's bundles.
struct AppBundle: Hashable, Sendable {
    /// CFBundleIdentifier.
    var id: String
    /// CFBundleDisplayName.
    var name: String
    /// Of the folder.
    var path: String
    /// Of CFBundleExecutable, with every symbolic link followed.
    var executable: String
    /// The keys that are true.
    var entitlements: Set<String>
    /// From a folder that the operator named; not what a user's agent reported.
    var isTrusted: Bool
    /// The user whose agent reported it; nil for a trusted one, which is everybody's.
    var userID: UInt32?

    func isEligible(for role: Role) -> Bool { entitlements.contains(role.entitlement) }

    var eligible: Set<Role> { Set(Role.allCases.filter(isEligible)) }

    /// Whether it speaks for the person: it asks on a terminal or a screen of its own before it changes anything.
    var isPersonsTool: Bool { isTrusted && entitlements.contains(settingsEntitlement) }
}

/// Reads bundles from a folder that the operator named.
enum BundleFolder {
    /// Octets of one property list.
    static let propertyListLimit = 64 << 10
    static let bundleLimit = 500

    /// What is wrong with a bundle, for the operator.
    struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        var path: String
        var reason: String
        var description: String { "\(path): \(reason)".plain(to: 1_000) }
    }

    /// The bundles, in the order of their names, and what is wrong with the others.
    static func read(_ folder: String) -> (bundles: [AppBundle], faults: [Fault]) {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        var bundles: [AppBundle] = []
        var faults: [Fault] = []
        for name in names.prefix(bundleLimit) where !name.hasPrefix(".") {
            do throws(Fault) {
                let bundle = try bundle(at: folder + "/" + name)
                bundles.append(bundle)
                if try entitlementsFile(in: bundle.path) == nil {
                    faults.append(Fault(path: bundle.path, reason: "has no .entitlements file, so it can have no role"))
                }
            } catch {
                faults.append(error)
            }
        }
        if names.count > bundleLimit {
            faults.append(Fault(path: folder, reason: "has more than \(bundleLimit) entries; the others are not read"))
        }
        return (bundles, faults)
    }

    static func bundle(at path: String) throws(Fault) -> AppBundle {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw Fault(path: path, reason: "is not a folder (a link to one is not followed)")
        }
        let info = try propertyList(path + "/Info.plist")
        guard let id = info["CFBundleIdentifier"] as? String, isIdentifier(id) else {
            throw Fault(path: path, reason: "CFBundleIdentifier is missing, or not letters, digits, '.', '-' and '_'")
        }
        guard let executable = info["CFBundleExecutable"] as? String, !executable.isEmpty, !executable.contains("/"),
            executable != "..", executable.utf8.count < 256
        else {
            throw Fault(path: path, reason: "CFBundleExecutable is missing, or not the name of a file in the bundle")
        }
        guard let real = realPath(path + "/" + executable) else {
            throw Fault(path: path, reason: "the executable \(executable) is not there")
        }
        return AppBundle(
            id: id, name: (info["CFBundleDisplayName"] as? String ?? id).plainLine, path: path,
            executable: real, entitlements: try entitlements(in: path), isTrusted: true)
    }

    private static func entitlementsFile(in path: String) throws(Fault) -> String? {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter {
            $0.hasSuffix(".entitlements")
        }
        guard names.count < 2 else { throw Fault(path: path, reason: "has more than one .entitlements file") }
        return names.first
    }

    private static func entitlements(in path: String) throws(Fault) -> Set<String> {
        guard let name = try entitlementsFile(in: path) else { return [] }
        let list = try propertyList(path + "/" + name)
        return Set(list.prefix(InterfaceLimits.entitlements).compactMap { ($0.value as? Bool) == true ? $0.key : nil })
    }

    static func isIdentifier(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.count < 256
            && id.utf8.allSatisfy { octet in
                switch octet {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    private static func propertyList(_ path: String) throws(Fault) -> [String: Any] {
        let octets = try contents(path)
        let list = try? PropertyListSerialization.propertyList(from: Data(octets), format: nil)
        guard let dictionary = list as? [String: Any] else {
            throw Fault(path: path, reason: "is not a property list whose root is a dictionary")
        }
        return dictionary
    }

    /// A regular file's octets; a link is not followed.
    private static func contents(_ path: String) throws(Fault) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Fault(path: path, reason: "cannot be opened: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Fault(path: path, reason: "is not a file")
        }
        guard status.st_size <= propertyListLimit else {
            throw Fault(path: path, reason: "is larger than \(propertyListLimit) octets")
        }
        var octets = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = Glibc.read(descriptor, &octets, octets.count)
        guard count == octets.count else { throw Fault(path: path, reason: "cannot be read") }
        return octets
    }

    static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
