import Foundation
import HandsetCarrier
import HandsetTesting
import Testing

/// Octets that look like a picture's: any change of one shows.
func picture(_ count: Int, seed: UInt8 = 1) -> [UInt8] {
    var state = UInt32(seed)
    return [0xFF, 0xD8]
        + (0..<max(0, count - 2)).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
}

func sum(_ octets: [UInt8]) -> UInt32 { octets.reduce(5381) { $0 &* 33 &+ UInt32($1) } }

let friend = "+15550123"
let line = "+15550100"

extension TestMachine {
    /// The next multimedia message in an app's loop.
    func nextMultimedia(in app: RunningApp) async throws -> ReportSocket.Report { try await report("mms", from: app) }

    /// Sends once the first line's connection is there, which a daemon that has just begun finds out; or at once.
    func sendMultimedia(
        _ fields: [String: String], from app: RunningApp, whenReady: Bool = true
    ) async throws -> String {
        if whenReady { try await waitForLines { $0.contains(#""ready":true"#) } }
        try await tell(app, "mms send", fields)
        return try await report("mms sent", from: app)["error"] ?? ""
    }

    /// Waits until the MMSC knows that everything for a line is here.
    func waitUntilAcknowledged(_ number: String = line, count: Int = 1) async throws {
        try await carrier.waitUntil { snapshot in
            let waiting = snapshot.multimedia.waiting(for: number)
            return waiting.count >= count && waiting.allSatisfy { $0.state == .acknowledged }
        }
    }

    func write(_ octets: [UInt8], to name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try Data(octets).write(to: URL(fileURLWithPath: path))
        return path
    }
}

extension EndToEnd {
    /// Multimedia messages between the carrier's MMSC and an app, over AT modems and the interface `lo`.
    @Suite struct MultimediaTests {
        @Test func aPictureLaunchesTheApp() async throws {
            try await withMachine { machine, _ in
                let octets = picture(200_000)
                try await machine.send(
                    [
                        MultimediaPart(text: "Look — Grüße 🐸"),
                        MultimediaPart(type: "image/jpeg", name: "a.jpg", data: octets),
                    ],
                    subject: "Frogs 🐸", from: friend)
                let app = try await machine.launched()
                #expect(app.launchReason == "message")
                try await machine.tell(app, "mms loop")
                let message = try await machine.nextMultimedia(in: app)
                #expect(message["from"] == friend)
                #expect(message["recipients"] == "")
                #expect(message["subject"] == "Frogs 🐸")
                #expect(message["text"] == "Look — Grüße 🐸")
                #expect(message["parts"]?.hasSuffix("public.jpeg a.jpg 200000 \(sum(octets))") == true)
                try await machine.waitUntilAcknowledged()
                // What the loop is done with may still be fetched, the older way.
                try await machine.tell(app, "go on", ["name": "mms"])
                try await machine.tell(app, "mms receive", ["id": message["id"] ?? ""])
                let again = try await machine.report("mms received", from: app)
                #expect(again["parts"] == message["parts"])
                #expect(again["error"] == nil)
            }
        }

        @Test func aPictureReachesASubscriber() async throws {
            try await withMachine { machine, bundle in
                let octets = picture(150_000, seed: 7)
                let file = try await machine.write(octets, to: "holiday.jpg")
                let card = Array("BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Jo\r\nFN:Jo Doe\r\nEND:VCARD\r\n".utf8)
                let vcard = try await machine.write(card, to: "jo.vcf")
                let subscriber = try await machine.subscriber(friend)
                let app = try await machine.launch(bundle)
                let error = try await machine.sendMultimedia(
                    ["to": friend, "text": "Grüße", "files": "\(file),\(vcard)", "subject": "Für dich", "id": "9"],
                    from: app)
                #expect(error == "")
                let received = try await subscriber.waitForMultimedia(1)[0]
                #expect(received.from == line)
                #expect(received.subject == "Für dich")
                #expect(received.hasPresentation)
                #expect(received.parts.map(\.type) == ["text/plain", "image/jpeg", "text/x-vcard"])
                #expect(received.parts[0].text == "Grüße")
                #expect(received.parts[1].data == octets)
                #expect(received.parts[1].name == "holiday.jpg")
                #expect(received.parts[2].data == card)
                try await machine.tell(app, "mms state")
                let state = try await machine.report("mms state", from: app)
                #expect(state["viable"] == "true")
                #expect(state["size"] == "\((1 << 20) - 8_192)")
            }
        }

        /// Between two lines of the machine, and with several subscribers.
        @Test func everyKindOfContentGoesBothWays() async throws {
            let work = "+15550111"
            try await withMachine(lines: [.init(), .init(label: "Work", number: work)]) { machine, bundle in
                try await machine.subscribeMembers()
                let outsiders = [friend, "+15550124"]
                for number in outsiders { _ = try await machine.subscriber(number) }
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "mms loop")
                var messages = 0
                for (place, content) in MultimediaContents.allCases.enumerated() {
                    // A group of twenty has no room for more.
                    let all = content == .group ? [] : outsiders
                    for (label, sender, receiver) in [("Personal", line, work), ("Work", work, line)] {
                        messages += 1
                        var fields = try await content.fields(to: [receiver] + all, id: messages, on: machine)
                        fields["line"] = label
                        #expect(try await machine.sendMultimedia(fields, from: app) == "", "\(content)")
                        let heard = try await next(app, machine)
                        #expect(heard["from"] == sender)
                        #expect(heard["subject"] == content.rawValue)
                        #expect(content.isWhole(heard), "\(heard)")
                        for number in all {
                            let message = try await machine.subscriber(number).waitForMultimedia(messages)[messages - 1]
                            #expect(message.from == sender)
                            #expect(content.isWhole(message), "\(content)")
                        }
                    }
                    try await machine.send(
                        content.parts, subject: content.rawValue, from: friend,
                        to: [line, work] + content.others.dropLast())
                    for _ in 0..<2 {
                        let heard = try await next(app, machine)
                        #expect(heard["from"] == friend)
                        #expect(heard["text"] == content.words ?? "", "\(heard)")
                    }
                    if content == .group {
                        for (index, number) in content.others.enumerated() {
                            // Two of the lines; and one of the friend, which the last had no place in.
                            let count = index < content.others.count - 1 ? 3 : 2
                            let come = try await machine.subscriber(number).waitForMultimedia(count)
                            #expect(come.allSatisfy { $0.parts.map(\.data) == content.parts.map(\.data) })
                        }
                    }
                    try await machine.waitUntilAcknowledged(count: 2 * (place + 1))
                    try await machine.waitUntilAcknowledged(work, count: 2 * (place + 1))
                }
            }
        }

        /// The line is one of twenty; it answers all, and another line of the machine is among them. A card that does not know
        /// its number has it from the messages of two who wrote to it alone (B63).
        @Test(arguments: [true, false]) func aGroupOfTwentyTalksBothWays(knowsItsNumber: Bool) async throws {
            var lines: [TestMachine.LineSetup] = [.init(), .init(label: "Work", number: "+15550111")]
            for index in lines.indices { lines[index].knowsItsNumber = knowsItsNumber }
            try await withMachine(lines: lines) { machine, bundle in
                let others = (0..<18).map { "+155502\(10 + $0)" }
                for number in others { _ = try await machine.subscriber(number) }
                let everybody = [line, "+15550111"] + others
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "mms loop")
                if !knowsItsNumber {
                    for (sender, recipient) in [
                        (others[0], line), (others[1], line), (others[2], "+15550111"), (others[3], "+15550111"),
                    ] {
                        try await machine.send([MultimediaPart(text: "To you")], from: sender, to: [recipient])
                        _ = try await next(app, machine)
                    }
                    await machine.stopDaemon()
                    try await machine.startDaemon()
                    try await machine.waitUntilModemsListen()
                }
                try await machine.send([MultimediaPart(text: "Who comes?")], from: friend, to: everybody)
                let both = [try await next(app, machine), try await next(app, machine)]
                var ofOthers = 0
                for message in both {
                    #expect(message["from"] == friend)
                    // Everybody but the sender and the line itself.
                    let recipients = message["recipients"]?.split(separator: ",").map(String.init) ?? []
                    #expect(recipients.count == 19)
                    if recipients.contains(line) { ofOthers += 1 }
                }
                #expect(ofOthers == 1)
                let first = both.first { $0["recipients"]?.contains(line) == false } ?? [:]
                let reply = [friend] + (first["recipients"] ?? "").split(separator: ",").map(String.init)
                let fields = ["to": reply.joined(separator: ","), "text": "I do", "line": "Personal", "id": "3"]
                #expect(try await machine.sendMultimedia(fields, from: app) == "")
                let answer = try await machine.subscriber(friend).waitForMultimedia(1)[0]
                #expect(answer.from == line)
                #expect(answer.recipients.count == 20)
                for number in others { _ = try await machine.subscriber(number).waitForMultimedia(2) }
                let heard = try await next(app, machine)
                #expect(heard["text"] == "I do")
                #expect(heard["from"] == line)
                // What was for all was not sent to oneself.
                let submissions = await machine.carrier.snapshot.multimedia.submissions.filter { $0.from == line }
                #expect(submissions.map { $0.recipients.contains(line) } == [false])
            }
        }

        private func next(_ app: TestMachine.RunningApp, _ machine: TestMachine) async throws -> [String: String] {
            let message = try await machine.nextMultimedia(in: app)
            try await machine.tell(app, "go on", ["name": "mms"])
            return message.fields
        }

        @Test(arguments: [
            MultimediaHabits(version: .v1_0, appendsTransactionID: true),
            MultimediaHabits(version: .v1_3, wantsProxy: true),
            MultimediaHabits(answersChunked: true, duplicatesPushes: true),
        ])
        func carriersOfOtherHabits(habits: MultimediaHabits) async throws {
            try await withMachine(prepare: { await $0.setMultimediaHabits(habits) }) { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "mms loop")
                try await machine.send([MultimediaPart(text: "One")], from: friend)
                try await machine.send([MultimediaPart(text: "Two")], from: friend)
                var texts: [String] = []
                for _ in 0..<2 { texts.append(try await next(app, machine)["text"] ?? "") }
                #expect(texts == ["One", "Two"])
                try await machine.waitUntilAcknowledged(count: 2)
                #expect(try await machine.sendMultimedia(["to": friend, "text": "Three", "id": "1"], from: app) == "")
                _ = try await machine.subscriber(friend).waitForMultimedia(1)
                // Nothing came twice.
                let fetches = await machine.carrier.snapshot.multimedia.waiting.map(\.fetches)
                #expect(fetches == [1, 1])
            }
        }

        @Test func whatCannotBeSentIsSaidBeforeItIsOffered() async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                let big = try await machine.write(picture(1 << 20), to: "big.jpg")
                for (fields, error) in [
                    (["to": friend, "files": big], "maximumSizeExceeded"),
                    (["to": "nobody at all", "text": "x"], "invalidRecipient"),
                    (["to": "", "text": "x"], "invalidRecipient"), (["to": friend], "invalidMessageParts"),
                    (
                        ["to": (0..<21).map { "+155502\(10 + $0)" }.joined(separator: ","), "text": "x"],
                        "invalidRecipient"
                    ),
                ] { #expect(try await machine.sendMultimedia(fields, from: app) == error) }
                #expect(await machine.carrier.snapshot.multimedia.submissions.isEmpty)
            }
        }

        /// What an app is told that it may put in can be sent, whatever may stand beside it, and no octet more.
        @Test func theLimitOfAnAppIsMetToTheOctet() async throws {
            try await withMachine(prepare: { await $0.configureMultimedia("maximumSize", 100_000) }) {
                machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.subscribeMembers()
                _ = try await machine.subscriber(friend)
                try await machine.waitForLines { $0.contains(#""ready":true"#) }
                try await machine.tell(app, "mms state")
                let limit = try #require(try await machine.report("mms state", from: app)["size"].flatMap { Int($0) })
                var files = [try await machine.write(picture(10), to: "a.jpg")]
                // The subject counts, of forty letters of two octets.
                let room = limit - 10 - 80
                for (octets, error) in [(room + 1, "maximumSizeExceeded"), (room, "")] {
                    files = [files[0], try await machine.write(picture(octets), to: "b.mp4")]
                    let fields = [
                        "to": ([friend] + MultimediaContents.members).joined(separator: ","),
                        "files": files.joined(separator: ","), "subject": String(repeating: "ü", count: 40), "id": "4",
                    ]
                    #expect(try await machine.sendMultimedia(fields, from: app) == error)
                }
                #expect(await machine.carrier.snapshot.multimedia.submissions.count == 1)
            }
        }

        @Test func aLineWithoutAConnectionHasNoMultimediaMessages() async throws {
            try await withMachine(
                prepare: { machine in await machine.configureMultimedia("interface", "handset-none") }
            ) { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "mms state")
                #expect(try await machine.report("mms state", from: app)["viable"] == "false")
                let error = try await machine.sendMultimedia(["to": friend, "text": "x"], from: app, whenReady: false)
                #expect(error == "mmsNotReady")
                try await machine.send([MultimediaPart(text: "Later")], from: friend)
                try await machine.carrier.waitUntil { $0.multimedia.waiting(for: line).count == 1 }
                let list = try await machine.handset("mms", "list").output
                #expect(list.contains("The interface handset-none"), "\(list)")
                // It comes when the connection does.
                try await machine.tell(app, "mms loop")
                _ = try await machine.report("looping", from: app)
                await machine.stopDaemon()
                await machine.configureMultimedia("interface", "lo")
                try await machine.startDaemon()
                #expect(try await next(app, machine)["text"] == "Later")
            }
        }
    }
}
