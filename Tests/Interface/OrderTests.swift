import HandsetBusTesting
import HandsetDBus
import HandsetInterface
import Testing

/// What a client says without waiting for the answers is heard in that order: an acknowledgement before its reader's end.
@Suite(.timeLimit(.minutes(1))) struct OrderTests {
    @Test func callsDoNotOvertakeEachOther() async throws {
        try await House.with { house in
            let bus = try await Bus.connect(to: house.daemon.address, on: house.daemon.loop)
            func say(_ member: String, _ arguments: [BusValue] = []) async throws {
                try await bus.post(
                    BusCall(
                        member, on: "org.handset.Messages1", of: HandsetName.service, at: HandsetName.path, arguments))
            }
            // A client that the service knows: the first call of all waits for its credentials.
            try await bus.call(
                BusCall("GetState", on: "org.handset.Session1", of: HandsetName.service, at: HandsetName.path))
            let before = await house.service.journal.count
            var expected: [String] = []
            for cursor in UInt64(0)..<25 {
                try await say("Acknowledge", [.string("sms"), .uint32(1), .uint64(cursor)])
                try await say("CloseReader", [.string("sms"), .uint32(1)])
                expected += ["acknowledge sms 1 \(cursor)", "close sms 1"]
            }
            let heard = await house.service.journal(of: before + expected.count)
            #expect(Array(heard.dropFirst(before)) == expected)
            await bus.close()
        }
    }
}
