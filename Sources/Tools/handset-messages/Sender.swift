import Foundation
import HandsetArchive
import TelephonyMessagingKit
import UniformTypeIdentifiers

/// Sends a message and keeps it, whatever became of it.
@MainActor
struct Sender {
    let store: MessageArchive

    /// - Returns: nil when the network took it, else what became of it, in words, as the stored message says too.
    @discardableResult
    func send(_ body: String, to party: String, on line: CellularServiceState) async throws -> String? {
        let id = SMSMessageID(rawValue: .random(in: 1...UInt32.max))
        let message = SMSMessage(
            cellularServiceID: line.id, handle: SMSHandle(phoneNumber: party), messageID: id,
            content: SMSContent(body: body))
        let state: String
        do {
            try await TelephonyMessagingSession.shared.smsService.sendMessage(message)
            state = Self.sent
        } catch let error as SMSService.Error {
            switch error {
            case .temporaryFailure: state = "not sent: try again later"
            case .permanentFailure: state = "not sent: the network refused it"
            case .notSupported: state = "not sent: this line cannot"
            case .unknown: state = "perhaps sent: the answer was lost"
            @unknown default: state = "not sent"
            }
        }
        _ = try store.add(
            ArchivedMessage(
                direction: .sent, id: id.description, line: line.label, party: party, text: body, state: state))
        return state == Self.sent ? nil : state
    }

    private static let sent = "sent"

    /// A multimedia message: to several, or with files.
    func send(
        _ body: String, with files: [AttachedFile], to parties: [String], on line: CellularServiceState
    ) async throws {
        let id = MMSMessageID(rawValue: .random(in: 1...UInt32.max))
        var parts: [MMSPartContent] = []
        var kept = ArchivedMessage(
            direction: .sent, id: id.description, line: line.label, party: parties.first ?? "", text: body)
        if parties.count > 1 { kept.others = Array(parties.dropFirst()) }
        if !body.isEmpty { parts.append(Self.part(Data(body.utf8), .plainText, id: "text", name: "")) }
        for (index, file) in files.enumerated() {
            let type = UTType(filenameExtension: (file.name as NSString).pathExtension)
            parts.append(Self.part(file.data, type, id: "file\(index + 1)", name: file.name))
            let copy = try store.keep(
                file.data, type: type?.preferredMIMEType ?? "application/octet-stream", name: file.name,
                number: index + 1, of: "sent-\(id)")
            kept.files = (kept.files ?? []) + [copy]
        }
        let content = MMSContent(parts: parts, recipients: parties.map(MMSHandle.init))
        do {
            try await TelephonyMessagingSession.shared.mmsService.sendMessage(
                MMSMessage(cellularServiceID: line.id, messageID: id, content: content))
            kept.state = Self.sent
        } catch let error as MMSService.Error {
            kept.state = Self.words(for: error)
        }
        _ = try store.add(kept)
    }

    private static func part(_ data: Data, _ type: UTType?, id: String, name: String) -> MMSPartContent {
        MMSPartContent(data: data, contentType: type, contentID: id, disposition: .inline, fileName: name)
    }

    private static func words(for error: MMSService.Error) -> String {
        switch error {
        case .mmsNotReady: "not sent: try again later"
        case .mmsNotConfiguredForCarrier, .notSupported: "not sent: this line has no multimedia messages"
        case .maximumSizeExceeded: "not sent: larger than the carrier allows; handset send makes pictures fit"
        case .invalidRecipient: "not sent: a recipient is wrong, or there are too many"
        case .invalidMessageParts: "not sent: an attached file is of no kind that can be sent"
        case .unknown: "perhaps sent: the answer was lost"
        case .internalError: "not sent: the network refused it"
        @unknown default: "not sent"
        }
    }
}

extension ArchivedMessage {
    init(received message: SMSMessage, lines: [CellularServiceState]) {
        let label = lines.first { $0.id == message.cellularServiceID }?.label
        self.init(
            direction: .received, id: message.messageID.description, line: label ?? "",
            party: message.handle.phoneNumber, text: message.content.body)
    }
}

extension MessageArchive {
    /// The line that this party last wrote to, else the only one.
    func line(for party: String?, among services: [CellularServiceState]) -> CellularServiceState? {
        let last = messages.last { $0.party == party }?.line
        return services.first { $0.label == last } ?? (services.count == 1 ? services[0] : nil)
    }
}

extension ArchivedMessage {
    /// A multimedia message, its files on the disk.
    init(received message: MMSMessage, lines: [CellularServiceState], in archive: MessageArchive) throws {
        let label = lines.first { $0.id == message.cellularServiceID }?.label
        let parts = message.content.parts.enumerated()
        let texts = parts.filter { $0.element.contentType == .plainText }
        self.init(
            direction: .received, id: message.messageID.description, line: label ?? "",
            party: message.content.from?.phoneNumber ?? "",
            text: texts.map { String(decoding: $0.element.data, as: UTF8.self) }.joined(separator: "\n"))
        subject = message.content.subject
        let recipients = message.content.recipients.map(\.phoneNumber)
        if !recipients.isEmpty { others = recipients }
        let rest = parts.filter { $0.element.contentType != .plainText }
        guard !rest.isEmpty else { return }
        files = try rest.map { number, part in
            try archive.keep(
                part.data, type: part.contentType?.preferredMIMEType ?? "application/octet-stream",
                name: part.filename, number: number + 1, of: id)
        }
    }
}
