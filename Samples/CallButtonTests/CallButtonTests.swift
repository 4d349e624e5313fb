import Foundation
import HandsetTesting
import Testing

@testable import call_button

/// The view model with a mock, the opener with a desktop of files, and both together on a machine.
@Suite(.serialized, .timeLimit(.minutes(2))) struct CallButtonTests {
    private final class MockURLOpener: OpenURLProtocol {
        var urlOpened: URL?
        func open(_ url: URL) { urlOpened = url }
    }

    @Test func theButtonOpensTheLink() {
        let opener = MockURLOpener()
        ViewModel(openURL: opener).callNumber()
        #expect(opener.urlOpened == URL(string: "tel://08000480408"))
    }

    @Test(arguments: ["gio", "xdg-open"])
    func theDesktopGetsTheLinkAsOneArgument(program: String) async throws {
        try await TestMachine.run { machine in
            let folder = "\(machine.folder)/bin"
            let script = "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" > \(folder)/seen\n"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(
                FileManager.default.createFile(
                    atPath: "\(folder)/\(program)", contents: Data(script.utf8), attributes: [.posixPermissions: 0o755])
            )
            // A pipe: its reader waits for the writer.
            #expect(mkfifo("\(folder)/seen", 0o600) == 0)
            DesktopOpener(searchPath: folder).open(try #require(URL(string: "tel:1;ext=2$(id)")))
            let seen = try await machine.run("/bin/cat", ["\(folder)/seen"]).output.split(separator: "\n").map(
                String.init)
            let link = "tel:1;ext=2$(id)"
            #expect(seen.last?.removingPercentEncoding == link)
            #expect(seen.first == (program == "gio" ? "2" : "1"))
        }
    }
}
