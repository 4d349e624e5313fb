package import HandsetInterface

/// What the app with the role asks, and what apps and agents tell.
extension Daemon {
    /// The app, if it holds the role; the service, if there is one of that name.
    func holder(_ caller: Caller, of service: String? = nil) async throws(ServiceError) -> AppBundle {
        guard let app = try await app(of: caller), roles(of: app).contains(.carrierMessaging) else {
            throw ServiceError(
                .notPermitted, "only the app for text messages may do this: `handset role carrier-messaging APP`")
        }
        if let service { _ = try queue(of: service) }
        return app
    }

    private func queue(of service: String) throws(ServiceError) -> Deliveries {
        guard let queue = deliveries[service] else {
            let names = deliveries.services.joined(separator: ", ")
            throw ServiceError(.invalidArgument, "there is no service of that name; there are \(names)")
        }
        return queue
    }

    private static func reader(_ number: UInt32, of caller: Caller) -> ReaderID {
        ReaderID(client: ClientName(rawValue: caller.uniqueName), number: number)
    }

    // MARK: Messages1

    @ServiceActor package func send(_ message: SendRequest, for caller: Caller) async throws(ServiceError) -> SendResult
    {
        let app = try await holder(caller, of: message.service)
        if message.service == MultimediaMessage.service { return try await multimedia.outbox.send(message, by: app.id) }
        return try await outbox.send(message, by: app.id)
    }

    @ServiceActor package func confirmSend(service: String, id: String, for caller: Caller) async throws(ServiceError) {
        let app = try await holder(caller, of: service)
        let queue = service == MultimediaMessage.service ? multimedia.outbox.queue : outbox.queue
        try await queue.confirm(SendName(app: app.id, service: service, id: id))
    }

    @ServiceActor package func sent(since revision: UInt64, for caller: Caller) async throws(ServiceError)
        -> SentChanges
    {
        let app = try await holder(caller)
        return try await outbox.sent(by: app.id, since: revision)
    }

    @ServiceActor package func openReader(
        service: String, reader: UInt32, after: UInt64, for caller: Caller
    ) async throws(ServiceError) {
        _ = try await holder(caller, of: service)
        try await queue(of: service).open(
            Self.reader(reader, of: caller), of: callers.process(of: caller), after: after)
    }

    @ServiceActor package func next(
        service: String, reader: UInt32, after: UInt64, for caller: Caller
    ) async throws(ServiceError) -> QueueElement {
        _ = try await holder(caller, of: service)
        return try await queue(of: service).next(
            Self.reader(reader, of: caller), of: callers.process(of: caller), after: after)
    }

    @ServiceActor package func acknowledge(
        service: String, reader: UInt32, through: UInt64, for caller: Caller
    ) async throws(ServiceError) {
        _ = try await holder(caller, of: service)
        try await queue(of: service).acknowledge(
            Self.reader(reader, of: caller), of: callers.process(of: caller), through: through)
    }

    @ServiceActor package func closeReader(service: String, reader: UInt32, for caller: Caller)
        async throws(ServiceError)
    {
        _ = try await holder(caller, of: service)
        await (try queue(of: service)).close(Self.reader(reader, of: caller))
    }

    // MARK: Notifications1

    private func anyApp(_ caller: Caller) async throws(ServiceError) -> AppBundle {
        guard let app = try await app(of: caller) else {
            throw ServiceError(.notPermitted, "only an app with a bundle may post notifications: see `handset apps`")
        }
        return app
    }

    @ServiceActor package func post(_ notification: NotificationInfo, for caller: Caller) async throws(ServiceError)
        -> Bool
    {
        await notifications.post(notification, by: try await anyApp(caller))
    }

    @ServiceActor package func removeNotifications(_ ids: [String], for caller: Caller) async throws(ServiceError) {
        await notifications.remove(ids, of: try await anyApp(caller))
    }

    @ServiceActor package func deliveredNotifications(for caller: Caller) async throws(ServiceError)
        -> [NotificationInfo]
    {
        await notifications.delivered(to: try await anyApp(caller))
    }

    @ServiceActor package func nextResponse(for caller: Caller) async throws(ServiceError) -> NotificationResponseInfo {
        try await notifications.nextResponse(of: try await anyApp(caller).id, client: caller.uniqueName)
    }

    // MARK: Agents1

    @ServiceActor package func registerAgent(
        _ session: SessionInfo, bundles: [BundleInfo], agent: AgentClient, for caller: Caller
    ) async throws(ServiceError) {
        // An app that could answer for the person would give itself every role.
        guard await callers.appOfExecutable(of: caller) == nil else {
            throw ServiceError(.notPermitted, "an app cannot be the agent of a session")
        }
        let standing = await sessions.standing(of: caller.userID)
        guard Sessions.mayBeAgent(caller.userID, standing) else {
            throw ServiceError(.notPermitted, "only a user who is logged in may have an agent")
        }
        guard !Task.isCancelled else { throw ServiceError(.cancelled, "the client is gone") }
        guard
            agents.register(agent, userID: caller.userID, session: session, isActive: standing == .active)
        else {
            throw ServiceError(.busy, "there are too many agents already")
        }
        apps.report(bundles, faults: session.bundleFaults, agent: caller.uniqueName, userID: caller.userID)
        announceState()
        consider(.news)
        pushes.agentCame()
        ringer.agentCame()
        errands.add { [immediate] in await immediate.show() }
    }

    private func agent(_ caller: Caller) throws(ServiceError) {
        guard agents.has(caller.uniqueName) else {
            throw ServiceError(.notPermitted, "only an agent of a session may do this: register first")
        }
    }

    @ServiceActor package func appExited(
        _ app: String, processID: UInt32, status: Int32, for caller: Caller
    ) async throws(ServiceError) {
        try agent(caller)
        if let owner = apps.bundle(id: app)?.userID, owner != caller.userID {
            throw ServiceError(.notPermitted, "the app is another user's")
        }
        guard !Callers.isRunning(processID) else {
            throw ServiceError(.refused, "the process has not ended")
        }
        if app == roles[.carrierMessaging] { consider(.exited(processID: processID)) }
        pushes.exited(app, processID: processID)
        phone.appExited(app, processID: processID, userID: caller.userID)
        updateInhibitor()
    }

    @ServiceActor package func notificationResponded(
        _ response: NotificationResponseInfo, app: String, for caller: Caller
    ) async throws(ServiceError) {
        try agent(caller)
        let (id, action) = (response.id, response.action)
        guard app.isEmpty else {
            // What waits for a name that no app has would never be taken.
            guard let bundle = apps.bundle(id: app) else { throw ServiceError(.noSuchApp, "there is no such app") }
            // Another user's agent could answer a text in this one's name.
            guard agents.active(for: bundle)?.userID == caller.userID else {
                throw ServiceError(.notPermitted, "the app is shown in another user's session")
            }
            return notifications.responded(response, app: app)
        }
        guard !callResponded(id, action, caller) else { return }
        // Ours: the person has chosen an app for the messages that wait.
        // Nobody else's role is changed by it, and only by the one who would be told.
        guard id == Self.messagesWait, action.hasPrefix(Self.roleAction), holder == nil,
            agents.active()?.userID == caller.userID
        else { return }
        let chosen = String(action.dropFirst(Self.roleAction.count))
        guard apps.bundle(id: chosen)?.isEligible(for: .carrierMessaging) == true else { return }
        try await change(.carrierMessaging, to: chosen)
    }
}
