import HandsetInterface
import HandsetLines
import HandsetMMS
import HandsetMMSTransport
import HandsetPlatform

/// Announced messages: what is to be done of them, and when. Everything that is left to do is on the disk and taken up again at a
/// start.
@ServiceActor
final class MultimediaInbox {
    private let store: Store
    private let lines: MultimediaLines
    private let ownNumbers: OwnNumbers
    private let transport: MMSTransport
    private let registration: (LineID) -> Registration
    private let now: @Sendable () -> Int64
    private var downloads = DownloadSchedule()
    private var answering = AnswerSchedule()
    /// What is under way, by its message's number.
    private var work: [Int64: Task<Void, Never>] = [:]
    /// Until when a message rests whose work ended while the store took nothing down: it looks as if nothing had been done, and the
    /// network is not asked over and over.
    private var resting: [Int64: Int64] = [:]
    private static let rest: Int64 = 30
    /// Hosts that have given a line a message; nil until the store has said so.
    private var known: [LineID: Set<String>]?
    private let looking = WorkQueue()
    private var isLooking = false
    private var timer: EventLoop.Timer?
    private var restTimer: EventLoop.Timer?
    /// Until then the last look was long enough ago to be worth another.
    private var rested = MonotonicTime.now
    private var isStopped = false

    /// New elements of the queue.
    var onDelivery: ([UInt64]) -> Void = { _ in }
    /// Work has begun or ended.
    var onActivity: () -> Void = {}

    init(
        store: Store, lines: MultimediaLines, ownNumbers: OwnNumbers, transport: MMSTransport,
        registration: @escaping (LineID) -> Registration, now: @escaping @Sendable () -> Int64
    ) {
        self.store = store
        self.lines = lines
        self.ownNumbers = ownNumbers
        self.transport = transport
        self.registration = registration
        self.now = now
    }

    /// How many are being fetched or answered.
    var fetching: Int { work.count }

    private var fetcher: MultimediaFetcher {
        MultimediaFetcher(
            store: store, lines: lines, ownNumbers: ownNumbers, transport: transport, now: now,
            isStopped: { [weak self] in self?.isStopped ?? true },
            onDelivery: { [weak self] in self?.onDelivery($0) })
    }

    private var answers: MultimediaAnswers {
        MultimediaAnswers(
            store: store, lines: lines, transport: transport, now: now,
            isStopped: { [weak self] in self?.isStopped ?? true })
    }

    /// After `transport` was closed: nothing begins any more, and what was under way has ended.
    func stop() async {
        isStopped = true
        if let timer { ServiceActor.loop.cancel(timer) }
        timer = nil
        if let restTimer { ServiceActor.loop.cancel(restTimer) }
        restTimer = nil
        await looking.finished()
        for task in work.values { await task.value }
    }

    func probe() {
        looking.add { [store] in try? await store.forgetOldMultimedia() }
        wake()
    }

    // MARK: What is to be done

    /// Looks at everything that is open: something was announced, a connection came, a time has come.
    func wake() {
        guard !isStopped, !isLooking else { return }
        isLooking = true
        guard rested > .now else { return addLook() }
        restTimer = ServiceActor.loop.schedule(at: rested) { [weak self] in self?.addLook() }
    }

    private func addLook() {
        looking.add { [self] in
            isLooking = false
            let begin = MonotonicTime.now
            await look()
            // A look reads all that is open. Of a flood of announcements each asks for one: looking takes a fifth of the time at most.
            rested = .now + (.now - begin) * 4
        }
    }

    private func look() async {
        guard !isStopped else { return }
        if known == nil { known = try? await store.knownMultimediaHosts() }
        _ = try? await store.takeUpHeldMultimedia()
        guard let open = try? await store.openMultimedia(), !isStopped else { return }
        resting = resting.filter { $0.value > now() }
        var agenda = Agenda()
        for message in open where work[message.number] == nil {
            if let rest = resting[message.number] {
                agenda.next = min(agenda.next, rest)
            } else {
                consider(message, &agenda)
            }
        }
        // Nothing may come between what was read and what begins.
        for download in downloads.begin(of: agenda.downloads) { begin(download) }
        for answer in answering.begin(of: agenda.answers) { begin(answer) }
        if agenda.expired.isEmpty, agenda.deferred.isEmpty { return schedule(at: agenda.next) }
        do throws(StoreError) {
            if !agenda.expired.isEmpty { try await store.expireMultimedia(agenda.expired) }
            if !agenda.deferred.isEmpty { try await store.deferMultimedia(agenda.deferred) }
            wake()
        } catch {
            schedule(at: min(agenda.next, now() + Self.rest))
        }
        onActivity()
    }

    private func schedule(at time: Int64) {
        if let timer { ServiceActor.loop.cancel(timer) }
        timer = nil
        guard time < .max, !isStopped else { return }
        timer = ServiceActor.loop.schedule(at: .now + .seconds(max(0, time - now()))) { [weak self] in
            self?.timer = nil
            self?.wake()
        }
    }

    /// What a look has come to.
    private struct Agenda {
        var downloads: [DownloadSchedule.Download] = []
        var answers: [AnswerSchedule.Answer] = []
        /// With the reason.
        var expired: [Int64: String] = [:]
        var deferred: [Int64: String] = [:]
        /// When there is to be another look; something else may say so before.
        var next = Int64.max
        /// Why nothing of a line can be asked for now.
        var obstacles: [LineID: String?] = [:]
        /// The hosts of the lines' MMSCs.
        var centres: [LineID: String] = [:]
    }

    private func consider(_ message: OpenMultimedia, _ agenda: inout Agenda) {
        if agenda.obstacles[message.line] == nil {
            agenda.obstacles[message.line] = .some(obstacle(of: message.line))
            agenda.centres[message.line] = lines.settings(of: message.line).flatMap {
                MMSRequest.host(of: Array($0.mmsc.utf8))
            }
        }
        let obstacle = agenda.obstacles[message.line] ?? nil
        let isWaiting = message.state == .waiting
        if isWaiting || message.state == .deferred {
            guard message.expires > now() else {
                let reason = "The network kept it until now, and it could not be fetched."
                agenda.expired[message.number] = obstacle.map { "\(reason) \($0)" } ?? reason
                return
            }
            agenda.next = min(agenda.next, message.expires)
        }
        if isWaiting, message.due <= now() {
            if let reason = reasonToWait(message) {
                agenda.deferred[message.number] = reason
            } else if obstacle == nil {
                agenda.downloads.append(download(message, agenda))
            }
            // Otherwise a connection that comes wakes us.
        } else if message.answer != .none {
            if message.answerDue > now() {
                agenda.next = min(agenda.next, message.answerDue)
            } else if obstacle == nil {
                agenda.answers.append(.init(number: message.number, line: message.line, kind: message.answer))
            }
        } else if isWaiting {
            agenda.next = min(agenda.next, message.due)
        }
    }

    private func download(_ message: OpenMultimedia, _ agenda: Agenda) -> DownloadSchedule.Download {
        let isKnown = known?[message.line]?.contains(message.host) ?? false
        return DownloadSchedule.Download(
            number: message.number, line: message.line, lane: message.lane, host: message.host,
            attempts: message.attempts, isKnown: isKnown || message.host == agenda.centres[message.line])
    }

    /// Why nothing of a line can be asked for now; nil when it can.
    func obstacle(of line: LineID) -> String? { lines.obstacle(of: line) }

    private func reasonToWait(_ message: OpenMultimedia) -> String? {
        guard !message.wasDeferred, message.attempts == 0 else { return nil }
        return DownloadPolicy.reasonToWait(
            lines.options(of: message.line), registration: registration(message.line), size: message.size)
    }

    // MARK: Beginning

    private func begin(_ download: DownloadSchedule.Download) {
        let patience = DownloadPolicy.patience(after: download.attempts, isKnown: download.isKnown)
        begin(download.number) { [self] in
            if await fetcher.fetch(download.number, patience: patience) {
                known?[download.line, default: []].insert(download.host)
            }
            downloads.end(download.number)
        }
    }

    private func begin(_ answer: AnswerSchedule.Answer) {
        begin(answer.number) { [self] in
            await answers.answer(answer.number)
            answering.end(answer.number)
        }
    }

    private func begin(_ number: Int64, _ body: @escaping @ServiceActor () async -> Void) {
        work[number] = Task { @ServiceActor [self] in
            await body()
            if await store.trouble != nil { resting[number] = now() + Self.rest }
            work[number] = nil
            onActivity()
            wake()
        }
        onActivity()
    }

    // MARK: What the reader asks

    func message(_ pdu: MMSRetrieveConfirmation, of record: MultimediaRecord) -> MultimediaMessage {
        fetcher.message(pdu, of: record)
    }

    func mayReport(_ record: MultimediaRecord) -> Bool { answers.mayReport(record) }
}
