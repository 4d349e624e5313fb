import Foundation
import Observation
import Testing

@testable import LiveCommunicationKit

struct ConversationTests {
    private static let day = Date(timeIntervalSince1970: 86_400)
    private static let me = Handle(type: .generic, value: "me")
    private static let them = Handle(type: .emailAddress, value: "them@example.com", displayName: "Them")

    struct Steps: Sendable, CustomTestStringConvertible {
        let events: [Conversation.Event]
        let state: Conversation.State
        var testDescription: String { "\(events.count) events → \(state)" }
    }

    @Test(arguments: [
        Steps(events: [], state: .idle),
        Steps(events: [.conversationStartedConnecting(day)], state: .joining),
        Steps(events: [.conversationStartedConnecting(day), .conversationConnected(day)], state: .joined),
        Steps(events: [.conversationConnected(day)], state: .joined),
        Steps(events: [.conversationConnected(day), .conversationStartedConnecting(day)], state: .joined),
        Steps(events: [.conversationEnded(day, .unanswered)], state: .left),
        Steps(events: [.conversationEnded(day, .failed), .conversationConnected(day)], state: .left),
        Steps(events: [.conversationUpdated(.init(members: [them]))], state: .idle),
    ])
    func eventsMoveState(steps: Steps) {
        let conversation = Conversation(uuid: UUID())
        for event in steps.events { conversation.change { $0.apply(event) } }
        #expect(conversation.state == steps.state)
    }

    @Test func holdingAndLeaving() {
        let call = Conversation(uuid: UUID())
        #expect(!call.change { $0.setPaused(true) })
        #expect(call.change { $0.apply(.conversationConnected(Self.day)) })
        #expect(!call.change { $0.setPaused(false) })
        #expect(call.change { $0.setPaused(true) })
        #expect(call.state == .paused)
        #expect(call.change { $0.setPaused(false) })
        #expect(call.state == .joined)
        #expect(call.change { $0.leave() })
        #expect(call.state == .leaving)
        #expect(!call.change { $0.leave() })
        #expect(!call.change { $0.setPaused(true) })
        #expect(!call.change { $0.apply(.conversationConnected(Self.day)) })
        #expect(call.change { $0.left(Self.day) })
        #expect(call.state == .left)
        #expect(!call.change { $0.left(Self.day) })
        #expect(!call.change { $0.leave() })
        #expect(call.current.connected == Self.day && call.current.ended == Self.day)
        #expect(call.current.endedReason == nil)
    }

    @Test func endKeepsFirstReason() {
        let call = Conversation(uuid: UUID())
        #expect(call.change { $0.apply(.conversationEnded(Self.day, .declinedElsewhere)) })
        #expect(!call.change { $0.apply(.conversationEnded(Self.day, .failed)) })
        #expect(call.current.endedReason == .declinedElsewhere)
    }

    @Test func updateLeavesNilFieldsAlone() {
        let call = Conversation(uuid: UUID())
        let first = Conversation.Update(localMember: Self.me, members: [Self.them], capabilities: [.video])
        #expect(call.change { $0.apply(first) })
        #expect(call.change { $0.apply(Conversation.Update(activeRemoteMembers: [Self.them])) })
        #expect(!call.change { $0.apply(Conversation.Update()) })
        #expect(call.localMember == Self.me && call.current.members == [Self.them])
        #expect(call.current.activeRemoteMembers == [Self.them] && call.current.capabilities == .video)
        #expect(call.change { $0.apply(Conversation.Update(members: [])) })
        #expect(call.current.members.isEmpty)
    }

    @Test func changesAreObserved() async {
        let conversation = Conversation(uuid: UUID())
        await confirmation(expectedCount: 1) { changed in
            withObservationTracking {
                _ = conversation.state
            } onChange: {
                changed()
            }
            conversation.change { $0.apply(.conversationConnected(Self.day)) }
        }
        await confirmation(expectedCount: 0) { changed in
            withObservationTracking {
                _ = conversation.state
            } onChange: {
                changed()
            }
            conversation.change { $0.apply(.conversationConnected(Self.day)) }
            conversation.change { $0.apply(.conversationUpdated(.init(members: [Self.them]))) }
        }
    }

    @Test func debugTextNamesNobody() {
        let conversation = Conversation(uuid: UUID(), update: .init(localMember: Self.me, members: [Self.them]))
        #expect(conversation.localMember == Self.me)
        #expect(!conversation.debugDescription.contains("them"))
        #expect(conversation.debugDescription.contains(conversation.uuid.uuidString))
    }

    @Test func capabilitiesAreFiveBits() throws {
        let all: Conversation.Capabilities = [.pausing, .merging, .unmerging, .video, .playingTones]
        #expect(all.rawValue == 0b11111)
        #expect(all.subtracting([.video, .pausing]) == [.merging, .unmerging, .playingTones])
        let unknown = Conversation.Capabilities(rawValue: 1 << 20)
        let copy = try JSONDecoder().decode(Conversation.Capabilities.self, from: JSONEncoder().encode(unknown))
        #expect(copy.rawValue == 1 << 20)
    }

    @Test func rawValuesCountFromZero() {
        #expect(
            (0...5).map { Conversation.State(rawValue: $0) } == [.idle, .joining, .joined, .paused, .leaving, .left])
        #expect(
            (0...4).map { Conversation.EndedReason(rawValue: $0) } == [
                .failed, .remoteEnded, .unanswered, .joinedElsewhere, .declinedElsewhere,
            ])
        #expect((0...2).map { Handle.Kind(rawValue: $0) } == [.generic, .phoneNumber, .emailAddress])
        #expect((0...2).map { PlayToneAction.Tone(rawValue: $0) } == [.single, .softPause, .hardPause])
        #expect(Conversation.State(rawValue: 6) == nil && Handle.Kind(rawValue: -1) == nil)
    }

    @Test func eventsSurviveCoding() throws {
        let events: [Conversation.Event] = [
            .conversationUpdated(.init(localMember: Self.me, members: [Self.them], capabilities: [.merging])),
            .conversationStartedConnecting(Self.day), .conversationConnected(Self.day),
            .conversationEnded(Self.day, .remoteEnded),
        ]
        let copy = try JSONDecoder().decode([Conversation.Event].self, from: JSONEncoder().encode(events))
        #expect(copy == events)
    }

    @Test func handleWithoutNameShowsValue() {
        #expect(Handle(type: .phoneNumber, value: "112").displayName == "112")
        #expect(Self.them.displayName == "Them")
        #expect(Handle(type: .generic, value: "112") != Handle(type: .phoneNumber, value: "112"))
    }
}
