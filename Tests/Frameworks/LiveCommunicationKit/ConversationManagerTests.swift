import Foundation
import Observation
import Testing

@testable import HandsetCompanions
@testable import LiveCommunicationKit

struct ConversationManagerTests {
    private static func manager() -> ConversationManager {
        ConversationManager(
            configuration: .init(
                ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 1,
                maximumConversationsPerConversationGroup: 1, includesConversationInRecents: true, supportsVideo: false,
                supportedHandleTypes: [.generic]))
    }

    @Test func shorterConfigurationDoesNotTranslate() {
        #expect(Self.manager().configuration.supportsAudioTranslation == false)
        #expect(Self.manager().configuration.supportedHandleTypes == [.generic])
    }

    @Test func delegateIsNotKeptAlive() {
        let manager = Self.manager()
        do {
            let delegate = Recorder()
            manager.delegate = delegate
            #expect(manager.delegate === delegate)
        }
        #expect(manager.delegate == nil)
    }

    @Test func actionIsPendingUntilItEnds() {
        let manager = Self.manager()
        let recorder = Recorder()
        manager.delegate = recorder
        let conversation = Conversation(uuid: UUID())
        let join = JoinConversationAction(conversationUUID: conversation.uuid)
        let other = EndConversationAction(conversationUUID: UUID())
        manager.hand(join)
        manager.hand(join)
        manager.hand(other)
        #expect(recorder.performed.map(\.uuid) == [join.uuid, other.uuid])
        #expect(manager.pendingActions.count == 2)
        #expect(manager.pendingConversationActions(of: JoinConversationAction.self, for: conversation).count == 1)
        #expect(manager.pendingConversationActions(of: ConversationAction.self, for: conversation).count == 1)
        #expect(manager.pendingConversationActions(of: EndConversationAction.self, for: conversation).isEmpty)
        join.fulfill()
        #expect(manager.pendingActions.map(\.uuid) == [other.uuid])
    }

    @Test func timeOutFailsAndTellsOnce() {
        let manager = Self.manager()
        let recorder = Recorder()
        manager.delegate = recorder
        let due = Date(timeIntervalSince1970: 10)
        let late = ConversationAction(conversationUUID: UUID(), timeoutDate: due)
        let early = ConversationAction(conversationUUID: UUID(), timeoutDate: due.addingTimeInterval(1))
        manager.hand(late)
        manager.hand(early)
        #expect(manager.nextTimeOut == due)
        manager.failActions(dueAt: due.addingTimeInterval(-0.5))
        #expect(recorder.timedOut.isEmpty)
        manager.failActions(dueAt: due)
        manager.failActions(dueAt: due)
        #expect(recorder.timedOut.map(\.uuid) == [late.uuid])
        #expect(late.state == .failed(reason: ActionProgress.Failure.timeOut.rawValue))
        late.fulfill()
        #expect(late.state != .complete)
        #expect(early.state == .running && manager.nextTimeOut == early.timeoutDate)
        early.fulfill()
        #expect(manager.nextTimeOut == nil)
        manager.failActions(dueAt: .distantFuture)
        #expect(recorder.timedOut.count == 1)
    }

    @Test func reportsReachDelegateAndEndRemoves() {
        let manager = Self.manager()
        let recorder = Recorder()
        manager.delegate = recorder
        let conversation = Conversation(uuid: UUID())
        manager.reportConversationEvent(.conversationConnected(Date()), for: conversation)
        #expect(conversation.state == .idle && recorder.changes == 0)
        manager.add(conversation)
        manager.reportConversationEvent(.conversationConnected(Date()), for: conversation)
        manager.reportConversationEvent(.conversationConnected(Date()), for: conversation)
        #expect(conversation.state == .joined && recorder.changes == 2)
        #expect(manager.conversations.map(\.uuid) == [conversation.uuid])
        manager.reportConversationEvent(.conversationEnded(Date(), .remoteEnded), for: conversation)
        #expect(manager.conversations.isEmpty && recorder.changes == 3)
    }

    @Test func invalidationEndsEverything() {
        let manager = Self.manager()
        let recorder = Recorder()
        manager.delegate = recorder
        let conversation = Conversation(uuid: UUID())
        manager.add(conversation)
        let running = PauseConversationAction(conversationUUID: conversation.uuid, isPaused: true)
        manager.hand(running)
        manager.invalidate()
        #expect(conversation.state == .left)
        #expect(running.state == .failed(reason: ActionProgress.Failure.invalidated.rawValue))
        #expect(manager.conversations.isEmpty && manager.pendingActions.isEmpty)
        #expect(recorder.changes == 1 && recorder.timedOut.isEmpty)
        manager.invalidate()
        manager.add(Conversation(uuid: UUID()))
        let late = JoinConversationAction(conversationUUID: UUID())
        manager.hand(late)
        #expect(late.state == .idle && recorder.performed.count == 1)
        #expect(manager.conversations.isEmpty && manager.delegate === recorder)
    }

    @Test func pendingActionsAreObserved() async {
        let manager = Self.manager()
        await confirmation(expectedCount: 1) { changed in
            withObservationTracking {
                _ = manager.pendingActions
            } onChange: {
                changed()
            }
            manager.hand(ConversationAction(conversationUUID: UUID()))
        }
        await confirmation(expectedCount: 1) { changed in
            withObservationTracking {
                _ = manager.pendingActions
            } onChange: {
                changed()
            }
            manager.pendingActions.first?.fulfill()
        }
        #expect(manager.pendingActions.isEmpty)
    }

    private final class Recorder: ConversationManagerDelegate {
        var performed: [ConversationAction] = []
        var timedOut: [ConversationAction] = []
        var changes = 0

        func conversationManagerDidBegin(_ manager: ConversationManager) {}
        func conversationManagerDidReset(_ manager: ConversationManager) {}
        func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {
            changes += 1
        }
        func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
            performed.append(action)
        }
        func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {
            timedOut.append(action)
        }
        func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {}
        func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {}
    }
}
