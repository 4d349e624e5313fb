// swift-tools-version: 6.2
import PackageDescription

// Apps that depend on Handset like anybody's. Build them with: swift build --package-path Samples
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
            path: "CarrierMessages", exclude: ["Bundle", "README.md"], swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
