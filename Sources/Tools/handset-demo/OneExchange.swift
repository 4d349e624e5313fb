import Foundation
import HandsetPlatform
import HandsetTesting

/// App not running → text → app launched → stored and notified → answered → reply: each step seen, with its time.
struct OneExchange {
    private struct StepFailed: Error, CustomStringConvertible { let description: String }

    private let stage: Stage
    private let start = MonotonicTime.now

    init(_ stage: Stage) { self.stage = stage }

    func play() async throws {
        let machine = stage.machine
        step("bus, carrier with two networks, two lines, handsetd and handset-agent are up")

        try check(stage.appProcesses().isEmpty, "the messaging app is not running")

        let text = "Are we still on for the concert? 🎺"
        try await machine.text(text, from: Stage.friend, to: "Personal")
        step("\(Stage.friend) sent a text to Personal")

        let shown = try await machine.desktop.next { $0.body.contains("concert") }
        try check(!stage.appProcesses().isEmpty, "the app was launched in the background")
        try check(stage.record().contains("concert"), "the app has stored the text")
        step("the desktop shows: \(shown.summary) – \(shown.body.replacingOccurrences(of: "\n", with: " – "))")

        let open = try await machine.open(stage.bundle.executable)
        do {
            try await converse(in: open)
        } catch {
            throw StepFailed(description: "\(error)\nthe app printed:\n\(await open.output)")
        }
        try await call()
        print("every step happened")
    }

    private func converse(in open: RunningProgram) async throws {
        let machine = stage.machine
        try check(await open.prints("Are we still on"), "a person opened the app and sees the text")
        await open.type("Yes! At the north door?")
        try check(await open.prints("north door? (sent)"), "the answer was typed, and the network took it")
        let arrived = try await machine.textsReceived(by: Stage.friend)
        try check(arrived == ["Yes! At the north door?"], "the answer reached \(Stage.friend)")
        try check(await open.prints("your text has arrived"), "the app shows the delivery report")
        try check(await open.prints("See you at six"), "the reply came back and is on the screen")
        await open.type("/quit")
        try check(await open.waitForExit() == .code(0), "the app was closed")
    }

    /// Rings → answered in the terminal → hung up over there → in the history.
    private func call() async throws {
        let machine = stage.machine
        try await machine.ring(from: Stage.friend, to: "Work")
        let shown = try await machine.nextNotification { $0.body == "Incoming call" }
        step("\(Stage.friend) calls Work, and the desktop shows: \(shown.actions.map(\.label).joined(separator: ", "))")
        try check(try await machine.handset("answer").exit == .code(0), "the call was answered in the terminal")
        try await machine.waitUntilConnected(with: Stage.friend)
        try check(try await machine.handset("calls").output.contains("talking"), "they talk")
        try await machine.endCall(by: Stage.friend)
        var recents = ""
        for _ in 0..<100 where !recents.contains(" s ") { recents = try await machine.handset("recents").output }
        let row = recents.split(separator: "\n").first { $0.contains(Stage.friend) } ?? ""
        try check(row.contains("Work"), "the history shows: \(row)")
    }

    private func check(_ happened: Bool, _ what: String) throws {
        guard happened else { throw StepFailed(description: "this did not happen: \(what)") }
        step(what)
    }

    private func step(_ what: String) {
        let time = MonotonicTime.now - start
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        let column = String(milliseconds)
        print("\(String(repeating: " ", count: max(0, 6 - column.count)))\(column) ms  \(what)")
    }
}
