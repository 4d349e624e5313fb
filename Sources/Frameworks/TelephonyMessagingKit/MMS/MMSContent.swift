public import Foundation
public import HandsetCompanions

/// What a multimedia message says, and to whom.
public struct MMSContent: Codable, Sendable {
    /// Its parts, in order.
    public var parts: [MMSPartContent]
    /// Everybody that it is to; more than one make it a group message.
    public var recipients: [MMSHandle]
    /// Who sent it. Leave it nil when sending.
    public var from: MMSHandle?
    /// The headers that came with it (OMA MMS encapsulation, clause 7). Leave them empty when sending.
    public var headers: [String: String]
    /// Its subject.
    public var subject: String?

    /// Nothing, to nobody.
    public init() { self.init(parts: [], recipients: []) }

    /// Parts for recipients.
    public init(parts: [MMSPartContent], recipients: [MMSHandle], subject: String? = nil) {
        self.parts = parts
        self.recipients = recipients
        self.subject = subject
        from = nil
        headers = [:]
    }

    func isEqual(to other: MMSContent) -> Bool {
        subject == other.subject && headers == other.headers && from?.phoneNumber == other.from?.phoneNumber
            && recipients.map(\.phoneNumber) == other.recipients.map(\.phoneNumber)
            && parts.elementsEqual(other.parts) { $0.isEqual(to: $1) }
    }
}

/// One part of a multimedia message: a text, a picture.
public struct MMSPartContent: Codable, Sendable {
    /// The octets.
    public var data: Data
    /// What they are; nil when it is not known.
    public var contentType: UTType?
    /// The part's name in the message, by which a presentation refers to it.
    public var contentID: String
    /// Whether it is shown in its place.
    public var disposition: MMSPartContent.MMSDispositionType
    /// The file's name; empty when there is none.
    public var filename: String
    /// Further headers.
    public var customHeaders: [MMSPartContent.MMSCustomHeader]

    /// A part. Most receivers take plain text, vCard, vCalendar, JPEG, PNG, GIF, BMP, AAC and 3GPP video.
    public init(
        data: Data, contentType: UTType?, contentID: String, disposition: MMSPartContent.MMSDispositionType,
        fileName: String
    ) {
        self.data = data
        self.contentType = contentType
        self.contentID = contentID
        self.disposition = disposition
        filename = fileName
        customHeaders = []
    }

    /// Adds a header, which an app can only have from a message or a decoder.
    public mutating func addCustomHeader(_ header: MMSPartContent.MMSCustomHeader) { customHeaders.append(header) }

    func isEqual(to other: MMSPartContent) -> Bool {
        data == other.data && contentType == other.contentType && contentID == other.contentID
            && disposition == other.disposition && filename == other.filename
            && customHeaders.elementsEqual(other.customHeaders) { $0.key == $1.key && $0.value == $1.value }
    }
}

extension MMSPartContent {
    /// A header of a part.
    public struct MMSCustomHeader: Codable, Sendable {
        /// Its name.
        public let key: String
        /// What it says.
        public let value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// Where a part is shown (RFC 2183).
    public enum MMSDispositionType: Hashable, Codable, Sendable {
        /// Only when the person asks for it.
        case attachment
        /// In its place in the message.
        case inline
    }
}
