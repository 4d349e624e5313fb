// Multimedia messages, in the flow of 26.1 and in that of 26.0.
import Foundation
import TelephonyMessagingKit
import UniformTypeIdentifiers

func compose(photo: Data, text: String, to numbers: [String], on id: CellularServiceID) -> MMSMessage {
    let parts = [
        MMSPartContent(
            data: photo, contentType: .jpeg, contentID: "photo", disposition: .attachment, fileName: "photo.jpg"),
        MMSPartContent(
            data: Data(text.utf8), contentType: UTType.plainText, contentID: "text", disposition: .inline,
            fileName: ""),
    ]
    var content = MMSContent(parts: parts, recipients: numbers.map(MMSHandle.init(phoneNumber:)))
    content.subject = "Holiday"
    return MMSMessage(cellularServiceID: id, messageID: MMSMessageID(rawValue: 1), content: content)
}

func send(_ message: MMSMessage) async throws {
    let service = TelephonyMessagingSession.shared.mmsService
    let configuration = try await service.configuration(for: message.cellularServiceID)
    if let largest = configuration.maximumMessageSize, message.totalSize > largest {
        throw MMSService.Error.maximumSizeExceeded
    }
    if let most = configuration.maximumRecipients, message.content.recipients.count > most { return }
    do {
        try await service.sendMessage(message)
    } catch let error as MMSService.Error {
        switch error {
        case .mmsNotReady: break
        case .unknown, .notSupported, .invalidRecipient, .invalidMessageParts, .internalError,
            .mmsNotConfiguredForCarrier, .maximumSizeExceeded:
            throw error
        @unknown default: throw error
        }
    }
}

func sizes(_ configuration: MMSService.Configuration) -> [Double?] {
    [
        configuration.maximumImageSize, configuration.maximumSubjectSize, configuration.smsSizeToBeSentAsMMSInstead,
    ].map { $0?.converted(to: .kilobytes).value }
}

@available(iOS 26.1, *)
func receive(_ keep: (MMSMessage) -> Void) async throws {
    for await notification in try TelephonyMessagingSession.shared.mmsService.incomingMessageNotifications {
        keep(notification.message)
    }
}

func read(_ message: MMSMessage) -> [String] {
    let sender = message.content.from?.phoneNumber ?? ""
    return [sender] + message.content.headers.keys
        + message.content.parts.map { part in
            switch part.disposition {
            case .inline: return String(decoding: part.data, as: UTF8.self)
            case .attachment: return part.filename.isEmpty ? part.contentID : part.filename
            @unknown default: return part.contentType?.identifier ?? ""
            }
        }
}

func copyHeaders(of part: MMSPartContent, to other: inout MMSPartContent) {
    for header in part.customHeaders where !header.key.isEmpty { other.addCustomHeader(header) }
}

func viable() async throws {
    let service = TelephonyMessagingSession.shared.mmsService
    for await change in try service.viabilityNotifications { _ = service.isViable(for: change.cellularServiceID) }
}
