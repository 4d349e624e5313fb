import HandsetInterface
import HandsetLines
import Testing

@testable import HandsetService

/// What a modem's reports mean, and what can be done as its calls stand.
@Suite struct CallBoardTests {
    private func board(_ calls: ModemCall...) -> CallBoard {
        var board = CallBoard()
        var last = 0
        _ = board.report(CallReport(calls: calls)) { _ in
            last += 1
            return "c\(last)"
        }
        return board
    }

    private static func call(
        _ index: Int, _ state: ModemCall.State, incoming: Bool = false, multiparty: Bool = false
    ) -> ModemCall {
        ModemCall(index: index, isIncoming: incoming, state: state, isMultiparty: multiparty)
    }

    @Test func aRequestIsTheCallThatTheModemShowsNext() {
        var board = CallBoard()
        board.request("a", number: "1")
        #expect(board.report(CallReport(calls: [Self.call(1, .dialing)])) { _ in "x" } == [.changed("a")])
        board.taken("a", index: nil)
        #expect(board["a"]?.state == .dialing && board["a"]?.index == 1)
        let changes = board.report(CallReport(ended: [EndedCall(index: 1, cause: .busy)])) { _ in "x" }
        #expect(changes == [.ended("a", CallEnding(.busy, "The other party is busy."))])
        #expect(board.isEmpty)
    }

    @Test func aNumberThatIsGivenAgainIsAnotherCall() {
        var board = board(Self.call(1, .active))
        let report = CallReport(
            calls: [Self.call(1, .incoming, incoming: true)], ended: [EndedCall(index: 1, cause: .normal)])
        #expect(board.report(report) { _ in "new" } == [.ended("c1", CallEnding(.remote)), .began("new")])
        // Also when the modem says nothing of the end of the first.
        let silent = CallReport(calls: [Self.call(1, .dialing)])
        #expect(board.report(silent) { _ in "third" } == [.began("third"), .ended("new", CallEnding(.missed))])
    }

    @Test(arguments: [
        (CellularCall.Intent?.none, CallInfo.Cause.remote), (.hangUp, .local), (.decline, .declined),
    ])
    func whoEndedIt(intent: CellularCall.Intent?, cause: CallInfo.Cause) {
        var board = board(intent == .decline ? Self.call(1, .incoming, incoming: true) : Self.call(1, .active))
        board.intend(intent, "c1")
        let changes = board.report(CallReport(ended: [EndedCall(index: 1, cause: .normal)])) { _ in "x" }
        #expect(changes == [.ended("c1", CallEnding(cause))])
    }

    struct Situation: Sendable, CustomStringConvertible {
        var description: String
        var calls: [ModemCall]
        var of: String
        var possible: Set<CallInfo.Action>
    }

    static let situations = [
        Situation(
            description: "rings alone", calls: [call(1, .incoming, incoming: true)], of: "c1",
            possible: [.answer, .decline, .silence]),
        Situation(
            description: "waits beside one", calls: [call(1, .active), call(2, .waiting, incoming: true)], of: "c2",
            possible: [.holdAndAnswer, .endAndAnswer, .decline, .silence]),
        Situation(
            description: "waits beside two",
            calls: [call(1, .held), call(2, .active), call(3, .waiting, incoming: true)], of: "c3",
            possible: [.endAndAnswer, .decline, .silence]),
        Situation(
            description: "waits beside a held one", calls: [call(1, .held), call(2, .waiting, incoming: true)],
            of: "c2", possible: [.answer, .decline, .silence]),
        Situation(
            description: "speaks", calls: [call(1, .active)], of: "c1",
            possible: [.hangUp, .tones, .mute, .unmute, .hold]),
        Situation(
            description: "speaks while one waits", calls: [call(1, .active), call(2, .waiting, incoming: true)],
            of: "c1", possible: [.hangUp, .tones, .mute, .unmute]),
        Situation(
            description: "speaks beside a held one", calls: [call(1, .held), call(2, .active)], of: "c2",
            possible: [.hangUp, .tones, .mute, .unmute, .swap, .merge]),
        Situation(
            description: "is held beside one", calls: [call(1, .held), call(2, .active)], of: "c1",
            possible: [.hangUp, .swap, .merge]),
        Situation(description: "is held alone", calls: [call(1, .held)], of: "c1", possible: [.hangUp, .resume]),
        Situation(
            description: "is joined", calls: [call(1, .active, multiparty: true), call(2, .active, multiparty: true)],
            of: "c1", possible: [.hangUp, .tones, .mute, .unmute, .hold, .split]),
        Situation(
            description: "is joined as far as the network goes",
            calls: [call(6, .held)] + (1...5).map { call($0, .active, multiparty: true) }, of: "c2",
            possible: [.hangUp, .tones, .mute, .unmute, .swap]),
        Situation(description: "is dialled", calls: [call(1, .alerting)], of: "c1", possible: [.hangUp]),
    ]

    @Test(arguments: situations)
    func whatIsPossible(situation: Situation) {
        var board = CallBoard()
        var last = 0
        _ = board.report(CallReport(calls: situation.calls)) { _ in
            last += 1
            return "c\(last)"
        }
        #expect(board.actions(of: situation.of) == situation.possible)
        for action in CallInfo.Action.allCases where !situation.possible.contains(action) {
            #expect(board.operation(for: action, on: situation.of) == nil)
        }
    }

    @Test func aWaitingCallIsTakenByTheRightCommand() {
        let two = board(Self.call(1, .active), Self.call(2, .waiting, incoming: true))
        #expect(two.operation(for: .holdAndAnswer, on: "c2") == .holdAndAnswer)
        #expect(two.operation(for: .endAndAnswer, on: "c2") == .endAndAnswer)
        #expect(two.operation(for: .decline, on: "c2") == .reject)
        let held = board(Self.call(1, .held), Self.call(2, .waiting, incoming: true))
        #expect(held.operation(for: .answer, on: "c2") == .holdAndAnswer)
        #expect(two.toHold == nil, "the command that holds would take the waiting call")
    }
}
