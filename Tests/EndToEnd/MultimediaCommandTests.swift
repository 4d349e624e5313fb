import Foundation
import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Multimedia messages from the command line, which holds the role here.
    @Suite struct MultimediaCommandTests {
        private func withCommandLine(
            prepare: (TestMachine) async throws -> Void = { _ in }, _ body: (TestMachine) async throws -> Void
        ) async throws {
            try await withMachine(prepare: { machine in
                await machine.give(.carrierMessaging, to: "org.handset.cli")
                try await prepare(machine)
            }) { machine, _ in
                try await machine.waitForLines { $0.contains(#""ready":true"#) }
                try await body(machine)
            }
        }

        @Test func aPictureIsSentAndOneIsKept() async throws {
            try await withCommandLine { machine in
                let octets = picture(40_000)
                let file = try await machine.write(octets, to: "a.jpg")
                let subscriber = try await machine.subscriber(friend)
                let sent = try await machine.handset("send", "--attach", file, "--subject", "Frogs", friend, "Look")
                #expect(sent.exit == .code(0), "\(sent.errors)")
                let received = try await subscriber.waitForMultimedia(1)[0]
                #expect(received.subject == "Frogs")
                #expect(received.parts.map(\.data) == [Array("Look".utf8), octets])

                try await machine.send(
                    [MultimediaPart(text: "Back"), MultimediaPart(type: "image/png", name: "../b.png", data: octets)],
                    subject: "Re: Frogs", from: friend, to: [line, "+15550124"].filter { $0 == line })
                // Launched for it, the command keeps it; what it kept is printed.
                try await machine.waitUntilAcknowledged()
                _ = try await machine.nextNotification()
                let shown = try await machine.handset("messages", "--json").output
                #expect(shown.contains(#""subject":"Re: Frogs""#))
                #expect(shown.contains(#""text":"Back""#))
                let kept = "\(machine.folder)/home/share/handset/files"
                let folders = try FileManager.default.contentsOfDirectory(atPath: kept)
                let names = try FileManager.default.contentsOfDirectory(atPath: "\(kept)/\(folders[0])")
                #expect(names == ["2-b.png"])
                let data = FileManager.default.contents(atPath: "\(kept)/\(folders[0])/2-b.png")
                #expect(data == Data(octets))
                let table = try await machine.handset("lines").output
                #expect(table.contains("MMS"))
            }
        }

        /// A bitmap of noise (BITMAPINFOHEADER); the width is a multiple of four.
        private func bitmap(_ width: Int, _ height: Int) -> [UInt8] {
            func little(_ value: Int, _ octets: Int) -> [UInt8] {
                (0..<octets).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            }
            let size = width * height * 3
            var octets = Array("BM".utf8) + little(54 + size, 4) + little(0, 4) + little(54, 4) + little(40, 4)
            octets += little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2) + little(0, 4)
            octets += little(size, 4) + little(2_835, 4) + little(2_835, 4) + little(0, 8)
            return octets + picture(size, seed: 3)
        }

        @Test func aPictureThatIsTooLargeIsMadeToFit() async throws {
            try await withCommandLine { machine in
                let file = try await machine.write(bitmap(1_600, 1_200), to: "big.bmp")
                let subscriber = try await machine.subscriber(friend)
                let sent = try await machine.handset("send", "--attach", file, friend)
                #expect(sent.exit == .code(0), "\(sent.errors)")
                let part = try await subscriber.waitForMultimedia(1)[0].parts[0]
                #expect(part.type == "image/jpeg")
                #expect(part.name == "big.jpg")
                #expect(part.data.count < 1 << 20)
                #expect(part.data.starts(with: [0xFF, 0xD8]))
            }
        }

        /// The carrier's limit is the PDU's: one octet decides.
        @Test func theLimitOfTheCarrierIsMetToTheOctet() async throws {
            let limit = 100_000
            try await withCommandLine(prepare: { await $0.configureMultimedia("maximumSize", limit) }) { machine in
                _ = try await machine.subscriber(friend)
                func send(_ octets: Int) async throws -> TestMachine.Run {
                    let file = try await machine.write(picture(octets), to: "a.mp4")
                    return try await machine.handset("send", "--attach", file, friend)
                }
                #expect(try await send(50_000).exit == .code(0))
                let first = try #require(await machine.carrier.snapshot.multimedia.submissions.last)
                let room = limit - (first.octets.count - 50_000)
                let refused = try await send(room + 1)
                #expect(refused.exit == .code(65))
                #expect(refused.errors.contains("The carrier allows"), "\(refused.errors)")
                let sent = try await send(room)
                #expect(sent.exit == .code(0), "\(sent.errors)")
                #expect(await machine.carrier.snapshot.multimedia.submissions.map(\.octets.count).last == limit)
            }
        }

        /// A picture that is too large and damaged is not sent half; a small one has its room, and leaves the rest to the others.
        @Test func picturesThatAreTooLargeTogether() async throws {
            try await withCommandLine(prepare: { await $0.configureMultimedia("maximumSize", 100_000) }) { machine in
                let subscriber = try await machine.subscriber(friend)
                let damaged = try await machine.write(picture(120_000), to: "damaged.jpg")
                let refused = try await machine.handset("send", "--attach", damaged, friend)
                #expect(refused.exit == .code(65))
                #expect(refused.errors.contains("damaged.jpg"), "\(refused.errors)")

                let files = [
                    try await machine.write(bitmap(640, 480), to: "a.bmp"),
                    try await machine.write(bitmap(60, 40), to: "b.bmp"),
                ]
                let sent = try await machine.handset("send", "--attach", files[0], "--attach", files[1], friend)
                #expect(sent.exit == .code(0), "\(sent.errors)")
                let parts = try await subscriber.waitForMultimedia(1)[0].parts
                #expect(parts.map(\.type) == ["image/jpeg", "image/bmp"])
                // More than half of the room.
                #expect(parts.first.map { 50_000...92_000 ~= $0.data.count } == true, "\(parts.map(\.data.count))")
            }
        }

        @Test func whatWaitsForThePersonIsFetchedWhenAskedFor() async throws {
            try await withCommandLine(prepare: { await $0.configureMultimedia("download", "ask") }) { machine in
                // What is listed of a message is read as the message is (B66).
                let subject = "\u{C548}\u{B155} \u{1F438}"
                try await machine.send([MultimediaPart(text: "\(subject)?")], subject: subject, from: friend)
                try await machine.carrier.waitUntil { $0.multimedia.waiting(for: line).map(\.state) == [.deferred] }
                let list = try await machine.handset("mms", "list", "--json").output
                #expect(list.contains(#""state":"deferred""#))
                #expect(list.contains(friend))
                #expect(list.contains(subject), "\(list)")
                #expect(await machine.carrier.snapshot.multimedia.waiting.map(\.fetches) == [0])
                let exit1 = try await machine.handset("mms", "fetch", "99").exit
                #expect(exit1 != .code(0))
                let exit2 = try await machine.handset("mms", "fetch", "1").exit
                #expect(exit2 == .code(0))
                try await machine.waitUntilAcknowledged()
                _ = try await machine.nextNotification()
                let kept = try await machine.handset("messages", "--json").output
                #expect(kept.contains(#""text":"\#(subject)?""#), "\(kept)")
                #expect(kept.contains(#""subject":"\#(subject)""#), "\(kept)")
                #expect(try await machine.handset("mms", "list").output.contains("Nothing waits"))
            }
        }

        @Test func aSenderWhoAskedIsToldThatItWasRead() async throws {
            try await withCommandLine { machine in
                try await machine.send([MultimediaPart(text: "Read?")], from: friend, wantsReport: true)
                try await machine.waitUntilAcknowledged()
                _ = try await machine.nextNotification()
                let kept = try await machine.handset("messages", "--json").output
                let id = try #require(kept.split(separator: "\"").drop { $0 != "id" }.dropFirst(2).first)
                for _ in 0..<2 {
                    let read = try await machine.handset("mms", "read", String(id))
                    #expect(read.exit == .code(0), "\(read.errors)")
                }
                let told = try await machine.carrier.waitUntil { snapshot in
                    snapshot.multimedia.reports[friend]?.contains { $0.status == "read" } ?? false
                }
                // Once, however often the person says so.
                #expect(told.multimedia.reports[friend]?.map(\.status) == ["retrieved", "read"])
            }
        }

        /// What has no end, or none to be seen before it was read, would hold the command or fill the memory.
        @Test func onlyAFileIsAttached() async throws {
            try await withCommandLine { machine in
                let pipe = "\(machine.folder)/pipe.jpg"
                #expect(mkfifo(pipe, 0o600) == 0)
                let large = try await machine.write([], to: "large.mp4")
                #expect(truncate(large, 300 << 20) == 0)
                let refused: [(String, Int32)] = [(pipe, 66), ("/dev/zero", 66), (machine.folder, 66), (large, 65)]
                for (path, exit) in refused {
                    let sent = try await machine.handset("send", "--attach", path, friend)
                    #expect(sent.exit == .code(exit), "\(path): \(sent.errors)")
                }
                #expect(await machine.carrier.snapshot.multimedia.submissions.isEmpty)
            }
        }

        @Test func wrongUsageIsSaid() async throws {
            try await withCommandLine { machine in
                let exit3 = try await machine.handset("send", "--mms", friend).exit
                #expect(exit3 == .code(64))
                let exit4 = try await machine.handset("send", "--attach", "/nowhere.jpg", friend).exit
                #expect(exit4 == .code(66))
                let exit5 = try await machine.handset("send", friend).exit
                #expect(exit5 == .code(64))
            }
        }
    }
}
