import Foundation
import LiveCommunicationKit

/// A dialer's model of the recents in the words of Swift 5: it catches itself in the closures of the notification centre and of a task.
@Observable
class RecentsModel {
    @MainActor var rows: [ConversationHistoryManager.RecentConversation] = []
    let provider = ConversationHistoryManager.sharedInstance
    var token: NotificationCenter.ObservationToken? = nil

    init() {
        reload()
        self.token = NotificationCenter.default.addObserver(
            of: ConversationHistoryManager.self, for: .conversationHistoryDidUpdateMessage
        ) { _ in
            self.reload()
        }
    }

    private func reload() {
        Task {
            let all = #Predicate<ConversationHistoryManager.RecentConversation> { _ in true }
            do {
                let found = try await provider.recentConversations(matching: all)
                await MainActor.run {
                    rows = found
                }
            } catch {
                say("no rows: \(error.localizedDescription)")
            }
        }
    }
}

let manager = TelephonyConversationManager.sharedInstance

func startCall(_ number: String, using service: CellularService? = nil) async throws {
    let handle = Handle(type: .phoneNumber, value: number)
    do {
        let action = StartCellularConversationAction(handle, cellularService: service)
        try await manager.startCellularConversation(action)
    } catch {
        say("no call: \(error.localizedDescription)")
        throw error
    }
}

func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

/// Calls the number that it is given, and shows the recents whenever they change, until its input ends.
@main struct Listing {
    @MainActor static func main() async throws {
        let model = RecentsModel()
        show(model)
        try await startCall(CommandLine.arguments[1], using: manager.cellularServices.first)
        say("calling")
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while readLine() != nil {}
                continuation.resume()
            }
        }
        _ = model.token
    }

    @MainActor static func show(_ model: RecentsModel) {
        let rows = withObservationTracking {
            model.rows
        } onChange: {
            Task { @MainActor in show(model) }
        }
        say("\(rows.count) rows, \(rows.filter { $0.duration > 0 }.count) spoken in")
    }
}
