public import Foundation
public import HandsetCompanions

extension RCSMessage {
    /// A file as a message.
    public struct FileTransfer: Equatable, Codable, Sendable {
        /// Where the file is.
        public var fileMetadata: RCSFileTransferMetadata
        /// Where its preview is.
        public var thumbnailMetadata: RCSFileTransferMetadata?
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public var isEndToEndEncrypted: Bool = false

        /// A file that was uploaded, with its preview.
        public init(fileMetadata: RCSFileTransferMetadata, thumbnailMetadata: RCSFileTransferMetadata? = nil) {
            self.fileMetadata = fileMetadata
            self.thumbnailMetadata = thumbnailMetadata
        }
    }

    /// A place as a message (WGS 84).
    public struct GeolocationPush: Equatable, Codable, Sendable {
        /// Degrees north of the equator, -90 to 90.
        public var latitude: Double
        /// Degrees east of Greenwich, -180 to 180.
        public var longitude: Double
        /// What the place is called.
        public var description: String?
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public var isEndToEndEncrypted: Bool = false

        /// A place, in degrees.
        public init(latitude: Double, longitude: Double, description: String? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.description = description
        }
    }

    /// Whether the sender is typing (RFC 3994).
    public struct ComposingIndicator: Equatable, Codable, Sendable {
        /// Whether it is so.
        public var state: RCSMessage.ComposingIndicator.State
        /// When the sender last typed.
        public var lastActive: Date?
        /// What is being made.
        public var contentType: UTType?
        /// When to expect the next word of it.
        public var refreshInterval: Duration?
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public var isEndToEndEncrypted: Bool = false

        /// An indicator; what is nil is not sent.
        public init(
            state: RCSMessage.ComposingIndicator.State, lastActive: Date? = nil, contentType: UTType? = nil,
            refreshInterval: Duration? = nil
        ) {
            self.state = state
            self.lastActive = lastActive
            self.contentType = contentType
            self.refreshInterval = refreshInterval
        }

        /// Whether somebody is typing.
        public enum State: Hashable, Codable, Sendable {
            /// Typing.
            case active
            /// Not typing.
            case idle
        }
    }

    /// What became of a message (RFC 5438).
    public struct DispositionNotification: Equatable, Codable, Sendable {
        /// What became of it.
        public let disposition: RCSMessage.Disposition
        /// The message that is reported on.
        public let disposedMessageID: RCSMessageID
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public var isEndToEndEncrypted: Bool = false

        /// A report on a message.
        public init(disposition: RCSMessage.Disposition, disposedMessageID: RCSMessageID) {
            self.disposition = disposition
            self.disposedMessageID = disposedMessageID
        }
    }

    /// What became of a message.
    public enum Disposition: Hashable, Codable, Sendable {
        /// The receiving device has it.
        case delivered
        /// It could not be delivered.
        case deliveryFailed
        /// It was shown to the recipient.
        case displayed
        /// The carrier sent it as SMS or MMS, and it was delivered.
        case interworkingDelivered
        /// The carrier sent it as SMS or MMS, and that failed.
        case interworkingFailed
        /// The receiver could not decrypt it; send it again with the receipt of the first try. Since iOS 26.5.
        case deliveryFailedDueToDecryptionFailure
    }

    /// Stands for the sending of an encrypted message. Keep it to be able to send that message again. Since iOS 26.5.
    public struct SecureSendReceipt: Identifiable, Equatable, Codable, Sendable {
        /// The receipt's name.
        public let id: UUID

        package init(id: UUID) {
            self.id = id
        }
        /// As the conformance asks for.
        public typealias ID = UUID
    }
}
