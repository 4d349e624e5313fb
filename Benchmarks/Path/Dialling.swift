import Foundation
import HandsetCarrier
import HandsetTesting

/// An app's request to call until `ATD` is on the wire.
enum Dialling {
    static func run() async throws {
        let machine = try TestMachine()
        let bundle = try await machine.install("handset-testapp", entitlements: ["org.handset.settings"])
        try await machine.start()
        let friend = "+15550123"
        try await machine.setCalls(of: friend, CallBehaviour(.busy))
        let app = try await machine.launch(bundle)
        var figures = Figures()
        for number in 0..<201 {
            try await machine.tell(app, "call", ["to": friend])
            let outcome = try await machine.report("outcome", from: app)
            _ = try await machine.carrier.waitUntil { snapshot in
                let calls = snapshot.calls(of: friend)
                return calls.count == number + 1 && calls.allSatisfy(\.isOver)
            }
            guard let asked = Double(outcome["asked"] ?? ""), let record = await machine.carrier.calls.last else {
                break
            }
            // The first is also the app's first word with the service.
            if number > 0 { figures.add(record.started - .seconds(asked)) }
            try await waitForEnd(machine, app)
        }
        await machine.shutDown()
        print("request of an app to ATD on the wire: \(figures.summary)")
    }

    /// The service has seen the end too.
    private static func waitForEnd(_ machine: TestMachine, _ app: TestMachine.RunningApp) async throws {
        var calls = ""
        repeat {
            try await machine.tell(app, "see calls")
            calls = try await machine.report("seen", from: app)["calls"] ?? ""
        } while calls.contains("dialing") || calls.contains("alerting")
    }
}
