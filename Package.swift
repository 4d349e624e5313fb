// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
/// What a room imports is its own affair unless it says `public import`: an app sees the frameworks, not the bus.
let discreet: [SwiftSetting] = strict + [.enableUpcomingFeature("InternalImportsByDefault")]
let spans: [SwiftSetting] = strict + [.enableExperimentalFeature("Lifetimes")]

/// A target is a wall: `docs/architecture.md` says who may know whom, and these lists are that rule.
func room(
    _ name: String, _ folder: String, knows dependencies: [Target.Dependency] = [], exclude: [String] = [],
    settings: [SwiftSetting] = strict
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(folder)", exclude: exclude, swiftSettings: settings)
}

func tool(_ name: String, knows dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/Tools/\(name)", swiftSettings: strict)
}

func tests(_ name: String, _ folder: String, of dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(folder)", swiftSettings: spans)
}

let package = Package(
    name: "Handset",
    products: [
        .library(name: "TelephonyMessagingKit", targets: ["TelephonyMessagingKit"]),
        .library(name: "LiveCommunicationKit", targets: ["LiveCommunicationKit"]),
        .library(name: "UserNotifications", targets: ["UserNotifications"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
        .library(name: "AVFAudio", targets: ["AVFAudio"]),
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        .library(name: "PushKit", targets: ["PushKit"]),
        .library(name: "Handset", targets: ["Handset"]),
        .library(name: "HandsetNumbers", targets: ["HandsetNumbers"]),
        .library(name: "HandsetPictures", targets: ["HandsetPictures"]),
        .library(name: "HandsetTesting", targets: ["HandsetTesting"]),
        .executable(name: "handsetd", targets: ["handsetd"]),
        .executable(name: "handset-agent", targets: ["handset-agent"]),
        .executable(name: "handset", targets: ["handset"]),
        .executable(name: "handset-messages", targets: ["handset-messages"]),
        .executable(name: "carrier-sim", targets: ["carrier-sim"]),
        .executable(name: "handset-demo", targets: ["handset-demo"]),
    ],
    targets: [
        // C libraries and the few lines of C that Swift cannot express
        .systemLibrary(name: "CHandsetSystemd", path: "Sources/System/CHandsetSystemd", pkgConfig: "libsystemd"),
        .systemLibrary(name: "CHandsetSQLite", path: "Sources/System/CHandsetSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CHandsetCurl", path: "Sources/System/CHandsetCurl", pkgConfig: "libcurl"),
        .systemLibrary(name: "CHandsetPixbuf", path: "Sources/System/CHandsetPixbuf", pkgConfig: "gdk-pixbuf-2.0"),
        .target(name: "CHandsetLinux", path: "Sources/System/CHandsetLinux"),
        .target(
            name: "CHandsetPhoneNumber", path: "Sources/System/CHandsetPhoneNumber",
            linkerSettings: [.linkedLibrary("phonenumber"), .linkedLibrary("protobuf")]),

        // Octets <-> values: no I/O, no clock, no Foundation
        room("HandsetWireCore", "Wire/Core", settings: spans),
        room("HandsetSMS", "Wire/SMS", knows: ["HandsetWireCore"], settings: spans),
        room("HandsetAT", "Wire/AT", knows: ["HandsetWireCore"], settings: spans),
        room("HandsetMMS", "Wire/MMS", knows: ["HandsetWireCore"], settings: spans),
        room("HandsetDialing", "Wire/Dialing"),

        // Numbers in their countries
        room("HandsetNumbers", "Numbers", knows: ["HandsetDialing", "CHandsetPhoneNumber"], settings: discreet),

        // The machine
        room("HandsetPlatform", "Platform", knows: ["CHandsetLinux"]),
        // Handlers begin where they are called: a hop to the pool between would change the order of a client's calls.
        room(
            "HandsetDBus", "DBus", knows: ["HandsetPlatform", "CHandsetSystemd"],
            settings: strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        room(
            "HandsetInterface", "Interface", knows: ["HandsetDBus"],
            settings: strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),

        // The service and what it needs of a modem
        room("HandsetLines", "Lines", exclude: ["ATModem", "ModemManager"]),
        room(
            "HandsetATModem", "Lines/ATModem",
            knows: ["HandsetLines", "HandsetAT", "HandsetSMS", "HandsetPlatform"]),
        room(
            "HandsetModemManager", "Lines/ModemManager",
            knows: ["HandsetLines", "HandsetAT", "HandsetDBus", "HandsetPlatform"],
            settings: strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        room(
            "HandsetMMSTransport", "Transport", knows: ["HandsetLines", "HandsetPlatform", "CHandsetCurl"],
            settings: discreet + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        room(
            "HandsetService", "Service",
            knows: [
                "HandsetInterface", "HandsetDBus", "HandsetDialing", "HandsetLines", "HandsetNumbers", "HandsetSMS",
                "HandsetMMS", "HandsetMMSTransport", "HandsetPlatform", "CHandsetSQLite", "CHandsetLinux",
            ],
            settings: strict + [.enableUpcomingFeature("InternalImportsByDefault")]),

        // The network side, simulated
        room("HandsetCarrier", "Carrier", knows: ["HandsetSMS", "HandsetAT", "HandsetMMS", "HandsetPlatform"]),

        // What apps see
        room(
            "Handset", "Handset",
            knows: ["HandsetInterface", "HandsetDBus", "HandsetPlatform", "HandsetSMS", "HandsetDialing"],
            settings: discreet),
        room("HandsetPictures", "Pictures", knows: ["CHandsetPixbuf"], settings: discreet),
        room(
            "TelephonyMessagingKit", "Frameworks/TelephonyMessagingKit", knows: ["Handset", "HandsetCompanions"],
            settings: discreet),
        room(
            "UserNotifications", "Frameworks/UserNotifications", knows: ["Handset", "HandsetPlatform"],
            settings: discreet),
        room(
            "LiveCommunicationKit", "Frameworks/LiveCommunicationKit",
            knows: ["Handset", "HandsetCompanions", "HandsetPlatform"], settings: discreet),

        room("PushKit", "Frameworks/PushKit", knows: ["Handset", "HandsetPlatform"], settings: discreet),

        // The few types of other Apple frameworks that the API names: one target, and a module of Apple's name for each
        room("HandsetCompanions", "Frameworks/Companions", knows: ["HandsetPlatform"]),
        room("UniformTypeIdentifiers", "Frameworks/UniformTypeIdentifiers", knows: ["HandsetCompanions"]),
        room("CoreLocation", "Frameworks/CoreLocation", knows: ["HandsetCompanions"]),
        room("CoreGraphics", "Frameworks/CoreGraphics", knows: ["HandsetCompanions", "_Testing_CoreGraphics"]),
        room("_Testing_CoreGraphics", "Frameworks/TestingOverlay"),
        room("AVFAudio", "Frameworks/AVFAudio", knows: ["HandsetCompanions"]),
        room("AVFoundation", "Frameworks/AVFoundation", knows: ["HandsetCompanions"]),

        // Programs
        tool(
            "handsetd",
            knows: [
                "HandsetService", "HandsetATModem", "HandsetModemManager", "HandsetLines", "HandsetInterface",
                "HandsetDBus", "HandsetPlatform", "CHandsetSystemd",
            ]),
        .executableTarget(
            name: "handset-agent",
            dependencies: [
                "HandsetInterface", "HandsetDBus", "HandsetPlatform", "CHandsetLinux", "CHandsetSystemd",
            ],
            path: "Sources/Tools/handset-agent",
            swiftSettings: strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        room("HandsetArchive", "Tools/Archive", knows: ["HandsetPlatform"]),
        tool(
            "handset",
            knows: [
                "Handset", "HandsetArchive", "HandsetCompanions", "HandsetMMS", "HandsetPictures", "HandsetPlatform",
                "HandsetSMS",
            ]),
        tool(
            "handset-messages",
            knows: [
                "TelephonyMessagingKit", "UserNotifications", "UniformTypeIdentifiers", "Handset", "HandsetArchive",
                "HandsetDialing",
            ]),
        tool("carrier-sim", knows: ["HandsetCarrier", "HandsetPlatform"]),

        // Bus, carrier, daemon and agent inside a test
        room("HandsetPrivateBus", "Testing/Bus", knows: ["HandsetDBus", "HandsetPlatform"]),
        room(
            "HandsetTesting", "Testing",
            knows: [
                "CHandsetLinux", "HandsetCarrier", "HandsetDBus", "HandsetPlatform", "HandsetPrivateBus", "handsetd",
                "handset-agent",
                "handset",
            ], exclude: ["Bus"]),

        tool("handset-demo", knows: ["HandsetTesting", "HandsetPlatform", "handset-messages"]),

        // What the tests and script/bench drive: an app that says what happens in it
        .executableTarget(
            name: "handset-testapp",
            dependencies: [
                "TelephonyMessagingKit", "LiveCommunicationKit", "PushKit", "AVFAudio", "UniformTypeIdentifiers",
                "Handset",
            ],
            path: "Tests/TestApp",
            swiftSettings: strict),
        // A dialer in Swift 5 mode, as many are
        .executableTarget(
            name: "handset-listing", dependencies: ["LiveCommunicationKit"], path: "Tests/Listing",
            swiftSettings: strict + [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "handset-bench", dependencies: ["HandsetTesting", "handset-testapp"], path: "Benchmarks/Path",
            swiftSettings: strict),

        tests("HandsetWireCoreTests", "Wire/Core", of: ["HandsetWireCore"]),
        tests("HandsetSMSTests", "Wire/SMS", of: ["HandsetSMS", "HandsetWireCore"]),
        tests("HandsetPDUCommandTests", "Tools/PDU", of: ["handset"]),
        tests("HandsetMMSCommandTests", "Tools/MMS", of: ["handset"]),
        tests("HandsetATTests", "Wire/AT", of: ["HandsetAT"]),
        tests("HandsetMMSTests", "Wire/MMS", of: ["HandsetMMS"]),
        tests("HandsetDialingTests", "Wire/Dialing", of: ["HandsetDialing"]),
        tests("HandsetNumbersTests", "Numbers", of: ["HandsetNumbers", "HandsetDialing"]),
        tests("HandsetPlatformTests", "Platform", of: ["HandsetPlatform"]),
        // A real dbus-daemon of a test's own, and a service that only remembers
        .target(
            name: "HandsetBusTesting", dependencies: ["HandsetInterface", "HandsetPrivateBus"],
            path: "Tests/BusSupport",
            swiftSettings: strict),
        tests("HandsetDBusTests", "DBus", of: ["HandsetDBus", "HandsetBusTesting"]),
        tests(
            "HandsetAgentTests", "Tools/Agent",
            of: ["HandsetInterface", "HandsetBusTesting", "handset-agent"]),
        tests("HandsetInterfaceTests", "Interface", of: ["HandsetInterface", "HandsetBusTesting"]),
        tests("HandsetPicturesTests", "Pictures", of: ["HandsetPictures"]),
        tests("HandsetMMSTransportTests", "Transport", of: ["HandsetMMSTransport", "HandsetCarrier", "HandsetMMS"]),
        tests("HandsetATModemTests", "Lines/ATModem", of: ["HandsetATModem", "HandsetCarrier"]),
        tests(
            "HandsetModemManagerTests", "Lines/ModemManager",
            of: ["HandsetModemManager", "HandsetBusTesting", "HandsetLines"]),
        tests(
            "HandsetServiceTests", "Service", of: ["HandsetService", "HandsetBusTesting", "handsetd", "carrier-sim"]),
        tests(
            "HandsetCarrierTests", "Carrier",
            of: ["HandsetCarrier", "HandsetSMS", "HandsetAT", "HandsetMMS", "HandsetPlatform", "carrier-sim"]),
        tests(
            "HandsetTests", "Handset",
            of: [
                "Handset", "TelephonyMessagingKit", "LiveCommunicationKit", "UserNotifications", "HandsetInterface",
                "HandsetCompanions",
                "HandsetBusTesting", "handset-cold-reader",
            ]),
        .executableTarget(
            name: "handset-cold-reader", dependencies: ["Handset"], path: "Tests/ColdReader", swiftSettings: strict),
        tests(
            "HandsetCompanionsTests", "Frameworks/Companions",
            of: [
                "HandsetCompanions", "UniformTypeIdentifiers", "CoreLocation", "CoreGraphics", "AVFAudio",
            ]),
        tests("PushKitTests", "Frameworks/PushKit", of: ["PushKit", "Handset", "HandsetPlatform"]),
        tests(
            "LiveCommunicationKitTests", "Frameworks/LiveCommunicationKit",
            of: ["LiveCommunicationKit", "HandsetCompanions", "Handset", "HandsetDBus", "HandsetPlatform"]),
        tests(
            "HandsetEndToEndTests", "EndToEnd",
            of: ["HandsetTesting", "HandsetBusTesting", "handset-testapp", "handset-listing", "handset-messages"]),
    ],
    swiftLanguageModes: [.v6]
)

// What `Benchmarks/SMS/run` builds: the codec with its allocations counted.
if Context.environment["HANDSET_BENCH"] != nil {
    package.targets += [
        .target(name: "CAllocations", path: "Benchmarks/SMS/CAllocations"),
        .executableTarget(
            name: "SMSBenchmark", dependencies: ["CAllocations", "HandsetSMS", "HandsetWireCore"],
            path: "Benchmarks/SMS/Program", swiftSettings: spans),
    ]
}

// What `script/fuzz` builds: libFuzzer brings the `main`.
if Context.environment["HANDSET_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "FuzzSMS", dependencies: ["HandsetSMS", "HandsetWireCore"], path: "Fuzz/SMS", exclude: ["corpus"],
            swiftSettings: spans))
}

// What `Benchmarks/MMS/run` and `script/differential-mms` build.
if Context.environment["HANDSET_BENCH"] != nil {
    package.targets.append(
        .executableTarget(
            name: "MMSBenchmark", dependencies: ["HandsetMMS", "HandsetWireCore"], path: "Benchmarks/MMS/Program",
            swiftSettings: spans))
}

// What `script/fuzz mms` builds: libFuzzer brings the `main`.
if Context.environment["HANDSET_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "FuzzMMS", dependencies: ["HandsetMMS", "HandsetWireCore"], path: "Fuzz/MMS", exclude: ["corpus"],
            swiftSettings: spans))
}

// What `script/fuzz` builds: libFuzzer brings the `main`.
if Context.environment["HANDSET_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "FuzzTEL", dependencies: ["HandsetDialing"], path: "Fuzz/TEL", exclude: ["corpus"],
            swiftSettings: strict))
}

// `HANDSET_TESTS=HandsetSMSTests,HandsetATTests swift test` builds those tests alone: all together take minutes.
if let names = Context.environment["HANDSET_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
