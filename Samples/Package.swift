// swift-tools-version: 6.2
import PackageDescription

// Apps that depend on Handset like anybody's. Build and test them with: swift test --package-path Samples
let package = Package(
    name: "Samples",
    dependencies: [.package(name: "handset", path: "..")],
    targets: [
        .executableTarget(
            name: "carrier-messages",
            dependencies: [
                .product(name: "TelephonyMessagingKit", package: "handset"),
                .product(name: "UserNotifications", package: "handset"),
            ],
            path: "CarrierMessages", exclude: ["Bundle", "README.md"], swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "CarrierMessagesTests",
            dependencies: ["carrier-messages", .product(name: "HandsetTesting", package: "handset")],
            path: "CarrierMessagesTests", swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)
