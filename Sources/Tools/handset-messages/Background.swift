import Foundation
import HandsetArchive
import TelephonyMessagingKit
import UserNotifications

/// What the app does when Handset launches it: store, notify, send what is typed into a notification, and leave when nothing
/// more comes.
@MainActor
final class Background: UNUserNotificationCenterDelegate {
    private static let patience: Duration = .seconds(10)
    private static let replyAction = "reply"
    private static let category = "text"

    private let store: MessageArchive
    private let session = TelephonyMessagingSession.shared
    private let center = UNUserNotificationCenter.current()
    private var lastActivity = ContinuousClock.now
    private var failure: (any Error)?

    init(store: MessageArchive) { self.store = store }

    func run() async throws {
        guard session.isConfiguredForCarrierMessaging else { return }
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: Self.category,
                actions: [
                    UNTextInputNotificationAction(
                        identifier: Self.replyAction, title: "Reply", textInputButtonTitle: "Send",
                        textInputPlaceholder: "Text")
                ],
                intentIdentifiers: [])
        ])
        center.delegate = self

        let notifications = try session.smsService.incomingMessageNotifications
        let receiving = Task {
            for await notification in notifications {
                do {
                    try await handle(notification.message)
                } catch {
                    failure = error
                    break  // not stored: Handset keeps it and launches us again
                }
            }
        }
        while !Task.isCancelled, failure == nil {
            let idle = ContinuousClock.now - lastActivity
            if idle >= Self.patience { break }
            try await Task.sleep(for: Self.patience - idle)
        }
        receiving.cancel()
        await receiving.value
        if let failure { throw failure }
    }

    private func handle(_ message: SMSMessage) async throws {
        lastActivity = .now
        let isNew = try store.add(ArchivedMessage(received: message, lines: (try? session.cellularServices) ?? []))
        guard isNew else { return }
        let content = UNMutableNotificationContent()
        content.title = "Messages"
        content.subtitle = "From: \(message.handle.phoneNumber)"
        content.body = message.content.body
        content.categoryIdentifier = Self.category
        content.threadIdentifier = message.handle.phoneNumber
        content.userInfo = ["party": message.handle.phoneNumber, "line": message.cellularServiceID.description]
        try await center.add(
            UNNotificationRequest(identifier: "sms-\(message.messageID.rawValue)", content: content, trigger: nil))
    }

    // MARK: What the person typed into a notification

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let info = response.notification.request.content.userInfo
        guard let reply = response as? UNTextInputNotificationResponse, let party = info["party"] as? String,
            let line = info["line"] as? String
        else { return }
        await answer(party, on: line, with: reply.userText)
    }

    private func answer(_ party: String, on line: String, with text: String) async {
        lastActivity = .now
        do {
            guard let service = try session.cellularServices.first(where: { $0.id.description == line }) else { return }
            try await Sender(store: store).send(text, to: party, on: service)
        } catch {
            failure = error
        }
        lastActivity = .now
    }
}
