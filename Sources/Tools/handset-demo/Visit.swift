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
        let shown = try await machine.nextNotification()
        print(
            """
            …Handset launched the app, which stored it and told the desktop: \(shown.summary) – \(shown.body.replacingOccurrences(of: "\n", with: " – "))

            Now you open the app. Who answers: \(Stage.friend) in words, +15550124 with what you said, +15550125 slowly, +15550199 never.
            In another terminal: HANDSET_BUS=\(machine.busAddress) \(machine.folder)/apps/org.handset.cli.app/handset status

            """)
        let app = try await machine.openAtTerminal(stage.bundle.executable)
        print("The app has ended (\(app)). Everything is stopped and removed.")
    }
}
