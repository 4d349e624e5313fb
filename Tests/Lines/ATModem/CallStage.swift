import HandsetAT
import HandsetLines
import HandsetPlatform

@testable import HandsetATModem

/// A tracker, the modem that it asks, and the owner that it tells.
struct Stage {
    var tracker = CallTracker()
    var now = MonotonicTime(nanoseconds: 1_000_000_000_000)
    var listed: [ListedCall] = []
    var cause: CallEndCause?
    var reports: [CallReport] = []
    var lists = 0
    var causes = 0
    /// Whether the modem answers at once.
    var answers = true

    mutating func take(_ event: CallTracker.Event) {
        let steps = tracker.take(event, at: now)
        reports += steps.reports
        if steps.asksCause {
            causes += 1
            take(.cause(cause))
        }
        if steps.asksList {
            lists += 1
            if answers { take(.listed(listed)) }
        }
    }

    /// Lets time go by and does what is due on the way; how often the modem was asked.
    @discardableResult mutating func pass(_ duration: Duration) -> Int {
        let end = now + duration
        let before = lists
        while let deadline = tracker.deadline, deadline <= end {
            now = deadline
            take(.time)
        }
        now = end
        return lists - before
    }

    mutating func settle() {
        pass(.seconds(5))
        reports = []
        lists = 0
        causes = 0
    }
}

func call(
    _ index: Int, _ state: CallState, _ direction: CallDirection = .mobileTerminated, number: String? = nil,
    validity: NumberValidity = .valid, mode: CallMode = .voice, isMultiparty: Bool = false
) -> ListedCall {
    ListedCall(
        index: index, direction: direction, state: state, mode: mode, isMultiparty: isMultiparty,
        caller: CallerNumber(number: number, validity: validity))
}
