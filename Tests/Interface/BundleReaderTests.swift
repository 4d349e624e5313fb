import Foundation
import HandsetInterface
import Testing

@Suite struct BundleReaderTests {
    private let folder: String

    init() throws {
        var template = Array("/tmp/handset-bundles-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func with(_ body: () throws -> Void) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body()
    }

    private func write(_ list: Any, _ path: String, _ format: PropertyListSerialization.PropertyListFormat = .xml)
        throws
    {
        let url = URL(filePath: "\(folder)/\(path)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0).write(to: url)
    }

    private func info(_ id: String = "org.example.a", program: String = "a") -> [String: String] {
        ["CFBundleIdentifier": id, "CFBundleDisplayName": "An App", "CFBundleExecutable": program]
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func readsABundle(format: PropertyListSerialization.PropertyListFormat) throws {
        try with {
            try write(info(), "a.app/Info.plist", format)
            try write(["com.apple.one": true, "com.apple.two": false, "three": ["x"]], "a.app/a.entitlements", format)
            let bundle = try #require(BundleReader.bundles(in: folder).first)
            #expect(bundle.id == "org.example.a")
            #expect(bundle.name == "An App")
            #expect(bundle.path.hasSuffix("/a.app"))
            #expect(bundle.executable == "\(bundle.path)/a")
            #expect(bundle.entitlements == ["com.apple.one", "three"])
        }
    }

    @Test func resolvesLinks() throws {
        try with {
            try write(info(), "real/Info.plist")
            try Data().write(to: URL(filePath: "\(folder)/program"))
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/real/a", withDestinationPath: "\(folder)/program")
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/link", withDestinationPath: "\(folder)/real")
            let bundle = try #require(BundleReader.bundle(at: "\(folder)/link"))
            #expect(bundle.path.hasSuffix("/real"))
            #expect(bundle.executable.hasSuffix("/program"))
        }
    }

    @Test(arguments: [
        ["CFBundleIdentifier": "org.example.a"], ["CFBundleExecutable": "a"],
        ["CFBundleIdentifier": "", "CFBundleExecutable": "a"],
        ["CFBundleIdentifier": "../a", "CFBundleExecutable": "a"],
        ["CFBundleIdentifier": "a b", "CFBundleExecutable": "a"],
        ["CFBundleIdentifier": "a", "CFBundleExecutable": "../../bin/sh"],
        ["CFBundleIdentifier": "a", "CFBundleExecutable": ".."],
        ["CFBundleIdentifier": "a", "CFBundleExecutable": "a\nb"],
        ["CFBundleIdentifier": String(repeating: "a", count: 200), "CFBundleExecutable": "a"],
    ]) func leavesOut(list: [String: String]) throws {
        try with {
            try write(list, "bad/Info.plist")
            try write(info("good"), "good/Info.plist")
            #expect(BundleReader.bundles(in: folder).map(\.id) == ["good"])
        }
    }

    @Test(arguments: [
        Data(), Data("bplist00".utf8), Data("<plist><dict>".utf8), Data(repeating: 0xFF, count: 64),
        Data("<plist version=\"1.0\"><array/></plist>".utf8), Data(repeating: 0x20, count: 65 << 10),
        Data(("<plist>" + String(repeating: "<array>", count: 9_000)).utf8),
        Data(("<plist>" + String(repeating: "<array>", count: 3_900)).utf8),
    ]) func survives(file: Data) throws {
        try with {
            try write(info(), "a.app/Info.plist")
            try file.write(to: URL(filePath: "\(folder)/a.app/Info.plist"))
            #expect(BundleReader.bundles(in: folder) == [])
        }
    }

    /// Each prefix, and each octet changed, of a binary property list.
    @Test func survivesADamagedBinaryList() throws {
        try with {
            try write(info(), "a.app/Info.plist", .binary)
            let url = URL(filePath: "\(folder)/a.app/Info.plist")
            let whole = try Data(contentsOf: url)
            for end in whole.indices {
                try whole[..<end].write(to: url)
                _ = BundleReader.bundles(in: folder)
                var changed = whole
                changed[end] ^= 0x5A
                try changed.write(to: url)
                _ = BundleReader.bundles(in: folder)
            }
            try whole.write(to: url)
            #expect(BundleReader.bundles(in: folder).count == 1)
        }
    }

    @Test func doesNotWaitForAPipe() throws {
        try with {
            try FileManager.default.createDirectory(atPath: "\(folder)/a", withIntermediateDirectories: true)
            try #require(mkfifo("\(folder)/a/Info.plist", 0o600) == 0)
            #expect(BundleReader.bundles(in: folder) == [])
        }
    }

    @Test func aFolderThatIsNotThereIsEmpty() throws {
        try with { #expect(BundleReader.bundles(in: "\(folder)/none") == []) }
    }
}
