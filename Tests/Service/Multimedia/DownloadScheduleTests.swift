import HandsetLines
import Testing

@testable import HandsetService

@Suite struct DownloadScheduleTests {
    typealias Download = DownloadSchedule.Download
    static let line = LineID(rawValue: "iccid-1")

    private func download(
        _ number: Int64, _ lane: String, _ host: String, attempts: Int = 0, isKnown: Bool = false, line: LineID = line
    ) -> Download {
        Download(number: number, line: line, lane: lane, host: host, attempts: attempts, isKnown: isKnown)
    }

    private func numbers(_ downloads: [Download]) -> [Int64] { downloads.map(\.number) }

    /// One sender, whatever hosts it names, has one place; many senders have two between them.
    @Test func strangersHaveTheirOwnPlaces() {
        var schedule = DownloadSchedule()
        let ofOne = (1...1_000).map { download(Int64($0), "evil", "h\($0)") }
        #expect(numbers(schedule.begin(of: ofOne)) == [1])
        let ofMany = (1_001...2_000).map { download(Int64($0), "evil \($0)", "h\($0)") }
        #expect(numbers(schedule.begin(of: ofOne + ofMany)) == [1_001])
        #expect(schedule.begin(of: ofOne + ofMany).isEmpty)
        // What is known has its places still, and no more than its share of them.
        let known = (3_000...3_009).map { download($0, "carrier", "mmsc", isKnown: true) }
        #expect(numbers(schedule.begin(of: ofOne + ofMany + known)) == [3_000, 3_001])
        #expect(schedule.begin(of: ofOne + ofMany + known).isEmpty)
        #expect(schedule.count == 4)
        // A place that is free again is for whoever it was for.
        schedule.end(1)
        #expect(numbers(schedule.begin(of: ofMany + known)) == [1_002])
        schedule.end(3_000)
        #expect(numbers(schedule.begin(of: ofMany + Array(known.dropFirst()))) == [3_002])
    }

    @Test func aHostThatIsKnownHasNotAllThePlacesOfThose() {
        var schedule = DownloadSchedule()
        let hanging = (1...9).map { download($0, "lane \($0)", "spam", isKnown: true) }
        #expect(numbers(schedule.begin(of: hanging)) == [1, 2])
        #expect(numbers(schedule.begin(of: hanging + [download(10, "carrier", "mmsc", isKnown: true)])) == [10])
    }

    @Test func firstAttemptsComeBeforeOthersAndTheOldestFirst() {
        var schedule = DownloadSchedule()
        let waiting = [
            download(1, "a", "h1", attempts: 1), download(2, "b", "h2", attempts: 5), download(4, "c", "h3"),
            download(3, "d", "h4"),
        ]
        #expect(numbers(schedule.begin(of: waiting)) == [3, 4])
        schedule.end(3)
        schedule.end(4)
        #expect(numbers(schedule.begin(of: Array(waiting.prefix(2)))) == [1, 2])
    }

    /// A sender of a thousand does not come before one of one.
    @Test func lanesTakeTurns() {
        var schedule = DownloadSchedule(.init(line: 1))
        var waiting = (1...100).map { download(Int64($0), "evil", "h\($0)") }
        #expect(numbers(schedule.begin(of: waiting)) == [1])
        waiting += [download(900, "carrier", "mmsc"), download(901, "carrier", "mmsc"), download(902, "other", "m")]
        var order: [Int64] = []
        var running: Int64 = 1
        for _ in 0..<5 {
            schedule.end(running)
            waiting.removeAll { $0.number == running }
            running = schedule.begin(of: waiting)[0].number
            order.append(running)
        }
        #expect(order == [900, 902, 2, 901, 3])
    }

    @Test func linesDoNotWaitForEachOtherUntilAllPlacesAreTaken() {
        var schedule = DownloadSchedule()
        let waiting = (0..<40).map { number in
            download(
                Int64(number), "lane \(number)", "h\(number)", isKnown: true,
                line: LineID(rawValue: "line \(number % 10)"))
        }
        let begun = schedule.begin(of: waiting)
        #expect(begun.count == 16)
        #expect(Set(begun.map(\.line)).count == 10)
        // Strangers have half of them.
        var others = DownloadSchedule()
        #expect(others.begin(of: waiting.map { download($0.number, $0.lane, $0.host, line: $0.line) }).count == 8)
    }

    @Test func whatIsHereIsToldBeforeWhatStrangersMakeUsSay() {
        var schedule = AnswerSchedule()
        let deferred = (1...50).map { AnswerSchedule.Answer(number: $0, line: Self.line, kind: .deferred) }
        #expect(schedule.begin(of: deferred).map(\.number) == [1, 2])
        let all =
            deferred + [
                .init(number: 60, line: Self.line, kind: .read), .init(number: 70, line: Self.line, kind: .retrieved),
            ]
        #expect(schedule.begin(of: all).isEmpty)
        schedule.end(1)
        schedule.end(2)
        #expect(schedule.begin(of: all).map(\.number) == [70, 60])
    }

    @Test func patienceGrowsWithAttemptsAndWithWhatIsKnown() {
        #expect(DownloadPolicy.patience(after: 0, isKnown: false) == .seconds(120))
        #expect(DownloadPolicy.patience(after: 1, isKnown: false) == .seconds(240))
        #expect(DownloadPolicy.patience(after: 0, isKnown: true) == .seconds(300))
        #expect(DownloadPolicy.patience(after: .max, isKnown: false) == .seconds(900))
    }
}
