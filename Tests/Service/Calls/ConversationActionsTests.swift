import HandsetInterface
import HandsetPlatform
import Testing

@testable import HandsetService

/// What an app has to do: each action once, in order, and not for ever.
@Suite struct ConversationActionsTests {
    private func action(_ id: String, _ conversation: String = "c") -> ConversationActionInfo {
        ConversationActionInfo(id: id, conversation: conversation, kind: .mute, deadline: 0)
    }
    private let soon = MonotonicTime(nanoseconds: 10)

    @Test func areToldInTheirOrderAndEndOnce() {
        var actions = ConversationActions()
        for id in ["a", "b"] { #expect((actions.add(action(id), until: soon)) == true) }
        #expect((actions.add(action("a"), until: soon)) == false, "an id is given once")
        #expect(actions.next() == CallingEventInfo(.perform, action: action("a")))
        #expect(actions.finish("a")?.info.id == "a")
        #expect(actions.finish("a") == nil)
        #expect(actions.next() == CallingEventInfo(.perform, action: action("b")))
        #expect(actions.next() == nil)
        #expect(actions.pending.map(\.info.id) == ["b"])
    }

    @Test func timeOutIsToldOfWhatTheAppKnows() {
        var actions = ConversationActions()
        _ = actions.add(action("a"), until: soon)
        _ = actions.add(action("b"), until: soon)
        _ = actions.next()
        #expect(actions.deadline == soon)
        #expect(actions.expire(now: MonotonicTime(nanoseconds: 9)).isEmpty)
        #expect(actions.expire(now: soon).map(\.info.id) == ["a", "b"])
        #expect(actions.next() == CallingEventInfo(.timedOut, action: action("a")))
        #expect(actions.next() == nil, "of b the app has never heard")
        #expect(actions.deadline == nil)
    }

    @Test func comeAgainToANewConnection() {
        var actions = ConversationActions()
        _ = actions.add(action("a"), until: soon)
        _ = actions.next()
        actions.tell(CallingEventInfo(.audioOn))
        actions.redeliver()
        #expect(actions.next() == CallingEventInfo(.perform, action: action("a")))
        #expect(actions.next() == nil)
    }

    @Test func areBounded() {
        var actions = ConversationActions()
        for number in 0..<ConversationActions.limit { _ = actions.add(action("\(number)"), until: soon) }
        #expect((actions.add(action("one more"), until: soon)) == false)
        #expect(actions.removeAll(of: "c").count == ConversationActions.limit)
        #expect(!actions.hasEvents)
    }

    @Test func ofTheSoundOnlyTheLastWordCounts() {
        var actions = ConversationActions()
        actions.tell(CallingEventInfo(.audioOn))
        actions.tell(CallingEventInfo(.audioOff))
        #expect(actions.next() == CallingEventInfo(.audioOff))
        #expect(actions.next() == nil)
    }
}
