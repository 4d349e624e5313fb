import Foundation
import HandsetArchive
import HandsetDialing
import TelephonyMessagingKit
import UserNotifications

/// A carrier-messaging app in a terminal. Launched by Handset, it stores and notifies, without a terminal; opened by a
/// person, it shows and answers.
@main struct HandsetMessages {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains("--help") || arguments.contains("-h") {
            print(
                """
                usage: handset-messages [LINK]

                Reads and writes texts in the terminal. Needs the role: handset role carrier-messaging org.handset.messages
                Type a text to answer the last person; /to NUMBER for somebody else; /help for the rest.
                LINK is an sms: link: its text waits for /send.
                """)
            return
        }
        let environment = ProcessInfo.processInfo.environment
        let isLaunched = environment["HANDSET_LAUNCH"] != nil
        let link = isLaunched ? environment["HANDSET_LAUNCH_URL"] : arguments.first
        let draft: Draft?
        do throws(DialingError) {
            guard arguments.count <= 1, link?.hasPrefix("-") != true else {
                FileHandle.standardError.write(Data("handset-messages: takes one link; see --help\n".utf8))
                exit(EX_USAGE)
            }
            draft = try link.map { link throws(DialingError) in try Draft(link: link) }
        } catch {
            FileHandle.standardError.write(Data("handset-messages: this link cannot be opened: \(error)\n".utf8))
            exit(EX_DATAERR)
        }
        do {
            let store = try MessageArchive(tool: "handset-messages")
            if isLaunched {
                try await Background(store: store, draft: draft).run()
            } else {
                try await Foreground(store: store, draft: draft).run()
            }
        } catch let error as LocalizedError {
            FileHandle.standardError.write(Data("handset-messages: \(error.errorDescription ?? "failed")\n".utf8))
            exit(EX_UNAVAILABLE)
        } catch {
            FileHandle.standardError.write(Data("handset-messages: \(error)\n".utf8))
            exit(EX_UNAVAILABLE)
        }
    }
}
