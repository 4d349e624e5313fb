// How a messaging app tells of a message: it posts its own notification, and acts on the click and on the reply.
import Foundation
import UserNotifications

final class Notifier: UNUserNotificationCenterDelegate {
    func begin() async throws {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        guard try await center.requestAuthorization(options: [.alert, .sound, .badge]) else { return }
        let reply = UNTextInputNotificationAction(
            identifier: "reply", title: "Reply", options: [], textInputButtonTitle: "Send",
            textInputPlaceholder: "Message")
        let delete = UNNotificationAction(identifier: "delete", title: "Delete", options: [.destructive])
        let category = UNNotificationCategory(
            identifier: "message", actions: [reply, delete], intentIdentifiers: [], options: .customDismissAction)
        center.setNotificationCategories([category])
        let settings = await center.notificationSettings()
        switch settings.authorizationStatus {
        case .authorized, .provisional, .ephemeral: break
        case .denied, .notDetermined: return
        @unknown default: return
        }
        if settings.badgeSetting == .enabled { try await center.setBadgeCount(1) }
    }

    func post(_ body: String, from sender: String, picture: URL?) async throws {
        let content = UNMutableNotificationContent()
        content.title = sender
        content.body = body
        content.sound = picture == nil ? .default : UNNotificationSound(named: UNNotificationSoundName("bell"))
        content.badge = 1
        content.categoryIdentifier = "message"
        content.threadIdentifier = sender
        content.userInfo = ["thread": sender]
        content.interruptionLevel = .timeSensitive
        if let picture { content.attachments = [try UNNotificationAttachment(identifier: "p", url: picture)] }
        let soon = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
        _ = soon.nextTriggerDate()
        let request = UNNotificationRequest(identifier: sender, content: content, trigger: nil)
        try await UNUserNotificationCenter.current().add(request)
    }

    func clear(_ sender: String) async {
        let center = UNUserNotificationCenter.current()
        for note in await center.deliveredNotifications() where note.request.content.threadIdentifier == sender {
            center.removeDeliveredNotifications(withIdentifiers: [note.request.identifier])
        }
        center.removeAllPendingNotificationRequests()
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [.banner, .list, .sound] }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier, UNNotificationDismissActionIdentifier: break
        case "reply": _ = (response as? UNTextInputNotificationResponse)?.userText
        default: _ = response.notification.request.content.userInfo["thread"] as? String
        }
    }
}
