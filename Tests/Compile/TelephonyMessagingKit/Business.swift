// Businesses (chatbots): what they say of themselves, their cards and their suggestions.
import CoreGraphics
import CoreLocation
import Foundation
import TelephonyMessagingKit

func look(_ business: RCSService.Business) -> [String] {
    let color: CGColor? = business.themeColor
    var lines = business.organizationNames.map(\.displayName) + business.categoryNames
    lines += business.addressEntries.map { "\($0.label): \($0.address)" }
    lines += business.mediaEntries.filter { $0.contentType == .logo }.compactMap(\.media.sha256Digest)
    lines.append(business.communicationAddress?.telephoneDetails.phoneNumber ?? "")
    if business.verificationDetails?.isVerified == true { lines.append("verified") }
    if #available(iOS 27.0, *), let features = business.capabilities?.supportedFeatures {
        lines.append(features.contains(.reply) ? "reply" : "")
    }
    return lines + ["\(color?.numberOfComponents ?? 0)"]
}

func entries(_ menu: RCSService.Business.Menu) -> [String] {
    menu.contents.flatMap { content -> [String] in
        switch content {
        case .submenu(let inner): return [inner.title ?? ""] + entries(inner)
        case .suggestion(let suggestion): return [title(suggestion)]
        @unknown default: return []
        }
    }
}

func title(_ suggestion: RCSService.Business.Suggestion) -> String {
    switch suggestion {
    case .reply(let reply): return reply.displayText
    case .action(let action): return action.displayText + detail(action.action)
    @unknown default: return ""
    }
}

func detail(_ action: RCSService.Business.SuggestedAction.Action) -> String {
    switch action {
    case .openURL(let open):
        if case .inApp(detent: .medium) = open.target { return "half" }
        return open.url.absoluteString
    case .dialPhoneNumber(let dial): return dial.phoneNumber
    case .showLocation(let show):
        switch show.method {
        case .coordinates(let place): return CLLocationCoordinate2DIsValid(place) ? "\(place.latitude)" : ""
        case .query(let text): return text
        @unknown default: return ""
        }
    case .createCalendarEvent(let event): return event.title
    case .composeText(let compose): return compose.text
    case .composeRecording(let compose): return compose.mediaType == .audio ? "audio" : "video"
    case .sendLocation, .sendDeviceSpecifics, .enableDisplayedNotifications: return ""
    @unknown default: return ""
    }
}

func look(_ card: RCSService.Business.Card) -> String {
    let style: RCSService.Business.Card.FontStyle = [.bold, .italics]
    let size = card.content.media?.fileSize.converted(to: .bytes).value ?? 0
    let isWide = card.orientation == .horizontal && card.imageAlignment == .left
    return "\(card.titleFontStyle.isSuperset(of: style)) \(size) \(isWide) \(card.titleFontStyle == .underline)"
}

func ask(_ peer: RCSHandle.URI, on line: CellularServiceID) async throws -> RCSService.Business? {
    var request = RCSService.BusinessInformationRequest(
        cellularServiceID: line, handle: peer, cachePolicy: .remoteOnly)
    if #available(iOS 27.0, *) { request.welcomeMessageInformation = .init(identifier: "greeting") }
    return try await TelephonyMessagingSession.shared.rcsService.businessInformation(for: request)
}

func tap(
    _ suggestion: RCSService.Business.Suggestion, in note: RCSService.IncomingMessageNotification, id: RCSMessageID
) async throws {
    let service = TelephonyMessagingSession.shared.rcsService
    let message = note.message
    try await service.sendSuggestionResponse(
        .init(
            cellularServiceID: message.cellularServiceID, destination: message.handle, messageID: id,
            originatingMessageID: message.id, suggestion: suggestion))
    if case .uri(let peer) = message.handle {
        try await service.sendDeviceSpecifics(to: peer, using: message.cellularServiceID, messageID: id)
    }
}

func watch() async throws {
    for await update in try TelephonyMessagingSession.shared.rcsService.remoteHandleUpdates {
        _ = (update.newHandle ?? update.handle, update.isBusinessHandle, update.capabilities?.availability)
    }
}
