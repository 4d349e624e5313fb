import Foundation
import HandsetArchive
import TelephonyMessagingKit
import UserNotifications

/// What the app does when Handset launches it: store, notify, send what is typed into a notification, and leave when nothing
/// more comes.
@MainActor
final class Background: UNUserNotificationCenterDelegate {
    private static let patience: Duration = .seconds(10)
    private nonisolated static let replyAction = "reply"
    private nonisolated static let sendAction = "send"
    private static let category = "text"
    private static let draftCategory = "draft"
    private static let emptyDraftCategory = "empty-draft"

    private let store: MessageArchive
    private let session = TelephonyMessagingSession.shared
    private let center = UNUserNotificationCenter.current()
    private var lastActivity = ContinuousClock.now
    private var failure: (any Error)?

    private let draft: Draft?

    init(store: MessageArchive, draft: Draft?) {
        self.store = store
        self.draft = draft
    }

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
                intentIdentifiers: []),
            UNNotificationCategory(
                identifier: Self.draftCategory,
                actions: [UNNotificationAction(identifier: Self.sendAction, title: "Send"), Self.writeAction],
                intentIdentifiers: []),
            UNNotificationCategory(
                identifier: Self.emptyDraftCategory, actions: [Self.writeAction], intentIdentifiers: []),
        ])
        center.delegate = self
        if let draft { try await show(draft) }

        let notifications = try session.smsService.incomingMessageNotifications
        let pictures = try session.mmsService.incomingMessageNotifications
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
        let receivingPictures = Task {
            for await notification in pictures {
                do {
                    try await handle(notification.message)
                } catch {
                    failure = error
                    break
                }
            }
        }
        while !Task.isCancelled, failure == nil {
            let idle = ContinuousClock.now - lastActivity
            if idle >= Self.patience { break }
            try await Task.sleep(for: Self.patience - idle)
        }
        receiving.cancel()
        receivingPictures.cancel()
        await receiving.value
        await receivingPictures.value
        if let failure { throw failure }
    }

    private func handle(_ message: SMSMessage) async throws {
        lastActivity = .now
        // One that comes again may not have been shown: the process that stored it died. Shown twice it only replaces itself.
        _ = try store.add(ArchivedMessage(received: message, lines: (try? session.cellularServices) ?? []))
        try await notify(
            "sms-\(message.messageID.rawValue)", from: message.handle.phoneNumber, message.content.body,
            on: message.cellularServiceID)
    }

    private func handle(_ message: MMSMessage) async throws {
        lastActivity = .now
        let kept = try ArchivedMessage(
            received: message, lines: (try? session.cellularServices) ?? [], in: store)
        _ = try store.add(kept)
        let words = [kept.subject ?? "", kept.text, kept.files.map { "\($0.count) attached" } ?? ""]
        try await notify(
            "mms-\(kept.id)", from: kept.party, words.filter { !$0.isEmpty }.joined(separator: "\n"),
            on: message.cellularServiceID)
    }

    private func notify(_ id: String, from party: String, _ body: String, on line: CellularServiceID) async throws {
        let content = UNMutableNotificationContent()
        content.title = "Messages"
        content.subtitle = "From: \(party)"
        content.body = body
        content.categoryIdentifier = Self.category
        content.threadIdentifier = party
        content.userInfo = ["party": party, "line": line.description]
        try await center.add(UNNotificationRequest(identifier: id, content: content, trigger: nil))
    }

    // MARK: What a link begins

    private static var writeAction: UNTextInputNotificationAction {
        UNTextInputNotificationAction(
            identifier: replyAction, title: "Write", textInputButtonTitle: "Send", textInputPlaceholder: "Text")
    }

    /// There is no window to write in: the person sends it, or writes another text, in the notification.
    private func show(_ draft: Draft) async throws {
        let content = UNMutableNotificationContent()
        content.title = "New text"
        content.subtitle = draft.recipients.isEmpty ? "To whom?" : "To: \(draft.recipients.joined(separator: ", "))"
        content.body =
            draft.recipients.isEmpty ? "Open handset-messages in a terminal, and /to NUMBER." : draft.body
        if !draft.recipients.isEmpty {
            content.categoryIdentifier = draft.body.isEmpty ? Self.emptyDraftCategory : Self.draftCategory
        }
        content.userInfo = ["recipients": draft.recipients, "body": draft.body]
        try await center.add(UNNotificationRequest(identifier: "draft", content: content, trigger: nil))
    }

    // MARK: What the person typed into a notification

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let info = response.notification.request.content.userInfo
        let typed = (response as? UNTextInputNotificationResponse)?.userText
        if let recipients = info["recipients"] as? [String], let body = info["body"] as? String {
            guard let text = typed ?? (response.actionIdentifier == Self.sendAction ? body : nil) else { return }
            return await send(text, to: recipients, on: nil)
        }
        guard let typed, let party = info["party"] as? String, let line = info["line"] as? String else { return }
        await send(typed, to: [party], on: line)
    }

    /// Sends on a line, else on the only one.
    private func send(_ text: String, to recipients: [String], on line: String?) async {
        lastActivity = .now
        do {
            let services = try session.cellularServices
            let sender = Sender(store: store)
            for party in recipients {
                let chosen =
                    line.map { line in services.first { $0.id.description == line } }
                    ?? store.line(for: party, among: services)
                guard let chosen else {
                    return try await tell(
                        "Your text was not sent",
                        services.isEmpty
                            ? "There is no line."
                            : "There are several lines: open handset-messages in a terminal, and choose one.")
                }
                if let failure = try await sender.send(text, to: party, on: chosen) {
                    try await tell("Your text to \(party)", "\(failure)\n\(text)")
                }
            }
        } catch {
            failure = error
        }
        lastActivity = .now
    }

    /// Nobody looks at the record of an app that has no window.
    private func tell(_ title: String, _ body: String) async throws {
        let content = UNMutableNotificationContent()
        content.title = title
        content.body = body
        try await center.add(UNNotificationRequest(identifier: "sending-\(UUID())", content: content, trigger: nil))
    }
}
