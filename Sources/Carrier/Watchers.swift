import HandsetPlatform

/// Something that happened in the carrier, in the order of happening.
package enum CarrierEvent: Sendable {
    /// A log entry was opened or moved on.
    case log(LogEntry)
    /// A whole text reached a scripted subscriber.
    case text(subscriber: String, ReceivedText)
    case terminalConnected(modem: String)
    case terminalDisconnected(modem: String)
    /// `<stat>` of +CREG changed.
    case registration(modem: String, Int)
    /// A call was opened, moved on or ended, or a tone was heard.
    case call(CallRecord)
    /// A line from the TE, or to it; only while tracing.
    case trace(modem: String, fromTerminal: Bool, [UInt8])
}

/// Who waits for the carrier: conditions that are looked at after changes, and listeners.
final class Watchers {
    private let loop: EventLoop
    private var conditions: [UInt64: () -> Bool] = [:]
    private var listeners: [(isTracing: Bool, listen: (CarrierEvent) -> Bool)] = []
    private var lastID: UInt64 = 0
    private var isDue = false
    init(loop: EventLoop) { self.loop = loop }

    var hasListeners: Bool { !listeners.isEmpty }
    /// Whether somebody wants AT lines, which are many.
    var isTracing: Bool { listeners.contains(where: \.isTracing) }

    /// Looks at the conditions once this turn of the loop is over: a burst of changes costs one look.
    func changed() {
        guard !isDue, !conditions.isEmpty else { return }
        isDue = true
        loop.schedule(at: .now) { [weak self] in
            guard let self else { return }
            isDue = false
            for (id, condition) in conditions.sorted(by: { $0.key < $1.key }) where condition() {
                conditions[id] = nil
            }
        }
    }

    /// `condition` says whether it is done with.
    func add(condition: @escaping () -> Bool) -> UInt64 {
        lastID += 1
        conditions[lastID] = condition
        return lastID
    }

    /// `listener` says whether it wants more.
    func add(tracing: Bool, listener: @escaping (CarrierEvent) -> Bool) { listeners.append((tracing, listener)) }

    func remove(_ id: UInt64) { conditions[id] = nil }

    func publish(_ event: CarrierEvent) { listeners.removeAll { !$0.listen(event) } }
}
