import Foundation
import HandsetTesting
import Testing

extension EndToEnd {
    /// What a person at a terminal does in the messaging app of the house.
    @Suite struct MessagesAppTests {
        private static let friend = "+15550123"
        private static let other = "+15550124"

        private func withMessages(_ body: (TestMachine, RunningProgram) async throws -> Void) async throws {
            try await TestMachine.run { machine in
                let app = try await machine.install("handset-messages", role: .carrierMessaging)
                try await machine.start()
                try await machine.subscriber(Self.friend, .silent)
                try await machine.subscriber(Self.other, .silent)
                let open = try await machine.open(app)
                #expect(await open.prints("Type a text"))
                try await body(machine, open)
                await open.type("/quit")
                #expect(await open.waitForExit() == .code(0))
            }
        }

        @Test func aGroupIsAnsweredWhole() async throws {
            try await withMessages { machine, open in
                let picture = MultimediaFile(type: "image/png", name: "stage.png", data: Data([1, 2, 3]))
                try await machine.multimedia("Look", files: [picture], from: Self.friend, others: [Self.other])
                #expect(await open.prints("also to: \(Self.other)"))
                #expect(await open.prints("image/png, 3 octets"))
                #expect(await open.prints("/all answers all 2 of them"))
                await open.type("/all")
                await open.type("Seen")
                #expect(await open.prints("Seen (sent)"))
                for (number, count) in [(Self.friend, 1), (Self.other, 2)] {
                    let received = try await machine.multimediaReceived(by: number, count: count)
                    #expect(received.last?.text == "Seen")
                    #expect(received.last.map { Set($0.recipients) } == [Self.friend, Self.other])
                }
            }
        }

        @Test func aFileGoesWithTheNextTextAndOnlyWithThat() async throws {
            try await withMessages { machine, open in
                let data = Data((0..<2_000).map { UInt8(truncatingIfNeeded: $0) })
                let path = try await machine.write([UInt8](data), to: "a.jpg")
                await open.type("/to \(Self.friend)")
                await open.type("/attach \(path)")
                #expect(await open.prints("a.jpg with the next text"))
                await open.type("Look")
                #expect(await open.prints("Look (sent)"))
                #expect(await open.prints("image/jpeg, 2000 octets"))
                let received = try await machine.multimediaReceived(by: Self.friend)
                #expect(received.map(\.text) == ["Look"])
                #expect(received[0].files.map(\.data) == [data])
                await open.type("Well?")
                #expect(await open.prints("Well? (sent)"))
                #expect(try await machine.textsReceived(by: Self.friend) == ["Well?"])
            }
        }

        @Test func whatCannotGoAlongIsRefused() async throws {
            try await withMessages { machine, open in
                await open.type("/to \(Self.friend)")
                for (path, words) in [("/nowhere/b.jpg", "b.jpg cannot be read"), ("/dev/zero", "zero is no file")] {
                    await open.type("/attach \(path)")
                    #expect(await open.prints(words))
                }
                await open.type("/send")
                #expect(await open.prints("no link has begun a text"))
                let large = try await machine.write([UInt8](repeating: 7, count: 2 << 20), to: "large.mp4")
                await open.type("/attach \(large)")
                await open.type("/send")
                #expect(await open.prints("not sent: larger than the carrier allows"))
            }
        }
    }
}
