public import Foundation

/// A part of a multimedia message: a text, a picture, a card.
public struct MessagePart: Hashable, Sendable {
    /// The media type, such as `image/jpeg`. The octets of texts are UTF-8.
    public var type: String
    /// The name by which a presentation refers to it.
    public var id: String
    /// The file's name; empty where there is none. A sender's name is no path to be trusted.
    public var fileName: String
    /// Whether it is shown only when the person asks for it.
    public var isAttachment: Bool
    /// The octets.
    public var data: Data

    /// A part.
    public init(type: String, id: String = "", fileName: String = "", isAttachment: Bool = false, data: Data) {
        self.type = type
        self.id = id
        self.fileName = fileName
        self.isAttachment = isAttachment
        self.data = data
    }

    /// A plain text.
    public init(text: String) { self.init(type: "text/plain", data: Data(text.utf8)) }

    /// The text of a part that is one.
    public var text: String? { type.hasPrefix("text/") ? String(data: data, encoding: .utf8) : nil }
}

/// A multimedia message that was announced and is not here.
public struct Download: Hashable, Identifiable, Sendable {
    /// How a download stands.
    public enum State: String, Hashable, Sendable {
        /// It is being fetched, now or when the line's connection is there.
        case waiting
        /// It is fetched when it is asked for: ``HandsetClient/fetch(_:)``.
        case deferred
        /// It could not be fetched; ``Download/reason`` says why.
        case failed
        /// The network kept it until ``Download/expires``.
        case expired
    }

    /// Its name for ``HandsetClient/fetch(_:)``.
    public let id: String
    /// The line that was told of it.
    public let line: Line.ID
    /// Who sent it, as far as the network tells.
    public let sender: String
    /// Its subject, where the network tells.
    public let subject: String?
    /// In octets, as the network announced it.
    public let size: Int?
    /// When this machine was told of it.
    public let announced: Date
    /// Until when the network keeps it.
    public let expires: Date
    /// How it stands.
    public let state: State
    /// Why it is not here, in words without numbers.
    public let reason: String?
}
