// RCS messages of every kind, one to one.
import Foundation
import TelephonyMessagingKit
import UniformTypeIdentifiers

struct Chat: Sendable {
    let line: CellularServiceID
    let peer: RCSHandle
    private var service: RCSService { TelephonyMessagingSession.shared.rcsService }

    init?(number: String, on line: CellularServiceID) {
        guard let peer = RCSHandle.phoneNumber(number) else { return nil }
        self.line = line
        self.peer = peer
    }

    func say(_ words: String, id: RCSMessageID) async throws {
        let configuration = try service.configuration(for: line)
        var text = RCSMessage.Text(body: words)
        if #available(iOS 26.5, *) { text.isEndToEndEncrypted = configuration.supportsEndToEndEncryption }
        try await service.sendMessage(text, to: peer, using: line, messageID: id)
        try await service.sendMessage("and this", to: peer, using: line, messageID: RCSMessageID(rawValue: "2"))
    }

    func show(_ file: URL, id: RCSMessageID) async throws {
        let uploaded = try await service.upload(
            RCSService.FileUploadRequest(cellularServiceID: line, fileURL: file, contentType: .png))
        var metadata = uploaded.fileMetadata
        metadata.playbackLength = .seconds(3)
        metadata.disposition = .render
        let transfer = RCSMessage.FileTransfer(
            fileMetadata: metadata, thumbnailMetadata: uploaded.thumbnailMetadata)
        try await service.sendMessage(transfer, to: peer, using: line, messageID: id)
    }

    func fetch(_ transfer: RCSMessage.FileTransfer, into folder: URL) async throws -> String? {
        let request = RCSService.FileDownloadRequest(
            cellularServiceID: line, fileURL: transfer.fileMetadata.url,
            destinationFileURL: folder.appendingPathComponent("incoming"))
        return try await service.download(request).suggestedFileName
    }

    func typing() async throws {
        let state = RCSMessage.ComposingIndicator(state: .active, refreshInterval: .seconds(60))
        try await service.sendMessage(state, to: peer, using: line, messageID: RCSMessageID(rawValue: "3"))
        let place = RCSMessage.GeolocationPush(latitude: 51.5, longitude: -0.1, description: "Here")
        try await service.sendMessage(place, to: peer, using: line, messageID: RCSMessageID(rawValue: "4"))
    }

    func displayed(_ message: RCSMessage, in group: RCSGroupContext?) async throws {
        guard case .uri(let sender) = message.handle else { return }
        let report = RCSMessage.DispositionNotification(disposition: .displayed, disposedMessageID: message.id)
        try await service.sendMessage(
            report, to: sender, using: line, messageID: RCSMessageID(rawValue: "5"), group: group?.handle)
    }

    func recall(_ id: RCSMessageID) async throws -> Bool {
        guard try service.configuration(for: line).chatRevokeTimeout != nil else { return false }
        return try await service.revokeMessage(.init(cellularServiceID: line, handle: peer, messageID: id))
    }

    @available(iOS 26.5, *)
    func secure(_ text: RCSMessage.Text, again receipt: RCSMessage.SecureSendReceipt?) async throws -> UUID? {
        var request = RCSService.SendEncryptedMessageRequest(
            content: text, destination: peer, cellularServiceID: line, messageID: RCSMessageID(rawValue: "6"))
        request.secureSendReceipt = receipt
        return try await service.sendEncryptedMessageRequest(request).secureSendReceipt?.id
    }

    func answer(_ id: RCSMessageID) async throws {
        guard #available(iOS 27.0, *) else { return }
        let known = try await service.remoteCapabilities(for: .init(cellularServiceID: line, handle: peer))
        guard known?.supportsExtendedMessagingReply == true else { return }
        let reply = RCSMessage.Reply(targetMessageID: id, content: .text("Yes"))
        try await service.sendMessage(reply, to: peer, using: line, messageID: RCSMessageID(rawValue: "7"))
        let smile = RCSMessage.Reaction(targetMessageID: id, operation: .addEmoji("🙂"))
        try await service.sendMessage(smile, to: peer, using: line, messageID: RCSMessageID(rawValue: "8"))
        let none = RCSMessage.CustomReaction(targetMessageID: id, operation: .remove, isEndToEndEncrypted: false)
        try await service.sendMessage(none, to: peer, using: line, messageID: RCSMessageID(rawValue: "9"))
    }

    func spam(_ message: RCSMessage) async throws {
        try await service.reportSpam(.init(message: message, category: .fraud, reason: "prize"))
    }
}

func receive(_ show: @Sendable (String) -> Void) async throws {
    for await note in try TelephonyMessagingSession.shared.rcsService.incomingMessageNotifications {
        show(summary(note.message.content))
        if #available(iOS 27.0, *), note.requestedDispositions.contains(.displayed) { show("read") }
        if let group = note.groupContext { show(group.handle.conversationID) }
    }
}

func summary(_ content: RCSMessage.Content) -> String {
    switch content {
    case .text(let text): return text.body
    case .fileTransfer(let file): return file.fileMetadata.fileName ?? "file of \(file.fileMetadata.fileSize)"
    case .geolocationPush(let place): return place.description ?? "\(place.latitude), \(place.longitude)"
    case .composingIndicator(let typing): return typing.state == .active ? "…" : ""
    case .dispositionNotification(let report): return report.disposedMessageID.description
    case .businessCard(let card): return card.content.title ?? ""
    case .businessCardCarousel(let cards): return "\(cards.contents.count) cards"
    case .reply(let reply): return reply.targetMessageID.rawValue
    case .reaction(let reaction):
        switch reaction.operation {
        case .addEmoji(let emoji), .removeEmoji(let emoji): return emoji
        @unknown default: return ""
        }
    case .customReaction: return "reaction"
    @unknown default: return "?"
    }
}

func again(_ error: RCSService.Error) -> Bool {
    switch error {
    case .temporaryError, .serviceUnavailable: return true
    case .invalidArgument, .decodingFailed, .notSupported, .unknown, .permanentError, .internalError, .notFound,
        .maximumSizeExceeded, .endToEndEncryptionNotSupported:
        return false
    @unknown default: return false
    }
}
