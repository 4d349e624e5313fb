package import Dispatch
import Foundation
package import HandsetDBus
import HandsetInterface
import HandsetPlatform

/// This process's connection to the Handset service.
///
/// What the service says of this app (its roles, the lines) is kept here and read without waiting. Only the first read may
/// take up to two seconds: it waits until the service has answered, so that an app's first line sees the truth. The
/// connection comes back by itself after a restart of the service or of the bus.
public final class HandsetClient: Sendable {
    /// The process's client, on the bus that `HANDSET_BUS` names (`system`, `session` or an address), else the system bus.
    public static let shared = HandsetClient(
        address: BusAddress(environment: ProcessInfo.processInfo.environment["HANDSET_BUS"]))

    let connection: Connection
    private var board: StateBoard { connection.board }

    package init(address: BusAddress, patience: DispatchTimeInterval = .seconds(2)) {
        connection = Connection(address: address, board: StateBoard(snapshot: Snapshot(patience: patience)))
        connection.start()
    }

    /// Leaves the bus; loops wait until they are cancelled, calls fail.
    package func close() async { await connection.close() }

    // MARK: What is known

    private func known() -> Snapshot.Knowledge {
        // The thread that brings the answer must not wait for it.
        ClientLoop.shared.loop.isCurrent ? board.snapshot.current : board.snapshot.read()
    }

    func state() throws(HandsetError) -> SessionState {
        guard let state = known().state else { throw HandsetError(.unreachable) }
        return state
    }

    /// This app's bundle identifier as the service knows it; nil when this program belongs to no bundle.
    ///
    /// - Throws: ``HandsetError/Kind/unreachable`` when the service does not answer.
    public var appID: String? { get throws { try state().app } }

    /// The roles that this app has.
    ///
    /// - Throws: ``HandsetError/Kind/unreachable`` when the service does not answer.
    public var roles: Set<Role> { get throws { try state().roles } }

    /// Whether this app has a role; false also when the service does not answer.
    public func holds(_ role: Role) -> Bool { known().roles?.contains(role) ?? false }

    /// All lines that the service knows; none for a program without a role that is not one of the person's tools.
    ///
    /// - Throws: ``HandsetError/Kind/unreachable`` when the service does not answer.
    public var lines: [Line] { get throws { try state().lines } }

    /// Changes of the lines: a loop starts with the lines of now, and gets the latest of each line, not every change.
    public var lineUpdates: some AsyncSequence<LineUpdate, Never> & Sendable { board.lines.subscribe() }

    /// The roles of this app as they change; none while the service does not answer. A loop starts with those of now.
    public var roleUpdates: some AsyncSequence<Set<Role>, Never> & Sendable { board.roles.subscribe() }

    /// Asks the service for the state now, instead of waiting for it to tell, and throws at once when it is not there.
    ///
    /// - Throws: ``HandsetError``.
    public func refresh() async throws(HandsetError) {
        if let error = await connection.refresh() { throw HandsetError(error) }
    }

    package func require(_ role: Role) throws(HandsetError) {
        guard try state().roles.contains(role) else { throw HandsetError(.notPermitted) }
    }

    package func messagingLines() throws(HandsetError) -> [Line] {
        try require(.carrierMessaging)
        return try state().messagingLines
    }

    package func canSendSMS(on line: Line.ID) -> Bool { known().viability[line] ?? false }

    package func canUseMMS(on line: Line.ID) -> Bool { known().mmsViability[line] ?? false }

    package var mmsViability: Updates<Line.ID, (line: Line.ID, isViable: Bool)> { board.mmsViability }
    package var lineArrivals: Updates<Line.ID, Line.ID> { board.lineArrivals }
    package var lineNames: Updates<Line.ID, Line> { board.lineNames }
    package var smsViability: Updates<Line.ID, (line: Line.ID, isViable: Bool)> { board.smsViability }

    /// A call that is made once: when the service is not there it fails.
    private func call<Result: Sendable>(
        _ call: @ClientLoop (ServiceClient) async throws(ServiceError) -> Result
    ) async throws(HandsetError) -> Result {
        try await patientCall(.zero, call)
    }

    func patientCall<Result: Sendable>(
        _ patience: Duration?, _ call: @ClientLoop (ServiceClient) async throws(ServiceError) -> Result
    ) async throws(HandsetError) -> Result {
        do throws(ServiceError) {
            return try await connection.retrying(patience: patience, call)
        } catch {
            throw HandsetError(error)
        }
    }
}

extension BusAddress {
    /// The bus that a setting names: `system`, `session`, or a D-Bus server address.
    init(environment value: String?) {
        switch value ?? "" {
        case "", "system": self = .system
        case "session": self = .session
        case let text: self = .address(text)
        }
    }
}

// MARK: - Lines, apps and the service

extension HandsetClient {
    /// Gives a line its label. For the person's tools.
    ///
    /// - Parameters:
    ///   - label: 1 to 64 characters in one line.
    ///   - line: The line.
    /// - Throws: ``HandsetError``.
    public func setLabel(_ label: String, of line: Line.ID) async throws(HandsetError) {
        try await call { service throws(ServiceError) in try await service.setLabel(label, ofLine: line.rawValue) }
    }

    /// Unlocks a line's SIM. For the person's tools.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - pin: Four to eight digits (3GPP TS 51.011, clause 9.3).
    /// - Throws: ``HandsetError``.
    public func unlock(_ line: Line.ID, pin: String) async throws(HandsetError) -> UnlockResult {
        try await call { service throws(ServiceError) in
            UnlockResult(try await service.unlock(line: line.rawValue, pin: pin))
        }
    }

    /// The apps that the service knows.
    ///
    /// - Throws: ``HandsetError``.
    public func apps() async throws(HandsetError) -> [App] {
        try await call { service throws(ServiceError) in try await service.apps().map(App.init) }
    }

    /// The app that has each role; a role that no app has is absent.
    ///
    /// - Throws: ``HandsetError``.
    public func roleHolders() async throws(HandsetError) -> [Role: String] {
        try await call { service throws(ServiceError) in
            let holders = try await service.roles()
            return [Role: String](uniqueKeysWithValues: holders.map { (Role($0.key), $0.value) })
        }
    }

    /// Gives a role to an app, or to none. The person is asked, unless the caller is one of the person's tools, which has
    /// asked already.
    ///
    /// - Parameters:
    ///   - role: The role.
    ///   - app: The app's bundle identifier; nil for none.
    /// - Throws: ``HandsetError``: of kind ``HandsetError/Kind/refused`` when the person said no.
    public func setRole(_ role: Role, to app: String?) async throws(HandsetError) {
        guard let role = HandsetInterface.Role(rawValue: role.rawValue) else {
            throw HandsetError(
                .invalidArgument, "There is no such role; they are dialer, calling and carrier-messaging.")
        }
        try await call { service throws(ServiceError) in try await service.setRole(role, to: app) }
    }

    /// How the service is. For the person's tools.
    ///
    /// - Throws: ``HandsetError``.
    public func status() async throws(HandsetError) -> ServiceStatus {
        try await call { service throws(ServiceError) in ServiceStatus(try await service.status()) }
    }
}

// MARK: - Messages

extension HandsetClient {
    /// Sends a message and returns when its attempt has ended, also when the calling task is cancelled meanwhile.
    ///
    /// When the service or the bus is restarted in the meantime the answer is asked for again; the message is not sent
    /// twice. When it does not come back, the outcome is ``SendResult/Outcome/unknown``.
    ///
    /// - Throws: ``HandsetError`` when there was no attempt: no role, no service, no such line.
    public func send(_ message: OutgoingMessage) async throws(HandsetError) -> SendResult {
        // A task of its own: the caller's cancellation must not lose the answer, which has to be confirmed.
        let attempt = Task { @ClientLoop [connection] () async -> Result<HandsetInterface.SendResult, ServiceError> in
            do throws(ServiceError) {
                return .success(try await connection.send(try SendRequest(message)))
            } catch {
                return .failure(error)
            }
        }
        switch await attempt.value {
        case .success(let result): return SendResult(result)
        case .failure(let error): throw HandsetError(error)
        }
    }

    /// The received messages of a service.
    ///
    /// - Throws: ``HandsetError/Kind/notPermitted`` without the role, ``HandsetError/Kind/unreachable`` without the service.
    public func incomingMessages(_ service: MessageService = .sms) throws(HandsetError) -> IncomingMessages {
        try require(.carrierMessaging)
        return IncomingMessages(BusQueue(connection: connection, service: service))
    }

    /// A multimedia message that was received, also after a loop was done with it: for seven days.
    ///
    /// - Throws: ``HandsetError``: of kind ``HandsetError/Kind/invalidArgument`` when it is kept no longer.
    public func receivedMessage(_ id: String) async throws(HandsetError) -> IncomingMessage {
        try await call { service throws(ServiceError) in
            IncomingMessage(try await service.message(service: MessageService.mms.rawValue, id: id))
        }
    }

    /// Says that the person has read a message. The sender of a multimedia message is told, where he asked for it and the operator
    /// allows it (OMA MMS ENC, clause 6.7).
    ///
    /// - Throws: ``HandsetError``.
    public func markRead(_ message: IncomingMessage) async throws(HandsetError) {
        try await markRead(message.id, of: message.service)
    }

    package func markRead(_ id: String, of messageService: MessageService) async throws(HandsetError) {
        try await call { service throws(ServiceError) in
            try await service.markRead(service: messageService.rawValue, id: id)
        }
    }

    /// Multimedia messages that were announced and are not here.
    ///
    /// - Throws: ``HandsetError``.
    public func downloads() async throws(HandsetError) -> [Download] {
        try await call { service throws(ServiceError) in try await service.downloads().map(Download.init) }
    }

    /// Has a multimedia message fetched now. It comes by ``incomingMessages(_:)``.
    ///
    /// - Throws: ``HandsetError``.
    public func fetch(_ download: Download.ID) async throws(HandsetError) {
        try await call { service throws(ServiceError) in try await service.download(download) }
    }

    /// The messages that were sent from this machine, the newest 500 at most, in the order of their last change.
    ///
    /// - Throws: ``HandsetError``.
    public func sentMessages() async throws(HandsetError) -> [SentMessage] {
        try await call { service throws(ServiceError) in try await service.sent(since: 0).sent.map(SentMessage.init) }
    }

    /// Sent messages as they change: taken, delivered, failed. A loop starts with those that are kept, and gets the latest
    /// of each message, not every change.
    ///
    /// - Throws: ``HandsetError/Kind/notPermitted`` without the role, ``HandsetError/Kind/unreachable`` without the service.
    public var sentMessageUpdates: some AsyncSequence<SentMessage, Never> & Sendable {
        get throws {
            try require(.carrierMessaging)
            connection.later { await $0.followSent() }
            return connection.sentMessages.subscribe()
        }
    }
}

// MARK: - Notifications

extension HandsetClient {
    /// How long a notification waits for a service that is being restarted.
    private static let notificationPatience = Duration.seconds(5)

    /// Shows a notification of this app; one with the same id is replaced.
    ///
    /// - Returns: False when no notification server runs, or the person wants none.
    /// - Throws: ``HandsetError``.
    @discardableResult
    public func post(_ notification: LocalNotification) async throws(HandsetError) -> Bool {
        try await patientCall(Self.notificationPatience) { service throws(ServiceError) in
            try await service.post(NotificationInfo(notification))
        }
    }

    /// Takes notifications of this app from the screen.
    ///
    /// - Throws: ``HandsetError``.
    public func removeNotifications(_ ids: [String]) async throws(HandsetError) {
        try await patientCall(Self.notificationPatience) { service throws(ServiceError) in
            try await service.removeNotifications(ids)
        }
    }

    /// The notifications of this app that are still shown.
    ///
    /// - Throws: ``HandsetError``.
    public func deliveredNotifications() async throws(HandsetError) -> [DeliveredNotification] {
        try await patientCall(Self.notificationPatience) { service throws(ServiceError) in
            try await service.deliveredNotifications().map { info in
                DeliveredNotification(notification: LocalNotification(info), date: Date(seconds: info.delivered ?? 0))
            }
        }
    }

    /// Waits for the person's next response to a notification of this app, across restarts of the service.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func nextNotificationResponse() async throws(CancellationError) -> NotificationResponse {
        try await connection.nextResponse()
    }
}
