import Handset
import HandsetInterface
import Testing

@Suite(.timeLimit(.minutes(1))) struct SendTests {
    private func message(_ id: String, _ text: String = "hello") -> OutgoingMessage {
        OutgoingMessage(id: id, line: Line.ID(rawValue: "iccid-1"), to: ["+15550101"], text: text)
    }

    @Test func theThreeEnds() async throws {
        try await House.with({ service in
            service.outcomes = [
                .init(.taken), .init(.refused(isPermanent: false, reason: "busy"), code: 42),
                .init(.refused(isPermanent: true, reason: "barred")), .init(.unknown),
            ]
        }) { house in
            #expect(try await house.client.send(message("1")).outcome == .taken)
            let refused = try await house.client.send(message("2"))
            #expect(refused == SendResult(outcome: .refusedTemporarily, reason: "busy", code: 42))
            #expect(try await house.client.send(message("3")).outcome == .refusedPermanently)
            #expect(try await house.client.send(message("4")).outcome == .unknown)
            #expect(await house.service.confirmed == ["1", "2", "3", "4"])
        }
    }

    @Test func aConstantIDWithTheSameTextIsANewMessageEachTime() async throws {
        try await House.with({ $0.outcomes = [.init(.taken), .init(.taken)] }) { house in
            let (first, second) = (
                try await house.client.send(message("7")), try await house.client.send(message("7"))
            )
            #expect(first.outcome == .taken && second.outcome == .taken)
            #expect(await house.service.taken.count == 2)
        }
    }

    @Test(arguments: IncomingMessagesTests.Disaster.allCases)
    func anAnswerLostInARestartIsAskedForAgainAndNothingIsSentTwice(_ disaster: IncomingMessagesTests.Disaster)
        async throws
    {
        try await House.with { house in
            _ = house.client.holds(.carrierMessaging)
            let attempt = Task { try await house.client.send(message("7")) }
            await house.service.wait { $0.journal.contains("send 7") }
            switch disaster {
            case .service: try await house.restartService()
            case .bus: try await house.restartBus()
            }
            await house.service.wait { $0.journal.filter { $0 == "send 7" }.count == 2 }
            await house.service.endAttempt("7", .init(.taken))
            #expect(try await attempt.value.outcome == .taken)
            #expect(await house.service.taken.count == 1)
            #expect(await house.service.confirmed == ["7"])
        }
    }

    @Test func aServiceThatDoesNotKnowUsYetIsNoEndOfAnAttempt() async throws {
        try await House.with { house in
            _ = house.client.holds(.carrierMessaging)
            let attempt = Task { try await house.client.send(message("7")) }
            await house.service.wait { $0.journal.contains("send 7") }
            try await house.stopService()
            await house.service.change { $0.state.roles = [] }
            try await house.server.start()
            await house.service.wait { $0.refusals > 0 }
            await house.service.endAttempt("7", .init(.taken))
            await house.change { $0.state.roles = [.carrierMessaging] }
            let result = try await attempt.value
            #expect(result.outcome == .taken)
            #expect(await house.service.taken.count == 1)
        }
    }

    /// Or the next message of that id and content would get the answer to this one.
    @Test func aConfirmationThatTheServiceCouldNotWriteIsMadeAgain() async throws {
        try await House.with({ $0.lostConfirmations = 1 }) { house in
            for count in 1...2 {
                let attempt = Task { try await house.client.send(message("7")) }
                await house.service.wait { $0.taken.count == count }
                await house.service.endAttempt("7", .init(.taken))
                let result = try await attempt.value
                #expect(result.outcome == .taken)
            }
            #expect(await house.service.confirmed == ["7", "7"])
        }
    }

    @Test func cancellationDoesNotLoseTheAnswer() async throws {
        try await House.with { house in
            let attempt = Task { try await house.client.send(message("7")) }
            await house.service.wait { $0.journal.contains("send 7") }
            attempt.cancel()
            await house.service.endAttempt("7", .init(.taken))
            let result = try await attempt.value
            #expect(result.outcome == .taken)
            #expect(await house.service.confirmed == ["7"])
        }
    }

    @Test func sentMessagesAreFollowed() async throws {
        @Sendable func sent(_ state: SentInfo.State, revision: UInt64) -> SentChanges {
            SentChanges(
                revision: revision,
                sent: [
                    SentInfo(
                        id: "7", serial: 99, line: "iccid-1", recipients: ["+15550101"], state: state, parts: 2, time: 5
                    )
                ])
        }
        try await House.with({ $0.sent = sent(.taken, revision: 4) }) { house in
            let updates = try house.client.sentMessageUpdates
            var loop = updates.makeAsyncIterator()
            let first = await loop.next(isolation: #isolation)
            #expect(first?.state == .taken)
            #expect(first?.messageID == "7")
            #expect(first?.parts == 2)
            await house.service.change { $0.sent = sent(.delivered, revision: 5) }
            await house.server.sentChanged()
            #expect(await loop.next(isolation: #isolation)?.state == .delivered)
            #expect(try await house.client.sentMessages().map(\.state) == [.delivered])
            // Another store, whose revisions begin again.
            await house.service.change { $0.sent = sent(.failed, revision: 1) }
            await house.server.sentChanged()
            #expect(await loop.next(isolation: #isolation)?.state == .failed)
        }
    }
}
