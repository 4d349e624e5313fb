import AVFAudio
import Foundation
import LiveCommunicationKit

/// The app's conversations: one delegate for what the person does in the system's interface and for what the app wishes
/// itself. The same source runs on iOS.
@MainActor final class Calls: ConversationManagerDelegate {
    /// It may be called on any thread, and does not say so.
    nonisolated(unsafe) let manager: ConversationManager
    private let server: any CallServer
    /// What the other side is told and tells, by conversation.
    private var wires: [UUID: any CallWire] = [:]
    /// Tells the person.
    private let show: (String) -> Void

    init(server: any CallServer, show: @escaping (String) -> Void) {
        self.server = server
        self.show = show
        manager = ConversationManager(
            configuration: .init(
                ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 1,
                maximumConversationsPerConversationGroup: 1, includesConversationInRecents: true, supportsVideo: false,
                supportedHandleTypes: [.emailAddress]))
        manager.delegate = self
    }

    func tell(_ error: any Error) { show("! \(error.localizedDescription)") }

    // MARK: What the app wishes

    func call(_ callee: String) async throws {
        let handle = Handle(type: .emailAddress, value: callee)
        try await manager.perform([
            StartConversationAction(conversationUUID: UUID(), handles: [handle], isVideo: false)
        ])
    }

    func hangUp() async throws {
        for conversation in manager.conversations {
            try await manager.perform([EndConversationAction(conversationUUID: conversation.uuid)])
        }
    }

    /// Somebody calls. Returns when the system rings.
    func ring(_ id: UUID, from caller: String, on wire: any CallWire) async throws {
        wires[id] = wire
        let handle = Handle(type: .emailAddress, value: caller)
        do {
            try await manager.reportNewIncomingConversation(
                uuid: id, update: .init(members: [handle], activeRemoteMembers: [handle], capabilities: [.playingTones])
            )
        } catch {
            wires[id] = nil
            wire.say(.ended)
            throw error
        }
        listen(to: wire, of: id)
        show("ringing: \(caller)")
    }

    // MARK: What the other side tells

    private func listen(to wire: any CallWire, of id: UUID) {
        Task {
            for await word in wire.words {
                guard let conversation = manager.conversations.first(where: { $0.uuid == id }) else { break }
                switch word {
                case .answered: manager.reportConversationEvent(.conversationConnected(.now), for: conversation)
                case .ended: manager.reportConversationEvent(.conversationEnded(.now, .remoteEnded), for: conversation)
                }
            }
            // A wire that breaks is the end of a call, too.
            if let conversation = manager.conversations.first(where: { $0.uuid == id }) {
                manager.reportConversationEvent(.conversationEnded(.now, .failed), for: conversation)
            }
            wires[id] = nil
        }
    }

    // MARK: ConversationManagerDelegate, on the main queue

    nonisolated func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
        nonisolated(unsafe) let action = action
        MainActor.assumeIsolated { perform(action) }
    }

    private func perform(_ action: ConversationAction) {
        let id = action.conversationUUID
        switch action {
        case let start as StartConversationAction: begin(start)
        case let join as JoinConversationAction:
            guard let wire = wires[id] else { return join.fail() }
            wire.say(.answered)
            join.fulfill(dateConnected: .now)
        case let end as EndConversationAction:
            wires.removeValue(forKey: id)?.say(.ended)
            end.fulfill(dateEnded: .now)
        case is MuteConversationAction, is PlayToneAction: action.fulfill()
        default: action.fail()
        }
    }

    private func begin(_ start: StartConversationAction) {
        // A number is for the cellular network: the system calls it as soon as we fail.
        guard let callee = start.handles.first, callee.type != .phoneNumber else { return start.fail() }
        nonisolated(unsafe) let start = start
        Task {
            do {
                let wire = try await server.call(callee.value, start.conversationUUID)
                wires[start.conversationUUID] = wire
                start.fulfill(dateStarted: .now)
                listen(to: wire, of: start.conversationUUID)
            } catch {
                tell(error)
                start.fail()
            }
        }
    }

    nonisolated func conversationManager(
        _ manager: ConversationManager, conversationChanged conversation: Conversation
    ) {
        MainActor.assumeIsolated { show("\(conversation.state)") }
    }

    nonisolated func conversationManagerDidBegin(_ manager: ConversationManager) {
        MainActor.assumeIsolated { show("ready") }
    }

    nonisolated func conversationManagerDidReset(_ manager: ConversationManager) {
        MainActor.assumeIsolated {
            for wire in wires.values { wire.say(.ended) }
            wires = [:]
        }
    }

    nonisolated func conversationManager(
        _ manager: ConversationManager, timedOutPerforming action: ConversationAction
    ) {
        let id = action.conversationUUID
        MainActor.assumeIsolated { wires.removeValue(forKey: id)?.say(.ended) }
    }

    // Sound would begin and end here.
    nonisolated func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {}
    nonisolated func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {}
}

/// What the two sides of a call tell one another.
enum CallWord: String, Sendable { case answered, ended }

/// The way to the other side of one call.
protocol CallWire: Sendable {
    /// What it says; ends when the way is gone.
    var words: AsyncStream<CallWord> { get }
    func say(_ word: CallWord)
}

/// The internet's part: reaches who is called.
protocol CallServer: Sendable {
    /// Has the callee's app pushed; its answer comes on the wire.
    func call(_ callee: String, _ id: UUID) async throws -> any CallWire
}
