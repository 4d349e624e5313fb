package import Handset

/// Sends and receives RCS messages (GSMA RCC.07) on the machine's lines.
///
/// No carrier that Handset reaches offers RCS yet: ``isViable(for:)`` is false for every line, and every call throws
/// ``Error/notSupported``, as on a line whose carrier has no RCS. Sequences may be looped over; nothing comes.
public final class RCSService: Sendable {
    private let service: UnofferedService

    package init(client: HandsetClient) { service = UnofferedService(client: client) }

    /// Whether RCS works on the line now: false.
    final public func isViable(for cellularServiceID: CellularServiceID) -> Bool { false }

    /// Lines on which RCS became possible or impossible; a loop starts with what holds now: impossible on each.
    ///
    /// - Throws: ``TelephonyMessagingSession/Error/invalidSession`` without the role,
    ///   ``TelephonyMessagingSession/Error/serviceUnavailable`` without the service.
    final public var viabilityNotifications: some AsyncSequence<RCSService.ViabilityNotification, Never> {
        get throws {
            try service.lines().map { ViabilityNotification(cellularServiceID: $0, isViable: false) }
        }
    }

    /// What the line's RCS service allows.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func configuration(for cellularServiceID: CellularServiceID) throws -> RCSService.Configuration {
        try service.require(cellularServiceID)
        throw Error.notSupported
    }
}

// MARK: - What comes

extension RCSService {
    /// Received messages. Nothing comes; the loop ends with its task.
    ///
    /// - Throws: ``TelephonyMessagingSession/Error`` without the role or the service.
    final public var incomingMessageNotifications: some AsyncSequence<RCSService.IncomingMessageNotification, Never> {
        get throws { try service.nothing(of: RCSService.IncomingMessageNotification.self) }
    }

    /// Other parties whose handle or capabilities changed. Nothing comes; the loop ends with its task.
    ///
    /// - Throws: ``TelephonyMessagingSession/Error`` without the role or the service.
    final public var remoteHandleUpdates: some AsyncSequence<RCSService.RemoteHandleUpdate, Never> {
        get throws { try service.nothing(of: RCSService.RemoteHandleUpdate.self) }
    }

    /// What happens in groups. Nothing comes; the loop ends with its task.
    ///
    /// - Throws: ``TelephonyMessagingSession/Error`` without the role or the service.
    final public var groupChatEvents: some AsyncSequence<RCSService.GroupChatEvent, Never> {
        get throws { try service.nothing(of: RCSService.GroupChatEvent.self) }
    }
}

// MARK: - Messages

extension RCSService {
    /// Sends a text.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func sendMessage(
        _ content: RCSMessage.Text, to destination: RCSHandle, using cellularServiceID: CellularServiceID,
        messageID: RCSMessageID
    ) async throws {
        try service.require(cellularServiceID)
        throw Error.notSupported
    }

    /// Sends a file that was uploaded.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func sendMessage(
        _ content: RCSMessage.FileTransfer, to destination: RCSHandle, using cellularServiceID: CellularServiceID,
        messageID: RCSMessageID
    ) async throws {
        try service.require(cellularServiceID)
        throw Error.notSupported
    }

    /// Tells that the person is typing, or no longer is.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func sendMessage(
        _ content: RCSMessage.ComposingIndicator, to destination: RCSHandle, using cellularServiceID: CellularServiceID,
        messageID: RCSMessageID
    ) async throws {
        try service.require(cellularServiceID)
        throw Error.notSupported
    }

    /// Sends a place.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func sendMessage(
        _ content: RCSMessage.GeolocationPush, to destination: RCSHandle, using cellularServiceID: CellularServiceID,
        messageID: RCSMessageID
    ) async throws {
        try service.require(cellularServiceID)
        throw Error.notSupported
    }

    /// Reports what became of a received message.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func sendMessage(
        _ content: RCSMessage.DispositionNotification, to destination: RCSHandle.URI,
        using cellularServiceID: CellularServiceID, messageID: RCSMessageID, group: RCSHandle.Group? = nil
    ) async throws {
        try service.require(cellularServiceID)
        throw Error.notSupported
    }

    /// Answers a certain message. Since iOS 27.0.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func sendMessage(
        _ content: RCSMessage.Reply, to destination: RCSHandle, using cellularServiceID: CellularServiceID,
        messageID: RCSMessageID
    ) async throws {
        try service.require(cellularServiceID)
        throw Error.notSupported
    }

    /// Puts an emoji on a message, or takes it back. Since iOS 27.0.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func sendMessage(
        _ content: RCSMessage.Reaction, to destination: RCSHandle, using cellularServiceID: CellularServiceID,
        messageID: RCSMessageID
    ) async throws {
        try service.require(cellularServiceID)
        throw Error.notSupported
    }

    /// Puts a picture on a message, or takes it back. Since iOS 27.0.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func sendMessage(
        _ content: RCSMessage.CustomReaction, to destination: RCSHandle, using cellularServiceID: CellularServiceID,
        messageID: RCSMessageID
    ) async throws {
        try service.require(cellularServiceID)
        throw Error.notSupported
    }

    /// Sends a message that must be encrypted. Since iOS 26.5.
    ///
    /// - Throws: ``Error/endToEndEncryptionNotSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func sendEncryptedMessageRequest(_ request: RCSService.SendEncryptedMessageRequest) async throws
        -> RCSService.SendEncryptedMessageRequest.Result
    {
        try service.require(request.cellularServiceID)
        throw Error.endToEndEncryptionNotSupported
    }

    /// Asks the network to take back a message.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func revokeMessage(_ request: RCSService.RevokeMessageRequest) async throws -> Bool {
        try service.require(request.cellularServiceID)
        throw Error.notSupported
    }

    /// Puts a file on the content server.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func upload(_ uploadRequest: RCSService.FileUploadRequest) async throws
        -> RCSService.FileUploadRequest.Metadata
    {
        try service.require(uploadRequest.cellularServiceID)
        throw Error.notSupported
    }

    /// Fetches a file from a content server.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func download(_ downloadRequest: RCSService.FileDownloadRequest) async throws
        -> RCSService.FileDownloadRequest.Metadata
    {
        try service.require(downloadRequest.cellularServiceID)
        throw Error.notSupported
    }

    /// Tells the carrier of an unwanted message.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func reportSpam(_ request: RCSService.ReportSpamRequest) async throws {
        try service.require(request.message.cellularServiceID)
        throw Error.notSupported
    }
}

// MARK: - Groups

extension RCSService {
    /// Makes a group.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func createGroupChat(_ request: RCSService.CreateGroupChatRequest) async throws
        -> RCSService.CreateGroupChatRequest.Result
    {
        try service.require(request.cellularServiceID)
        throw Error.notSupported
    }

    /// Leaves a group.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func leaveGroupChat(_ request: RCSService.LeaveGroupChatRequest) async throws {
        try service.require(request.cellularServiceID)
        throw Error.notSupported
    }

    /// Invites to a group.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func addGroupChatParticipants(_ request: RCSService.AddGroupChatParticipantsRequest) async throws
        -> RCSService.AddGroupChatParticipantsRequest.Result
    {
        try service.require(request.cellularServiceID)
        throw Error.notSupported
    }

    /// Removes from a group.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func removeGroupChatParticipants(_ request: RCSService.RemoveGroupChatParticipantsRequest) async throws
        -> RCSService.RemoveGroupChatParticipantsRequest.Result
    {
        try service.require(request.cellularServiceID)
        throw Error.notSupported
    }

    /// Renames a group.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func changeGroupChatSubject(_ request: RCSService.ChangeGroupChatSubjectRequest) async throws {
        try service.require(request.cellularServiceID)
        throw Error.notSupported
    }
}

// MARK: - Other parties

extension RCSService {
    /// What another party can do; nil when it is not known.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func remoteCapabilities(for request: RCSService.RemoteCapabilitiesRequest) async throws -> RCSService
        .RemoteCapabilities?
    {
        try service.require(request.cellularServiceID)
        throw Error.notSupported
    }

    /// Tells a business what the person chose.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func sendSuggestionResponse(_ response: RCSService.SuggestionResponse) async throws {
        try service.require(response.cellularServiceID)
        throw Error.notSupported
    }

    /// Tells a business of the device.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func sendDeviceSpecifics(
        to destination: RCSHandle.URI, using cellularServiceID: CellularServiceID, messageID: RCSMessageID
    ) async throws {
        try service.require(cellularServiceID)
        throw Error.notSupported
    }

    /// Who a business is; nil when it is not known.
    ///
    /// - Throws: ``Error/notSupported``; ``TelephonyMessagingSession/Error`` without the role, the service or the line.
    final public func businessInformation(for request: RCSService.BusinessInformationRequest) async throws -> RCSService
        .Business?
    {
        try service.require(request.cellularServiceID)
        throw Error.notSupported
    }
}
