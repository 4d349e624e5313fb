import Dispatch
import Foundation
import Handset
import HandsetCompanions
import HandsetInterface
import HandsetPlatform
import LiveCommunicationKit
import Testing

/// A calling app against a service on a real bus.
@Suite(.timeLimit(.minutes(1))) struct CallingAppTests {
    private static func with(
        _ body: @Sendable (House, ConversationManager, Delegate) async throws -> Void
    ) async throws {
        try await House.with { house in
            let delegate = Delegate()
            do {
                let manager = ConversationManager(
                    describedBy: .init(
                        ringtoneName: "bell", iconTemplateImageData: nil, maximumConversationGroups: 2,
                        maximumConversationsPerConversationGroup: 3, includesConversationInRecents: true,
                        supportsVideo: true, supportedHandleTypes: [.phoneNumber, .generic]),
                    port: ConversationChannel(client: house.client))
                manager.delegate = delegate
                defer { manager.invalidate() }
                try await body(house, manager, delegate)
            }
            await house.service.wait { $0.phone.attached == nil }
        }
    }

    @Test func theManagerTellsWhoItIs() async throws {
        try await Self.with { house, _, delegate in
            await delegate.hears("began")
            let app = try #require(await house.service.phone.attached)
            #expect(app.ringtone == "bell" && app.maximumPerGroup == 3 && app.supportsVideo && app.includesRecents)
            #expect(app.handleKinds == [.phone, .generic])
        }
    }

    @Test func aCallComesInIsTakenAndEnds() async throws {
        try await Self.with { house, manager, delegate in
            let uuid = UUID()
            try await manager.reportNewIncomingConversation(
                uuid: uuid, update: .init(members: [Handle(type: .generic, value: "ada")], capabilities: [.pausing]))
            let update = await house.service.phone.incoming[uuid.uuidString]
            #expect(update?.members?.map(\.value) == ["ada"] && update?.capabilities == 1)
            let conversation = try #require(manager.conversations.first)

            await house.service.change {
                $0.phone.ask(
                    .init(
                        id: UUID().uuidString, conversation: uuid.uuidString, kind: .join,
                        deadline: Date(timeIntervalSinceNow: 30).milliseconds))
            }
            await delegate.hears("perform JoinConversationAction")
            manager.reportConversationEvent(.conversationStartedConnecting(Date()), for: conversation)
            manager.reportConversationEvent(.conversationConnected(Date()), for: conversation)
            (delegate.actions.last as? JoinConversationAction)?.fulfill(dateConnected: Date())
            await house.service.wait { $0.phone.finished.values.contains(true) }
            manager.reportConversationEvent(.conversationEnded(Date(), .remoteEnded), for: conversation)
            await house.service.wait { $0.phone.reports == ["connecting", "connected", "ended remote-ended"] }
            #expect(manager.conversations.isEmpty && manager.pendingActions.isEmpty)
        }
    }

    @Test func whoIsNotToBeDisturbedIsNotRung() async throws {
        try await Self.with { house, manager, delegate in
            await delegate.hears("began")
            await house.service.change { $0.phone.isNotDisturbed = true }
            await #expect {
                try await manager.reportNewIncomingConversation(uuid: UUID(), update: .init())
            } throws: {
                ($0 as? HandsetError)?.kind == .refused
            }
            #expect(manager.conversations.isEmpty)
        }
    }

    @Test func ownAndSystemsActionsTakeOnePath() async throws {
        try await Self.with { house, manager, delegate in
            let start = StartConversationAction(
                conversationUUID: UUID(), handles: [Handle(type: .generic, value: "ada")], isVideo: false)
            try await manager.perform([start])
            await delegate.hears("perform StartConversationAction")
            #expect(delegate.actions.last === start)
            start.fulfill(dateStarted: Date())
            let startID = start.uuid.uuidString
            await house.service.wait { $0.phone.finished[startID] == true }
            let end = EndConversationAction(conversationUUID: start.conversationUUID)
            try await manager.perform([end])
            await delegate.hears("perform EndConversationAction")
            end.fail()
            let endID = end.uuid.uuidString
            await house.service.wait { $0.phone.finished[endID] == false }
            #expect(manager.conversations.count == 1)
        }
    }

    /// The app goes on, tells what it carries, and gets what it has not finished.
    @Test func aRestartOfTheServiceEndsNoConversation() async throws {
        try await Self.with { house, manager, delegate in
            try await manager.reportNewIncomingConversation(uuid: UUID(), update: .init())
            let conversation = try #require(manager.conversations.first)
            manager.reportConversationEvent(.conversationConnected(Date()), for: conversation)
            await house.service.wait { $0.phone.reports.count == 1 }
            try await house.stopService()
            manager.reportConversationEvent(.conversationUpdated(.init(members: [])), for: conversation)
            try await house.server.start()
            await house.service.wait { $0.phone.attached?.conversations == [conversation.uuid.uuidString] }
            await house.service.wait { $0.phone.reports.suffix(2) == ["updated", "connected"] }
            await house.service.change {
                $0.phone.ask(
                    .init(
                        id: UUID().uuidString, conversation: conversation.uuid.uuidString, kind: .mute,
                        deadline: Date(timeIntervalSinceNow: 30).milliseconds, isOn: true))
            }
            await delegate.hears("perform MuteConversationAction")
            #expect(conversation.state == .joined)
            #expect(delegate.heard.count { $0 == "began" } == 1)
        }
    }

    @Test func soundAndResetReachTheDelegate() async throws {
        try await Self.with { house, manager, delegate in
            try await manager.reportNewIncomingConversation(uuid: UUID(), update: .init())
            await house.service.change { $0.phone.events += [.init(.audioOn), .init(.audioOff), .init(.reset)] }
            await delegate.hears("reset")
            #expect(delegate.heard.filter { !$0.hasPrefix("perform") } == ["began", "audio on", "audio off", "reset"])
            #expect(manager.conversations.isEmpty)
        }
    }

    /// Called on the main queue, read by the test.
    private final class Delegate: ConversationManagerDelegate, Sendable {
        private struct State {
            var heard: [String] = []
            var actions: [ConversationAction] = []
            var waiting: (word: String, ticket: CheckedContinuation<Void, Never>)?
        }
        private let state = Lock(State())

        var heard: [String] { state.withLock { $0.heard } }
        var actions: [ConversationAction] { state.withLock { $0.actions } }

        func hears(_ word: String) async {
            await withCheckedContinuation { ticket in
                let isHeard = state.withLock { state in
                    if state.heard.contains(word) { return true }
                    state.waiting = (word, ticket)
                    return false
                }
                if isHeard { ticket.resume() }
            }
        }

        private func hear(_ word: String, _ action: ConversationAction? = nil) {
            dispatchPrecondition(condition: .onQueue(.main))
            let ticket = state.withLock { state -> CheckedContinuation<Void, Never>? in
                state.heard.append(word)
                if let action { state.actions.append(action) }
                guard let waiting = state.waiting, waiting.word == word else { return nil }
                state.waiting = nil
                return waiting.ticket
            }
            ticket?.resume()
        }

        func conversationManagerDidBegin(_ manager: ConversationManager) { hear("began") }
        func conversationManagerDidReset(_ manager: ConversationManager) { hear("reset") }
        func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {}
        func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
            hear("perform \(type(of: action))", action)
        }
        func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {
            hear("timed out")
        }
        func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {
            hear("audio on")
        }
        func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {
            hear("audio off")
        }
    }
}
