import Glibc

/// An instant of `CLOCK_MONOTONIC`, in nanoseconds: the clock that poll time-outs and sd-bus deadlines are given in.
package struct MonotonicTime: Hashable, Comparable, Sendable {
    package var nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    package static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    package static func < (a: MonotonicTime, b: MonotonicTime) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Saturates: a deadline beyond the clock's end is never.
    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return time }
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = time.nanoseconds.addingReportingOverflow(whole &+ UInt64(attoseconds / 1_000_000_000))
        return MonotonicTime(nanoseconds: overflow || carry ? .max : sum)
    }

    package static func - (a: MonotonicTime, b: MonotonicTime) -> Duration {
        a >= b ? .nanoseconds(a.nanoseconds - b.nanoseconds) : .zero - .nanoseconds(b.nanoseconds - a.nanoseconds)
    }
}
