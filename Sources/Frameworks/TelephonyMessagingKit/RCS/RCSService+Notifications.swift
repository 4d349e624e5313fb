public import Foundation

extension RCSService {
    /// Why RCS did not do something.
    public enum Error: Swift.Error, LocalizedError, Hashable, Codable, Sendable {
        /// The RCS service cannot be reached now.
        case serviceUnavailable
        /// A value cannot be used.
        case invalidArgument
        /// A received message could not be read.
        case decodingFailed
        /// The line has no RCS, or not this part of it.
        case notSupported
        /// The reason is not known.
        case unknown
        /// It failed now and may be tried again later.
        case temporaryError
        /// It failed and will fail again.
        case permanentError
        /// Something failed inside.
        case internalError
        /// What was asked for is not there.
        case notFound
        /// It is larger than the line's configuration allows.
        case maximumSizeExceeded
        /// Encryption was asked for where there is none. Since iOS 26.5.
        case endToEndEncryptionNotSupported
    }

    /// RCS became possible or impossible on a line, or its configuration may have changed.
    public struct ViabilityNotification: Equatable, Sendable {
        /// The line.
        public let cellularServiceID: CellularServiceID
        /// Whether RCS works on the line now.
        public let isViable: Bool

        package init(cellularServiceID: CellularServiceID, isViable: Bool) {
            self.cellularServiceID = cellularServiceID
            self.isViable = isViable
        }
    }

    /// What a line's RCS service allows.
    public struct Configuration: Sendable {
        /// The largest text; nil when chat is off.
        public let maximumTextMessageSize: Measurement<UnitInformationStorage>?
        /// The largest file; nil when there is no limit.
        public let maximumFileTransferSize: Measurement<UnitInformationStorage>?
        /// From which size the person should be asked first (`FT WARN SIZE` of GSMA RCC.07); nil for never.
        public let fileTransferWarningSize: Measurement<UnitInformationStorage>?
        /// When a message without a report should be revoked and sent as SMS or MMS; nil when it cannot be revoked.
        public let chatRevokeTimeout: Duration?
        /// The most participants of a group; nil when there are no groups.
        public let maximumGroupSize: Int?
        /// Whether the line's service encrypts from end to end; look before asking for it. Since iOS 26.5.
        public let supportsEndToEndEncryption: Bool

        package init(
            maximumTextMessageSize: Measurement<UnitInformationStorage>? = nil,
            maximumFileTransferSize: Measurement<UnitInformationStorage>? = nil,
            fileTransferWarningSize: Measurement<UnitInformationStorage>? = nil, chatRevokeTimeout: Duration? = nil,
            maximumGroupSize: Int? = nil, supportsEndToEndEncryption: Bool
        ) {
            self.maximumTextMessageSize = maximumTextMessageSize
            self.maximumFileTransferSize = maximumFileTransferSize
            self.fileTransferWarningSize = fileTransferWarningSize
            self.chatRevokeTimeout = chatRevokeTimeout
            self.maximumGroupSize = maximumGroupSize
            self.supportsEndToEndEncryption = supportsEndToEndEncryption
        }
    }

    /// An RCS message was received.
    public struct IncomingMessageNotification: Equatable, Sendable {
        /// The message.
        public let message: RCSMessage
        /// The group that it came in; nil between two.
        public let groupContext: RCSGroupContext?
        /// What a business suggests to answer or do.
        public let suggestions: [RCSService.Business.Suggestion]
        /// Which reports its sender wants. Since iOS 27.0.
        public let requestedDispositions: [RCSMessage.Disposition]

        package init(
            message: RCSMessage, groupContext: RCSGroupContext? = nil,
            suggestions: [RCSService.Business.Suggestion] = [], requestedDispositions: [RCSMessage.Disposition] = []
        ) {
            self.message = message
            self.groupContext = groupContext
            self.suggestions = suggestions
            self.requestedDispositions = requestedDispositions
        }
    }

    /// Another party's handle or capabilities changed.
    public struct RemoteHandleUpdate: Sendable {
        /// The line.
        public let cellularServiceID: CellularServiceID
        /// The handle until now.
        public let handle: RCSHandle
        /// The handle from now on, if it changed.
        public let newHandle: RCSHandle?
        /// Whether it is a business.
        public let isBusinessHandle: Bool
        /// What the party can do, if that is known.
        public let capabilities: RCSService.RemoteCapabilities?

        package init(
            cellularServiceID: CellularServiceID, handle: RCSHandle, newHandle: RCSHandle? = nil,
            isBusinessHandle: Bool, capabilities: RCSService.RemoteCapabilities? = nil
        ) {
            self.cellularServiceID = cellularServiceID
            self.handle = handle
            self.newHandle = newHandle
            self.isBusinessHandle = isBusinessHandle
            self.capabilities = capabilities
        }
    }
}
