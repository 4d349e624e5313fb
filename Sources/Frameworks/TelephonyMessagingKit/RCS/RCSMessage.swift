/// A received RCS message. It carries no date.
public struct RCSMessage: Identifiable, Equatable, Codable, Sendable {
    /// Its name, which its sender gave it.
    public let id: RCSMessageID
    /// The message that this one sends again, if it does. Since iOS 26.5.
    public let originalID: RCSMessageID?
    /// The line that received it.
    public let cellularServiceID: CellularServiceID
    /// The other party.
    public let handle: RCSHandle
    /// What it brings.
    public let content: RCSMessage.Content

    package init(
        id: RCSMessageID, originalID: RCSMessageID? = nil, cellularServiceID: CellularServiceID, handle: RCSHandle,
        content: RCSMessage.Content
    ) {
        self.id = id
        self.originalID = originalID
        self.cellularServiceID = cellularServiceID
        self.handle = handle
        self.content = content
    }
    /// As the conformance asks for.
    public typealias ID = RCSMessageID

    /// What a message brings.
    public enum Content: Equatable, Codable, Sendable {
        /// A text.
        case text(RCSMessage.Text)
        /// A file on a content server.
        case fileTransfer(RCSMessage.FileTransfer)
        /// A place.
        case geolocationPush(RCSMessage.GeolocationPush)
        /// Whether the other party is typing.
        case composingIndicator(RCSMessage.ComposingIndicator)
        /// What became of a message that was sent.
        case dispositionNotification(RCSMessage.DispositionNotification)
        /// A business's card.
        case businessCard(RCSService.Business.Card)
        /// Several cards of a business.
        case businessCardCarousel(RCSService.Business.CardCarousel)
        /// An answer to a certain message. Since iOS 27.0.
        case reply(RCSMessage.Reply)
        /// An emoji on a message. Since iOS 27.0.
        case reaction(RCSMessage.Reaction)
        /// A picture on a message. Since iOS 27.0.
        case customReaction(RCSMessage.CustomReaction)
    }
}
