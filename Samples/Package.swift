// swift-tools-version: 6.2
import PackageDescription

/// An app's executable, in a folder with its bundle, and the tests of it.
func app(_ name: String, _ folder: String, of products: [String]) -> [Target] {
    func handset(_ product: String) -> Target.Dependency { .product(name: product, package: "handset") }
    return [
        .executableTarget(
            name: name, dependencies: products.map(handset), path: folder, exclude: ["Bundle", "README.md"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "\(folder)Tests", dependencies: [.target(name: name), handset("HandsetTesting")],
            path: "\(folder)Tests", swiftSettings: [.treatAllWarnings(as: .error)]),
    ]
}

// Apps that depend on Handset like anybody's. Build and test them with: swift test --package-path Samples
let package = Package(
    name: "Samples",
    dependencies: [.package(name: "handset", path: "..")],
    targets: app("carrier-messages", "CarrierMessages", of: ["TelephonyMessagingKit", "UserNotifications"])
        + app("call-button", "CallButton", of: [])
        + app("dialer", "Dialer", of: ["LiveCommunicationKit"])
        + app("voip-app", "VoIPApp", of: ["LiveCommunicationKit", "AVFAudio", "PushKit"]),
    swiftLanguageModes: [.v6]
)
