import HandsetAT
import HandsetLines
import Testing

@testable import HandsetATModem

@Suite struct CallStoryTests {
    /// Calls come, change and go; codes get lost; answers are late. In the end the tracker knows what there is, and the
    /// owner was told a story that holds together.
    @Test func survivesAnyOrder() {
        for seed in 0..<4_000 { story(UInt64(seed)) }
    }

    private func story(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        var stage = Stage()
        stage.cause = .normal
        func isLost() -> Bool { random.next(5) == 0 }
        func free() -> Int { (1...9).first { index in !stage.listed.contains { $0.index == index } } ?? 9 }
        for _ in 0..<40 {
            stage.answers = random.next(3) > 0
            let isRinging = stage.listed.contains { $0.state == .incoming || $0.state == .waiting }
            switch random.next(9) {
            case 0 where !isRinging && stage.listed.count < 7:
                let state: CallState = stage.listed.isEmpty ? .incoming : .waiting
                stage.listed.append(call(free(), state))
                let number = CallerNumber(number: "+1555010\(random.next(9))")
                if state == .incoming, !isLost() { stage.take(.ring) }
                if !isLost() { stage.take(state == .incoming ? .caller(number) : .callWaiting(number)) }
            case 1 where stage.listed.count < 7:
                stage.take(.dials("5550199"))
                stage.listed.append(call(free(), .dialing, .mobileOriginated))
                stage.take(.dialled)
            case 2:
                for index in stage.listed.indices {
                    if stage.listed[index].state == .alerting { stage.listed[index].state = .active }
                    if stage.listed[index].state == .dialing { stage.listed[index].state = .alerting }
                }
            case 3 where !stage.listed.isEmpty:
                stage.listed.remove(at: random.next(stage.listed.count))
                if !isLost() { stage.take(.ended([.noCarrier, .busy, .noAnswer][random.next(3)])) }
            case 4:
                for index in stage.listed.indices where stage.listed[index].direction == .mobileTerminated {
                    stage.listed[index].state = .active
                }
                stage.take(.acted(ending: []))
            case 5: stage.take(.listed(stage.listed))
            case 6: stage.take(.cause(.network))
            case 7: stage.take(random.next(2) == 0 ? .notListed : .hint)
            default: stage.pass(.milliseconds(random.next(7_000)))
            }
        }
        stage.answers = true
        stage.take(.listed(stage.listed))
        stage.take(.probe)
        stage.take(.wanted)
        stage.take(.cause(nil))
        stage.pass(.seconds(30))
        #expect(Set(stage.tracker.calls.keys) == Set(stage.listed.map(\.index)), "seed \(seed)")
        #expect(stage.reports.last?.calls.map(\.index) ?? [] == stage.listed.map(\.index).sorted(), "seed \(seed)")
        var known: Set<Int> = []
        for report in stage.reports {
            let now = Set(report.calls.map(\.index))
            let ended = report.ended.map(\.index)
            #expect(
                Set(ended).count == ended.count && known.isSuperset(of: ended), "seed \(seed): ends of calls told of")
            #expect(known.subtracting(ended).isSubset(of: now), "seed \(seed): a call went without an end")
            #expect(now.isDisjoint(with: ended), "seed \(seed)")
            known = now
        }
        if stage.listed.allSatisfy({ $0.state == .active || $0.state == .held }) {
            #expect(stage.tracker.deadline == nil, "seed \(seed): polls without need")
        }
    }
}

private struct SplitMix {
    var state: UInt64

    mutating func next(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ (value >> 31)) % UInt64(max(limit, 1)))
    }
}
