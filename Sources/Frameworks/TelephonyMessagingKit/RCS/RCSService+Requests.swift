public import Foundation
public import HandsetCompanions

extension RCSService {
    /// Asks the network to take back a message that was not delivered.
    public struct RevokeMessageRequest: Sendable {
        /// The line.
        public var cellularServiceID: CellularServiceID
        /// Whom the message was sent to.
        public var handle: RCSHandle
        /// The message.
        public var messageID: RCSMessageID

        /// The revocation of a message.
        public init(cellularServiceID: CellularServiceID, handle: RCSHandle, messageID: RCSMessageID) {
            self.cellularServiceID = cellularServiceID
            self.handle = handle
            self.messageID = messageID
        }
    }

    /// Puts a local file on the content server.
    public struct FileUploadRequest: Sendable {
        /// The line.
        public var cellularServiceID: CellularServiceID
        /// The local file.
        public var fileURL: URL
        /// What it is; nil to go by its name.
        public var contentType: UTType?
        /// Its preview, a local file.
        public var thumbnailURL: URL?
        /// What the preview is; nil to go by its name.
        public var thumbnailContentType: UTType?
        /// Whether it is, or is to be, encrypted from end to end; false unless set. Since iOS 26.5.
        public var isEndToEndEncrypted: Bool = false

        /// The upload of a file and its preview.
        public init(
            cellularServiceID: CellularServiceID, fileURL: URL, contentType: UTType? = nil, thumbnailURL: URL? = nil,
            thumbnailContentType: UTType? = nil
        ) {
            self.cellularServiceID = cellularServiceID
            self.fileURL = fileURL
            self.contentType = contentType
            self.thumbnailURL = thumbnailURL
            self.thumbnailContentType = thumbnailContentType
        }

        /// What became of an upload.
        public struct Metadata: Sendable {
            /// The upload's name.
            public let transactionID: UUID
            /// Where the file is now.
            public let fileMetadata: RCSFileTransferMetadata
            /// Where its preview is now.
            public let thumbnailMetadata: RCSFileTransferMetadata?

            package init(
                transactionID: UUID, fileMetadata: RCSFileTransferMetadata,
                thumbnailMetadata: RCSFileTransferMetadata? = nil
            ) {
                self.transactionID = transactionID
                self.fileMetadata = fileMetadata
                self.thumbnailMetadata = thumbnailMetadata
            }
        }
    }

    /// Fetches a file from a content server.
    public struct FileDownloadRequest: Sendable {
        /// The line.
        public var cellularServiceID: CellularServiceID
        /// Where it is.
        public var fileURL: URL
        /// What an encrypted file is decrypted with.
        package var fileMetadata: RCSFileTransferMetadata?
        /// Where it goes: a local path with the file's name.
        public var destinationFileURL: URL

        /// The download of a file that is not encrypted.
        public init(cellularServiceID: CellularServiceID, fileURL: URL, destinationFileURL: URL) {
            self.cellularServiceID = cellularServiceID
            self.fileURL = fileURL
            self.destinationFileURL = destinationFileURL
        }

        /// The download of any file; an encrypted one needs its metadata. Since iOS 26.5.
        public init(
            cellularServiceID: CellularServiceID, fileMetadata: RCSFileTransferMetadata, destinationFileURL: URL
        ) {
            self.cellularServiceID = cellularServiceID
            self.fileMetadata = fileMetadata
            fileURL = fileMetadata.url
            self.destinationFileURL = destinationFileURL
        }

        /// What a fetched file is.
        public struct Metadata: Sendable {
            /// What kind of data it is, where that is known.
            public let contentType: UTType?
            /// The name that its sender gave it.
            public let suggestedFileName: String?

            package init(contentType: UTType? = nil, suggestedFileName: String? = nil) {
                self.contentType = contentType
                self.suggestedFileName = suggestedFileName
            }
        }
    }

    /// Tells the carrier of an unwanted message.
    public struct ReportSpamRequest: Sendable {
        /// The message.
        public var message: RCSMessage
        /// The file that it brought.
        public var fileContent: Data?
        /// What is wrong with it.
        public var category: RCSService.ReportSpamRequest.Category?
        /// What is wrong with it, in words.
        public var reason: String?

        /// A report on a message.
        public init(
            message: RCSMessage, fileContent: Data? = nil, category: RCSService.ReportSpamRequest.Category? = nil,
            reason: String? = nil
        ) {
            self.message = message
            self.fileContent = fileContent
            self.category = category
            self.reason = reason
        }

        /// What is wrong with a message.
        public enum Category: Hashable, Codable, Sendable {
            /// It should not have come.
            case invalid
            /// It advertises.
            case spam
            /// It tries to cheat.
            case fraud
            /// It offends.
            case inappropriateContent
            /// Something else.
            case other
        }
    }
}
