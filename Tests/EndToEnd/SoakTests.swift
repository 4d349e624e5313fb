import Foundation
import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Promises 1, 2 and 4 at once: texts go both ways while everything that may die does, at moments that nobody chose.
    ///
    /// `HANDSET_SOAK=seconds` makes it longer, `HANDSET_SOAK_SEED` another one; the same seed kills in the same order.
    @Suite struct SoakTests {
        @Test func nothingIsLostOrDoubledWhileEverythingDies() async throws {
            let plan = SoakPlan()
            let lines: [TestMachine.LineSetup] = [
                .init(), .init(label: "Work", number: "+15550111"),
            ]
            try await withMachine(lines: lines) { machine, bundle in
                for sender in SoakPlan.people { _ = try await machine.subscriber(sender) }
                let app = SoakApp(machine)
                async let isQuiet: Void = app.run()
                async let sent = plan.textTheMachine(machine)
                try await plan.killEverything(on: machine, app: app)
                let texts = try await sent
                await app.expect(texts)
                // What waits, and whoever was given up after too many deaths, comes with the next message.
                try await machine.waitUntilModemsListen()
                for line in lines { try await machine.text("Last to \(line.label)", from: "+15550123", to: line.label) }
                await app.expect(Set(lines.map { "Last to \($0.label)" }))
                try await isQuiet
                try await judge(app, machine)
            }
        }

        private func judge(_ app: SoakApp, _ machine: TestMachine) async throws {
            let (seen, expected, sends) = await (app.seen, app.expected, app.sends)
            #expect(Set(seen.keys) == expected)
            for (text, ids) in seen where ids.count != 1 { Issue.record("came under \(ids): \(text.prefix(20))") }
            #expect(await app.complaints == [])
            let taken = await machine.carrier.snapshot.log.filter { $0.direction == .fromModem && $0.wasTaken }
            for send in sends {
                let texts = try await machine.subscriber(send.to).received().map(\.text)
                switch send.end {
                case "": #expect(texts == [send.text], "taken")
                case "unknown": #expect(texts == [send.text] || texts == [])
                default: Issue.record("\(send.text.prefix(20)) ended as \(send.end ?? "nothing")")
                }
                // A long text may be refused in the middle; its beginning then goes again with the next attempt.
                if send.wasRefused { continue }
                // A part that was offered again would differ in its TP-MR (3GPP TS 23.040, clause 9.2.3.6) at most.
                let parts = taken.filter { $0.peer == send.to }.map { $0.octets.dropFirst(2) }
                #expect(parts.count == Set(parts).count, "\(send.text.prefix(20)) was sent twice")
            }
            if ProcessInfo.processInfo.environment["HANDSET_SOAK"] != nil {
                let unknown = sends.count { $0.end == "unknown" }
                print(
                    "soak: \(seen.count) texts in, \(sends.count) out (\(unknown) unknown), \(await app.starts) starts")
            }
        }
    }
}

extension LogEntry {
    fileprivate var wasTaken: Bool {
        !steps.contains { if case .refused = $0.state { true } else { false } }
    }
}

/// What happens in a soak, and when.
struct SoakPlan {
    static let people = ["+15550123", "+15550124", "+15550125"]

    /// What a network and a modem do of themselves, and what must not cost or double a message.
    private static let faults: [Fault] = [
        .duplicatePart, .reorderPart, .delayPart(.milliseconds(700)), .garblePDU,
        .cutConnection(.beforeExecution, command: "+CMGS"), .cutConnection(.beforeAnswer, command: "+CMGS"),
        .cutConnection(.afterAnswer, command: "+CMGS"), .cutConnection(.beforeExecution, command: "+CMGD"),
        .cutConnection(.beforeAnswer, command: "+CMGD"), .cutConnection(.beforeAnswer, command: "+CMGR"),
        .cutConnection(.beforeAnswer, command: "+CMGL"), .failCommand("+CMGD", cme: nil),
        .failCommand("+CMGR", cme: 100), .refuseSubmissionCMS(41), .refuseSubmissionCMS(331),
    ]

    private let duration: Duration
    private let seed: UInt64

    /// Seconds that the environment asks for.
    static var seconds: Int { Int(ProcessInfo.processInfo.environment["HANDSET_SOAK"] ?? "") ?? 8 }

    init() {
        duration = .seconds(Self.seconds)
        seed = UInt64(ProcessInfo.processInfo.environment["HANDSET_SOAK_SEED"] ?? "") ?? 42
    }

    /// Texts both lines until the time is over. Every fifth is long.
    ///
    /// - Returns: what was sent.
    func textTheMachine(_ machine: TestMachine) async throws -> Set<String> {
        var random = SplitMix(seed: seed ^ 0x1234)
        var sent: Set<String> = []
        let end = ContinuousClock.now + duration
        while .now < end {
            var text = "In \(sent.count)"
            if sent.count.isMultiple(of: 5) { text += String(repeating: " and on it goes", count: 25) }
            try await machine.text(
                text, from: Self.people[Int.random(in: 0...2, using: &random)],
                to: Bool.random(using: &random) ? "Personal" : "Work")
            sent.insert(text)
            try await Task.sleep(for: .milliseconds(Int.random(in: 10...250, using: &random)))
        }
        return sent
    }

    /// Kills one thing after another until the time is over, and leaves everything running.
    fileprivate func killEverything(on machine: TestMachine, app: SoakApp) async throws {
        var random = SplitMix(seed: seed)
        let end = ContinuousClock.now + duration
        while .now < end {
            // A moment that nobody chose: nothing waits for this to pass.
            try await Task.sleep(for: .milliseconds(Int.random(in: 50...600, using: &random)))
            switch Int.random(in: 0..<12, using: &random) {
            case 0...2:
                await machine.killDaemon()
                try await machine.startDaemon()
            case 3...5: await app.die()
            case 6:
                await machine.killAgent()
                try await machine.startAgent()
            case 7: try await machine.restartBus()
            case 8: try await machine.modems[Int.random(in: 0...1, using: &random)].cutConnection()
            default:
                try await machine.modems[Int.random(in: 0...1, using: &random)].inject(
                    Self.faults[Int.random(in: 0..<Self.faults.count, using: &random)])
            }
        }
        for modem in await machine.modems { try await modem.clearFaults() }
    }
}

/// An app that keeps ids, and sends again what it has no answer to. The test is its disk; its processes are the test app's.
private actor SoakApp {
    struct Send {
        let id: Int
        let text: String
        let to: String
        /// As the app was told; nil while it was not.
        var end: String?
        /// It ended before, and may be tried again.
        var wasRefused = false
        /// The process that waits for the answer.
        var process: Int?
    }

    private let machine: TestMachine
    private var processes: [Int: TestMachine.RunningApp] = [:]
    private(set) var seen: [String: Set<String>] = [:]
    private(set) var expected: Set<String> = []
    private(set) var sends: [Send] = []
    private(set) var complaints: [String] = []
    private(set) var starts = 0
    private var isEnding = false

    init(_ machine: TestMachine) { self.machine = machine }

    /// Texts that have to come, in the end.
    func expect(_ texts: Set<String>) {
        expected.formUnion(texts)
        isEnding = texts.contains { $0.hasPrefix("Last") }
    }

    private var isDone: Bool {
        isEnding && Set(seen.keys).isSuperset(of: expected) && sends.allSatisfy { $0.end != nil }
    }

    /// Plays the app until all has come and every send has its end.
    func run() async throws {
        while !isDone {
            let report: ReportSocket.Report
            do {
                report = try await machine.reports.next(within: .seconds(60)) { _ in true }
            } catch {
                let missing = expected.subtracting(seen.keys).map { $0.prefix(20) }.sorted()
                complaints.append("quiet, and not there: \(missing); not sent: \(sends.count { $0.end == nil })")
                return
            }
            await take(report)
        }
    }

    private func take(_ report: ReportSocket.Report) async {
        let process = report.process
        switch report["event"] {
        case "started":
            starts += 1
            processes[process] = TestMachine.RunningApp(report)
            await tell(process, "loop")
            await sendNext(in: process)
        case "message":
            seen[report["text"] ?? "", default: []].insert(report["id"] ?? "")
            await tell(process, "continue")
            await sendNext(in: process)
        case "loop refused":
            // Started while there was no service: an app comes back to it.
            if report["error"] != "serviceUnavailable" { complaints.append("a loop: \(report["error"] ?? "")") }
            try? await Task.sleep(for: .milliseconds(50))
            await tell(process, "loop")
        case "loop ended": complaints.append("a loop ended by itself")
        case "sent": await sent(report["error"] ?? "", in: process)
        case "ended":
            processes[process] = nil
            for index in sends.indices where sends[index].process == process { sends[index].process = nil }
            if let other = processes.keys.max() { await sendNext(in: other) }
        default: break
        }
    }

    private func tell(_ process: Int, _ command: String, _ fields: [String: String] = [:]) async {
        // It may have been killed a moment ago.
        if let app = processes[process] { try? await machine.tell(app, command, fields) }
    }

    // MARK: Sending

    /// One at a time: what has no answer yet again under its id, else a new one.
    private func sendNext(in process: Int) async {
        guard !sends.contains(where: { $0.process != nil }) else { return }
        let index: Int
        if let open = sends.firstIndex(where: { $0.end == nil }) {
            index = open
        } else {
            guard !isEnding else { return }
            index = sends.count
            let text = "Out \(index)" + (index.isMultiple(of: 7) ? String(repeating: " with much more", count: 20) : "")
            // Each to somebody of its own, so that what the network has of it is known.
            let number = "+1555\(20_000 + index)"
            _ = try? await machine.subscriber(number)
            sends.append(Send(id: index + 1, text: text, to: number))
        }
        sends[index].process = process
        let send = sends[index]
        await tell(
            process, "send",
            [
                "to": send.to, "text": send.text, "id": "\(send.id)",
                "line": index.isMultiple(of: 2) ? "Personal" : "Work",
            ])
    }

    private func sent(_ end: String, in process: Int) async {
        guard let index = sends.firstIndex(where: { $0.process == process && $0.end == nil }) else { return }
        sends[index].process = nil
        if ["temporaryFailure", "serviceUnavailable", "no line"].contains(end) {
            if end == "temporaryFailure" { sends[index].wasRefused = true }
            try? await Task.sleep(for: .milliseconds(50))
            await sendNext(in: process)
        } else {
            sends[index].end = end
            // The others go with what comes in, or the app could seldom be killed.
            if isEnding { await sendNext(in: process) }
        }
    }

    // MARK: Dying

    /// Kills a process of the app: not one that may have been given the end of a send and not have told us yet, since its
    /// disk is here.
    func die() async {
        guard let process = processes.keys.max(), let app = processes[process] else { return }
        if let send = sends.first(where: { $0.process == process }) {
            let isAnswered = await machine.carrier.snapshot.log.contains {
                $0.peer == send.to && $0.passed(.answered)
            }
            if isAnswered { return }
        }
        kill(app.processID, SIGKILL)
    }
}

/// Steele, Lea, Flood: the same numbers from the same seed.
private struct SplitMix: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
