import HandsetAT
import HandsetLines
import HandsetPlatform
import Testing

@testable import HandsetATModem

@Suite struct CallTrackerTests {
    private func calls(_ stage: Stage) -> [ModemCall.State] { stage.reports.last?.calls.map(\.state) ?? [] }

    @Test func idleNeedsNothing() {
        var stage = Stage()
        #expect(stage.tracker.deadline == nil)
        for event: CallTracker.Event in [
            .hint, .probe, .service(false), .service(true), .cardGone, .ended(.noCarrier), .time, .linkLost,
            .heldByOther(false),
        ] {
            stage.answers = false
            let steps = stage.tracker.take(event, at: stage.now)
            #expect(steps.reports.isEmpty && steps.asksCause == false)
            if event != .heldByOther(false) { #expect(!steps.asksList) }
        }
    }

    // MARK: Calls that come

    @Test func ringsBeforeTheNumber() {
        var stage = Stage()
        stage.listed = [call(1, .incoming)]
        stage.take(.ring)
        #expect(stage.reports == [CallReport(calls: [ModemCall(index: 1, isIncoming: true, state: .incoming)])])
        stage.take(.caller(CallerNumber(number: "+15550199")))
        #expect(stage.reports.count == 2)
        #expect(stage.reports.last?.calls.first?.number == .known("+15550199"))
        stage.take(.ring)
        stage.take(.caller(CallerNumber(number: "+15550199")))
        #expect(stage.reports.count == 2 && stage.lists == 1)
    }

    @Test func takesTheNumberThatCameBeforeTheListing() {
        var stage = Stage()
        stage.answers = false
        stage.take(.ring)
        stage.take(.caller(CallerNumber(validity: .withheld)))
        stage.answers = true
        stage.listed = [call(1, .incoming)]
        stage.take(.listed(stage.listed))
        #expect(stage.reports.map(\.calls.first?.number) == [.withheld])
        stage.take(.caller(CallerNumber(validity: .notAvailable)))
        #expect(stage.reports.count == 1)
    }

    @Test(arguments: [
        (NumberValidity.withheld, ModemCall.Number.withheld), (.notAvailable, .unavailable), (.valid, .unavailable),
    ])
    func saysWhyThereIsNoNumber(_ validity: NumberValidity, _ number: ModemCall.Number) {
        var stage = Stage()
        stage.listed = [call(1, .incoming, validity: validity)]
        stage.take(.ring)
        #expect(stage.reports.last?.calls.first?.number == number)
    }

    @Test func endsACallWhoseRingsStop() {
        var stage = Stage()
        stage.listed = [call(1, .incoming)]
        stage.take(.ring)
        #expect(stage.pass(.milliseconds(5_900)) == 0)
        stage.take(.ring)
        #expect(stage.pass(.milliseconds(5_900)) == 0)
        stage.listed = []
        #expect(stage.pass(.milliseconds(200)) == 1)
        #expect(stage.reports.last == CallReport(ended: [EndedCall(index: 1, cause: .normal)]))
        #expect(stage.causes == 0 && stage.tracker.deadline == nil)
    }

    @Test func goesOnAskingOfASilentRing() {
        var stage = Stage()
        stage.listed = [call(1, .incoming)]
        stage.take(.ring)
        #expect(stage.pass(.seconds(60)) == 10)
        #expect(stage.reports.count == 1)
    }

    @Test func waitsForALateListing() {
        var stage = Stage()
        stage.take(.ring)
        stage.take(.caller(CallerNumber(number: "5550123")))
        #expect(stage.reports.isEmpty)
        stage.listed = [call(1, .incoming)]
        stage.pass(.milliseconds(500))
        #expect(stage.reports.map(\.calls.first?.number) == [.known("5550123")])
        // One that never comes is forgotten, with its number.
        stage.listed = []
        stage.take(.ended(.noCarrier))
        stage.take(.caller(CallerNumber(number: "5550124")))
        stage.pass(.seconds(10))
        #expect(stage.tracker.deadline == nil)
        stage.listed = [call(1, .incoming)]
        stage.take(.ring)
        #expect(stage.reports.last?.calls.first?.number == .unavailable)
    }

    @Test func answers() {
        var stage = Stage()
        stage.listed = [call(1, .incoming)]
        stage.take(.ring)
        stage.take(.acted(ending: []))
        #expect(stage.tracker.deadline == stage.now + .milliseconds(500))
        stage.listed = [call(1, .active)]
        stage.pass(.milliseconds(500))
        #expect(calls(stage) == [.active])
        #expect(stage.tracker.deadline == nil)
        #expect(stage.pass(.seconds(3600)) == 0)
    }

    @Test func tellsOfAnotherCallerUnderTheSameIndex() {
        var stage = Stage()
        stage.listed = [call(1, .incoming, number: "+15550199")]
        stage.take(.ring)
        stage.listed = [call(1, .incoming)]
        stage.take(.caller(CallerNumber(number: "+15550123")))
        #expect(stage.reports.count == 3)
        #expect(stage.reports[1] == CallReport(ended: [EndedCall(index: 1, cause: .normal)]))
        #expect(stage.reports[2].calls.map(\.number) == [.known("+15550123")])
    }

    @Test func knowsANumberWithoutItsCountry() {
        var stage = Stage()
        stage.listed = [call(1, .incoming, number: "+447911123456")]
        stage.take(.ring)
        stage.take(.caller(CallerNumber(number: "07911123456")))
        #expect(stage.reports.count == 1 && stage.lists == 1)
    }

    @Test(arguments: [
        // One number, as different codes write it.
        ("+447911123456", "07911123456", false), ("07911123456", "7911123456", false), ("123456", "0123456", false),
        ("+4412345", "12345", true), ("+15550123", "+15550199", true), ("0100", "100", false), ("112", "911", true),
    ])
    func aNumberIsAnotherWhenItCannotBeTheSame(_ one: String, _ two: String, _ isOther: Bool) {
        #expect(ModemCall.Number.known(one).isOther(than: .known(two)) == isOther)
        #expect(ModemCall.Number.known(two).isOther(than: .known(one)) == isOther)
    }

    @Test func aWithheldNumberIsNoToldOne() {
        let known = ModemCall.Number.known("+15550123")
        #expect(known.isOther(than: .withheld) && ModemCall.Number.withheld.isOther(than: known))
        for number in [known, .withheld, .unavailable] {
            #expect(!number.isOther(than: .unavailable) && !ModemCall.Number.unavailable.isOther(than: number))
        }
        #expect(!ModemCall.Number.withheld.isOther(than: .withheld))
    }

    // MARK: Calls that are made

    @Test func pollsWhileACallIsMade() {
        var stage = Stage()
        stage.take(.dials("5550199"))
        #expect(stage.tracker.deadline == nil)
        stage.listed = [call(1, .dialing, .mobileOriginated)]
        stage.take(.dialled)
        #expect(stage.tracker.dialledIndex == 1)
        #expect(stage.reports.map(\.calls.first?.number) == [.known("5550199")])
        #expect(stage.pass(.seconds(3)) == 3)
        stage.listed = [call(1, .alerting, .mobileOriginated)]
        #expect(stage.pass(.seconds(10)) == 10)
        stage.listed = [call(1, .active, .mobileOriginated)]
        #expect(stage.pass(.seconds(1)) == 1)
        #expect(calls(stage) == [.active] && stage.reports.count == 3)
        #expect(stage.pass(.seconds(600)) == 0)
        stage.take(.probe)
        #expect(stage.lists == 16)
    }

    @Test func tellsOfACallThatEndedAtOnce() {
        var stage = Stage()
        stage.take(.dials("5550199"))
        stage.take(.dialled)
        stage.take(.ended(.busy))
        #expect(stage.reports.count == 2)
        #expect(stage.reports.first?.calls.map(\.state) == [.dialing])
        #expect(stage.reports.last == CallReport(ended: [EndedCall(index: 1, cause: .busy)]))
        #expect(stage.tracker.deadline == nil)
    }

    @Test func givesUpACallThatNeverShows() {
        var stage = Stage()
        stage.cause = .unallocated
        stage.take(.dials("5550199"))
        stage.take(.dialled)
        stage.pass(.seconds(20))
        #expect(stage.reports.last == CallReport(ended: [EndedCall(index: 1, cause: .unallocated)]))
        #expect(stage.tracker.deadline == nil && stage.lists <= 12)
    }

    @Test func tellsOfACallWhoseResultIsKept() {
        var stage = Stage()
        stage.listed = [call(1, .held)]
        stage.take(.probe)
        stage.take(.wanted)
        stage.settle()
        stage.take(.dials("5550199"))
        stage.take(.dialPending)
        #expect(stage.tracker.dialledIndex == 2 && calls(stage) == [.held, .dialing])
        #expect(stage.pass(.seconds(60)) == 0)
        stage.listed = [call(1, .held), call(2, .active, .mobileOriginated)]
        stage.take(.dialled)
        #expect(calls(stage) == [.held, .active] && stage.tracker.deadline == nil)
    }

    @Test func dropsACallThatWasRefused() {
        var stage = Stage()
        stage.take(.dials("5550199"))
        stage.take(.dialFailed(.barred))
        #expect(stage.reports.isEmpty)
        stage.take(.dials("5550199"))
        stage.take(.dialPending)
        stage.take(.dialFailed(.barred))
        #expect(stage.reports.map(\.ended) == [[], [EndedCall(index: 1, cause: .barred)]])
    }

    @Test(arguments: [
        (FinalResult.busy, CallEndCause?.none, CallEndCause.busy), (.noAnswer, nil, .noAnswer),
        (.noCarrier, .unallocated, .unallocated), (.noCarrier, nil, .unknown),
    ])
    func saysWhyACallWasNotAnswered(_ code: FinalResult, _ cause: CallEndCause?, _ told: CallEndCause) {
        var stage = Stage()
        stage.cause = cause
        stage.listed = [call(1, .alerting, .mobileOriginated)]
        stage.take(.dials("5550199"))
        stage.take(.dialled)
        stage.listed = []
        stage.take(.ended(code))
        #expect(stage.reports.last?.ended == [EndedCall(index: 1, cause: told)])
        #expect(stage.causes == (code == .noCarrier ? 1 : 0))
    }

    // MARK: Ends

    private func active() -> Stage {
        var stage = Stage()
        stage.listed = [call(1, .active, number: "5550199")]
        stage.take(.wanted)
        stage.settle()
        stage.listed = []
        return stage
    }

    @Test func endsByCode() {
        var stage = active()
        stage.take(.ended(.noCarrier))
        #expect(stage.reports == [CallReport(ended: [EndedCall(index: 1, cause: .normal)])])
    }

    @Test func endsByUs() {
        var stage = active()
        stage.take(.acted(ending: [1]))
        stage.take(.ended(.noCarrier))
        #expect(stage.reports == [CallReport(ended: [EndedCall(index: 1, cause: .normal)])])
        #expect(stage.causes == 0)
    }

    @Test func endsWithTheNetwork() {
        var stage = active()
        stage.listed = [call(1, .active, number: "5550199")]
        stage.take(.service(false))
        stage.listed = []
        stage.pass(.seconds(2))
        #expect(stage.reports == [CallReport(ended: [EndedCall(index: 1, cause: .noService)])])
        stage.listed = [call(1, .active)]
        stage.take(.wanted)
        stage.listed = []
        stage.take(.ended(.noCarrier))
        #expect(stage.reports.last?.ended == [EndedCall(index: 1, cause: .normal)])
    }

    @Test func endsWithTheCard() {
        var stage = active()
        stage.take(.cardGone)
        #expect(stage.reports == [CallReport(ended: [EndedCall(index: 1, cause: .modemLost)])])
    }

    @Test func endsAllWithTheLink() {
        var stage = Stage()
        stage.listed = [call(1, .active), call(2, .held), call(3, .waiting)]
        stage.take(.wanted)
        stage.reports = []
        stage.take(.linkLost)
        let ended = (1...3).map { EndedCall(index: $0, cause: .modemLost) }
        #expect(stage.reports == [CallReport(ended: ended, isLinkLost: true)])
        #expect(stage.tracker.deadline == nil)
    }

    /// A call that was taken and not shown yet may go on too.
    @Test func tellsOfALostLinkBeforeACallIsListed() {
        var stage = Stage()
        stage.answers = false
        stage.take(.dials("5550199"))
        stage.take(.linkLost)
        #expect(stage.reports.isEmpty, "the dial command itself is answered for")
        stage.take(.dials("5550199"))
        stage.take(.dialled)
        stage.take(.linkLost)
        #expect(stage.reports == [CallReport(isLinkLost: true)])
    }

    @Test func endsWithTheLinkWhileTheCauseIsAsked() {
        var tracker = CallTracker()
        let now = MonotonicTime(nanoseconds: 1)
        _ = tracker.take(.listed([call(1, .active)]), at: now)
        #expect(tracker.take(.listed([]), at: now).asksCause)
        let steps = tracker.take(.linkLost, at: now)
        #expect(steps.reports == [CallReport(ended: [EndedCall(index: 1, cause: .modemLost)])])
    }

    // MARK: Several calls

    @Test("B84: a second call waits beside the active one, and its end is noticed without a code")
    func waits() {
        var stage = active()
        stage.listed = [call(1, .active, number: "5550199"), call(2, .waiting)]
        stage.take(.callWaiting(CallerNumber(number: "+15550123")))
        #expect(calls(stage) == [.active, .waiting])
        #expect(stage.reports.last?.calls.last?.number == .known("+15550123"))
        #expect(stage.pass(.seconds(10)) == 5)
        stage.listed.removeLast()
        stage.pass(.seconds(2))
        #expect(
            stage.reports.last
                == CallReport(
                    calls: [ModemCall(index: 1, isIncoming: true, state: .active, number: .known("5550199"))],
                    ended: [EndedCall(index: 2, cause: .normal)]))
        #expect(stage.tracker.deadline == nil)
    }

    @Test func namesWhatRingsByWhatElseThereIs() {
        var stage = Stage()
        stage.listed = [call(1, .held), call(2, .incoming)]
        stage.take(.ring)
        #expect(calls(stage) == [.held, .waiting])
        stage.listed = [call(2, .waiting)]
        stage.take(.ended(.noCarrier))
        #expect(calls(stage) == [.incoming])
    }

    @Test func joinsAndSplits() {
        var stage = Stage()
        stage.listed = [call(1, .held), call(2, .active)]
        stage.take(.wanted)
        stage.listed = [call(1, .active, isMultiparty: true), call(2, .active, isMultiparty: true)]
        stage.take(.acted(ending: []))
        #expect(stage.reports.last?.calls.map(\.isMultiparty) == [true, true])
        #expect(stage.tracker.deadline == nil)
        stage.listed = [call(1, .active), call(2, .held)]
        stage.take(.acted(ending: []))
        #expect(calls(stage) == [.active, .held])
    }

    @Test func tellsOfHoldByTheOther() {
        var stage = active()
        stage.listed = [call(1, .active, number: "5550199")]
        stage.take(.heldByOther(true))
        #expect(stage.reports.last?.heldByOther == [1])
        stage.take(.heldByOther(false))
        #expect(stage.reports.last?.heldByOther == [] && stage.reports.count == 2)
        stage.take(.heldByOther(true))
        stage.listed = []
        stage.take(.ended(.noCarrier))
        #expect(stage.reports.last == CallReport(ended: [EndedCall(index: 1, cause: .normal)]))
    }

    @Test func leavesDataConnectionsAlone() {
        var stage = Stage()
        stage.listed = [call(1, .active, mode: .data), call(2, .active, mode: .fax)]
        stage.take(.wanted)
        #expect(stage.reports.isEmpty && stage.tracker.calls.isEmpty)
    }

    @Test func asksOnceMoreAfterACodeDuringAListing() {
        var stage = Stage()
        stage.answers = false
        stage.take(.ring)
        stage.take(.ring)
        stage.take(.ended(.noCarrier))
        #expect(stage.lists == 1)
        let steps = stage.tracker.take(.listed([]), at: stage.now)
        #expect(steps.asksList)
        #expect(!stage.tracker.take(.listed([]), at: stage.now).asksList)
    }

    @Test func keepsWhatItKnowsWithoutAListing() {
        var stage = active()
        stage.listed = [call(1, .active, number: "5550199")]
        stage.answers = false
        stage.take(.ended(.noCarrier))
        stage.take(.notListed)
        #expect(stage.reports.isEmpty && stage.tracker.calls.count == 1)
        #expect(stage.tracker.deadline != nil)
    }
}
