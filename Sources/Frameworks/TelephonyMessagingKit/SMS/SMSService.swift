public import Foundation
package import Handset

/// Sends and receives texts on the machine's lines.
public final class SMSService: Sendable {
    private let client: HandsetClient

    package init(client: HandsetClient) { self.client = client }

    /// Whether a text could be sent on the line now: its SIM is ready, its modem registered, and this app has the role.
    final public func isViable(for cellularServiceID: CellularServiceID) -> Bool {
        client.canSendSMS(on: cellularServiceID.line)
    }

    /// Lines on which texts became possible or impossible.
    ///
    /// A loop starts with what holds now for each line; a slow one gets the latest of each line. Each loop sees all.
    ///
    /// - Throws: ``TelephonyMessagingSession/Error/invalidSession`` without the role,
    ///   ``TelephonyMessagingSession/Error/serviceUnavailable`` without the service.
    final public var viabilityNotifications: some AsyncSequence<SMSService.ViabilityNotification, Never> {
        get throws {
            try withSessionErrors { () throws(HandsetError) in try client.require(.carrierMessaging) }
            return client.smsViability.subscribe().map { (line, isViable) in
                ViabilityNotification(cellularServiceID: CellularServiceID(line), isViable: isViable)
            }
        }
    }

    /// Sends a text and returns when the network has it.
    ///
    /// The call lasts as long as the attempt, also when its task is cancelled. Until it has returned or thrown, the same
    /// message with the same id is the same attempt: an app that died in it may send again and gets that attempt's end.
    ///
    /// - Throws: ``Error/temporaryFailure`` or ``Error/permanentFailure`` when the network refused it, ``Error/unknown``
    ///   when the link ended before the network's answer, so that it may or may not have been sent;
    ///   ``TelephonyMessagingSession/Error`` when there was no attempt.
    final public func sendMessage(_ message: SMSMessage) async throws {
        let outgoing = OutgoingMessage(
            id: String(message.messageID.rawValue), line: message.cellularServiceID.line,
            to: [message.handle.phoneNumber], text: message.content.body)
        let result: SendResult
        do throws(HandsetError) { result = try await client.send(outgoing) } catch {
            throw TelephonyMessagingSession.Error(error)
        }
        switch result.outcome {
        case .taken: return
        case .refusedTemporarily: throw Error.temporaryFailure
        case .refusedPermanently: throw Error.permanentFailure
        case .unknown: throw Error.unknown
        }
    }

    /// The received texts: first those that waited, then each as it comes. The loop ends only when its task is cancelled.
    ///
    /// Asking for the next one says that the one before is dealt with. A loop that ends in any other way (`break`, an
    /// error, the process's end) leaves the text in hand in the queue, and it comes again with the same id. With several
    /// loops each gets every text, and one leaves the queue when all have passed it. A restart of the service or the bus
    /// does not end a loop.
    ///
    /// - Throws: ``TelephonyMessagingSession/Error/invalidSession`` without the role,
    ///   ``TelephonyMessagingSession/Error/serviceUnavailable`` without the service.
    final public var incomingMessageNotifications: some AsyncSequence<SMSService.IncomingMessageNotification, Never> {
        get throws {
            let messages = try withSessionErrors { () throws(HandsetError) in try client.incomingMessages(.sms) }
            return messages.map { IncomingMessageNotification(message: SMSMessage($0)) }
        }
    }

    /// Never yields: there is no Critical Messaging API on Linux whose messages it could tell of. It ends with its task.
    ///
    /// - Throws: ``TelephonyMessagingSession/Error/invalidSession`` without the role,
    ///   ``TelephonyMessagingSession/Error/serviceUnavailable`` without the service.
    final public var criticalMessageStateNotifications:
        some AsyncSequence<SMSService.CriticalMessageStateNotification, Never>
    {
        get throws {
            try withSessionErrors { () throws(HandsetError) in try client.require(.carrierMessaging) }
            return Updates<SMSMessageID, CriticalMessageStateNotification>().subscribe()
        }
    }

    /// Always throws: no carrier that Handset reaches takes reports of unwanted texts.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without role or service.
    final public func reportSpam(_ message: SMSMessage) async throws {
        try withSessionErrors { () throws(HandsetError) in try client.require(.carrierMessaging) }
        throw Error.notSupported
    }
}

extension SMSService {
    /// Why a text was not sent.
    public enum Error: Swift.Error, LocalizedError, Hashable, Codable, Sendable {
        /// The carrier does not offer that.
        case notSupported
        /// The network refused it, and will refuse it again.
        case permanentFailure
        /// The network or the line could not take it now; try it again later.
        case temporaryFailure
        /// It may or may not have been sent. Ask the person before sending it again.
        case unknown
    }

    /// Texts became possible or impossible on a line.
    public struct ViabilityNotification: Equatable, Sendable {
        /// The line.
        public let cellularServiceID: CellularServiceID
        /// Whether a text could be sent now.
        public let isViable: Bool

        package init(cellularServiceID: CellularServiceID, isViable: Bool) {
            self.cellularServiceID = cellularServiceID
            self.isViable = isViable
        }
    }

    /// A text was received.
    public struct IncomingMessageNotification: Sendable {
        /// The text, whole.
        public let message: SMSMessage

        package init(message: SMSMessage) { self.message = message }
    }

    /// A critical message's state. Nothing on Linux makes one.
    public struct CriticalMessageStateNotification: Equatable, Sendable {
        /// The line.
        public let cellularServiceID: CellularServiceID
        /// The message.
        public let messageID: SMSMessageID
        /// What became of it.
        public let state: SMSService.CriticalMessageStateNotification.State

        /// What became of a critical message.
        public enum State: Hashable, Sendable {
            /// The network has it.
            case sent
        }
    }
}

extension SMSMessage {
    package init(_ message: IncomingMessage) {
        self.init(
            cellularServiceID: CellularServiceID(message.line), handle: SMSHandle(phoneNumber: message.sender),
            messageID: SMSMessageID(serviceID: message.id), content: SMSContent(body: message.text))
    }
}
