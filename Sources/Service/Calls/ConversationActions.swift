import HandsetInterface
import HandsetPlatform

/// What a calling app has to do, and what it is told: one queue, whoever asked. As a value, without I/O and clock.
///
/// An action is the app's from the moment in which it is added until the app finishes it or its time is up.
struct ConversationActions: Hashable, Sendable {
    struct Pending: Hashable, Sendable {
        var info: ConversationActionInfo
        var until: MonotonicTime
        /// What goes on when it is finished.
        var run: UInt64?
    }

    /// Actions at once, and events that nobody fetches.
    static let limit = 64
    static let patience = Duration.seconds(30)

    /// In the order in which they came.
    private(set) var pending: [Pending] = []
    private var events: [CallingEventInfo] = []

    var isEmpty: Bool { pending.isEmpty }
    var hasEvents: Bool { !events.isEmpty }
    var deadline: MonotonicTime? { pending.map(\.until).min() }

    subscript(id: String) -> Pending? { pending.first { $0.info.id == id } }

    /// False when the app has too much to do already, or knows an action of that id.
    mutating func add(_ info: ConversationActionInfo, until: MonotonicTime, run: UInt64? = nil) -> Bool {
        guard pending.count < Self.limit, self[info.id] == nil else { return false }
        pending.append(Pending(info: info, until: until, run: run))
        tell(CallingEventInfo(.perform, action: info))
        return true
    }

    mutating func tell(_ event: CallingEventInfo) {
        // Of the sound only the last word counts.
        if event.kind == .audioOn || event.kind == .audioOff {
            events.removeAll { $0.kind == .audioOn || $0.kind == .audioOff }
        }
        if events.count == Self.limit * 2 { events.removeFirst() }
        events.append(event)
    }

    /// The app is done with it; nil when it has no such action.
    mutating func finish(_ id: String) -> Pending? {
        guard let index = pending.firstIndex(where: { $0.info.id == id }) else { return nil }
        events.removeAll { $0.kind == .perform && $0.action?.id == id }
        return pending.remove(at: index)
    }

    /// Those whose time is up; the app is told.
    mutating func expire(now: MonotonicTime) -> [Pending] {
        let over = pending.filter { $0.until <= now }
        for action in over {
            let isKnown = !events.contains { $0.kind == .perform && $0.action?.id == action.info.id }
            _ = finish(action.info.id)
            // What the app has never heard of has not timed out for it.
            if isKnown { tell(CallingEventInfo(.timedOut, action: action.info)) }
        }
        return over
    }

    /// Takes back all that concerns a conversation that is over.
    mutating func removeAll(of conversation: String) -> [Pending] {
        let theirs = pending.filter { $0.info.conversation == conversation || $0.info.other == conversation }
        for action in theirs { _ = finish(action.info.id) }
        return theirs
    }

    mutating func next() -> CallingEventInfo? { events.isEmpty ? nil : events.removeFirst() }

    /// Another connection of the app: what is not finished comes again.
    mutating func redeliver() {
        events = pending.map { CallingEventInfo(.perform, action: $0.info) }
    }
}
