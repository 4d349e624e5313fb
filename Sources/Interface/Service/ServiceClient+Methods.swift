import HandsetDBus

// The service's methods; docs/dbus/org.handset.Handset1.xml says what each does and who may call it.
extension ServiceClient {
    package func state() async throws(ServiceError) -> StateInfo {
        var answer = try await call("GetState", on: HandsetName.session, returning: "a{sv}")
        return try answer.value()
    }

    // MARK: Lines

    package func setLabel(_ label: String, ofLine line: String) async throws(ServiceError) {
        _ = try await call("SetLabel", on: HandsetName.lines, [.text(line), .text(label)])
    }

    package func unlock(line: String, pin: String) async throws(ServiceError) -> UnlockInfo {
        // A SIM card may take its time.
        var answer = try await call(
            "Unlock", on: HandsetName.lines, [.text(line), .text(pin)], returning: "a{sv}", timeout: .seconds(120))
        return try answer.value()
    }

    // MARK: Roles

    package func apps() async throws(ServiceError) -> [AppInfo] {
        var answer = try await call("GetApps", on: HandsetName.roles, returning: "aa{sv}")
        return try answer.values("apps")
    }

    package func roles() async throws(ServiceError) -> [Role: String] {
        var answer = try await call("GetRoles", on: HandsetName.roles, returning: "a{ss}")
        var roles: [Role: String] = [:]
        for (name, app) in try answer.stringDictionary() {
            if let role = Role(rawValue: name) { roles[role] = app }
        }
        return roles
    }

    /// `app` is nil for none. Waits for the person where the person is asked.
    package func setRole(_ role: Role, to app: String?) async throws(ServiceError) {
        _ = try await call(
            "SetRole", on: HandsetName.roles, [.string(role.rawValue), .text(app ?? "")], timeout: .seconds(90))
    }

    // MARK: Messages

    /// Waits until the attempt has ended, however long that takes.
    package func send(_ message: SendRequest) async throws(ServiceError) -> SendResult {
        var answer = try await call(
            "Send", on: HandsetName.messages, [.dictionary(message.dictionary)], returning: "a{sv}", timeout: nil)
        return try answer.value()
    }

    package func confirmSend(service: String, id: String) async throws(ServiceError) {
        _ = try await call("ConfirmSend", on: HandsetName.messages, [.text(service), .text(id)])
    }

    package func openReader(service: String, reader: UInt32, after: UInt64 = 0) async throws(ServiceError) {
        _ = try await call("OpenReader", on: HandsetName.messages, [.text(service), .uint32(reader), .uint64(after)])
    }

    /// Says "done with everything up to `after`" and waits for the next element, for ever if need be.
    package func next(
        service: String, reader: UInt32, after: UInt64
    ) async throws(ServiceError) -> QueueElement {
        var answer = try await call(
            "Next", on: HandsetName.messages, [.text(service), .uint32(reader), .uint64(after)],
            returning: "ta{sv}", timeout: nil)
        return QueueElement(cursor: try answer.uint64(), message: try answer.value())
    }

    /// Also from a cancelled task the call is sent; it then throws `.cancelled` without waiting for the answer.
    package func acknowledge(service: String, reader: UInt32, through: UInt64) async throws(ServiceError) {
        _ = try await call(
            "Acknowledge", on: HandsetName.messages, [.text(service), .uint32(reader), .uint64(through)])
    }

    /// As `acknowledge` in a cancelled task.
    package func closeReader(service: String, reader: UInt32) async throws(ServiceError) {
        _ = try await call("CloseReader", on: HandsetName.messages, [.text(service), .uint32(reader)])
    }

    /// A message that was received, as long as it is kept.
    package func message(service: String, id: String) async throws(ServiceError) -> IncomingMessageInfo {
        var answer = try await call(
            "GetMessage", on: HandsetName.messages, [.text(service), .text(id)], returning: "a{sv}")
        return try answer.value()
    }

    package func markRead(service: String, id: String) async throws(ServiceError) {
        _ = try await call("MarkRead", on: HandsetName.messages, [.text(service), .text(id)])
    }

    /// Multimedia messages that are with the network and not here.
    package func downloads() async throws(ServiceError) -> [DownloadInfo] {
        var answer = try await call("GetDownloads", on: HandsetName.messages, returning: "aa{sv}")
        return try answer.values("downloads")
    }

    package func download(_ id: String) async throws(ServiceError) {
        _ = try await call("Download", on: HandsetName.messages, [.text(id)])
    }

    package func sent(since revision: UInt64) async throws(ServiceError) -> SentChanges {
        var answer = try await call("GetSent", on: HandsetName.messages, [.uint64(revision)], returning: "taa{sv}")
        return SentChanges(revision: try answer.uint64(), sent: try answer.values("sent"))
    }

    // MARK: Notifications

    /// False when it could not be shown.
    package func post(_ notification: NotificationInfo) async throws(ServiceError) -> Bool {
        var answer = try await call(
            "Post", on: HandsetName.notifications, [.dictionary(notification.dictionary)], returning: "b",
            timeout: .seconds(60))
        return try answer.boolean()
    }

    package func removeNotifications(_ ids: [String]) async throws(ServiceError) {
        _ = try await call("Remove", on: HandsetName.notifications, [.texts(ids)])
    }

    package func deliveredNotifications() async throws(ServiceError) -> [NotificationInfo] {
        var answer = try await call("GetDelivered", on: HandsetName.notifications, returning: "aa{sv}")
        return try answer.values("notifications")
    }

    /// Waits for the person's response to a notification of this app.
    package func nextResponse() async throws(ServiceError) -> NotificationResponseInfo {
        var answer = try await call("NextResponse", on: HandsetName.notifications, returning: "a{sv}", timeout: nil)
        return try answer.value()
    }

    // MARK: Pushes

    package func push(_ push: PushRequest, to app: String) async throws(ServiceError) -> PushOutcome {
        var answer = try await call(
            "Push", on: HandsetName.pushes, [.text(app), .dictionary(push.dictionary)], returning: "s")
        return PushOutcome(rawValue: try answer.string("outcome"))
    }

    /// Octets in hexadecimal digits, the same at each call.
    package func pushToken(for type: String) async throws(ServiceError) -> String {
        var answer = try await call("GetToken", on: HandsetName.pushes, [.text(type)], returning: "s")
        return try answer.string("token")
    }

    /// Waits for the next push of these types, for ever if need be. A later call of this client ends it with `.busy`.
    package func nextPush(of types: [String]) async throws(ServiceError) -> PushInfo {
        var answer = try await call(
            "NextPush", on: HandsetName.pushes, [.texts(types)], returning: "a{sv}", timeout: nil)
        return try answer.value()
    }

    package func pushHandled(_ id: String) async throws(ServiceError) {
        _ = try await call("PushHandled", on: HandsetName.pushes, [.text(id)])
    }

    // MARK: For the agent of a session

    package func registerAgent(_ session: SessionInfo, bundles: [BundleInfo]) async throws(ServiceError) {
        _ = try await call(
            "Register", on: HandsetName.agents, [.dictionary(session.dictionary), .values(bundles)])
    }

    package func appExited(_ app: String, processID: UInt32, status: Int32) async throws(ServiceError) {
        _ = try await call("AppExited", on: HandsetName.agents, [.text(app), .uint32(processID), .int32(status)])
    }

    package func notificationResponded(_ response: NotificationResponseInfo, app: String) async throws(ServiceError) {
        _ = try await call(
            "NotificationResponded", on: HandsetName.agents, [.text(app), .dictionary(response.dictionary)])
    }

    package func status() async throws(ServiceError) -> StatusInfo {
        var answer = try await call("GetStatus", on: HandsetName.status, returning: "a{sv}")
        return try answer.value()
    }
}
