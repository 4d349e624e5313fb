import HandsetAT
import HandsetLines
import HandsetPlatform

@testable import HandsetATModem

/// The service's side of a modem, as a test sees it.
actor Recorder: ModemOwner {
    struct Refused: Error {}

    private(set) var statuses: [ModemStatus] = []
    /// Parts that were stored, as hexadecimal digits, and the lines they came for.
    private(set) var parts: [String] = []
    private(set) var lines: [LineID] = []
    private(set) var offers = 0
    private(set) var calls: [CallReport] = []
    /// First reports of connections that have no calls; they are not among `calls`.
    private(set) var emptyFirsts = 0
    private(set) var strings: [USSDAnswer] = []
    private var refused: Set<String> = []
    private var isHolding = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watchers: [(condition: (isolated Recorder) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
        []
    let journal: Journal

    init(journal: Journal) { self.journal = journal }

    var status: ModemStatus? { statuses.last }

    func refuse(_ parts: Set<String>) { refused = parts }

    /// Parts are not stored until `release`.
    func hold() { isHolding = true }

    func release() {
        isHolding = false
        let waiting = held
        held = []
        for continuation in waiting { continuation.resume() }
    }

    func modemChanged(_ status: ModemStatus) {
        statuses.append(status)
        changed()
    }

    func received(_ part: ReceivedPart, on line: LineID) async throws {
        guard case .tpdu(let octets) = part else { return }
        let text = Hex.encode(octets).text
        offers += 1
        changed()
        if isHolding { await withCheckedContinuation { held.append($0) } }
        if refused.contains(text) {
            journal.note("refused \(text)")
            throw Refused()
        }
        journal.note("stored \(text)")
        parts.append(text)
        lines.append(line)
        changed()
    }

    func callsChanged(_ report: CallReport, on modem: String) {
        if report == CallReport(isFirst: true) { emptyFirsts += 1 } else { calls.append(report) }
        changed()
    }

    func ussdReceived(_ answer: USSDAnswer, on modem: String) {
        strings.append(answer)
        changed()
    }

    func wait(_ condition: @escaping @Sendable (isolated Recorder) -> Bool) async {
        if condition(self) { return }
        await withCheckedContinuation { watchers.append((condition, $0)) }
    }

    func waitForStatus(_ condition: @escaping @Sendable (ModemStatus) -> Bool) async {
        await wait { $0.status.map(condition) ?? false }
    }

    private func changed() {
        let due = watchers.filter { $0.condition(self) }
        watchers.removeAll { watcher in watcher.condition(self) }
        for watcher in due { watcher.continuation.resume() }
    }
}

/// A modem, its far end and its owner.
struct Bench {
    let farEnd: FarEnd
    let owner: Recorder
    let modem: ATModem
    var journal: Journal { farEnd.journal }

    init(pins: (any PINSource)? = nil, times change: (inout ATModemConfiguration.Times) -> Void = { _ in }) async throws
    {
        let journal = Journal()
        farEnd = FarEnd(journal: journal)
        owner = Recorder(journal: journal)
        var times = ATModemConfiguration.Times()
        times.firstRetry = .milliseconds(1)
        times.lastRetry = .milliseconds(20)
        times.cardRetry = .milliseconds(5)
        times.quiet = .milliseconds(20)
        change(&times)
        modem = ATModem(
            configuration: .init(name: "modem", endpoint: .unixSocket(farEnd.path), pins: pins, times: times),
            loop: EventLoop(name: "near end"), owner: owner)
        try await farEnd.open()
    }

    /// Connects and waits until the line can send.
    func ready() async {
        await modem.start()
        await owner.waitForStatus { $0.line?.canSendSMS == true }
        await modem.probe()
        await farEnd.forget()
    }

    func end() async {
        await modem.stop()
        await farEnd.close()
    }

    /// Runs `body` on a bench and takes it down whatever happens.
    static func run(
        pins: (any PINSource)? = nil, times change: (inout ATModemConfiguration.Times) -> Void = { _ in },
        _ body: (Bench) async throws -> Void
    ) async throws {
        let bench = try await Bench(pins: pins, times: change)
        do {
            try await body(bench)
        } catch {
            await bench.end()
            throw error
        }
        await bench.end()
    }
}

/// PDUs that differ: no service centre, and the number as the TPDU.
func pdu(_ number: Int) -> String { Hex.encode([0, 0x04, UInt8(number >> 8), UInt8(number & 0xFF)]).text }
