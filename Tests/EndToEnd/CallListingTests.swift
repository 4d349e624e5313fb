import HandsetCarrier
import HandsetTesting
import Testing

extension EndToEnd {
    /// A dialer as Apple's article has it: both parts of it, in Swift 5 mode, against the real service.
    @Suite struct CallListingTests {
        @Test func aDialerInTheWordsOfSwift5Calls() async throws {
            try await withCalls(prepare: { machine in
                try await machine.install("handset-listing", id: "org.example.listing", role: .dialer)
            }) { house in
                let machine = house.machine
                try await machine.setCalls(
                    of: CallHouse.friend, CallBehaviour(.answers(after: .zero), hangsUpAfter: .seconds(2)))
                let app = try #require(await machine.bundle(id: "org.example.listing"))
                let dialer = try await machine.open(app, [CallHouse.friend])
                #expect(await dialer.prints("0 rows"))
                #expect(await dialer.prints("calling"))
                #expect(await dialer.prints("1 rows, 1 spoken in"))
                await dialer.endInput()
                #expect(await dialer.waitForExit() == .code(0))
                #expect(await machine.shownNotifications.isEmpty)
            }
        }
    }
}
