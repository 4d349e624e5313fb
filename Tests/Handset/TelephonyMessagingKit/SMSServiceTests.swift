import Handset
import HandsetInterface
import TelephonyMessagingKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct SMSServiceTests {
    private static func message(_ id: UInt32) -> SMSMessage {
        SMSMessage(
            cellularServiceID: CellularServiceID(Line.ID(rawValue: "iccid-1")),
            handle: SMSHandle(phoneNumber: "+15550101"), messageID: SMSMessageID(rawValue: id),
            content: SMSContent(body: "hello"))
    }

    @Test func textsComeWithTheServicesIDs() async throws {
        try await House.with { house in
            let sms = TelephonyMessagingSession(client: house.client).smsService
            await house.service.receive("one", "two")
            var seen: [SMSMessage] = []
            for await notification in try sms.incomingMessageNotifications {
                seen.append(notification.message)
                if seen.count == 2 { break }
            }
            #expect(seen.map(\.content.body) == ["one", "two"])
            #expect(seen.map(\.messageID.rawValue) == [4_000_000_001, 4_000_000_002])
            #expect(seen.map(\.handle.phoneNumber) == ["+15550100", "+15550100"])
            #expect(seen[0].cellularServiceID.line.rawValue == "iccid-1")
            await house.service.wait { $0.readers.isEmpty }
            #expect(await house.service.queue.count == 1)
        }
    }

    @Test func anIDThatIsNoNumberIsStillAlwaysTheSame() {
        #expect(SMSMessageID(serviceID: "17").rawValue == 17)
        #expect(SMSMessageID(serviceID: "a").rawValue == 0xE40C_292C)
        #expect(SMSMessageID(serviceID: "4294967296") == SMSMessageID(serviceID: "4294967296"))
    }

    @Test func aTextThatIsTakenReturns() async throws {
        try await House.with({ $0.outcomes = [.init(.taken)] }) { house in
            try await TelephonyMessagingSession(client: house.client).smsService.sendMessage(Self.message(77))
            let taken = await house.service.taken
            #expect(taken.map(\.id) == ["77"])
            #expect(taken.map(\.text) == ["hello"])
            #expect(taken.map(\.recipients) == [["+15550101"]])
        }
    }

    @Test(arguments: [
        (HandsetInterface.SendResult(.refused(isPermanent: false, reason: "")), SMSService.Error.temporaryFailure),
        (HandsetInterface.SendResult(.refused(isPermanent: true, reason: "")), SMSService.Error.permanentFailure),
        (HandsetInterface.SendResult(.unknown), SMSService.Error.unknown),
    ])
    func theOtherEndsThrow(_ end: HandsetInterface.SendResult, _ error: SMSService.Error) async throws {
        try await House.with({ $0.outcomes = [end] }) { house in
            let sms = TelephonyMessagingSession(client: house.client).smsService
            await #expect(throws: error) { try await sms.sendMessage(Self.message(1)) }
        }
    }

    @Test func viabilityFollowsTheLine() async throws {
        try await House.with { house in
            let sms = TelephonyMessagingSession(client: house.client).smsService
            let line = CellularServiceID(Line.ID(rawValue: "iccid-1"))
            let notifications = try sms.viabilityNotifications
            var loop = notifications.makeAsyncIterator()
            let start = await loop.next(isolation: #isolation)
            #expect(start == SMSService.ViabilityNotification(cellularServiceID: line, isViable: true))
            await house.change { $0.state.lines[0].signal = 3 }
            await house.change { $0.state.lines[0].canSendSMS = false }
            #expect(await loop.next(isolation: #isolation)?.isViable == false)
            #expect(!sms.isViable(for: line))
        }
    }

    @Test func thereAreNoCriticalMessagesAndTheLoopEndsWithItsTask() async throws {
        try await House.with { house in
            let sms = TelephonyMessagingSession(client: house.client).smsService
            _ = try sms.criticalMessageStateNotifications
            let loop = Task {
                var count = 0
                for await _ in try sms.criticalMessageStateNotifications { count += 1 }
                return count
            }
            loop.cancel()
            #expect(try await loop.value == 0)
        }
    }

    @Test func noCarrierTakesReportsOfSpam() async throws {
        try await House.with { house in
            let sms = TelephonyMessagingSession(client: house.client).smsService
            await #expect(throws: SMSService.Error.notSupported) { try await sms.reportSpam(Self.message(1)) }
        }
    }
}
