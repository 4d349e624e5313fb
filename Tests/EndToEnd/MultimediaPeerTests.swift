import Foundation
import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Wireshark reads every PDU that the daemon sends.
    @Suite struct MultimediaPeerTests {
        private static let tools = ["/usr/bin/text2pcap", "/usr/bin/tshark"]
        private static var isInstalled: Bool { tools.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) } }

        @Test(.enabled(if: isInstalled)) func allThatIsPostedIsReadByAnotherDecoder() async throws {
            // A message that is fetched at once, and one that is deferred and fetched later.
            try await withMachine(prepare: { await $0.configureMultimedia("downloadLimit", 50_000) }) {
                machine, bundle in
                let app = try await machine.launch(bundle)
                _ = try await machine.subscriber(friend)
                let file = try await machine.write(picture(20_000), to: "a.jpg")
                let fields = [
                    "to": "\(friend),ann@example.org", "text": "Grüße 🐸", "files": file, "subject": "Für dich",
                ]
                #expect(try await machine.sendMultimedia(fields, from: app) == "")
                try await machine.tell(app, "mms loop")
                try await machine.send([MultimediaPart(text: "Small")], from: friend)
                _ = try await machine.nextMultimedia(in: app)
                try await machine.tell(app, "go on", ["name": "mms"])
                let big = MultimediaPart(type: "image/jpeg", name: "b.jpg", data: picture(60_000))
                try await machine.send([big], from: friend)
                try await machine.carrier.waitUntil { $0.multimedia.waiting(for: line).last?.state == .deferred }
                let fetch = try await machine.handset("mms", "fetch", "2")
                #expect(fetch.exit == .code(0), "\(fetch.errors)")
                _ = try await machine.nextMultimedia(in: app)
                try await machine.waitUntilAcknowledged(count: 2)

                let posted = await machine.carrier.snapshot.multimedia.posted
                let expected = ["m-send-req", "m-notifyresp-ind", "m-notifyresp-ind", "m-acknowledge-ind"]
                try await expect(posted, toBe: expected, on: machine)
            }
        }

        /// The one PDU that is left: that a message was read.
        @Test(.enabled(if: isInstalled)) func reportsAreReadByAnotherDecoder() async throws {
            try await withMachine(prepare: { await $0.give(.carrierMessaging, to: "org.handset.cli") }) { machine, _ in
                try await machine.send([MultimediaPart(text: "Read?")], from: friend, wantsReport: true)
                try await machine.waitUntilAcknowledged()
                _ = try await machine.nextNotification()
                let kept = try await machine.handset("messages", "--json").output
                let id = try #require(kept.split(separator: "\"").drop { $0 != "id" }.dropFirst(2).first)
                let read = try await machine.handset("mms", "read", String(id))
                #expect(read.exit == .code(0), "\(read.errors)")
                let told = try await machine.carrier.waitUntil { snapshot in
                    snapshot.multimedia.reports[friend]?.contains { $0.status == "read" } ?? false
                }
                try await expect(told.multimedia.posted, toBe: ["m-notifyresp-ind", "m-read-rec-ind"], on: machine)
            }
        }

        private func expect(_ posted: [[UInt8]], toBe types: [String], on machine: TestMachine) async throws {
            #expect(posted.count == types.count)
            for (octets, type) in zip(posted, types) {
                let words = try await decode(octets, on: machine)
                #expect(words.contains("X-Mms-Message-Type: \(type)"), "\(words)")
                #expect(words.contains("X-Mms-MMS-Version: 1.2"))
                #expect(!words.localizedCaseInsensitiveContains("malformed"))
            }
        }

        private func decode(_ pdu: [UInt8], on machine: TestMachine) async throws -> String {
            // A push around it: what Wireshark knows a PDU by.
            let octets = [0x01, 0x06, 0x03, 0xBE, 0xAF, 0x84] + pdu
            let dump = stride(from: 0, to: octets.count, by: 16).map { start in
                let row = octets[start..<min(start + 16, octets.count)].map { String(format: "%02x", $0) }
                return String(format: "%06x ", start) + row.joined(separator: " ")
            }
            let text = try await machine.write(Array((dump.joined(separator: "\n") + "\n").utf8), to: "pdu.txt")
            let capture = text + ".pcap"
            let made = try await machine.run(
                Self.tools[0], ["-q", "-4", "10.0.0.1,10.0.0.2", "-u", "9200,2948", text, capture])
            #expect(made.exit == .code(0), "\(made.errors)")
            return try await machine.run(Self.tools[1], ["-r", capture, "-O", "wsp,mmse"]).output
        }
    }
}
