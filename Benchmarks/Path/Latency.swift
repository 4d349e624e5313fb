import Foundation
import HandsetCarrier
import HandsetTesting

/// +CMTI on the wire until the app's loop body runs.
enum Latency {
    static func runningApp() async throws {
        let (machine, bundle) = try await machine()
        let app = try await machine.launch(bundle)
        try await machine.tell(app, "loop")
        var path = Path()
        for number in 0..<200 {
            try await machine.text("Text \(number)", from: "+15550123")
            try await path.add(machine, app)
            try await machine.tell(app, "continue")
        }
        await machine.shutDown()
        path.print("running app")
    }

    static func coldLaunch() async throws {
        let (machine, _) = try await machine()
        var path = Path()
        for number in 0..<20 {
            try await machine.text("Text \(number)", from: "+15550123")
            let app = try await machine.launched()
            try await machine.tell(app, "loop")
            try await path.add(machine, app)
            try await machine.tell(app, "cancel")
            _ = try await machine.report("loop ended", from: app)
            try await machine.end(app)
        }
        await machine.shutDown()
        path.print("cold launch")
    }

    private static func machine() async throws -> (TestMachine, AppBundle) {
        let machine = try TestMachine()
        let bundle = try await machine.install("handset-testapp", role: .carrierMessaging)
        try await machine.start()
        // The daemon gives apps that were there before half a second to come back; not part of any launch.
        try await Task.sleep(for: .seconds(1))
        return (machine, bundle)
    }
}

/// Where the time of the path went, by the carrier's own record.
private struct Path {
    private var read = Figures()
    private var deleted = Figures()
    private var body = Figures()

    mutating func add(_ machine: TestMachine, _ app: TestMachine.RunningApp) async throws {
        _ = try await machine.nextMessage(in: app)
        let now = Duration.seconds(Date().timeIntervalSince1970)
        let snapshot = try await machine.carrier.waitUntil {
            $0.handedOver(to: "modem0").last?.passed(.deleted) ?? false
        }
        guard let entry = snapshot.handedOver(to: "modem0").last,
            let indicated = entry.steps.first(where: { if case .stored = $0.state { true } else { false } })?.time
        else { return }
        body.add(now - indicated)
        if let time = entry.steps.first(where: { $0.state == .read })?.time { read.add(time - indicated) }
        if let time = entry.steps.first(where: { $0.state == .deleted })?.time { deleted.add(time - indicated) }
    }

    func print(_ title: String) {
        Swift.print("+CMTI to loop body, \(title): \(body.summary)")
        Swift.print("  of which to +CMGR (read by handsetd): \(read.summary)")
        Swift.print("  and to +CMGD (on disk, deleted on the card): \(deleted.summary)")
    }
}
