import Foundation
import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Promises 1 and 4 for multimedia messages, wherever the daemon is killed: the points are those of docs/delivery.md.
    @Suite struct MultimediaKillTests {
        @Test(arguments: [
            "service.part-stored", "service.part-waits", "service.mms-announced", "service.mms-fetched",
            "service.mms-stored", "service.mms-queued", "service.mms-acknowledged", "service.launching",
        ])
        func aDaemonKilledWhileReceivingAt(point: String) async throws {
            try await withMachine { machine, _ in
                await machine.stopDaemon()
                try await machine.startDaemon(fault: point)
                try await machine.waitUntilModemsListen()
                let octets = picture(30_000)
                // Long enough for a push in parts.
                try await machine.send(
                    [MultimediaPart(text: "Kept"), MultimediaPart(type: "image/png", name: "a.png", data: octets)],
                    subject: String(repeating: "Subject ", count: 12), from: friend)
                try await machine.waitForDaemonExit()
                try await machine.startDaemon()
                let app = try await machine.launched()
                try await machine.tell(app, "mms loop")
                let message = try await machine.nextMultimedia(in: app)
                #expect(message["text"] == "Kept")
                #expect(message["parts"]?.hasSuffix("public.png a.png 30000 \(sum(octets))") == true)
                try await machine.waitUntilAcknowledged()
                try await machine.tell(app, "go on", ["name": "mms"])
                // It came once: the next in the loop is the next message.
                try await machine.send([MultimediaPart(text: "Next")], from: friend)
                let next = try await machine.nextMultimedia(in: app)
                #expect(next["text"] == "Next")
                #expect(next["id"] != message["id"])
            }
        }

        @Test(arguments: [
            ("service.send-recorded", ["mmsNotReady", "unknown", ""]), ("service.part-offered", ["unknown"]),
            ("service.part-answered", ["unknown"]), ("service.send-ended", [""]), ("service.send-answered", [""]),
        ])
        func aDaemonKilledWhileSendingAt(point: String, ends: [String]) async throws {
            try await withMachine { machine, bundle in
                let subscriber = try await machine.subscriber(friend)
                await machine.stopDaemon()
                try await machine.startDaemon(fault: point)
                try await machine.waitUntilModemsListen()
                let app = try await machine.launch(bundle)
                let fields = ["to": friend, "text": "Once", "id": "6"]
                // A line that is not there yet is refused before any of the points.
                try await machine.waitForLines { $0.contains(#""ready":true"#) }
                try await machine.tell(app, "mms send", fields)
                try await machine.waitForDaemonExit()
                try await machine.startDaemon()
                try await machine.waitUntilModemsListen()
                let end = try await machine.report("mms sent", from: app)["error"] ?? "-"
                #expect(ends.contains(end), "\(end)")
                // Who repeats what is not known sends it once all the same: the transaction is the first one's.
                if !end.isEmpty { #expect(try await machine.sendMultimedia(fields, from: app) == "") }
                #expect(try await subscriber.waitForMultimedia(1).count == 1)
                #expect(await machine.carrier.snapshot.multimedia.submissions.count == 1)
            }
        }

        /// A file that a disk has lost holds up nothing: what is known of the message is handed over.
        @Test func aMessageWhoseFileIsGoneDoesNotHoldUpTheNext() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.send([MultimediaPart(text: "Lost")], from: friend)
                try await machine.waitUntilAcknowledged()
                try FileManager.default.removeItem(atPath: "\(machine.folder)/state/mms/1.pdu")
                try await machine.send([MultimediaPart(text: "Here")], from: friend)
                try await machine.waitUntilAcknowledged(count: 2)
                try await machine.tell(app, "mms loop")
                let lost = try await machine.nextMultimedia(in: app)
                #expect(lost["from"] == friend)
                #expect(lost["parts"] == "")
                try await machine.tell(app, "go on", ["name": "mms"])
                #expect(try await machine.nextMultimedia(in: app)["text"] == "Here")
            }
        }

        @Test func anAppKilledWithAMessageInHandGetsItAgain() async throws {
            try await withMachine { machine, _ in
                try await machine.send([MultimediaPart(text: "In hand")], from: friend)
                let first = try await machine.launched()
                try await machine.tell(first, "mms loop")
                let message = try await machine.nextMultimedia(in: first)
                _ = try await machine.run("/bin/kill", ["-9", "\(first.processID)"])
                let second = try await machine.launched()
                try await machine.tell(second, "mms loop")
                let again = try await machine.nextMultimedia(in: second)
                #expect(again["id"] == message["id"])
                #expect(again["parts"] == message["parts"])
            }
        }
    }
}
