import HandsetPlatform

/// When the app with the role is launched for what waits in its queue: as a value, without I/O and clock.
///
/// At once for a message, and when it died with one in hand; then with pauses that grow; then not before the next
/// message or probe. Never while it is connected. A queue that the app does not read, whatever it does with others, has pauses of its
/// own, and then only its own next message is worth a launch.
struct LaunchPolicy: Sendable {
    /// The service whose messages wait.
    typealias Queue = String

    /// What the daemon knows now.
    struct Situation: Hashable, Sendable {
        /// An app holds the role, and its bundle is here.
        var hasHolder: Bool
        var hasAgent: Bool
        /// A process of the app is on the bus.
        var isConnected: Bool
        /// Queues with something that is not parked.
        var waiting: Set<Queue>
    }

    enum Event: Hashable, Sendable {
        /// A message, a new agent: reason enough not to wait out a pause.
        case news
        /// Another app holds the role: what the one before did says nothing of it.
        case newHolder
        /// The look at everything every five minutes.
        case probe
        /// The app is gone from the bus; whether it had a message in hand, and the queues with one that it has not seen.
        case appGone(diedWithMessage: Bool, unseen: Set<Queue>)
        /// The daemon has come to the bus, or back to it: processes of the app that were there before are on their way too.
        case cameToBus
        /// The app has come to the bus.
        case appCame
        /// The app has handled something of a queue.
        case progress(Queue)
        case launched(processID: UInt32)
        case launchFailed
        /// A program that the agent launched has ended.
        case exited(processID: UInt32)
        /// The time that `.wake` asked for.
        case time
    }

    enum Action: Hashable, Sendable {
        case launch
        case wake(MonotonicTime)
        /// No app holds the role: the person is told that messages wait.
        case tellPerson
    }

    /// How long the processes that were on the bus before have to come back, before another is started beside them.
    static let settling = Duration.milliseconds(500)
    /// How long the app has to come to the bus.
    static let patience = Duration.seconds(30)
    /// Before the second attempt, the third, and so on; after the last only news helps.
    static let pauses: [Duration] = [.zero, .seconds(2), .seconds(10), .seconds(30), .seconds(120)]
    /// Messages that come in this time are one burst to tell of.
    static let burst = Duration.seconds(60)

    private enum State: Hashable, Sendable {
        case idle
        case settling(until: MonotonicTime)
        case launching
        case expecting(processID: UInt32, until: MonotonicTime)
        case pausing(until: MonotonicTime)
        case waitingForNews
    }

    private var state = State.idle
    private var failures = 0
    /// How often in a row the app came and went and left what waits in a queue unseen.
    private var unread: [Queue: Int] = [:]
    private var told: MonotonicTime?

    /// Whether the app is being launched, or will be without anything new.
    var isTrying: Bool {
        switch state {
        case .idle, .waitingForNews: false
        case .settling, .launching, .expecting, .pausing: true
        }
    }

    mutating func handle(_ event: Event, _ situation: Situation, now: MonotonicTime) -> [Action] {
        switch event {
        case .news: return consider(situation, now)
        case .newHolder:
            (failures, unread) = (0, [:])
            return consider(situation, now)
        case .probe:
            let hasHope = situation.waiting.contains { unread[$0, default: 0] < Self.pauses.count }
            return hasHope || !situation.hasHolder ? consider(situation, now) : []
        case .cameToBus:
            state = .settling(until: now + Self.settling)
            return [.wake(now + Self.settling)]
        case .appCame:
            state = .idle
            return []
        case .progress(let queue):
            failures = 0
            unread[queue] = nil
            return []
        case .appGone(let died, let unseen):
            // A message that came while the app was leaving is worth a launch at once. An app that comes and goes
            // without reading looks the same, and would be launched for ever: both count, and what is handled sets it
            // back. An app for texts may handle those, and never look at the pictures that wait beside them: each queue counts for itself.
            let lives = unseen.map { unread[$0, default: 0] }.min()
            for queue in unseen { unread[queue, default: 0] += 1 }
            guard died || lives != nil else { return [] }
            return failed(situation, now, after: died ? 0 : lives ?? 0)
        case .launched(let processID):
            guard state == .launching else { return [] }
            state = .expecting(processID: processID, until: now + Self.patience)
            return [.wake(now + Self.patience)]
        case .launchFailed:
            guard state == .launching else { return [] }
            return failed(situation, now)
        case .exited(let processID):
            guard case .expecting(processID, _) = state else { return [] }
            return failed(situation, now)
        case .time:
            switch state {
            case .expecting(_, let until) where until <= now: return failed(situation, now)
            case .pausing(let until) where until <= now: return consider(situation, now)
            case .settling(let until) where until <= now:
                state = .idle
                return consider(situation, now)
            default: return []
            }
        }
    }

    private mutating func failed(_ situation: Situation, _ now: MonotonicTime, after lives: Int = 0) -> [Action] {
        defer { failures += 1 }
        let attempts = max(failures, lives)
        guard attempts < Self.pauses.count else {
            state = .waitingForNews
            return []
        }
        let pause = Self.pauses[attempts]
        guard pause > .zero else {
            state = .idle
            return consider(situation, now)
        }
        state = .pausing(until: now + pause)
        return [.wake(now + pause)]
    }

    private mutating func consider(_ situation: Situation, _ now: MonotonicTime) -> [Action] {
        guard !situation.waiting.isEmpty else {
            told = nil
            return []
        }
        guard situation.hasHolder else { return tell(situation, now) }
        told = nil
        guard !situation.isConnected, situation.hasAgent else { return [] }
        switch state {
        case .settling, .launching, .expecting: return []
        case .idle, .pausing, .waitingForNews:
            state = .launching
            return [.launch]
        }
    }

    private mutating func tell(_ situation: Situation, _ now: MonotonicTime) -> [Action] {
        guard situation.hasAgent else { return [] }
        if let told, now < told + Self.burst { return [] }
        told = now
        return [.tellPerson]
    }
}
