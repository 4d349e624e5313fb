import AVFAudio
import Foundation
import LiveCommunicationKit

/// The part of an app that carries conversations: what the system wishes is reported, and the test says what is done.
@MainActor final class CallingApp: ConversationManagerDelegate {
    private let driver: Driver
    /// It may be called on any thread, and does not say so.
    nonisolated(unsafe) private let manager: ConversationManager
    private var actions: [String: ConversationAction] = [:]

    init(_ driver: Driver, _ command: [String: String]) {
        self.driver = driver
        manager = ConversationManager(
            configuration: .init(
                ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 2,
                maximumConversationsPerConversationGroup: 3,
                includesConversationInRecents: command["recents"] != "no", supportsVideo: false,
                supportedHandleTypes: [.phoneNumber, .emailAddress, .generic]))
        manager.delegate = self
    }

    /// False when the command is for somebody else.
    func obey(_ command: [String: String]) -> Bool {
        let id = UUID(uuidString: command["id"] ?? "") ?? UUID()
        switch command["do"] {
        case "incoming": Task { await ring(id, command) }
        case "perform": Task { await perform(id, command) }
        case "event": report(id, command)
        case "fulfill": fulfill(command)
        case "fail": actions.removeValue(forKey: command["action"] ?? "")?.fail()
        case "invalidate": manager.invalidate()
        default: return false
        }
        return true
    }

    private func ring(_ id: UUID, _ command: [String: String]) async {
        let caller = Handle(type: .emailAddress, value: command["from"] ?? "")
        let update = Conversation.Update(
            members: [caller], activeRemoteMembers: [caller], capabilities: [.pausing, .merging, .playingTones])
        do {
            try await manager.reportNewIncomingConversation(uuid: id, update: update)
            driver.report(["event": "incoming", "error": ""])
        } catch {
            driver.report(["event": "incoming", "error": error.localizedDescription])
        }
    }

    private func perform(_ id: UUID, _ command: [String: String]) async {
        nonisolated(unsafe) let action: ConversationAction =
            switch command["kind"] {
            case "start":
                StartConversationAction(
                    conversationUUID: id,
                    handles: [Handle(type: .emailAddress, value: command["to"] ?? "")], isVideo: false)
            case "join": JoinConversationAction(conversationUUID: id)
            case "pause": PauseConversationAction(conversationUUID: id, isPaused: command["on"] == "yes")
            case "mute": MuteConversationAction(conversationUUID: id, isMuted: command["on"] == "yes")
            default: EndConversationAction(conversationUUID: id)
            }
        do {
            try await manager.perform([action])
            driver.report(["event": "performed", "error": ""])
        } catch {
            driver.report(["event": "performed", "error": error.localizedDescription])
        }
    }

    private func report(_ id: UUID, _ command: [String: String]) {
        guard let conversation = manager.conversations.first(where: { $0.uuid == id }) else { return }
        let reasons: [String: Conversation.EndedReason] = [
            "failed": .failed, "unanswered": .unanswered, "elsewhere": .joinedElsewhere,
        ]
        let event: Conversation.Event =
            switch command["kind"] {
            case "connecting": .conversationStartedConnecting(.now)
            case "connected": .conversationConnected(.now)
            default: .conversationEnded(.now, reasons[command["reason"] ?? ""] ?? .remoteEnded)
            }
        manager.reportConversationEvent(event, for: conversation)
    }

    private func fulfill(_ command: [String: String]) {
        switch actions.removeValue(forKey: command["action"] ?? "") {
        case let start as StartConversationAction: start.fulfill(dateStarted: .now)
        case let join as JoinConversationAction: join.fulfill(dateConnected: .now)
        case let end as EndConversationAction: end.fulfill(dateEnded: .now)
        case let action: action?.fulfill()
        }
    }

    // MARK: ConversationManagerDelegate, on the main queue

    nonisolated func conversationManagerDidBegin(_ manager: ConversationManager) {
        driver.report(["event": "calling began"])
    }

    nonisolated func conversationManagerDidReset(_ manager: ConversationManager) {
        driver.report(["event": "calling reset"])
    }

    nonisolated func conversationManager(
        _ manager: ConversationManager, conversationChanged conversation: Conversation
    ) {
        driver.report([
            "event": "conversation", "id": conversation.uuid.uuidString, "state": "\(conversation.state)",
        ])
    }

    nonisolated func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
        var report = [
            "event": "action", "action": action.uuid.uuidString, "id": action.conversationUUID.uuidString,
            "kind": "\(type(of: action))".replacingOccurrences(of: "ConversationAction", with: "").lowercased(),
        ]
        switch action {
        case let start as StartConversationAction: report["to"] = start.handles.map(\.value).joined(separator: "+")
        case let pause as PauseConversationAction: report["on"] = pause.isPaused ? "yes" : "no"
        case let mute as MuteConversationAction: report["on"] = mute.isMuted ? "yes" : "no"
        case let merge as MergeConversationAction: report["with"] = merge.conversationUUIDToMergeWith.uuidString
        case let tone as PlayToneAction: report["tones"] = tone.digits
        default: break
        }
        nonisolated(unsafe) let action = action
        MainActor.assumeIsolated { actions[action.uuid.uuidString] = action }
        driver.report(report)
    }

    nonisolated func conversationManager(
        _ manager: ConversationManager, timedOutPerforming action: ConversationAction
    ) {
        driver.report(["event": "timed out", "action": action.uuid.uuidString])
    }

    nonisolated func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {
        driver.report(["event": "audio", "on": "yes"])
    }

    nonisolated func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {
        driver.report(["event": "audio", "on": "no"])
    }
}
