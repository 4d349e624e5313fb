import HandsetLines

/// What the MMSC is told next, as a value: beside the downloads, so that none waits behind a server that does not end.
struct AnswerSchedule: Sendable {
    struct Answer: Hashable, Sendable {
        var number: Int64
        var line: LineID
        var kind: MultimediaRecord.Answer
    }

    /// Under way, on one line.
    static let places = 2
    private var running: [Int64: LineID] = [:]

    func isRunning(_ number: Int64) -> Bool { running[number] != nil }
    var count: Int { running.count }

    /// What is here first: what a stranger's announcements make us say comes behind it.
    mutating func begin(of waiting: [Answer]) -> [Answer] {
        var begun: [Answer] = []
        let inOrder = waiting.sorted { (Self.rank($0.kind), $0.number) < (Self.rank($1.kind), $1.number) }
        for answer in inOrder where running[answer.number] == nil {
            guard running.values.count(where: { $0 == answer.line }) < Self.places else { continue }
            running[answer.number] = answer.line
            begun.append(answer)
        }
        return begun
    }

    mutating func end(_ number: Int64) { running[number] = nil }

    private static func rank(_ kind: MultimediaRecord.Answer) -> Int {
        switch kind {
        case .retrieved, .acknowledged: 0
        case .read: 1
        case .none, .deferred, .unrecognised: 2
        }
    }
}
