import Foundation
import HandsetBusTesting
import HandsetInterface
import HandsetPlatform
import TelephonyMessagingKit
import Testing
import UserNotifications

private let SAMPLE_PHONE_NUMBER = "+15550101"
private let SAMPLE_SMS_MESSAGE_ID: UInt32 = 77
private let stored = Lock<[String]>([])

private func storeSMSMessage(_ message: SMSMessage) { stored.withLock { $0.append(message.content.body) } }

/// Code of the shape that Apple's article shows, against the session that apps have: `shared`, found by `HANDSET_BUS`.
@Suite(.timeLimit(.minutes(1)), .serialized) struct ListingTests {
    private func receive() async throws {
        guard TelephonyMessagingSession.shared.isConfiguredForCarrierMessaging else { return }
        let notifications = try TelephonyMessagingSession.shared.smsService.incomingMessageNotifications
        for await smsMessageNotification in notifications {
            let message = smsMessageNotification.message
            storeSMSMessage(message)
            let notificationContent = UNMutableNotificationContent()
            notificationContent.title = "My Message App"
            notificationContent.subtitle = "From: \(message.handle.phoneNumber)"
            notificationContent.body = message.content.body
            let request = UNNotificationRequest(
                identifier: "com.example.mymessageapp", content: notificationContent, trigger: nil)
            try await UNUserNotificationCenter.current().add(request)
        }
    }

    private func send() async throws {
        guard TelephonyMessagingSession.shared.isConfiguredForCarrierMessaging else { return }
        let service = TelephonyMessagingSession.shared.smsService
        let cellularServices = try TelephonyMessagingSession.shared.cellularServices
        let cellularServiceID = cellularServices[0].id
        guard service.isViable(for: cellularServiceID) else { return }
        let message = SMSMessage(
            cellularServiceID: cellularServiceID,
            handle: SMSHandle(phoneNumber: SAMPLE_PHONE_NUMBER),
            messageID: SMSMessageID(rawValue: SAMPLE_SMS_MESSAGE_ID),
            content: SMSContent(body: "Hello There.")
        )
        try await service.sendMessage(message)
    }

    @Test func bothListingsRunTwiceInARow() async throws {
        try await PrivateBus.with { bus in
            setenv("HANDSET_BUS", bus.text, 1)
            let service = TestService(loop: bus.loop)
            await service.change { $0.outcomes = [.init(.taken), .init(.taken)] }
            let server = ServiceServer(service, on: bus.address, loop: bus.loop)
            try await server.start()
            try await TelephonyMessagingSession.shared.client.refresh()
            for round in 1...2 {
                await service.receive("round \(round)")
                let loop = Task { try await receive() }
                await service.wait {
                    $0.shown["com.example.mymessageapp"]?.body == "round \(round)" && $0.queue.isEmpty
                }
                loop.cancel()
                try await loop.value
                try await send()
            }
            #expect(stored.withLock { $0 } == ["round 1", "round 2"])
            #expect(await service.taken.map(\.text) == ["Hello There.", "Hello There."])
            #expect(await service.shown["com.example.mymessageapp"]?.subtitle == "From: +15550100")
            await TelephonyMessagingSession.shared.client.close()
            await server.stop()
        }
    }
}
