import Foundation

/// Whoever opens links: the desktop, or a test's mock.
protocol OpenURLProtocol {
    func open(_ url: URL)
}

#if canImport(UIKit)
import UIKit

extension UIApplication: OpenURLProtocol {
    func open(_ url: URL) { open(url, options: [:], completionHandler: nil) }
}
#else
/// The desktop's own way: `gio open`, or `xdg-open`. It finds the handler of the scheme, which for `tel:` is Handset.
struct DesktopOpener: OpenURLProtocol {
    var searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

    func open(_ url: URL) {
        let commands = [("gio", ["open"]), ("xdg-open", [])]
        for (program, arguments) in commands {
            guard let path = find(program) else { continue }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: path)
            // One argument of its own: no shell reads the link.
            process.arguments = arguments + [url.absoluteString]
            if (try? process.run()) != nil { return }
        }
    }

    private func find(_ program: String) -> String? {
        searchPath.split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
#endif
