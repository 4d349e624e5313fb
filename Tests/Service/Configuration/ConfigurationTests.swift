import Foundation
import HandsetInterface
import Testing

@testable import HandsetService

@Suite struct ConfigurationTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ text: String) throws -> Configuration {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/config.json"))
        return try Configuration.read(folder.path)
    }

    @Test func nothingIsAConfigurationToo() throws {
        #expect(try Configuration.read(folder.path) == Configuration())
        #expect(try read("{}") == Configuration())
    }

    /// What the operator wrote is not passed over because it cannot be reached.
    @Test func whatIsThereAndCannotBeReadIsSaid() throws {
        let path = folder.path + "/config.json"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/none/such")
        #expect(throws: Configuration.Fault.self) { try Configuration.read(folder.path) }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: Configuration.Fault.self) { try Configuration.read(folder.path) }
        try FileManager.default.removeItem(atPath: path)
        // Nobody writes into it: reading would never end.
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: Configuration.Fault.self) { try Configuration.read(folder.path) }
    }

    @Test func everyKey() throws {
        let read = try read(
            """
            {
                // comments may stay
                modems: [
                    {name: "one", device: "/dev/ttyUSB2", baud: 9600, pin: "1234"},
                    {name: "two", socket: "/run/modem"},
                ],
                roles: {"carrier-messaging": "org.example.app"},
                labels: {"iccid-1": "Work"},
                identities: {"1000": "org.example.app"},
                probeInterval: 5, incompleteAfter: 60, reportRequests: "always",
            }
            """)
        var expected = Configuration()
        expected.modems = [
            .init(name: "one", endpoint: .device(path: "/dev/ttyUSB2", baud: 9_600), pin: "1234"),
            .init(name: "two", endpoint: .socket(path: "/run/modem")),
        ]
        expected.roles = [.carrierMessaging: "org.example.app"]
        expected.labels = ["iccid-1": "Work"]
        expected.identities = [1_000: "org.example.app"]
        (expected.probeInterval, expected.incompleteAfter, expected.reportRequests) = (5, 60, "always")
        #expect(read == expected)
    }

    @Test(arguments: [
        ("[]", "object"), ("{", "not JSON"), (#"{"modem": []}"#, "modem: no such key"),
        (#"{"modems": {}}"#, "modems: has to be an array"), (#"{"modems": [{}]}"#, "modems[0].name"),
        (#"{"modems": [{"name": "a b", "socket": "/x"}]}"#, "modems[0].name"),
        (#"{"modems": [{"name": "a"}]}"#, "modems[0]: needs either device or socket"),
        (#"{"modems": [{"name": "a", "device": "/d", "socket": "/s"}]}"#, "modems[0]: needs either"),
        (#"{"modems": [{"name": "a", "device": "/d", "baud": 1}]}"#, "modems[0].baud: has to be a whole number"),
        (#"{"modems": [{"name": "a", "device": "/d", "pin": 1234}]}"#, "modems[0].pin"),
        (#"{"modems": [{"name": "a", "device": "/d", "pin": "123"}]}"#, "modems[0].pin"),
        (#"{"modems": [{"name": "a", "device": "/d", "speed": 1}]}"#, "modems[0].speed: no such key"),
        (#"{"roles": {"pager": "a"}}"#, "roles.pager: no such role"), (#"{"roles": {"dialer": 1}}"#, "roles.dialer"),
        (#"{"labels": {"l": ""}}"#, "labels.l"), (#"{"identities": {"root": "a"}}"#, "identities.root"),
        (#"{"probeInterval": 0}"#, "probeInterval"), (#"{"probeInterval": 1.5}"#, "probeInterval"),
        (#"{"probeInterval": "5"}"#, "probeInterval"), (#"{"probeInterval": true}"#, "probeInterval"),
        (#"{"incompleteAfter": null}"#, "incompleteAfter"), (#"{"reportRequests": "maybe"}"#, "reportRequests"),
    ])
    func whatIsWrongNamesItsKey(text: String, message: String) throws {
        #expect { try read(text) } throws: { error in error is Configuration.Fault && "\(error)".contains(message) }
    }

    @Test func aPINIsNotInTheError() throws {
        #expect { try read(#"{"modems": [{"name": "a", "device": "/d", "pin": "98765432109"}]}"#) } throws: {
            !"\($0)".contains("9876")
        }
    }

    @Test(arguments: [
        ("one=unix:/tmp/x", Configuration.Modem(name: "one", endpoint: .socket(path: "/tmp/x"))),
        ("one=/dev/ttyS1", .init(name: "one", endpoint: .device(path: "/dev/ttyS1", baud: 115_200))),
        ("one=/dev/ttyS1@9600", .init(name: "one", endpoint: .device(path: "/dev/ttyS1", baud: 9_600))),
    ])
    func modemsOfTheCommandLine(argument: String, modem: Configuration.Modem) throws {
        #expect(try Configuration.modem(argument: argument) == modem)
    }

    @Test(arguments: [
        "", "one", "=x", "a b=x", "one=/dev/ttyS1@fast", "one=/dev/ttyS1@12345678901", "one=/dev/ttyS1@-1",
    ])
    func modemsThatAreNone(argument: String) {
        #expect(throws: Configuration.Fault.self) { try Configuration.modem(argument: argument) }
    }

    @Test func twoModemsOfOneNameAreRefused() throws {
        var configuration = Configuration()
        configuration.modems = Array(repeating: .init(name: "a", endpoint: .socket(path: "/x")), count: 2)
        #expect(throws: Configuration.Fault.self) { try configuration.check() }
    }

    // MARK: The state folder

    @Test func aFolderIsForOneDaemon() throws {
        let path = folder.path + "/state"
        let first = try StateFolder(path)
        #expect { try StateFolder(path) } throws: { ($0 as? StateFolder.Fault)?.kind == .inUse }
        withExtendedLifetime(first) {}
        #expect { try StateFolder(folder.path + "/a/b") } throws: { ($0 as? StateFolder.Fault)?.kind == .cannotMake }
    }
}
