import Foundation
import HandsetTesting

/// The demonstration for a person: a text comes while no app runs; then the app is theirs.
struct Visit {
    private let stage: Stage

    init(_ stage: Stage) { self.stage = stage }

    func run() async throws {
        let machine = stage.machine
        print(
            """
            Two lines are up: Personal (+15550100, Northwind Mobile) and Work (+15550111, Harbour Cellular). No app is running.
            \(Stage.friend) sends a text…
            """)
        try await machine.text("Are we still on for the concert? 🎺", from: Stage.friend, to: "Personal")
        let app = try await machine.nextLaunch(of: stage.bundle)
        print("…Handset launched \(app.id) (process \(app.processID))…")
        let shown = try? await machine.nextNotification(within: .seconds(10))
        let told = shown.map { "\($0.summary) – \($0.body.replacingOccurrences(of: "\n", with: " – "))" }
        print(
            """
            …which told the desktop: \(told ?? "nothing in ten seconds; what it printed: \(machine.output(of: stage.bundle))")

            Now you open the app. Who answers: \(Stage.friend) in words, +15550124 with what you said, +15550125 slowly, \(Stage.silent) never.
            In another terminal: HANDSET_BUS=\(machine.busAddress) \(machine.folder)/apps/org.handset.cli.app/handset status

            """)
        let end = try await machine.openAtTerminal(stage.bundle.executable)
        print("The app has ended (\(end)). Everything is stopped and removed.")
    }
}
