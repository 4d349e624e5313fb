import Dispatch
import Handset
import Testing

@Suite(.timeLimit(.minutes(1))) struct SnapshotTests {
    private let state = SessionState(app: "org.example.app", roles: [.carrierMessaging])

    /// A read on a thread of its own: the pool's must not be blocked by a test.
    private func read(_ snapshot: Snapshot) async -> (Snapshot.Knowledge, seconds: Double) {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "reader").async {
                let start = DispatchTime.now()
                let knowledge = snapshot.read()
                let nanoseconds = DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds
                continuation.resume(returning: (knowledge, Double(nanoseconds) / 1e9))
            }
        }
    }

    @Test func theFirstReadWaitsForTheAnswer() async {
        let snapshot = Snapshot(patience: .seconds(30))
        async let reading = read(snapshot)
        snapshot.set(.unreachable)
        snapshot.set(.known(state))
        #expect(await reading.0 == .known(state))
    }

    @Test func itWaitsNoLongerThanItsPatience() async {
        let snapshot = Snapshot(patience: .milliseconds(50))
        let (knowledge, seconds) = await read(snapshot)
        #expect(knowledge == .unknown)
        #expect(seconds >= 0.05)
    }

    @Test func laterReadsNeverWait() async {
        let snapshot = Snapshot(patience: .milliseconds(50))
        _ = await read(snapshot)
        // Would hang past the time limit if the patience began again with each.
        for _ in 0..<10_000 { #expect(snapshot.read() == .unknown) }
    }

    @Test func onceAnsweredNoReadWaits() {
        let snapshot = Snapshot(patience: .seconds(3600))
        snapshot.set(.known(state))
        snapshot.set(.unreachable)
        #expect(snapshot.read() == .unreachable)
    }

    @Test func aHundredFirstReadersAreAllAnswered() async {
        let snapshot = Snapshot(patience: .seconds(30))
        await withTaskGroup(of: Snapshot.Knowledge.self) { group in
            for _ in 0..<100 { group.addTask { await read(snapshot).0 } }
            snapshot.set(.known(state))
            for await knowledge in group { #expect(knowledge == .known(state)) }
        }
    }

    @Test func aReadDoesNotWaitLongerThanTheDesignAllows() async {
        let (_, seconds) = await read(Snapshot())
        #expect(seconds >= 1.9)
        #expect(seconds < 3)
    }
}
