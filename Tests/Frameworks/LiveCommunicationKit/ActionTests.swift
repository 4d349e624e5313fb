import Foundation
import Testing

@testable import LiveCommunicationKit

struct ActionTests {
    private static let conversation = UUID()

    /// Each subclass with its own way to be fulfilled.
    private static func all() -> [(ConversationAction, fulfil: () -> Void)] {
        let start = StartConversationAction(conversationUUID: conversation, handles: [], isVideo: true)
        let join = JoinConversationAction(conversationUUID: conversation)
        let end = EndConversationAction(conversationUUID: conversation)
        let pause = PauseConversationAction(conversationUUID: conversation, isPaused: true)
        let mute = MuteConversationAction(conversationUUID: conversation, isMuted: true)
        let merge = MergeConversationAction(conversationUUID: conversation, conversationUUIDToMergeWith: UUID())
        let unmerge = UnmergeConversationAction(conversationUUID: conversation)
        let tone = PlayToneAction(conversationUUID: conversation, digits: "1#", tone: .softPause)
        let translate = SetTranslatingAction(
            conversationID: conversation, isTranslating: true, localLanguage: Locale.Language(identifier: "en"),
            remoteLanguage: Locale.Language(identifier: "fr"))
        return [
            (start, { start.fulfill(dateStarted: Date()) }), (join, { join.fulfill(dateConnected: Date()) }),
            (end, { end.fulfill(dateEnded: Date()) }), (pause, pause.fulfill), (mute, mute.fulfill),
            (merge, merge.fulfill), (unmerge, unmerge.fulfill), (tone, tone.fulfill),
            (translate, { translate.fulfill(using: .custom) }),
        ]
    }

    @Test func everyActionBeginsIdleWithThirtySeconds() {
        let before = Date()
        let actions = Self.all().map(\.0) + [ConversationAction(conversationUUID: Self.conversation)]
        let after = Date()
        for action in actions {
            #expect(action.state == .idle)
            #expect(action.conversationUUID == Self.conversation)
            #expect(action.timeoutDate >= before.addingTimeInterval(30))
            #expect(action.timeoutDate <= after.addingTimeInterval(30))
        }
        #expect(Set(actions.map(\.uuid)).count == actions.count)
    }

    @Test func ownTimeOutIsKept() {
        let date = Date(timeIntervalSince1970: 1)
        #expect(ConversationAction(conversationUUID: UUID(), timeoutDate: date).timeoutDate == date)
    }

    @Test func everyActionIsFulfilledItsOwnWay() {
        for (action, fulfil) in Self.all() {
            #expect(action.start())
            #expect(action.state == .running)
            fulfil()
            #expect(action.state == .complete, "\(type(of: action))")
        }
    }

    @Test func firstEndCounts() {
        for (action, fulfil) in Self.all() {
            #expect(action.start())
            action.fail()
            fulfil()
            action.fulfill()
            #expect(action.state == .failed(reason: ActionProgress.Failure.byApp.rawValue))
            #expect(!action.start())
        }
        let done = JoinConversationAction(conversationUUID: UUID())
        done.fulfill()
        done.fail()
        #expect(done.state == .complete)
    }

    @Test func actionIsHandedOverOnce() {
        let action = ConversationAction(conversationUUID: UUID())
        #expect(action.start())
        #expect(!action.start())
    }

    @Test func datesAndEngineOfFirstFulfilmentAreKept() {
        let first = Date(timeIntervalSince1970: 1)
        let second = Date(timeIntervalSince1970: 2)
        let start = StartConversationAction(conversationUUID: UUID(), handles: [], isVideo: false)
        start.fulfill(dateStarted: first)
        start.fulfill(dateStarted: second)
        #expect(start.dateStarted == first)
        let join = JoinConversationAction(conversationUUID: UUID())
        join.fulfill(dateConnected: first)
        join.fulfill(dateConnected: second)
        #expect(join.dateConnected == first)
        let end = EndConversationAction(conversationUUID: UUID())
        end.fail()
        end.fulfill(dateEnded: first)
        #expect(end.dateEnded == nil)
        let translate = SetTranslatingAction(
            conversationID: UUID(), isTranslating: true, localLanguage: Locale.Language(identifier: "en"),
            remoteLanguage: Locale.Language(identifier: "de"))
        translate.fulfill(using: .default)
        translate.fulfill(using: .custom)
        #expect(translate.translationEngine == .default)
    }

    @Test func parametersAreReadable() throws {
        let handle = Handle(type: .phoneNumber, value: "+15550100")
        let target = UUID()
        #expect(StartConversationAction(conversationUUID: target, handles: [handle], isVideo: true).handles == [handle])
        #expect(PauseConversationAction(conversationUUID: target, isPaused: false).isPaused == false)
        #expect(MuteConversationAction(conversationUUID: target, isMuted: true).isMuted)
        let merge = MergeConversationAction(conversationUUID: UUID(), conversationUUIDToMergeWith: target)
        #expect(merge.conversationUUIDToMergeWith == target)
        let tone = PlayToneAction(conversationUUID: target, digits: "12", tone: .hardPause)
        #expect(tone.digits == "12" && tone.tone == .hardPause)
    }
}
