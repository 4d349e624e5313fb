public import Foundation
package import Handset

/// Sends and receives multimedia messages (OMA MMS) on the machine's lines.
///
/// Handset does not carry MMS yet: ``isViable(for:)`` is false for every line, and calls throw
/// ``Error/mmsNotConfiguredForCarrier``, as on a line whose carrier has no MMS. Sequences may be looped over; nothing comes.
public final class MMSService: Sendable {
    private let service: UnofferedService

    package init(client: HandsetClient) { service = UnofferedService(client: client) }

    /// Whether MMS works on the line now: false.
    final public func isViable(for cellularServiceID: CellularServiceID) -> Bool { false }

    /// Lines on which MMS became possible or impossible; a loop starts with what holds now: impossible on each.
    ///
    /// - Throws: ``TelephonyMessagingSession/Error/invalidSession`` without the role,
    ///   ``TelephonyMessagingSession/Error/serviceUnavailable`` without the service.
    final public var viabilityNotifications: some AsyncSequence<MMSService.ViabilityNotification, Never> {
        get throws {
            try service.lines().map { ViabilityNotification(cellularServiceID: $0, isViable: false) }
        }
    }

    /// What the carrier allows on the line. Ask at launch, and when the subscription changes.
    ///
    /// - Throws: ``Error/mmsNotConfiguredForCarrier``; ``TelephonyMessagingSession/Error`` without the role, the service
    ///   or the line.
    final public func configuration(
        for cellularServiceID: CellularServiceID
    ) async throws -> MMSService.Configuration {
        try service.require(cellularServiceID)
        throw Error.mmsNotConfiguredForCarrier
    }

    /// Sends a message to all its recipients.
    ///
    /// - Throws: ``Error/mmsNotConfiguredForCarrier``; ``TelephonyMessagingSession/Error`` without the role, the service
    ///   or the line.
    final public func sendMessage(_ message: MMSMessage) async throws {
        try service.require(message.cellularServiceID)
        throw Error.mmsNotConfiguredForCarrier
    }

    /// Received messages. Nothing comes; the loop ends with its task.
    ///
    /// - Throws: ``TelephonyMessagingSession/Error`` without the role or the service.
    final public var incomingMessageNotifications: some AsyncSequence<MMSService.IncomingMessageNotification, Never> {
        get throws { try service.nothing(of: IncomingMessageNotification.self) }
    }

    /// Fetches a message that was announced. Apple deprecated it in iOS 26.1: the notification brings the message.
    ///
    /// - Throws: ``Error/mmsNotConfiguredForCarrier``; ``TelephonyMessagingSession/Error`` without the role, the service
    ///   or the line.
    final public func receiveMessage(
        using cellularServiceID: CellularServiceID, messageID: MMSMessageID
    ) async throws -> MMSMessage {
        try service.require(cellularServiceID)
        throw Error.mmsNotConfiguredForCarrier
    }

    /// Always throws: no carrier that Handset reaches takes reports of unwanted messages.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func reportSpam(_ message: MMSMessage) async throws {
        try service.require(message.cellularServiceID)
        throw Error.notSupported
    }
}

extension MMSService {
    /// Why MMS did not do something.
    public enum Error: Swift.Error, LocalizedError, Hashable, Codable, Sendable {
        /// The reason is not known.
        case unknown
        /// The carrier does not offer that.
        case notSupported
        /// A recipient is unknown or malformed.
        case invalidRecipient
        /// A part is unknown or malformed.
        case invalidMessageParts
        /// Something failed inside.
        case internalError
        /// MMS is not ready on the line; try it again later.
        case mmsNotReady
        /// The carrier has no MMS.
        case mmsNotConfiguredForCarrier
        /// The message is larger than the carrier allows.
        case maximumSizeExceeded
    }

    /// What a carrier allows; nil where it sets no limit.
    public struct Configuration: Codable, Sendable {
        /// The largest picture.
        public var maximumImageSize: Measurement<UnitInformationStorage>?
        /// The largest message, compared with ``MMSMessage/totalSize``.
        public var maximumMessageSize: Measurement<UnitInformationStorage>?
        /// The most recipients.
        public var maximumRecipients: Int?
        /// The longest subject.
        public var maximumSubjectSize: Measurement<UnitInformationStorage>?
        /// From which size on a text must go as MMS.
        public var smsSizeToBeSentAsMMSInstead: Measurement<UnitInformationStorage>?

        package init(
            maximumImageSize: Measurement<UnitInformationStorage>? = nil,
            maximumMessageSize: Measurement<UnitInformationStorage>? = nil, maximumRecipients: Int? = nil,
            maximumSubjectSize: Measurement<UnitInformationStorage>? = nil,
            smsSizeToBeSentAsMMSInstead: Measurement<UnitInformationStorage>? = nil
        ) {
            self.maximumImageSize = maximumImageSize
            self.maximumMessageSize = maximumMessageSize
            self.maximumRecipients = maximumRecipients
            self.maximumSubjectSize = maximumSubjectSize
            self.smsSizeToBeSentAsMMSInstead = smsSizeToBeSentAsMMSInstead
        }
    }

    /// MMS became possible or impossible on a line.
    public struct ViabilityNotification: Equatable, Sendable {
        /// The line.
        public let cellularServiceID: CellularServiceID
        /// Whether MMS works on it now.
        public let isViable: Bool

        package init(cellularServiceID: CellularServiceID, isViable: Bool) {
            self.cellularServiceID = cellularServiceID
            self.isViable = isViable
        }
    }

    /// A message was received.
    public struct IncomingMessageNotification: Equatable, Sendable {
        /// The whole message. Since iOS 26.1.
        public let message: MMSMessage
        /// The line. Apple deprecated it in iOS 26.1; use that of ``message``.
        public var cellularServiceID: CellularServiceID { message.cellularServiceID }
        /// The message's name. Apple deprecated it in iOS 26.1; use that of ``message``.
        public var messageID: MMSMessageID { message.messageID }

        package init(message: MMSMessage) { self.message = message }
    }
}
