// A VoIP app: one manager, its delegate, every action, every state.
import AVFAudio
import Foundation
import LiveCommunicationKit
import Observation
import PushKit

final class CallingApp: NSObject, ConversationManagerDelegate {
    let manager: ConversationManager
    private var media: [UUID: Bool] = [:]

    override init() {
        var configuration = ConversationManager.Configuration(
            ringtoneName: "Ring", iconTemplateImageData: Data(), maximumConversationGroups: 1,
            maximumConversationsPerConversationGroup: 2, includesConversationInRecents: true, supportsVideo: true,
            supportedHandleTypes: [.phoneNumber, .emailAddress])
        configuration.supportsAudioTranslation = false
        manager = ConversationManager(configuration: configuration)
        super.init()
        manager.delegate = self
    }

    func conversationManagerDidBegin(_ manager: ConversationManager) {}
    func conversationManagerDidReset(_ manager: ConversationManager) { media = [:] }

    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {
        switch conversation.state {
        case .idle, .joining: media[conversation.uuid] = false
        case .joined: media[conversation.uuid] = true
        case .paused, .leaving: break
        case .left: media[conversation.uuid] = nil
        @unknown default: break
        }
    }

    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
        guard let conversation = manager.conversations.first(where: { $0.uuid == action.conversationUUID }) else {
            action.fail()
            return
        }
        switch action {
        case let start as StartConversationAction:
            _ = start.handles.map(\.value)
            start.fulfill(dateStarted: .now)
        case let join as JoinConversationAction:
            manager.reportConversationEvent(.conversationStartedConnecting(.now), for: conversation)
            manager.reportConversationEvent(.conversationConnected(.now), for: conversation)
            join.fulfill(dateConnected: .now)
        case let end as EndConversationAction: end.fulfill(dateEnded: .now)
        case let pause as PauseConversationAction: pause.isPaused ? pause.fulfill() : pause.fail()
        case let mute as MuteConversationAction where mute.isMuted: mute.fulfill()
        case let merge as MergeConversationAction: _ = merge.conversationUUIDToMergeWith
        case is UnmergeConversationAction: action.fulfill()
        case let tone as PlayToneAction: play(tone)
        default:
            if #available(iOS 26.0, *), let translate = action as? SetTranslatingAction {
                translate.fulfill(using: translate.isTranslating ? .custom : .default)
            } else {
                action.fail()
            }
        }
    }

    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {
        if case .failed(let reason) = action.state { print(reason, action.timeoutDate) }
    }

    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {}
    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {}

    private func play(_ action: PlayToneAction) {
        switch action.tone {
        case .single, .softPause, .hardPause: action.fulfill()
        @unknown default: action.fail()
        }
    }

    func ring(_ caller: Handle) async throws {
        let update = Conversation.Update(
            localMember: nil, members: [caller], activeRemoteMembers: [caller], capabilities: [.pausing, .video])
        try await manager.reportNewIncomingConversation(uuid: UUID(), update: update)
    }

    func call(_ callee: Handle) async throws {
        let id = UUID()
        try await manager.perform([
            StartConversationAction(conversationUUID: id, handles: [callee], isVideo: false),
            MuteConversationAction(conversationUUID: id, isMuted: true),
        ])
    }

    func hangUp() async throws {
        for conversation in manager.conversations where conversation.state != .left {
            try await manager.perform([EndConversationAction(conversationUUID: conversation.uuid)])
            _ = manager.pendingConversationActions(of: EndConversationAction.self, for: conversation)
            manager.reportConversationEvent(.conversationEnded(.now, .remoteEnded), for: conversation)
        }
        _ = manager.pendingActions.map(\.uuid)
        manager.invalidate()
    }

    static func pushed(_ payload: [AnyHashable: Any]) async throws {
        try await ConversationManager.reportNewIncomingVoIPPushPayload(payload)
    }
}

func observe(_ conversation: Conversation, onChange: @escaping @Sendable () -> Void) {
    withObservationTracking {
        _ = (conversation.state, conversation.localMember, conversation.debugDescription)
    } onChange: {
        onChange()
    }
}

func values() throws -> Bool {
    var update = Conversation.Update()
    update.capabilities = [.merging, .unmerging, .playingTones]
    update.capabilities?.insert(.pausing)
    var handle = Handle(type: .generic, value: "x", displayName: "X")
    handle.type = Handle.Kind(rawValue: 0) ?? .generic
    let event = Conversation.Event.conversationUpdated(update)
    let copy = try JSONDecoder().decode(Conversation.Event.self, from: JSONEncoder().encode(event))
    let custom = ConversationAction(conversationUUID: UUID(), timeoutDate: .distantFuture)
    return copy == event && custom.state == .idle && ConversationAction(conversationUUID: UUID()) !== custom
}
