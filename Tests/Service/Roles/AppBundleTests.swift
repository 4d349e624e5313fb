import Foundation
import HandsetInterface
import Testing

@testable import HandsetService

@Suite struct AppBundleTests {
    let folder: TemporaryFolder
    var apps: String { folder.path + "/apps" }

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private func plist(_ pairs: KeyValuePairs<String, String>) -> String {
        let entries = pairs.map { "<key>\($0.key)</key>\($0.value)" }.joined()
        return #"<?xml version="1.0"?><plist version="1.0"><dict>\#(entries)</dict></plist>"#
    }

    @Test func readsABundle() throws {
        try House.writeBundle(
            "org.example.a", in: apps, entitlements: [Role.carrierMessaging.entitlement, "other"])
        let (bundles, faults) = BundleReader.read(apps, followsLinks: false)
        #expect(faults.isEmpty)
        let bundle = AppBundle(try #require(bundles.first), isTrusted: true)
        #expect(bundle.id == "org.example.a")
        #expect(bundle.executable == BundleReader.realPath("/bin/true"))
        #expect(bundle.eligible == [.carrierMessaging])
        #expect(!bundle.isPersonsTool)
    }

    /// The person reads it in the question whether the app may have a role.
    @Test func aNameIsOneLineThatSaysNoMoreThanAName() throws {
        try write("#!/bin/sh\n", to: apps + "/a.app/run")
        try write(
            plist([
                "CFBundleIdentifier": "<string>a</string>", "CFBundleExecutable": "<string>run</string>",
                "CFBundleDisplayName":
                    "<string>Good\u{202E}\n\nHandset asks: \(String(repeating: "x", count: 200))</string>",
            ]), to: apps + "/a.app/Info.plist")
        let info = try #require(BundleReader.read(apps, followsLinks: false).bundles.first)
        let name = AppBundle(info, isTrusted: true).name
        #expect(name.hasPrefix("GoodHandset asks: x"))
        #expect(name.count == 64)
    }

    @Test func onlyWhatIsTrueIsDeclared() throws {
        let path = apps + "/a.app"
        try write("#!/bin/sh\n", to: path + "/run")
        try write(
            plist(["CFBundleIdentifier": "<string>a</string>", "CFBundleExecutable": "<string>run</string>"]),
            to: path + "/Info.plist")
        try write(
            plist(["yes": "<true/>", "no": "<false/>", "word": "<string>true</string>"]), to: path + "/x.entitlements")
        #expect(try BundleReader.bundle(at: path, followsLinks: false).entitlements == ["yes"])
        #expect(try BundleReader.bundle(at: path, followsLinks: false).name == "a")
    }

    @Test(arguments: [
        ("<string>../run</string>", "run"), ("<string>/bin/true</string>", "run"), ("<string>..</string>", "run"),
        ("<string></string>", "run"), ("<integer>1</integer>", "run"), ("<string>run</string>", "elsewhere"),
    ])
    func anExecutableIsAFileOfTheBundle(value: String, file: String) throws {
        let path = apps + "/a.app"
        try write("#!/bin/sh\n", to: path + "/" + file)
        try write(
            plist(["CFBundleIdentifier": "<string>a</string>", "CFBundleExecutable": value]), to: path + "/Info.plist")
        #expect(throws: BundleReader.Fault.self) { try BundleReader.bundle(at: path, followsLinks: false) }
        #expect(BundleReader.read(apps, followsLinks: false).faults.count == 1)
    }

    @Test func aListThatLeadsOutOfTheBundleIsNotFollowed() throws {
        let path = apps + "/a.app"
        try write("#!/bin/sh\n", to: path + "/run")
        try write(
            plist(["CFBundleIdentifier": "<string>a</string>", "CFBundleExecutable": "<string>run</string>"]),
            to: folder.path + "/outside.plist")
        try FileManager.default.createSymbolicLink(
            atPath: path + "/Info.plist", withDestinationPath: folder.path + "/outside.plist")
        #expect(throws: BundleReader.Fault.self) { try BundleReader.bundle(at: path, followsLinks: false) }
        try FileManager.default.createSymbolicLink(atPath: apps + "/b.app", withDestinationPath: path)
        #expect(throws: BundleReader.Fault.self) { try BundleReader.bundle(at: apps + "/b.app", followsLinks: false) }
    }

    @Test func sizesAreBounded() throws {
        let path = apps + "/a.app"
        try write("#!/bin/sh\n", to: path + "/run")
        let padding = String(repeating: " ", count: BundleReader.sizeLimit)
        try write(
            plist(["CFBundleIdentifier": "<string>a</string>", "CFBundleExecutable": "<string>run</string>"]) + padding,
            to: path + "/Info.plist")
        #expect { try BundleReader.bundle(at: path, followsLinks: false) } throws: { "\($0)".contains("larger") }
    }

    @Test(arguments: ["", "not a list", "<plist", "<?xml version=\"1.0\"?><plist version=\"1.0\"><array/></plist>"])
    func whatIsNoListIsSaid(text: String) throws {
        let path = apps + "/a.app"
        try write(text, to: path + "/Info.plist")
        #expect(throws: BundleReader.Fault.self) { try BundleReader.bundle(at: path, followsLinks: false) }
    }

    // MARK: Whose executable it is

    @ServiceActor
    @Test func trustedBundlesWinAndTwoClaimsAreNone() throws {
        try House.writeBundle("org.example.a", in: apps, entitlements: [])
        let registry = AppRegistry(folders: [apps])
        registry.refresh()
        let real = try #require(BundleReader.realPath("/bin/true"))
        let user = BundleInfo(path: "/home/a", id: "org.example.user", name: "U", executable: real)
        registry.report([user], agent: ":1.1", userID: 1_000)
        #expect(registry.bundle(executable: real, userID: 1_000)?.id == "org.example.a")
        try House.writeBundle("org.example.b", in: apps, entitlements: [])
        registry.refresh()
        #expect(registry.bundle(executable: real, userID: 1_000) == nil)
    }

    @ServiceActor
    @Test func aUsersBundleIsThatUsersOnly() throws {
        let registry = AppRegistry(folders: [apps])
        func bundle(_ id: String, _ executable: String = "/home/a/run") -> BundleInfo {
            BundleInfo(path: "/home/a", id: id, name: "U", executable: executable, entitlements: [settingsEntitlement])
        }
        registry.report([bundle("u")], agent: ":1.1", userID: 1_000)
        let app = try #require(registry.bundle(executable: "/home/a/run", userID: 1_000))
        // No entitlement makes a user's own bundle speak for the person.
        #expect(!app.isPersonsTool)
        #expect(registry.bundle(executable: "/home/a/run", userID: 1_001) == nil)
        registry.report([bundle("u"), bundle("v")], agent: ":1.1", userID: 1_000)
        #expect(registry.bundle(executable: "/home/a/run", userID: 1_000) == nil)
        registry.report([bundle("no/such"), bundle("w", "relative")], agent: ":1.1", userID: 1_000)
        #expect(registry.bundles.isEmpty)
        registry.report([bundle("u")], agent: ":1.1", userID: 1_000)
        registry.forget(agent: ":1.1")
        #expect(registry.bundles.isEmpty)
    }

    @ServiceActor
    @Test func ofTwoWithOneIdentifierTheOperatorsWinsElseNone() throws {
        let other = folder.path + "/more"
        func user(_ id: String, _ path: String) -> BundleInfo {
            BundleInfo(path: path, id: id, name: "U", executable: path + "/run")
        }
        try House.writeBundle("org.example.a", in: apps, executable: "/bin/true", entitlements: [])
        try House.writeBundle("org.example.b", in: apps, executable: "/bin/cat", entitlements: [])
        let registry = AppRegistry(folders: [apps, other])
        registry.refresh()
        #expect(registry.faults.isEmpty)
        registry.report(
            [user("org.example.a", "/home/a"), user("org.example.c", "/home/c"), user("org.example.d", "/home/d")],
            agent: ":1.1", userID: 1_000)
        registry.report([user("org.example.d", "/home/d")], agent: ":1.2", userID: 1_000)
        // Two agents of one user: the same bundle.
        #expect(registry.bundles.map(\.id) == ["org.example.a", "org.example.b", "org.example.c", "org.example.d"])
        #expect(registry.bundle(id: "org.example.a")?.isTrusted == true)
        #expect(registry.bundle(executable: "/home/a/run", userID: 1_000) == nil)
        #expect(registry.faults.map(\.path) == ["/home/a"])
        #expect(registry.faults.first?.reason.contains("that one is used") == true)
        registry.report([user("org.example.c", "/home/other/c")], agent: ":1.3", userID: 1_001)
        #expect(registry.bundle(id: "org.example.c") == nil)
        #expect(registry.bundle(executable: "/home/c/run", userID: 1_000) == nil)
        #expect(Set(registry.faults.map(\.path)) == ["/home/a", "/home/c", "/home/other/c"])
        registry.forget(agent: ":1.3")
        #expect(registry.bundle(executable: "/home/c/run", userID: 1_000)?.id == "org.example.c")
        try House.writeBundle("org.example.b", in: other, executable: "/bin/ls", entitlements: [])
        registry.refresh()
        #expect(registry.bundle(id: "org.example.b") == nil)
        #expect(registry.faults.count { $0.reason.contains("neither is used") } == 2)
    }

    @ServiceActor
    @Test func whatIsWrongIsSaid() throws {
        try House.writeBundle("org.example.a", in: apps, entitlements: [])
        try House.writeBundle("org.example.b", in: apps, entitlements: [])
        try House.writeBundle("org.example.bare", in: apps, executable: "/bin/cat", entitlements: [])
        try FileManager.default.removeItem(atPath: apps + "/org.example.bare.app/app.entitlements")
        try House.writeBundle("org.example.gone", in: apps, executable: "/bin/none", entitlements: [])
        try write("no list", to: apps + "/torn.app/Info.plist")
        let registry = AppRegistry(folders: [apps])
        registry.refresh()
        registry.report([], faults: ["/home/x.app: has\nno Info.plist"], agent: ":1.1", userID: 1_000)
        let said = registry.faults.map(\.description)
        for (path, words) in [
            ("org.example.a.app", "counts as no app"), ("org.example.b.app", "counts as no app"),
            ("org.example.bare.app", "no .entitlements"), ("org.example.gone.app", "is not there"),
            ("torn.app", "not a property list"), ("of user 1000", "/home/x.app: hasno Info.plist"),
        ] {
            #expect(said.contains { $0.contains(path) && $0.contains(words) }, "\(path): \(said)")
        }
        #expect(said.count == 6)
        registry.forget(agent: ":1.1")
        #expect(registry.faults.count == 5)
    }

    @ServiceActor
    @Test func aProcessIsKnownByItsExecutable() async throws {
        let own = try #require(BundleReader.realPath("/proc/self/exe"))
        try House.writeBundle("org.example.own", in: apps, executable: own, entitlements: [])
        let registry = AppRegistry(folders: [apps])
        let callers = Callers(apps: registry, agents: Agents(), identities: [4_000: "org.example.own"])
        let caller = Caller(uniqueName: ":1.5", userID: geteuid(), processID: UInt32(getpid()))
        #expect(await callers.app(of: caller)?.id == "org.example.own")
        #expect(callers.process(of: caller).id == UInt32(getpid()))
        #expect(callers.process(of: caller).started > 0)
        // The operator's word for a user, whatever runs.
        #expect(await callers.app(of: Caller(uniqueName: ":1.6", userID: 4_000, processID: 1))?.id == "org.example.own")
        #expect(
            await callers.appOfExecutable(of: Caller(uniqueName: ":1.7", userID: geteuid(), processID: 4_000_000))
                == nil)
    }
}
