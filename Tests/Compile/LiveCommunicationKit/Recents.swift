// A default dialer in the words of an app whose only imports are these two: a model of the recents, which Swift 5 takes as
// it stands, and a call on a chosen line or on none.
import Foundation
import LiveCommunicationKit

let telephony = TelephonyConversationManager.sharedInstance
let services = telephony.cellularServices

func dial(_ number: String, using service: CellularService? = nil) async throws {
    let handle = Handle(type: .phoneNumber, value: number)
    do {
        let action = StartCellularConversationAction(handle, cellularService: service)
        try await telephony.startCellularConversation(action)
    } catch {
        print("no call: \(error)")
        throw error
    }
}

// expected-swift6-note@+2 {{class 'RecentsModel' does not conform to the 'Sendable' protocol}}
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
            self.reload()  // expected-swift6-error {{capture of 'self' with non-Sendable type 'RecentsModel'}}
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
                print(error.localizedDescription)
            }
        }
    }
}
