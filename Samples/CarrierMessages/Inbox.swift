import Foundation
import TelephonyMessagingKit
import UserNotifications

/// Takes the carrier's texts, stores each once, and notifies. The same source runs on iOS.
final class Inbox: NSObject, UNUserNotificationCenterDelegate, Sendable {
    private static let replyAction = "reply"
    private static let category = "text"

    private let store: Store
    private let show: @Sendable (SMSMessage) -> Void

    /// `show` puts a text before a person who has the app open.
    init(store: Store, show: @escaping @Sendable (SMSMessage) -> Void) {
        self.store = store
        self.show = show
    }

    /// Makes the notification centre ours: a click on a notification may be what launched us.
    func takeResponses() {
        let center = UNUserNotificationCenter.current()
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
    }

    /// Runs until its task is cancelled. When a text cannot be stored it throws, and the text comes again to the next loop.
    func receive() async throws {
        let session = TelephonyMessagingSession.shared
        guard session.isConfiguredForCarrierMessaging else { throw SetupError.notTheMessagingApp }
        for await notification in try session.smsService.incomingMessageNotifications {
            let message = notification.message
            guard try await store.add(message) else { continue }  // handed over a second time
            show(message)
            let content = UNMutableNotificationContent()
            content.title = "Carrier Messages"
            content.subtitle = message.handle.phoneNumber
            content.body = message.content.body
            content.sound = .default
            content.categoryIdentifier = Self.category
            content.threadIdentifier = message.handle.phoneNumber
            content.userInfo = ["message": try JSONEncoder().encode(message)]
            let id = "sms-\(message.messageID)"
            try await UNUserNotificationCenter.current().add(
                UNNotificationRequest(identifier: id, content: content, trigger: nil))
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        guard response.actionIdentifier == Self.replyAction, let reply = response as? UNTextInputNotificationResponse,
            let stored = response.notification.request.content.userInfo["message"] as? Data,
            let message = try? JSONDecoder().decode(SMSMessage.self, from: stored)
        else { return }
        do {
            try await send(reply.userText, to: message.handle, on: message.cellularServiceID)
        } catch {
            let content = UNMutableNotificationContent()
            content.title = "Your answer was not sent"
            content.body = error.localizedDescription
            try? await center.add(UNNotificationRequest(identifier: "failure", content: content, trigger: nil))
        }
    }

    /// The line that the person gave this label.
    func line(labelled label: String) throws -> CellularServiceID {
        let lines = try TelephonyMessagingSession.shared.cellularServices
        guard let line = lines.first(where: { $0.label == label }) else { throw SetupError.chooseALine(lines) }
        return line.id
    }

    /// Sends a text on a line, or on the only one.
    func send(_ text: String, to handle: SMSHandle, on line: CellularServiceID? = nil) async throws {
        let session = TelephonyMessagingSession.shared
        guard session.isConfiguredForCarrierMessaging else { throw SetupError.notTheMessagingApp }
        let lines = try session.cellularServices
        guard let line = line ?? (lines.count == 1 ? lines.first?.id : nil) else { throw SetupError.chooseALine(lines) }
        try await session.smsService.sendMessage(
            SMSMessage(
                cellularServiceID: line, handle: handle, messageID: try await store.nextOutgoingID(),
                content: SMSContent(body: text)))
    }
}

/// What the person has to settle first.
enum SetupError: LocalizedError {
    case notTheMessagingApp
    case chooseALine([CellularServiceState])

    var errorDescription: String? {
        switch self {
        case .notTheMessagingApp: "This app is not the one for carrier messages. Choose it in the settings."
        case .chooseALine([]): "There is no line to send on."
        case .chooseALine(let lines): "Choose a line: \(lines.map(\.label).joined(separator: ", "))."
        }
    }
}
