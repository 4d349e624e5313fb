public import Foundation
public import HandsetCompanions

/// A file that waits on a content server (GSMA RCC.07, file transfer over HTTP). It comes from an upload or a received message.
public struct RCSFileTransferMetadata: Equatable, Codable, Sendable {
    /// Where it is.
    public let url: URL
    /// The file's name, where its sender gave one.
    public let fileName: String?
    /// Its size in octets.
    public let fileSize: Int
    /// What kind of data it is, where that is known.
    public let contentType: UTType?
    /// When the server drops it.
    public let expirationDate: Date
    /// How long a recording lasts; set it on a recorded audio message.
    public var playbackLength: Duration?
    /// Whether the receiver shows it by itself.
    public var disposition: RCSFileTransferMetadata.Disposition?

    package init(
        url: URL, fileName: String? = nil, fileSize: Int, contentType: UTType? = nil, expirationDate: Date,
        playbackLength: Duration? = nil, disposition: RCSFileTransferMetadata.Disposition? = nil
    ) {
        self.url = url
        self.fileName = fileName
        self.fileSize = fileSize
        self.contentType = contentType
        self.expirationDate = expirationDate
        self.playbackLength = playbackLength
        self.disposition = disposition
    }

    /// Whether a file is shown by itself.
    public enum Disposition: Hashable, Codable, Sendable {
        /// Only when the receiver asks for it.
        case attachment
        /// At once, in its place among the messages.
        case render
    }
}
