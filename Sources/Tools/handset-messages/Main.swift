import Foundation
import HandsetArchive
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
                usage: handset-messages

                Reads and writes texts in the terminal. Needs the role: handset role carrier-messaging org.handset.messages
                Type a text to answer the last person; /to NUMBER for somebody else; /help for the rest.
                """)
            return
        }
        guard arguments.isEmpty else {
            FileHandle.standardError.write(Data("handset-messages: takes no arguments; see --help\n".utf8))
            exit(EX_USAGE)
        }
        do {
            let store = try MessageArchive(tool: "handset-messages")
            if ProcessInfo.processInfo.environment["HANDSET_LAUNCH"] != nil {
                try await Background(store: store).run()
            } else {
                try await Foreground(store: store).run()
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
