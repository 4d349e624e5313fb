import Handset
import Testing

@Suite(.timeLimit(.minutes(1))) struct StateBoardTests {
    private let board = StateBoard()
    private let one = Line.ID(rawValue: "iccid-1")
    private let two = Line.ID(rawValue: "iccid-2")

    private func state(_ lines: Line..., roles: Set<Role> = [.carrierMessaging]) -> SessionState {
        SessionState(app: "org.example.app", roles: roles, lines: lines)
    }

    /// All that a new loop has to tell now.
    private func drain<Key: Hashable, Value: Sendable>(
        _ updates: Updates<Key, Value>, upTo count: Int
    ) async -> [Value] {
        var values: [Value] = []
        for await value in updates.subscribe().prefix(count) { values.append(value) }
        return values
    }

    @Test func aLineComesIsRenamedAndGoes() async {
        var loop = board.lineNames.subscribe().makeAsyncIterator()
        board.learn(state(Line(id: one, label: "Personal")))
        #expect(await loop.next(isolation: #isolation)?.label == "Personal")
        board.learn(state(Line(id: one, label: "Home")))
        #expect(await loop.next(isolation: #isolation)?.label == "Home")
        board.learn(state(Line(id: one, label: "Home", signal: 40)))
        board.learn(state(Line(id: two, label: "Work")))
        #expect(
            Set([await loop.next(isolation: #isolation)?.id, await loop.next(isolation: #isolation)?.id]) == [one, two])
        #expect(await drain(board.lineNames, upTo: 1).map(\.id) == [two])
    }

    @Test func aLineWithoutItsCardIsNoLine() async {
        board.learn(state(Line(id: one, label: "a"), Line(id: two, label: "b", sim: .absent)))
        #expect(await drain(board.lineNames, upTo: 1).map(\.id) == [one])
        var all = board.lines.subscribe().makeAsyncIterator()
        #expect(await all.next(isolation: #isolation)?.line.id == one)
        #expect(await all.next(isolation: #isolation)?.line.id == two)
    }

    @Test func withoutTheRoleThereAreNoLines() async {
        board.learn(state(Line(id: one, label: "a")))
        var names = board.lineNames.subscribe().makeAsyncIterator()
        var viability = board.smsViability.subscribe().makeAsyncIterator()
        _ = await names.next(isolation: #isolation)
        #expect(await viability.next(isolation: #isolation)?.isViable == true)
        board.learn(state(Line(id: one, label: "a"), roles: []))
        #expect(await names.next(isolation: #isolation)?.id == one)
        #expect(await viability.next(isolation: #isolation)?.isViable == false)
    }

    @Test func aRestartOfTheServiceIsNoNewsOfTheLinesButOfTheirViability() async {
        board.learn(state(Line(id: one, label: "a")))
        var names = board.lineNames.subscribe().makeAsyncIterator()
        var viability = board.smsViability.subscribe().makeAsyncIterator()
        _ = await names.next(isolation: #isolation)
        #expect(await viability.next(isolation: #isolation)?.isViable == true)
        board.lose()
        #expect(await viability.next(isolation: #isolation)?.isViable == false)
        board.learn(state(Line(id: one, label: "a")))
        #expect(await viability.next(isolation: #isolation)?.isViable == true)
        board.learn(state(Line(id: one, label: "b")))
        #expect(await names.next(isolation: #isolation)?.label == "b")
    }
}
