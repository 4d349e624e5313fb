import Foundation

/// A bundle for an app under test: a folder with its own copy of the executable, so that no other bundle is mistaken for it.
public struct AppBundle: Sendable {
    /// CFBundleIdentifier.
    public let id: String
    /// The bundle's folder.
    public let folder: String
    /// The executable inside it, absolute.
    public let executable: String

    /// Puts the bundle into `parent`, where it is whole at once: a daemon that runs reads there.
    ///
    /// - Parameters:
    ///   - executable: the program to copy.
    ///   - entitlements: Apple's keys, each given as true.
    init(id: String, name: String, executable: String, entitlements: [String], in parent: String) throws {
        self.id = id
        folder = "\(parent)/\(id).app"
        let program = (executable as NSString).lastPathComponent
        self.executable = "\(folder)/\(program)"
        let files = FileManager.default
        let draft = "\(parent).\(id)"
        try files.createDirectory(atPath: draft, withIntermediateDirectories: true)
        try files.copyItem(atPath: executable, toPath: "\(draft)/\(program)")
        try Self.write(
            ["CFBundleIdentifier": id, "CFBundleDisplayName": name, "CFBundleExecutable": program],
            to: "\(draft)/Info.plist")
        try Self.write(
            Dictionary(uniqueKeysWithValues: entitlements.map { ($0, true) }), to: "\(draft)/\(program).entitlements")
        try files.moveItem(atPath: draft, toPath: folder)
    }

    private static func write(_ list: [String: some Any], to path: String) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        try data.write(to: URL(fileURLWithPath: path))
    }
}

/// What a bundle's folder says.
struct BundleContents {
    let id: String
    let name: String
    let executable: String
    let entitlements: [String]

    init(of folder: String) throws {
        let info = try Self.list("\(folder)/Info.plist")
        guard let id = info["CFBundleIdentifier"] as? String, let program = info["CFBundleExecutable"] as? String else {
            throw TestMachineError("\(folder)/Info.plist lacks CFBundleIdentifier or CFBundleExecutable")
        }
        self.id = id
        name = info["CFBundleDisplayName"] as? String ?? id
        executable = URL(fileURLWithPath: "\(folder)/\(program)").resolvingSymlinksInPath().path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let file = files.first { $0.hasSuffix(".entitlements") }
        let keys = try file.map { try Self.list("\(folder)/\($0)") } ?? [:]
        entitlements = keys.filter { $0.value as? Bool == true }.keys.sorted()
    }

    private static func list(_ path: String) throws -> [String: Any] {
        let list = FileManager.default.contents(atPath: path).flatMap {
            try? PropertyListSerialization.propertyList(from: $0, format: nil)
        }
        guard let list = list as? [String: Any] else { throw TestMachineError("\(path) is no property list with keys") }
        return list
    }
}
