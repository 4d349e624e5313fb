// A calling app whose state is the main actor's. The manager is not Sendable and its asynchronous methods belong to no actor, as Apple
// declares them: in Swift 6 mode a main actor's manager is kept `nonisolated(unsafe)`.
import AVFAudio
import Foundation
import LiveCommunicationKit
import Observation

@MainActor @Observable final class MainActorApp {
    @ObservationIgnored private let isolated: ConversationManager
    @ObservationIgnored private nonisolated(unsafe) let manager: ConversationManager
    private(set) var conversations: [UUID: Conversation] = [:]

    init(configuration: ConversationManager.Configuration) {
        isolated = ConversationManager(configuration: configuration)
        manager = ConversationManager(configuration: configuration)
        manager.delegate = self
    }

    func end(_ conversation: Conversation) async throws {
        try await manager.perform([EndConversationAction(conversationUUID: conversation.uuid)])
    }

    func rejected(_ conversation: Conversation) async throws {
        // expected-swift6-error@+1 {{sending 'self.isolated' risks causing data races}}
        try await isolated.perform([EndConversationAction(conversationUUID: conversation.uuid)])
        // expected-swift6-note@-1 {{}}
    }
}

extension MainActorApp: @MainActor ConversationManagerDelegate {
    func conversationManagerDidBegin(_ manager: ConversationManager) {}
    func conversationManagerDidReset(_ manager: ConversationManager) { conversations = [:] }
    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {
        conversations[conversation.uuid] = conversation.state == .left ? nil : conversation
    }
    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) { action.fail() }
    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {}
    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {}
    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {}
}
