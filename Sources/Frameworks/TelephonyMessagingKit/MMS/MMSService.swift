public import Foundation
package import Handset

/// Sends and receives multimedia messages (OMA MMS) on the machine's lines.
///
/// A line has them when its carrier's MMSC is known, and they work while its data connection is up: see docs/mms.md.
public final class MMSService: Sendable {
    private let client: HandsetClient

    package init(client: HandsetClient) { self.client = client }

    /// Whether MMS works on the line now: its MMSC is known, its data connection is up, and this app has the role.
    final public func isViable(for cellularServiceID: CellularServiceID) -> Bool {
        client.canUseMMS(on: cellularServiceID.line)
    }

    /// Lines on which MMS became possible or impossible.
    ///
    /// A loop starts with what holds now for each line; a slow one gets the latest of each line. Each loop sees all.
    ///
    /// - Throws: ``TelephonyMessagingSession/Error/invalidSession`` without the role,
    ///   ``TelephonyMessagingSession/Error/serviceUnavailable`` without the service.
    final public var viabilityNotifications: some AsyncSequence<MMSService.ViabilityNotification, Never> {
        get throws {
            try withSessionErrors { () throws(HandsetError) in try client.require(.carrierMessaging) }
            return client.mmsViability.subscribe().map { (line, isViable) in
                ViabilityNotification(cellularServiceID: CellularServiceID(line), isViable: isViable)
            }
        }
    }

    /// What the carrier allows on the line. Ask at launch, and when the subscription changes.
    ///
    /// - Throws: ``Error/mmsNotConfiguredForCarrier`` where the line has no MMS; ``TelephonyMessagingSession/Error`` without the
    ///   role, the service or the line.
    final public func configuration(
        for cellularServiceID: CellularServiceID
    ) async throws -> MMSService.Configuration { Configuration(try limits(of: cellularServiceID)) }

    /// Sends a message to all its recipients, and returns when the carrier has it.
    ///
    /// The call lasts as long as the attempt, also when its task is cancelled. After ``Error/unknown`` the same message with the same id
    /// is offered as the same transaction, by which a carrier may know it; not every carrier does.
    ///
    /// - Throws: ``Error``: of it ``Error/mmsNotReady`` may be tried again later, and after ``Error/unknown`` the recipients may have the
    ///   message; ``TelephonyMessagingSession/Error`` when there was no attempt.
    final public func sendMessage(_ message: MMSMessage) async throws {
        let limits = try limits(of: message.cellularServiceID)
        try message.check(against: limits)
        let result: SendResult
        do throws(HandsetError) { result = try await client.send(OutgoingMessage(message)) } catch {
            throw TelephonyMessagingSession.Error(error)
        }
        if let error = Error(result) { throw error }
    }

    /// The received messages, whole: first those that waited, then each as it comes. The loop ends only when its task is cancelled.
    ///
    /// Asking for the next one says that the one before is dealt with, as for ``SMSService/incomingMessageNotifications``. The carrier was told that
    /// the message is here before, when it was on this machine's disk.
    ///
    /// - Throws: ``TelephonyMessagingSession/Error`` without the role or the service.
    final public var incomingMessageNotifications: some AsyncSequence<MMSService.IncomingMessageNotification, Never> {
        get throws {
            let messages = try withSessionErrors { () throws(HandsetError) in try client.incomingMessages(.mms) }
            return messages.map { IncomingMessageNotification(message: MMSMessage($0)) }
        }
    }

    /// Fetches a message that was announced, for seven days. Apple deprecated it in iOS 26.1: the notification brings the message.
    ///
    /// - Throws: ``Error/unknown`` when there is no such message, or it is kept no longer; ``Error/mmsNotConfiguredForCarrier`` where
    ///   the line has no MMS either; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func receiveMessage(
        using cellularServiceID: CellularServiceID, messageID: MMSMessageID
    ) async throws -> MMSMessage {
        let line = try line(cellularServiceID)
        do throws(HandsetError) {
            let message = try await client.receivedMessage(String(messageID.rawValue))
            guard message.line == cellularServiceID.line else { throw HandsetError(.invalidArgument) }
            return MMSMessage(message)
        } catch {
            if error.kind == .invalidArgument {
                throw line.multimedia == nil ? Error.mmsNotConfiguredForCarrier : Error.unknown
            }
            throw TelephonyMessagingSession.Error(error)
        }
    }

    /// Always throws: no carrier that Handset reaches takes reports of unwanted messages.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func reportSpam(_ message: MMSMessage) async throws {
        _ = try line(message.cellularServiceID)
        throw Error.notSupported
    }

    private func line(_ id: CellularServiceID) throws(TelephonyMessagingSession.Error) -> Line {
        let lines = try withSessionErrors { () throws(HandsetError) in try client.messagingLines() }
        guard let line = lines.first(where: { $0.id == id.line }) else { throw .invalidArgument }
        return line
    }

    private func limits(of id: CellularServiceID) throws -> Line.Multimedia {
        guard let limits = try line(id).multimedia else { throw Error.mmsNotConfiguredForCarrier }
        return limits
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
