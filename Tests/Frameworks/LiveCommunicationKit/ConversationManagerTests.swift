import Foundation
import Handset
import Observation
import Testing

@testable import HandsetCompanions
@testable import LiveCommunicationKit

struct ConversationManagerTests {
    private static func manager(_ port: MemoryConversations = MemoryConversations()) -> ConversationManager {
        ConversationManager(
            describedBy: .init(
                ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 1,
                maximumConversationsPerConversationGroup: 1, includesConversationInRecents: true, supportsVideo: false,
                supportedHandleTypes: [.generic]), port: port)
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

    /// The system is there before an app off the main queue has set its delegate.
    @Test func theFirstDelegateHearsWhatItMissed() async {
        let manager = Self.manager()
        manager.take(.began)
        let join = JoinConversationAction(conversationUUID: UUID())
        manager.hand(join)
        let first = Recorder()
        manager.delegate = first
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(first.signs == ["began"])
        #expect(first.performed.map(\.uuid) == [join.uuid])
        let second = Recorder()
        manager.delegate = second
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(second.signs.isEmpty && second.performed.isEmpty)
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
        let due = Date(timeIntervalSinceNow: 1_000)
        let late = ConversationAction(conversationUUID: UUID(), timeoutDate: due)
        let early = ConversationAction(conversationUUID: UUID(), timeoutDate: due.addingTimeInterval(1))
        manager.hand(late)
        manager.hand(early)
        manager.failActions(dueAt: due.addingTimeInterval(-0.5))
        #expect(recorder.timedOut.isEmpty)
        manager.failActions(dueAt: due)
        manager.failActions(dueAt: due)
        #expect(recorder.timedOut.map(\.uuid) == [late.uuid])
        #expect(late.state == .failed(reason: ActionProgress.Failure.timeOut.rawValue))
        late.fulfill()
        #expect(late.state != .complete)
        #expect(early.state == .running)
        early.fulfill()
        manager.failActions(dueAt: .distantFuture)
        #expect(recorder.timedOut.count == 1)
    }

    @MainActor @Test func reportsReachDelegateAndEndRemoves() {
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

    @MainActor @Test func invalidationEndsEverything() {
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

    // MARK: With the service

    private static func call(_ port: MemoryConversations) async throws -> (ConversationManager, Recorder, Conversation)
    {
        let manager = manager(port)
        let recorder = Recorder()
        manager.delegate = recorder
        try await manager.reportNewIncomingConversation(
            uuid: UUID(), update: .init(members: [Handle(type: .generic, value: "ada")], capabilities: .pausing))
        return (manager, recorder, try #require(manager.conversations.first))
    }

    @Test func incomingConversationRings() async throws {
        let port = MemoryConversations()
        let (manager, recorder, conversation) = try await Self.call(port)
        // This is not the main queue, and the delegate is called there: behind what it has to do, it has been.
        await MainActor.run {}
        withExtendedLifetime(manager) {}
        #expect(conversation.state == .idle && recorder.changes == 1 && recorder.changesElsewhere == 0)
        let told = try #require(port.incoming.first)
        #expect(told.0 == conversation.uuid && told.1.members?.map(\.value) == ["ada"] && told.1.capabilities == 1)
    }

    @Test func refusedConversationIsGone() async throws {
        let port = MemoryConversations()
        port.refuse(HandsetError(.refused))
        let manager = Self.manager(port)
        let recorder = Recorder()
        manager.delegate = recorder
        await #expect(throws: HandsetError.self) {
            try await manager.reportNewIncomingConversation(uuid: UUID(), update: .init())
        }
        #expect(manager.conversations.isEmpty && recorder.changes == 0)
    }

    @Test func sameIdentityTwiceIsRefused() async throws {
        let port = MemoryConversations()
        let (manager, _, conversation) = try await Self.call(port)
        await #expect(throws: HandsetError.self) {
            try await manager.reportNewIncomingConversation(uuid: conversation.uuid, update: .init())
        }
        #expect(manager.conversations.count == 1 && port.incoming.count == 1)
    }

    @Test func systemsActionIsMadeAndItsEndIsTold() async throws {
        let port = MemoryConversations()
        let (manager, recorder, conversation) = try await Self.call(port)
        let wish = ConversationActionInfo(
            id: UUID().uuidString, conversation: conversation.uuid.uuidString, kind: .join,
            deadline: Date(timeIntervalSinceNow: 30).milliseconds)
        manager.take(.event(.init(.perform, action: wish)))
        manager.take(.event(.init(.perform, action: wish)))
        let join = try #require(recorder.performed.first as? JoinConversationAction)
        #expect(recorder.performed.count == 1 && join.uuid.uuidString == wish.id)
        let date = Date(timeIntervalSince1970: 5)
        join.fulfill(dateConnected: date)
        #expect(conversation.state == .joined && conversation.current.connected == date)
        #expect(port.finished.map(\.isFulfilled) == [true] && port.finished.first?.date == date)
        manager.take(
            .event(
                .init(
                    .perform,
                    action: .init(
                        id: UUID().uuidString, conversation: conversation.uuid.uuidString, kind: .end,
                        deadline: Date(timeIntervalSinceNow: 30).milliseconds))))
        #expect(conversation.state == .leaving)
        recorder.performed.last?.fail()
        #expect(conversation.state == .joined && manager.conversations.count == 1)
    }

    @Test func ownActionsComeBackAsTheyWere() async throws {
        let port = MemoryConversations()
        let manager = Self.manager(port)
        let recorder = Recorder()
        manager.delegate = recorder
        let start = StartConversationAction(
            conversationUUID: UUID(), handles: [Handle(type: .emailAddress, value: "ada@example.org")], isVideo: true)
        try await manager.perform([start])
        #expect(recorder.performed.isEmpty && start.state == .idle)
        let info = try #require(port.wished.first)
        #expect(info.kind == .start && info.isVideo && info.handles.map(\.kind) == [.email])
        manager.take(.event(.init(.perform, action: info)))
        #expect(recorder.performed.first === start && start.state == .running)
        #expect(manager.conversations.map(\.uuid) == [start.conversationUUID])
        start.fulfill(dateStarted: Date())
        #expect(manager.conversations.first?.state == .joining)
        await #expect(throws: HandsetError.self) { try await manager.perform([start]) }
        await #expect(throws: HandsetError.self) {
            try await manager.perform([ConversationAction(conversationUUID: UUID())])
        }
    }

    @Test func failedStartEndsTheConversation() async throws {
        let port = MemoryConversations()
        let manager = Self.manager(port)
        let start = StartConversationAction(conversationUUID: UUID(), handles: [], isVideo: false)
        try await manager.perform([start])
        let wish: ConversationActionInfo = try #require(port.wished.first)
        manager.take(.event(.init(.perform, action: wish)))
        let conversation = try #require(manager.conversations.first)
        start.fail()
        #expect(conversation.state == .left && manager.conversations.isEmpty)
        #expect(port.finished.map(\.isFulfilled) == [false])
    }

    /// The person hangs up before the app has taken the call, and long before the action's own date.
    @MainActor @Test func whatTheSystemGivesUpIsTakenFromTheApp() throws {
        let port = MemoryConversations()
        let manager = Self.manager(port)
        let recorder = Recorder()
        manager.delegate = recorder
        let offer = ConversationActionInfo(
            id: UUID().uuidString, conversation: UUID().uuidString, kind: .start,
            deadline: Date(timeIntervalSinceNow: 30).milliseconds)
        let other = EndConversationAction(conversationUUID: UUID())
        manager.hand(other)
        manager.take(.event(.init(.perform, action: offer)))
        let conversation = try #require(manager.conversations.first)
        let start = try #require(recorder.performed.last as? StartConversationAction)
        manager.take(.event(.init(.timedOut, action: offer)))
        manager.take(.event(.init(.timedOut, action: offer)))
        #expect(start.state == .failed(reason: ActionProgress.Failure.withdrawn.rawValue))
        #expect(recorder.timedOut.map(\.uuid) == [start.uuid] && other.state == .running)
        #expect(conversation.state == .left && manager.conversations.isEmpty)
        #expect(manager.pendingActions.map(\.uuid) == [other.uuid])
        start.fulfill(dateStarted: Date())
        #expect(start.state != .complete && port.finished.map(\.isFulfilled) == [false])
    }

    /// Accepted, and then there is no room.
    @MainActor @Test func anOwnWishThatCannotBeBegunFails() async throws {
        let port = MemoryConversations()
        let manager = Self.manager(port)
        let recorder = Recorder()
        manager.delegate = recorder
        let start = StartConversationAction(conversationUUID: UUID(), handles: [], isVideo: false)
        try await manager.perform([start])
        let wish: ConversationActionInfo = try #require(port.wished.first)
        manager.take(.event(.init(.timedOut, action: wish)))
        #expect(recorder.timedOut.map(\.uuid) == [start.uuid] && recorder.performed.isEmpty)
        #expect(start.state == .failed(reason: ActionProgress.Failure.withdrawn.rawValue))
        #expect(manager.conversations.isEmpty && port.finished.isEmpty)
        // It is forgotten: what comes late is not this object.
        manager.take(.event(.init(.timedOut, action: wish)))
        #expect(recorder.timedOut.count == 1)
    }

    @Test func aWishThatWaitsFailsWithTheManager() async throws {
        let port = MemoryConversations()
        let manager = Self.manager(port)
        let start = StartConversationAction(conversationUUID: UUID(), handles: [], isVideo: false)
        try await manager.perform([start])
        manager.invalidate()
        #expect(start.state == .failed(reason: ActionProgress.Failure.invalidated.rawValue))
    }

    /// Each kind there and back.
    @Test func actionsCrossTheBusWhole() throws {
        let id = UUID()
        let actions: [ConversationAction] = [
            StartConversationAction(
                conversationUUID: id, handles: [Handle(type: .phoneNumber, value: "+15550100")], isVideo: true),
            JoinConversationAction(conversationUUID: id), EndConversationAction(conversationUUID: id),
            MuteConversationAction(conversationUUID: id, isMuted: true),
            PauseConversationAction(conversationUUID: id, isPaused: true),
            MergeConversationAction(conversationUUID: id, conversationUUIDToMergeWith: UUID()),
            UnmergeConversationAction(conversationUUID: id),
            PlayToneAction(conversationUUID: id, digits: "12#", tone: .hardPause),
            SetTranslatingAction(
                conversationID: id, isTranslating: true, localLanguage: .init(identifier: "en"),
                remoteLanguage: .init(identifier: "pt-BR")),
        ]
        for action in actions {
            let info = try #require(action.info)
            let copy = try #require(ConversationAction.make(info))
            #expect(copy.info == info, "\(type(of: action))")
            #expect(type(of: copy) == type(of: action))
        }
    }

    @Test func conversationsAreRecalledWithWhatIsKnown() async throws {
        let port = MemoryConversations()
        let (manager, _, conversation) = try await Self.call(port)
        manager.reportConversationEvent(
            .conversationStartedConnecting(Date(timeIntervalSince1970: 1)), for: conversation)
        manager.reportConversationEvent(.conversationConnected(Date(timeIntervalSince1970: 2)), for: conversation)
        let recalled = try #require(port.recalled.first)
        #expect(recalled.id == conversation.uuid && recalled.events.map(\.kind) == [.updated, .connecting, .connected])
        #expect(port.reported.map(\.kind) == [.connecting, .connected])
    }

    @Test func resetDropsAllAndTells() async throws {
        let port = MemoryConversations()
        let (manager, recorder, conversation) = try await Self.call(port)
        manager.take(.began)
        manager.take(.event(.init(.audioOn)))
        manager.take(.event(.init(.audioOff)))
        manager.take(.event(.init(.reset)))
        #expect(conversation.state == .left && manager.conversations.isEmpty)
        #expect(recorder.signs == ["began", "audio on", "audio off", "reset"])
    }

    @Test func managerThatIsGoneLeavesTheService() {
        let port = MemoryConversations()
        do { _ = Self.manager(port) }
        #expect(port.hasEnded)
    }

    private final class Recorder: ConversationManagerDelegate {
        var performed: [ConversationAction] = []
        var timedOut: [ConversationAction] = []
        var changes = 0
        var changesElsewhere = 0
        var signs: [String] = []

        func conversationManagerDidBegin(_ manager: ConversationManager) { signs.append("began") }
        func conversationManagerDidReset(_ manager: ConversationManager) { signs.append("reset") }
        func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {
            changes += 1
            if !MainQueue.isCurrent { changesElsewhere += 1 }
        }
        func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
            performed.append(action)
        }
        func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {
            timedOut.append(action)
        }
        func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {
            signs.append("audio on")
        }
        func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {
            signs.append("audio off")
        }
    }
}
