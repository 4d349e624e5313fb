import Foundation
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
        await #expect(throws: CallsUnavailable(.cellularConversation)) {
            try await TelephonyConversationManager.sharedInstance.startCellularConversation(action)
        }
        await #expect(throws: CallsUnavailable(.cellularConversation)) {
            try await TelephonyConversationManager.sharedInstance.startCellularConversation(.init(Self.row))
        }
        let history = ConversationHistoryManager.sharedInstance
        await #expect(throws: CallsUnavailable(.history)) {
            _ = try await history.recentConversations(matching: #Predicate { !$0.isRead })
        }
        await #expect(throws: CallsUnavailable(.history)) { try await history.markConversationAsRead(Self.row) }
        await #expect(throws: CallsUnavailable(.history)) { try await history.markConversationsAsRead([]) }
        await #expect(throws: CallsUnavailable(.pushedConversation)) {
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
        await #expect(throws: CallsUnavailable(.conversation)) { try await manager.perform([action]) }
        await #expect(throws: CallsUnavailable(.incomingConversation)) {
            try await manager.reportNewIncomingConversation(uuid: UUID(), update: .init())
        }
        #expect(action.state == .idle && manager.pendingActions.isEmpty && manager.conversations.isEmpty)
    }

    @Test(arguments: [
        CallsUnavailable.Request.cellularConversation, .history, .conversation, .incomingConversation,
        .pushedConversation,
    ])
    func errorSaysWhatToDo(request: CallsUnavailable.Request) {
        let error: any Error = CallsUnavailable(request)
        #expect(error.localizedDescription.contains("this version of Handset"))
        #expect((error as? any LocalizedError)?.recoverySuggestion?.isEmpty == false)
        #expect((error as NSError).domain == "LiveCommunicationKit" && (error as NSError).code == request.rawValue)
    }
}
