import Glibc
import HandsetPlatform

/// The carrier's time: the machine's, or one that a test turns by hand (`Carrier.advance(by:)`).
package enum CarrierClock: Hashable, Sendable {
    case system
    /// Stands still at this many seconds since 1970 until it is advanced.
    case manual(startingAt: Int64)
}

/// Wall-clock time and deadlines of the simulated networks: retries, validity, delayed replies, time-outs of
/// acknowledgements.
///
/// The pace of a serial line is not kept here: it is always real.
final class Timeline {
    struct Token: Hashable { fileprivate let number: UInt64 }

    private let loop: EventLoop
    /// Time since 1970 where the clock is turned by hand.
    private var manual: Duration?
    private var timers: [(time: Duration, number: UInt64, action: () -> Void)] = []
    private var loopTimers: [UInt64: EventLoop.Timer] = [:]
    private var lastNumber: UInt64 = 0

    init(clock: CarrierClock, loop: EventLoop) {
        self.loop = loop
        if case .manual(let start) = clock { manual = .seconds(start) }
    }

    /// Time since 1970.
    var now: Duration {
        if let manual { return manual }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    var isManual: Bool { manual != nil }

    @discardableResult
    func schedule(after duration: Duration, _ action: @escaping () -> Void) -> Token {
        lastNumber += 1
        let number = lastNumber
        if let manual {
            let time = manual + duration
            let position = timers.firstIndex { $0.time > time } ?? timers.endIndex
            timers.insert((time, number, action), at: position)
        } else {
            loopTimers[number] = loop.schedule(at: .now + duration) { [weak self] in
                self?.loopTimers[number] = nil
                action()
            }
        }
        return Token(number: number)
    }

    func cancel(_ token: Token?) {
        guard let token else { return }
        timers.removeAll { $0.number == token.number }
        if let timer = loopTimers.removeValue(forKey: token.number) { loop.cancel(timer) }
    }

    func cancelAll() {
        timers = []
        for timer in loopTimers.values { loop.cancel(timer) }
        loopTimers = [:]
    }

    /// Turns a manual clock, with every deadline on the way in its order.
    func advance(by duration: Duration) {
        guard let manual else { return }
        let end = manual + duration
        while let first = timers.first, first.time <= end {
            timers.removeFirst()
            self.manual = max(first.time, self.manual ?? first.time)
            first.action()
        }
        self.manual = end
    }
}

extension Duration {
    /// Whole seconds, rounded down.
    var wholeSeconds: Int64 { components.seconds }
    var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
