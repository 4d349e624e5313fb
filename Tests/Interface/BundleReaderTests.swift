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
            try Data().write(to: URL(filePath: "\(folder)/a.app/a"))
            try write(["com.apple.one": true, "com.apple.two": false, "three": ["x"]], "a.app/a.entitlements", format)
            let bundle = try #require(BundleReader.read(folder, followsLinks: true).bundles.first)
            #expect(bundle.id == "org.example.a")
            #expect(bundle.name == "An App")
            #expect(bundle.path.hasSuffix("/a.app"))
            #expect(bundle.executable == "\(bundle.path)/a")
            #expect(bundle.entitlements == ["com.apple.one"])
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
            let bundle = try #require(BundleReader.read(folder, followsLinks: true).bundles.first)
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
            try Data().write(to: URL(filePath: "\(folder)/good/a"))
            #expect(BundleReader.read(folder, followsLinks: true).bundles.map(\.id) == ["good"])
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
            #expect(BundleReader.read(folder, followsLinks: true).bundles == [])
        }
    }

    @Test func saysWhatIsWrong() throws {
        try with {
            try write(info("org.example.good"), "1-good/Info.plist")
            try write(["com.apple.one": true], "1-good/a.entitlements")
            try Data().write(to: URL(filePath: "\(folder)/1-good/a"))
            try write(info("org.example.bare"), "2-bare/Info.plist")
            try Data().write(to: URL(filePath: "\(folder)/2-bare/a"))
            try write(info("org.example.idle"), "3-idle/Info.plist")
            try write(info("a b"), "4-name/Info.plist")
            try write(["CFBundleIdentifier": "org.example.five"], "5-program/Info.plist")
            try write(info(), "6-list/Info.plist")
            try Data("no list".utf8).write(to: URL(filePath: "\(folder)/6-list/Info.plist"))
            try Data().write(to: URL(filePath: "\(folder)/7-file"))
            try write(info("org.example.torn"), "8-torn/Info.plist")
            try Data().write(to: URL(filePath: "\(folder)/8-torn/a"))
            try Data("no list".utf8).write(to: URL(filePath: "\(folder)/8-torn/a.entitlements"))
            try write(info("org.example.twice"), "9-twice/Info.plist")
            try Data().write(to: URL(filePath: "\(folder)/9-twice/a"))
            for name in ["a", "b"] { try write(["com.apple.one": true], "9-twice/\(name).entitlements") }
            let faults = BundleReader.read(folder, followsLinks: true).faults
            let words = [
                ("2-bare", "no .entitlements"), ("3-idle", "executable"), ("4-name", "CFBundleIdentifier"),
                ("5-program", "CFBundleExecutable"), ("6-list", "Info.plist"), ("7-file", "folder"),
                ("8-torn", "a.entitlements"), ("9-twice", "more than one"),
            ]
            #expect(faults.count == words.count)
            for (fault, (path, word)) in zip(faults, words) {
                #expect(fault.path == "\(folder)/\(path)" && fault.reason.contains(word), "\(fault)")
            }
        }
    }

    /// Each prefix, and each octet changed, of a binary property list.
    @Test func survivesADamagedBinaryList() throws {
        try with {
            try write(info(), "a.app/Info.plist", .binary)
            let url = URL(filePath: "\(folder)/a.app/Info.plist")
            try Data().write(to: URL(filePath: "\(folder)/a.app/a"))
            let whole = try Data(contentsOf: url)
            for end in whole.indices {
                try whole[..<end].write(to: url)
                _ = BundleReader.read(folder, followsLinks: true).bundles
                var changed = whole
                changed[end] ^= 0x5A
                try changed.write(to: url)
                _ = BundleReader.read(folder, followsLinks: true).bundles
            }
            try whole.write(to: url)
            #expect(BundleReader.read(folder, followsLinks: true).bundles.count == 1)
        }
    }

    @Test func doesNotWaitForAPipe() throws {
        try with {
            try FileManager.default.createDirectory(atPath: "\(folder)/a", withIntermediateDirectories: true)
            try #require(mkfifo("\(folder)/a/Info.plist", 0o600) == 0)
            #expect(BundleReader.read(folder, followsLinks: true).bundles == [])
        }
    }

    @Test func aFolderThatIsNotThereIsEmpty() throws {
        try with { #expect(BundleReader.read("\(folder)/none", followsLinks: true).bundles == []) }
    }
}
