// Short messages: sent, received, reported.
import Foundation
import TelephonyMessagingKit

actor Inbox {
    private var texts: [SMSMessageID: String] = [:]

    func receive() async throws {
        let service = TelephonyMessagingSession.shared.smsService
        for await notification in try service.incomingMessageNotifications {
            let message = notification.message
            texts[message.messageID] = "\(message.handle.phoneNumber): \(message.content.body)"
        }
    }

    func receiveCritical() async throws -> Int {
        var sent = 0
        for await note in try TelephonyMessagingSession.shared.smsService.criticalMessageStateNotifications {
            switch note.state {
            case .sent: sent += note.messageID.rawValue > 0 ? 1 : 0
            @unknown default: break
            }
        }
        return sent
    }
}

func send(_ body: String, to number: String, on id: CellularServiceID) async -> String? {
    let message = SMSMessage(
        cellularServiceID: id, handle: SMSHandle(phoneNumber: number), messageID: SMSMessageID(rawValue: 7),
        content: SMSContent(body: body))
    do {
        try await TelephonyMessagingSession.shared.smsService.sendMessage(message)
        return nil
    } catch let error as SMSService.Error {
        switch error {
        case .temporaryFailure: return "again"
        case .notSupported, .permanentFailure, .unknown: return error.errorDescription
        @unknown default: return "?"
        }
    } catch {
        return error.localizedDescription
    }
}

func report(_ message: SMSMessage) async throws {
    try await TelephonyMessagingSession.shared.smsService.reportSpam(message)
    _ = try JSONEncoder().encode(message)
}
