import Foundation

/// A bundle for an app under test: a folder with its own copy of the executable, so that no other bundle is mistaken for it.
public struct AppBundle: Sendable {
    /// CFBundleIdentifier.
    public let id: String
    /// The bundle's folder.
    public let folder: String
    /// The executable inside it, absolute.
    public let executable: String

    /// Writes the bundle into `parent`.
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
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try files.copyItem(atPath: executable, toPath: self.executable)
        try write(
            ["CFBundleIdentifier": id, "CFBundleDisplayName": name, "CFBundleExecutable": program], to: "Info.plist")
        try write(
            Dictionary(uniqueKeysWithValues: entitlements.map { ($0, true) }), to: "\(program).entitlements")
    }

    private func write(_ list: [String: some Any], to file: String) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        try data.write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
    }
}
