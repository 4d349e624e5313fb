import HandsetTesting
import Testing

/// Tests of the whole path, with real processes. One at a time, since each is a machine of its own on the cores that there are.
@Suite(.serialized, .timeLimit(.minutes(3 + SoakPlan.seconds / 60))) enum EndToEnd {}

/// Runs `body` on a machine with the test app, which holds the messaging role, and ends the machine whatever happens.
func withMachine(
    lines: [TestMachine.LineSetup] = [.init()], prepare: (TestMachine) async throws -> Void = { _ in },
    _ body: (TestMachine, AppBundle) async throws -> Void
) async throws {
    let machine = try TestMachine(lines: lines)
    do {
        let app = try await machine.install("handset-testapp", id: "org.example.app", role: .carrierMessaging)
        try await machine.install(
            "handset", id: "org.handset.cli", name: "Handset command line",
            entitlements: ["org.handset.settings", "com.apple.developer.carrier-messaging-app"])
        try await prepare(machine)
        try await machine.start()
        try await body(machine, app)
    } catch {
        let status = try? await machine.handset("status").output
        let untaken = await machine.reports.untaken.map(\.fields)
        Issue.record("\(error)\n\(machine.logs)\n\(status ?? "")\n\(untaken)")
    }
    await machine.shutDown()
}
