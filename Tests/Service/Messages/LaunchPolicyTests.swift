import HandsetPlatform
import Testing

@testable import HandsetService

@Suite struct LaunchPolicyTests {
    static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)
    static let waits = LaunchPolicy.Situation(hasHolder: true, hasAgent: true, isConnected: false, waiting: ["sms"])

    static func situation(
        holder: Bool = true, agent: Bool = true, connected: Bool = false, waiting: Bool = true
    ) -> LaunchPolicy.Situation {
        LaunchPolicy.Situation(
            hasHolder: holder, hasAgent: agent, isConnected: connected, waiting: waiting ? ["sms"] : [])
    }

    @Test(arguments: [
        (situation(), [LaunchPolicy.Action.launch]),
        (situation(connected: true), []),
        (situation(agent: false), []),
        (situation(waiting: false), []),
        (situation(holder: false), [.tellPerson]),
        (situation(holder: false, agent: false), []),
        (situation(holder: false, waiting: false), []),
    ])
    func newsLaunchesOnlyWhoIsWantedAndCanBe(situation: LaunchPolicy.Situation, actions: [LaunchPolicy.Action]) {
        var policy = LaunchPolicy()
        #expect(policy.handle(.news, situation, now: Self.start) == actions)
    }

    /// After a restart of the daemon or the bus the app's processes come back; another beside them would take their queue.
    @Test func nothingIsLaunchedUntilThoseWhoWereThereAreBack() {
        var policy = LaunchPolicy()
        let settled = Self.start + LaunchPolicy.settling
        #expect(policy.handle(.cameToBus, Self.waits, now: Self.start) == [.wake(settled)])
        #expect(policy.handle(.news, Self.waits, now: Self.start) == [])
        #expect(policy.handle(.time, Self.waits, now: settled) == [.launch])
        var met = LaunchPolicy()
        _ = met.handle(.cameToBus, Self.waits, now: Self.start)
        #expect(met.handle(.appCame, Self.situation(connected: true), now: Self.start) == [])
        #expect(met.handle(.time, Self.situation(connected: true), now: settled) == [])
    }

    @Test func oneLaunchAtATime() {
        var policy = LaunchPolicy()
        #expect(policy.handle(.news, Self.waits, now: Self.start) == [.launch])
        #expect(policy.handle(.news, Self.waits, now: Self.start) == [])
        let patience = Self.start + LaunchPolicy.patience
        #expect(policy.handle(.launched(processID: 7), Self.waits, now: Self.start) == [.wake(patience)])
        #expect(policy.handle(.news, Self.waits, now: Self.start) == [])
        #expect(policy.isTrying)
    }

    /// The app does not come: once more at once, then with pauses, then not before there is news.
    @Test func attemptsPauseAndEndUntilThereIsNews() {
        var policy = LaunchPolicy()
        var now = Self.start
        var pauses: [Duration] = []
        var actions = policy.handle(.news, Self.waits, now: now)
        while actions == [.launch] {
            _ = policy.handle(.launched(processID: 7), Self.waits, now: now)
            #expect(policy.handle(.time, Self.waits, now: now) == [], "too early")
            now = now + LaunchPolicy.patience
            actions = policy.handle(.time, Self.waits, now: now)
            if case .wake(let time)? = actions.first {
                pauses.append(time - now)
                now = time
                actions = policy.handle(.time, Self.waits, now: now)
            } else if actions == [.launch] {
                pauses.append(.zero)
            }
        }
        #expect(pauses == LaunchPolicy.pauses)
        #expect(actions == [])
        #expect(!policy.isTrying)
        #expect(policy.handle(.news, Self.waits, now: now) == [.launch])
    }

    @Test func aMessageDoesNotWaitOutAPause() {
        var policy = LaunchPolicy()
        _ = policy.handle(.news, Self.waits, now: Self.start)
        #expect(policy.handle(.launchFailed, Self.waits, now: Self.start) == [.launch])
        #expect(
            policy.handle(.launchFailed, Self.waits, now: Self.start) == [.wake(Self.start + .seconds(2))])
        #expect(policy.handle(.news, Self.waits, now: Self.start) == [.launch])
    }

    @Test func aDeathWithAMessageLaunchesAtOnceAndWhatIsHandledSetsThePausesBack() {
        var policy = LaunchPolicy()
        let died = LaunchPolicy.Event.appGone(diedWithMessage: true, unseen: [])
        for _ in 0..<3 {
            #expect(policy.handle(died, Self.waits, now: Self.start) == [.launch])
            _ = policy.handle(.launched(processID: 1), Self.waits, now: Self.start)
            _ = policy.handle(.appCame, Self.waits, now: Self.start)
            _ = policy.handle(.progress("sms"), Self.waits, now: Self.start)
        }
        _ = policy.handle(died, Self.waits, now: Self.start)
        _ = policy.handle(.appCame, Self.waits, now: Self.start)
        #expect(policy.handle(died, Self.waits, now: Self.start) == [.wake(Self.start + .seconds(2))])
    }

    @Test func anAppThatLeftItsMessagesIsNotFetchedBack() {
        var policy = LaunchPolicy()
        let left = LaunchPolicy.Event.appGone(diedWithMessage: false, unseen: [])
        #expect(policy.handle(left, Self.waits, now: Self.start) == [])
        let missed = LaunchPolicy.Event.appGone(diedWithMessage: false, unseen: ["sms"])
        #expect(policy.handle(missed, Self.waits, now: Self.start) == [.launch])
        // It comes and goes without reading: not for ever.
        _ = policy.handle(.appCame, Self.waits, now: Self.start)
        #expect(policy.handle(missed, Self.waits, now: Self.start) == [.wake(Self.start + .seconds(2))])
    }

    @Test func theEndOfTheLaunchedProgramEndsTheWait() {
        var policy = LaunchPolicy()
        _ = policy.handle(.news, Self.waits, now: Self.start)
        _ = policy.handle(.launched(processID: 7), Self.waits, now: Self.start)
        #expect(policy.handle(.exited(processID: 8), Self.waits, now: Self.start) == [])
        #expect(policy.handle(.exited(processID: 7), Self.waits, now: Self.start) == [.launch])
    }

    @Test func thePersonIsToldOnceABurst() {
        var policy = LaunchPolicy()
        let nobody = Self.situation(holder: false)
        #expect(policy.handle(.news, nobody, now: Self.start) == [.tellPerson])
        #expect(policy.handle(.news, nobody, now: Self.start + .seconds(59)) == [])
        #expect(policy.handle(.news, nobody, now: Self.start + .seconds(61)) == [.tellPerson])
    }

    /// An app for texts alone holds the role, and a picture waits.
    @Test func aQueueThatNobodyReadsBacksOffWhateverIsReadBesideIt() {
        var policy = LaunchPolicy()
        let both = LaunchPolicy.Situation(hasHolder: true, hasAgent: true, isConnected: false, waiting: ["sms", "mms"])
        let picture = LaunchPolicy.Situation(hasHolder: true, hasAgent: true, isConnected: false, waiting: ["mms"])
        let left = LaunchPolicy.Event.appGone(diedWithMessage: false, unseen: ["mms"])
        var now = Self.start
        var launches = 0
        /// A life of the app: it comes, reads the text, if there is one, and goes.
        func live(_ hasText: Bool) -> [LaunchPolicy.Action] {
            launches += 1
            _ = policy.handle(.launched(processID: 1), picture, now: now)
            _ = policy.handle(.appCame, picture, now: now)
            if hasText { _ = policy.handle(.progress("sms"), picture, now: now) }
            return policy.handle(left, picture, now: now)
        }
        for _ in 0..<20 {
            #expect(policy.handle(.news, both, now: now) == [.launch])
            var actions = live(true)
            while case .wake(let time)? = actions.first {
                now = time
                actions = policy.handle(.time, picture, now: now)
                if actions == [.launch] { actions = live(false) }
            }
            if actions == [.launch] { actions = live(false) }
            while case .wake(let time)? = actions.first {
                now = time
                actions = policy.handle(.time, picture, now: now)
                if actions == [.launch] { actions = live(false) }
            }
            #expect(actions == [])
            #expect(!policy.isTrying)
            // Nor does the probe launch it again and again.
            #expect(policy.handle(.probe, picture, now: now) == [])
        }
        // One for each text, and the pauses once.
        #expect(launches == 20 + LaunchPolicy.pauses.count)
        // A picture is news, once; what waits of texts is worth a probe.
        #expect(policy.handle(.news, picture, now: now) == [.launch])
        #expect(live(false) == [])
        #expect(policy.handle(.probe, both, now: now) == [.launch])
        _ = live(true)
        // Another app is another matter, and so is this one when it reads.
        #expect(policy.handle(.newHolder, picture, now: now) == [.launch])
        #expect(live(false) == [.launch])
        _ = policy.handle(.progress("mms"), picture, now: now)
        #expect(policy.handle(left, picture, now: now) == [.launch])
    }
}
