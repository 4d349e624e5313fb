import Foundation
import HandsetCarrier
import HandsetTesting

/// Multimedia messages over the simulated MMSC, whose door is a port of the loopback interface.
enum MultimediaTransfers {
    private static let sizes = [("a text", 0, 100), ("a picture of 300 KB", 300_000, 50)]
    private static let friend = "+15550123"

    /// +CMTI of the announcement until the app's loop body has the whole message.
    static func receiving() async throws {
        for (title, octets, count) in sizes {
            let (machine, app) = try await machine()
            try await machine.tell(app, "mms loop")
            var announced = Figures()
            var fetched = Figures()
            var body = Figures()
            var told = Figures()
            for number in 0...count {
                let before = await machine.carrier.snapshot.handedOver(to: "modem0").count
                async let asked = time(of: machine) {
                    $0.multimedia.waiting.last?.fetches == 1 && $0.multimedia.waiting.count == number + 1
                }
                async let acknowledged = time(of: machine) {
                    $0.multimedia.waiting.count == number + 1 && $0.multimedia.waiting.last?.state == .acknowledged
                }
                try await machine.send(parts(octets), from: friend)
                _ = try await machine.report("mms", from: app)
                let come = now
                let entries = await machine.carrier.snapshot.handedOver(to: "modem0").dropFirst(before)
                let indicated = entries.first?.steps.first { if case .stored = $0.state { true } else { false } }?.time
                let deleted = entries.last?.steps.first { $0.state == .deleted }?.time
                let (request, end) = (try await asked, try await acknowledged)
                try await machine.tell(app, "go on", ["name": "mms"])
                // The first is also the first of libcurl, of the app's reading and of the queue.
                guard number > 0, let indicated, let deleted else { continue }
                announced.add(deleted - indicated)
                fetched.add(request - indicated)
                body.add(come - indicated)
                told.add(end - indicated)
            }
            await machine.shutDown()
            print("+CMTI to loop body, \(title) by MMS: \(body.summary)")
            print("  of which to +CMGD (announcement on disk): \(announced.summary)")
            print("  to the MMSC's answer: \(fetched.summary)")
            print("  and until the MMSC is told that it is here: \(told.summary)")
        }
    }

    /// An app's `sendMessage` until the MMSC has the message.
    static func sending() async throws {
        for (title, octets, count) in sizes {
            let (machine, app) = try await machine()
            _ = try await machine.subscriber(friend)
            var taken = Figures()
            var answered = Figures()
            let file = "\(machine.folder)/a.jpg"
            try Data(repeating: 7, count: octets).write(to: URL(fileURLWithPath: file))
            for number in 0...count {
                async let arrived = time(of: machine) { $0.multimedia.submissions.count == number + 1 }
                var fields = ["to": friend, "text": "Hello", "id": "\(number + 1)"]
                if octets > 0 { fields["files"] = file }
                try await machine.tell(app, "mms send", fields)
                let report = try await machine.report("mms sent", from: app)
                let end = now
                let time = try await arrived
                guard number > 0, let asked = Double(report["asked"] ?? "") else { continue }
                taken.add(time - .seconds(asked))
                answered.add(end - .seconds(asked))
            }
            await machine.shutDown()
            print("sendMessage to the MMSC, \(title) by MMS: \(taken.summary)")
            print("  and to its return: \(answered.summary)")
        }
    }

    private static var now: Duration { .seconds(Date().timeIntervalSince1970) }

    private static func time(
        of machine: TestMachine, _ condition: @escaping @Sendable (CarrierSnapshot) -> Bool
    ) async throws -> Duration {
        _ = try await machine.carrier.waitUntil(condition)
        return now
    }

    private static func parts(_ octets: Int) -> [MultimediaPart] {
        let text = [MultimediaPart(text: "Hello")]
        guard octets > 0 else { return text }
        return text + [MultimediaPart(type: "image/jpeg", name: "a.jpg", data: Array(repeating: 7, count: octets))]
    }

    private static func machine() async throws -> (TestMachine, TestMachine.RunningApp) {
        let machine = try TestMachine()
        let bundle = try await machine.install(
            "handset-testapp", entitlements: ["org.handset.settings"], role: .carrierMessaging)
        try await machine.start()
        let app = try await machine.launch(bundle)
        // A line's connection is looked for once its modem has told of the line.
        for _ in 0..<200 {
            try await machine.tell(app, "mms state")
            if try await machine.report("mms state", from: app)["viable"] == "true" { return (machine, app) }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw TestMachineError("the line has no multimedia messages")
    }
}
