import HandsetDBus

/// Who calls, as the bus vouches for it.
package struct Caller: Hashable, Sendable {
    /// Of the connection; never given twice on one bus.
    package var uniqueName: String
    package var userID: UInt32
    /// May be another process's by the time it is used: the process may have ended.
    package var processID: UInt32

    package init(uniqueName: String, userID: UInt32, processID: UInt32) {
        self.uniqueName = uniqueName
        self.userID = userID
        self.processID = processID
    }

    init(_ peer: BusPeer) {
        self.init(uniqueName: peer.uniqueName, userID: peer.userID, processID: peer.processID)
    }
}

/// Why a client is gone.
package enum ClientVanishing: Hashable, Sendable {
    /// It left the bus: its process ended, or closed its connection.
    case client
    /// We are cut off from the bus; the process may live and come again under another name.
    case bus
}

/// How the server stands on its bus.
package enum ServerState: Hashable, Sendable {
    case serving
    /// Cut off; it connects again by itself. The text is for a person.
    case cutOff(String)
}

/// What answers the service's interface (docs/dbus/org.handset.Handset1.xml says who may call what).
///
/// Arguments are within their limits; who may call is decided here. The task of a call is cancelled when its client is gone
/// or the bus is; what the client sent last is still called, before `clientVanished`.
package protocol HandsetService: CallService {
    func state(for caller: Caller) async throws(ServiceError) -> StateInfo

    func setLabel(_ label: String, ofLine line: String, for caller: Caller) async throws(ServiceError)
    func unlock(line: String, pin: String, for caller: Caller) async throws(ServiceError) -> UnlockInfo

    func apps(for caller: Caller) async throws(ServiceError) -> [AppInfo]
    func roles(for caller: Caller) async throws(ServiceError) -> [Role: String]
    /// `app` is nil for none.
    func setRole(_ role: Role, to app: String?, for caller: Caller) async throws(ServiceError)

    func send(_ message: SendRequest, for caller: Caller) async throws(ServiceError) -> SendResult
    func confirmSend(service: String, id: String, for caller: Caller) async throws(ServiceError)
    func openReader(service: String, reader: UInt32, after: UInt64, for caller: Caller) async throws(ServiceError)
    func next(
        service: String, reader: UInt32, after: UInt64, for caller: Caller
    ) async throws(ServiceError) -> QueueElement
    func acknowledge(
        service: String, reader: UInt32, through: UInt64, for caller: Caller
    ) async throws(ServiceError)
    func closeReader(service: String, reader: UInt32, for caller: Caller) async throws(ServiceError)
    func sent(since: UInt64, for caller: Caller) async throws(ServiceError) -> SentChanges
    /// A message that was received, as long as it is kept.
    func message(service: String, id: String, for caller: Caller) async throws(ServiceError) -> IncomingMessageInfo
    /// The person has read it.
    func markRead(service: String, id: String, for caller: Caller) async throws(ServiceError)
    func downloads(for caller: Caller) async throws(ServiceError) -> [DownloadInfo]
    func download(_ id: String, for caller: Caller) async throws(ServiceError)

    /// False when it could not be shown.
    func post(_ notification: NotificationInfo, for caller: Caller) async throws(ServiceError) -> Bool
    func removeNotifications(_ ids: [String], for caller: Caller) async throws(ServiceError)
    func deliveredNotifications(for caller: Caller) async throws(ServiceError) -> [NotificationInfo]
    func nextResponse(for caller: Caller) async throws(ServiceError) -> NotificationResponseInfo

    func push(_ push: PushRequest, to app: String, for caller: Caller) async throws(ServiceError) -> PushOutcome
    func pushToken(for type: String, of caller: Caller) async throws(ServiceError) -> String
    /// One call a client: a later one ends the earlier.
    func nextPush(of types: [String], for caller: Caller) async throws(ServiceError) -> PushInfo
    func pushHandled(_ id: String, for caller: Caller) async throws(ServiceError)

    /// `agent` reaches the caller until it vanishes.
    func registerAgent(
        _ session: SessionInfo, bundles: [BundleInfo], agent: AgentClient, for caller: Caller
    ) async throws(ServiceError)
    func appExited(_ app: String, processID: UInt32, status: Int32, for caller: Caller) async throws(ServiceError)
    func notificationResponded(
        _ response: NotificationResponseInfo, app: String, for caller: Caller
    ) async throws(ServiceError)

    func status(for caller: Caller) async throws(ServiceError) -> StatusInfo

    /// A client that has called is gone. Called once for each.
    func clientVanished(_ uniqueName: String, _ vanishing: ClientVanishing) async
    func serverChanged(_ state: ServerState) async
}
