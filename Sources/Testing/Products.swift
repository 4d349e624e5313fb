import Foundation

/// Where the programs of Handset stand beside the running one, as SwiftPM builds them.
package enum Products {
    /// The folder of the running program, or `HANDSET_PRODUCTS` where a test runs from elsewhere.
    static let folder: String = {
        if let named = ProcessInfo.processInfo.environment["HANDSET_PRODUCTS"] { return named }
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return (program as NSString).deletingLastPathComponent
    }()

    /// The path of one program. Throws when it was not built.
    package static func path(of name: String) throws -> String {
        let path = "\(folder)/\(name)"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw TestMachineError(
                "\(name) is not built beside this test: let the test target depend on it, and run swift build first")
        }
        return path
    }
}
