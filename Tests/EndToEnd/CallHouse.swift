import Foundation
import HandsetCarrier
import HandsetTesting
import Testing

/// A call, or a row of the history, as the test app tells it.
struct CallView: Hashable, Sendable {
    let fields: [String: String]
    subscript(key: String) -> String { fields[key] ?? "" }
    var id: String { self["id"] }
    var state: String { self["state"] }
    var actions: Set<String> { Set(self["actions"].split(separator: " ").map(String.init)) }
}

/// A machine with a program in the person's hand: it makes, sees and controls calls as `handset` does, and tells of every change.
struct CallHouse {
    static let friend = "+15550123"
    static let other = "+15550124"

    let machine: TestMachine
    let hand: TestMachine.RunningApp
    let calls: Follower
    let history: Follower

    /// The snapshots of one kind, in their order.
    final class Follower {
        private let machine: TestMachine
        private let event: String
        private let key: String
        private var serial = 0
        private var isFresh = false
        private(set) var rows: [CallView] = []

        init(_ machine: TestMachine, event: String, key: String) {
            self.machine = machine
            self.event = event
            self.key = key
        }

        /// What was told so far says nothing of what comes: the service was started anew.
        func forget() async {
            for report in await machine.reports.untaken where report["event"] == event {
                serial = max(serial, Int(report["serial"] ?? "") ?? 0)
            }
            isFresh = false
        }

        /// The last one that was told, once it is as wanted.
        @discardableResult
        func wait(
            within limit: Duration = .seconds(20), _ what: String = "",
            where isWanted: ([CallView]) -> Bool
        ) async throws -> [CallView] {
            while !isFresh || !isWanted(rows) {
                let (event, next) = (event, serial + 1)
                do {
                    let report = try await machine.reports.next(within: limit) { report in
                        report["event"] == event && report["serial"] == "\(next)"
                    }
                    serial = next
                    isFresh = true
                    let lists = try JSONDecoder().decode(
                        [[String: String]].self, from: Data((report[key] ?? "[]").utf8))
                    rows = lists.map { CallView(fields: $0) }
                } catch let error as TestMachineError {
                    throw TestMachineError("\(error): \(what); last told: \(rows.map(\.fields))")
                }
            }
            return rows
        }
    }

    /// Waits for a call, the newest that is so.
    @discardableResult
    func call(
        _ state: String, with who: String? = nil, within limit: Duration = .seconds(20),
        where isWanted: (CallView) -> Bool = { _ in true }
    ) async throws -> CallView {
        func fits(_ call: CallView) -> Bool {
            call.state == state && (who == nil || call["who"] == who) && isWanted(call)
        }
        let rows = try await calls.wait(within: limit, "\(state) \(who ?? "")") { $0.contains(where: fits) }
        guard let call = rows.last(where: fits) else { throw TestMachineError("the call has gone") }
        return call
    }

    /// Has the hand do something to a call; what went wrong, or nothing.
    @discardableResult
    func control(_ call: CallView, _ action: String, tones: String? = nil) async throws -> String {
        try await control(call.id, action, tones: tones, by: hand)
    }

    @discardableResult
    func control(
        _ call: String, _ action: String, tones: String? = nil, by app: TestMachine.RunningApp
    ) async throws -> String {
        var command = ["call": call, "action": action]
        command["tones"] = tones
        try await machine.tell(app, "control", command)
        return try await machine.report("controlled", from: app)["error"] ?? "?"
    }

    /// Waits until the screen is as wanted: what is withdrawn goes after the call is over.
    func waitForScreen(where isWanted: ([ShownNotification]) -> Bool) async throws {
        for _ in 0..<200 {
            if isWanted(await machine.shownNotifications) { return }
            _ = try await machine.handset("calls")
        }
        throw TestMachineError("the screen stayed \(await machine.shownNotifications.map(\.summary))")
    }

    /// Kills the daemon, as a crash does, and starts it again.
    func crash(_ meanwhile: () async throws -> Void = {}) async throws {
        await machine.killDaemon()
        // Behind whatever the hand has told of the earlier one.
        try await machine.tell(hand, "see calls")
        _ = try await machine.report("seen", from: hand)
        await calls.forget()
        await history.forget()
        try await meanwhile()
        try await machine.startDaemon()
        try await machine.waitUntilModemsListen()
    }

    /// Calls as the person's own program does: at once.
    @discardableResult
    func dial(_ number: String, on line: String? = nil) async throws -> ReportSocket.Report {
        var command = ["to": number]
        command["line"] = line
        try await machine.tell(hand, "call", command)
        return try await machine.report("outcome", from: hand)
    }

    /// Calls somebody who answers, and talks.
    func talk(to number: String = friend) async throws -> CallView {
        try await machine.setCalls(of: number, CallBehaviour(.answers(after: .zero)))
        let outcome = try await dial(number)
        #expect(outcome["kind"] == "calling")
        return try await call("active", with: number) { $0.id == outcome["call"] }
    }

    /// Somebody calls, and it rings here.
    func ringing(from number: String = friend, _ state: String = "incoming") async throws -> CallView {
        let known = Set(calls.rows.map(\.id))
        try await machine.call(from: number)
        return try await call(state, with: number) { !known.contains($0.id) }
    }

    func role(_ name: String) async throws -> TestMachine.RunningApp {
        let bundle = try #require(await machine.bundle(id: "org.example.\(name)"))
        return try await machine.launch(bundle)
    }

    /// The calls that the network has had.
    var networkCalls: [HandsetCarrier.CallRecord] { get async { await machine.carrier.calls } }
}

enum CallKeys {
    static let dialer = "com.apple.developer.dialing-app"
    static let calling = "com.apple.developer.calling-app"
    static let person = "org.handset.settings"
}

/// Runs `body` on a machine with people who can be called. `apps` are further copies of the test app by name, each with its entitlements.
func withCalls(
    lines: [TestMachine.LineSetup] = [.init()], apps: [String: [String]] = [:],
    prepare: (TestMachine) async throws -> Void = { _ in }, _ body: (CallHouse) async throws -> Void
) async throws {
    try await withMachine(
        lines: lines,
        prepare: { machine in
            try await machine.install("handset-testapp", id: "org.example.hand", entitlements: [CallKeys.person])
            for (name, keys) in apps {
                try await machine.install("handset-testapp", id: "org.example.\(name)", entitlements: keys)
            }
            try await prepare(machine)
        }
    ) { machine, _ in
        for number in [CallHouse.friend, CallHouse.other] { _ = try await machine.subscriber(number) }
        let hand = try await machine.launch(try #require(await machine.bundle(id: "org.example.hand")))
        try await machine.tell(hand, "watch calls")
        try await machine.tell(hand, "watch history")
        try await body(
            CallHouse(
                machine: machine, hand: hand, calls: .init(machine, event: "calls", key: "calls"),
                history: .init(machine, event: "history", key: "rows")))
    }
}
