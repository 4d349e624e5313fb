import Foundation
import Handset
import Testing

@testable import LiveCommunicationKit

/// What an app meets while calls are not offered: an error that says so, never a trap and never a success.
struct UnavailableTests {
    private static let row = ConversationHistoryManager.RecentConversation(
        id: UUID(), handles: [Handle(type: .phoneNumber, value: "+15550100")], date: Date(timeIntervalSince1970: 1),
        duration: 2, status: .missed, direction: .incoming, isRead: false)

    @Test func noLines() {
        #expect(TelephonyConversationManager.sharedInstance.cellularServices.isEmpty)
    }

    @Test func everyDoorThrows() async {
        let action = StartCellularConversationAction(Handle(type: .phoneNumber, value: "+15550100"))
        await #expect(throws: CallRequest.cellularConversation.refusal) {
            try await TelephonyConversationManager.sharedInstance.startCellularConversation(action)
        }
        await #expect(throws: CallRequest.cellularConversation.refusal) {
            try await TelephonyConversationManager.sharedInstance.startCellularConversation(.init(Self.row))
        }
        let history = ConversationHistoryManager.sharedInstance
        await #expect(throws: CallRequest.history.refusal) {
            _ = try await history.recentConversations(matching: #Predicate { !$0.isRead })
        }
        await #expect(throws: CallRequest.history.refusal) { try await history.markConversationAsRead(Self.row) }
        await #expect(throws: CallRequest.history.refusal) { try await history.markConversationsAsRead([]) }
        await #expect(throws: CallRequest.pushedConversation.refusal) {
            try await ConversationManager.reportNewIncomingVoIPPushPayload([:])
        }
    }

    @Test func conversationsThrowAndLeaveActionsAlone() async {
        let manager = ConversationManager(
            configuration: .init(
                ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 1,
                maximumConversationsPerConversationGroup: 1, includesConversationInRecents: true, supportsVideo: true,
                supportedHandleTypes: [.generic], supportsAudioTranslation: true))
        let action = StartConversationAction(conversationUUID: UUID(), handles: [], isVideo: false)
        await #expect(throws: CallRequest.conversation.refusal) { try await manager.perform([action]) }
        await #expect(throws: CallRequest.incomingConversation.refusal) {
            try await manager.reportNewIncomingConversation(uuid: UUID(), update: .init())
        }
        #expect(action.state == .idle && manager.pendingActions.isEmpty && manager.conversations.isEmpty)
    }

    @Test(arguments: CallRequest.allCases)
    func errorSaysWhatToDo(request: CallRequest) {
        let error: any Error = request.refusal
        #expect(error.localizedDescription.contains("this version of Handset"))
        #expect((error as? HandsetError)?.kind == .unavailable)
    }

    @Test func refusalsDiffer() {
        #expect(Set(CallRequest.allCases.map(\.refusal.message)).count == CallRequest.allCases.count)
    }
}
