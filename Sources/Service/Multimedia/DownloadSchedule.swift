import HandsetLines

/// Which announced messages are fetched now: the rule of docs/mms.md as a value, without I/O and clock.
///
/// Whoever can send a short message can announce, and can name a server that never ends. So a place goes by what the network vouches
/// for (the lane: who sent the announcement) and by what a server has shown (whether its host ever gave a message to the line).
struct DownloadSchedule: Sendable {
    /// Something to fetch.
    struct Download: Hashable, Sendable {
        var number: Int64
        var line: LineID
        /// Who sent the announcement.
        var lane: String
        var host: String
        var attempts: Int
        /// The host has given the line a message, or is that of its MMSC.
        var isKnown: Bool
    }

    /// How many may be under way.
    struct Places: Hashable, Sendable {
        var line = 4
        /// Of a line, with one host.
        var host = 2
        /// Of a lane, with hosts that are known, and with others.
        var lane = 2
        var strangersLane = 1
        /// Of a line, with hosts that are not known: the others are kept for those that are.
        var strangers = 2
        /// Of all lines.
        var all = 16
        var allStrangers = 8
    }

    private struct Lane: Hashable {
        var line: LineID
        var name: String
    }

    private let places: Places
    private var running: [Int64: Download] = [:]
    /// When a lane had its turn, of those that have something waiting or under way.
    private var turns: [Lane: UInt64] = [:]
    private var turn: UInt64 = 0

    init(_ places: Places = Places()) { self.places = places }

    var count: Int { running.count }
    func isRunning(_ number: Int64) -> Bool { running[number] != nil }

    /// What of `waiting` is to begin; it is under way from now on.
    mutating func begin(of waiting: [Download]) -> [Download] {
        let lanes = Set((waiting + running.values).map { Lane(line: $0.line, name: $0.lane) })
        turns = turns.filter { lanes.contains($0.key) }
        var rest = waiting.filter { running[$0.number] == nil }
        var begun: [Download] = []
        while running.count < places.all {
            var best: (index: Int, rank: Rank)?
            for (index, download) in rest.enumerated() {
                guard let rank = rank(download) else { continue }
                if best.map({ rank < $0.rank }) ?? true { best = (index, rank) }
            }
            guard let best else { break }
            let next = rest.remove(at: best.index)
            turn += 1
            turns[Lane(line: next.line, name: next.lane)] = turn
            running[next.number] = next
            begun.append(next)
        }
        return begun
    }

    mutating func end(_ number: Int64) { running[number] = nil }

    // MARK: The order

    /// The lesser is first: first attempts, the line and lane with fewest under way, the lane whose turn is longest ago, the oldest.
    private struct Rank: Comparable {
        var isRepeat: Int
        var ofLine: Int
        var ofLane: Int
        var turn: UInt64
        var number: Int64

        private var values: (Int, Int, Int, UInt64, Int64) { (isRepeat, ofLine, ofLane, turn, number) }
        static func < (a: Self, b: Self) -> Bool { a.values < b.values }
    }

    /// Nil where there is no place for it.
    private func rank(_ download: Download) -> Rank? {
        var (ofLine, ofLane, ofHost, strangers, allStrangers) = (0, 0, 0, 0, 0)
        for other in running.values {
            if !other.isKnown { allStrangers += 1 }
            guard other.line == download.line else { continue }
            ofLine += 1
            if other.lane == download.lane { ofLane += 1 }
            if other.host == download.host { ofHost += 1 }
            if !other.isKnown { strangers += 1 }
        }
        guard ofLine < places.line, ofHost < places.host else { return nil }
        guard ofLane < (download.isKnown ? places.lane : places.strangersLane) else { return nil }
        guard download.isKnown || strangers < places.strangers && allStrangers < places.allStrangers else {
            return nil
        }
        return Rank(
            isRepeat: download.attempts == 0 ? 0 : 1, ofLine: ofLine, ofLane: ofLane,
            turn: turns[Lane(line: download.line, name: download.lane)] ?? 0, number: download.number)
    }
}
