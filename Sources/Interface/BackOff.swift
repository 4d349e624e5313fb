/// The waits between attempts to connect: doubled each time, from a tenth of a second to five.
struct BackOff {
    private static let first = Duration.milliseconds(100)
    private static let last = Duration.seconds(5)
    private var wait = first

    mutating func next() -> Duration {
        defer { wait = min(wait * 2, Self.last) }
        return wait
    }

    mutating func reset() { wait = Self.first }
}
