import Foundation
package import Handset
import HandsetCompanions

extension MMSMessage {
    package init(_ message: IncomingMessage) {
        let parts = message.parts.enumerated().map { index, part in
            MMSPartContent(
                data: part.data, contentType: UTType(mediaType: part.type),
                contentID: part.id.isEmpty ? "part\(index + 1)" : part.id,
                disposition: part.isAttachment ? .attachment : .inline, fileName: part.fileName)
        }
        var content = MMSContent(
            parts: parts, recipients: message.recipients.map(MMSHandle.init(phoneNumber:)), subject: message.subject)
        content.from = message.sender.isEmpty ? nil : MMSHandle(phoneNumber: message.sender)
        content.headers = message.headers
        self.init(
            cellularServiceID: CellularServiceID(message.line),
            messageID: MMSMessageID(rawValue: UInt32(message.id) ?? 0), content: content)
    }

    /// What can be seen to be wrong before anything is sent.
    func check(against limits: Line.Multimedia) throws(MMSService.Error) {
        guard !content.recipients.isEmpty, content.recipients.allSatisfy({ !$0.phoneNumber.isEmpty }),
            content.recipients.count <= limits.maximumRecipients
        else { throw .invalidRecipient }
        guard !content.parts.isEmpty, content.from == nil, content.headers.isEmpty else { throw .invalidMessageParts }
        guard totalSize.converted(to: .bytes).value <= Double(limits.maximumSize) else { throw .maximumSizeExceeded }
    }
}

extension OutgoingMessage {
    init(_ message: MMSMessage) {
        self.init(
            id: String(message.messageID.rawValue), line: message.cellularServiceID.line,
            to: message.content.recipients.map(\.phoneNumber), subject: message.content.subject,
            parts: message.content.parts.map { part in
                MessagePart(
                    type: part.mediaType, id: part.contentID, fileName: part.filename,
                    isAttachment: part.disposition == .attachment, data: part.data)
            })
    }
}

extension MMSPartContent {
    var mediaType: String {
        if let type = contentType?.preferredMIMEType { return type }
        let fileExtension = (filename as NSString).pathExtension
        return UTType(filenameExtension: fileExtension)?.preferredMIMEType ?? "application/octet-stream"
    }
}

extension UTType {
    /// The type of a part; the names that telephones write for cards are older than those of the list.
    init?(mediaType: String) {
        let type = mediaType.lowercased()
        switch type {
        case "": return nil
        case "text/x-vcard": self.init(mimeType: "text/vcard")
        case "text/x-vcalendar": self.init(mimeType: "text/calendar")
        default: self.init(mimeType: type)
        }
    }
}

extension MMSService.Error {
    /// How a send ended; nil when it was taken.
    init?(_ result: SendResult) {
        switch (result.outcome, result.code.flatMap(MultimediaRefusal.init(rawValue:))) {
        case (.taken, _): return nil
        case (.unknown, _): self = .unknown
        case (_, .tooLarge): self = .maximumSizeExceeded
        case (_, .recipient): self = .invalidRecipient
        case (_, .parts): self = .invalidMessageParts
        case (_, .notConfigured): self = .mmsNotConfiguredForCarrier
        case (.refusedTemporarily, _): self = .mmsNotReady
        case (.refusedPermanently, _): self.init(refusal: result.code)
        }
    }

    /// X-Mms-Response-Status of a refusal for good (OMA-TS-MMS_ENC-V1_3, 7.3.48): of 1.0, and of later versions.
    private init(refusal code: Int?) {
        switch code {
        case 0x82, 0x88, 0xE1, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA: self = .notSupported
        case 0x84, 0xE3: self = .invalidRecipient
        case 0x83, 0x87, 0xE2, 0xE5: self = .invalidMessageParts
        // No money is left: with some it works again.
        case 0xEB: self = .mmsNotReady
        default: self = .internalError
        }
    }
}

extension MMSService.Configuration {
    init(_ limits: Line.Multimedia) {
        let size = Measurement(value: Double(limits.maximumSize), unit: UnitInformationStorage.bytes)
        self.init(
            maximumImageSize: size, maximumMessageSize: size, maximumRecipients: limits.maximumRecipients,
            // Characters of up to four octets each.
            maximumSubjectSize: Measurement(value: Double(limits.maximumSubject), unit: .bytes))
    }
}
