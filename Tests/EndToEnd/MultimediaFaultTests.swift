import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// Every fault of the MMSC, with every kind of content, both ways. What is too slow for ever is the transport's test.
    @Suite struct MultimediaFaultTests {
        @Test(arguments: [
            MultimediaFault.Kind.status(503), .status(404), .refuse, .loseAnswer, .cut(after: 400), .wrongType, .garble,
            .delay(.milliseconds(200)), .answer(0xC0), .answer(0xE0), .oversized(20 << 20),
            .redirect("http://127.0.0.1:1/"),
        ])
        func everyMessageComesOnceThrough(fault: MultimediaFault.Kind) async throws {
            try await withMachine { machine, bundle in
                let all = MultimediaContents.short
                try await machine.subscribeMembers()
                let app = try await machine.launch(bundle)
                try await machine.tell(app, "mms loop")
                try await machine.inject(MultimediaFault(fault, on: .fetch), times: all.count)
                try await machine.inject(MultimediaFault(fault, on: .acknowledge), times: all.count)
                for content in all {
                    try await machine.send(
                        content.parts, subject: content.rawValue, from: friend, to: [line] + content.others)
                }
                // They come in the order in which they could be fetched.
                var come: [String] = []
                for _ in all {
                    let message = try await next(app, machine)
                    let content = MultimediaContents(rawValue: message["subject"] ?? "")
                    #expect(content?.isWhole(message) == true, "\(message)")
                    come.append(message["subject"] ?? "")
                }
                #expect(Set(come) == Set(all.map(\.rawValue)))
                try await machine.waitUntilAcknowledged(count: all.count)
                try await machine.send([MultimediaPart(text: "Next")], from: friend)
                #expect(try await next(app, machine)["text"] == "Next")
            }
        }

        private func next(_ app: TestMachine.RunningApp, _ machine: TestMachine) async throws -> [String: String] {
            let message = try await machine.nextMultimedia(in: app)
            try await machine.tell(app, "go on", ["name": "mms"])
            return message.fields
        }

        @Test(arguments: [
            (MultimediaFault.Kind.status(503), "mmsNotReady", 0), (.status(403), "mmsNotReady", 0),
            (.status(400), "internalError", 0), (.refuse, "unknown", 0), (.loseAnswer, "unknown", 1),
            (.cut(after: 100), "unknown", 1), (.wrongType, "mmsNotReady", 0), (.garble, "unknown", 1),
            (.wrongTransaction, "unknown", 0), (.answer(0xC3), "mmsNotReady", 0),
            (.answer(0xE3), "invalidRecipient", 0), (.answer(0xE5), "invalidMessageParts", 0),
            (.answer(0xE1), "notSupported", 0), (.oversized(1 << 20), "unknown", 1),
            (.delay(.milliseconds(200)), "", 1), (.redirect("http://127.0.0.1:1/"), "mmsNotReady", 0),
        ])
        func aSendEndsAs(fault: MultimediaFault.Kind, error: String, taken: Int) async throws {
            try await withMachine { machine, bundle in
                let app = try await machine.launch(bundle)
                try await machine.subscribeMembers()
                let subscriber = try await machine.subscriber(friend)
                for (place, content) in MultimediaContents.short.enumerated() {
                    let fields = try await content.fields(
                        to: content == .group ? [friend] : [friend, "+15550124"], id: place + 1, on: machine)
                    try await machine.inject(MultimediaFault(fault, on: .send))
                    let end = try await machine.sendMultimedia(fields, from: app, whenReady: place == 0)
                    #expect(end == error, "\(content)")
                    #expect(await machine.carrier.snapshot.multimedia.submissions.count == place + taken)
                    // The same again: the same transaction where nobody knows, and one message in all.
                    if !error.isEmpty {
                        #expect(try await machine.sendMultimedia(fields, from: app, whenReady: false) == "")
                    }
                    let message = try await subscriber.waitForMultimedia(place + 1)[place]
                    #expect(message.subject == content.rawValue)
                    #expect(content.isWhole(message), "\(content)")
                    let submissions = await machine.carrier.snapshot.multimedia.submissions
                    #expect(submissions.map(\.offers).last == (error.isEmpty ? 1 : taken + 1))
                }
                for number in MultimediaContents.members {
                    #expect(try await machine.subscriber(number).waitForMultimedia(1).count == 1)
                }
                // And the same once more is another message.
                let count = MultimediaContents.short.count
                let fields = try await MultimediaContents.text.fields(to: [friend, "+15550124"], id: 1, on: machine)
                #expect(try await machine.sendMultimedia(fields, from: app) == "")
                #expect(try await subscriber.waitForMultimedia(count + 1).count == count + 1)
            }
        }
    }
}
