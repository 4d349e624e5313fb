package import HandsetInterface

/// What the apps that carry conversations themselves ask and tell.
extension Daemon {
    private func callingApp(_ caller: Caller) async throws(ServiceError) -> String {
        guard let app = try await app(of: caller), app.isEligible(for: .calling) else {
            throw ServiceError(
                .notPermitted,
                "only an app whose bundle declares \(Role.calling.entitlement) may do this: see `handset apps`")
        }
        return app.id
    }

    @ServiceActor package func attach(_ info: CallingAppInfo, for caller: Caller) async throws(ServiceError) {
        phone.attach(try await callingApp(caller), info, client: caller.uniqueName)
    }

    @ServiceActor package func reportIncoming(
        conversation: String, _ update: ConversationUpdateInfo, for caller: Caller
    ) async throws(ServiceError) {
        let app = try await callingApp(caller)
        try phone.tell(app, client: caller.uniqueName) { exchange throws(ServiceError) in
            try exchange.incoming(conversation, update, of: app)
        }
    }

    @ServiceActor package func report(
        _ event: ConversationEventInfo, conversation: String, for caller: Caller
    ) async throws(ServiceError) {
        let app = try await callingApp(caller)
        try phone.tell(app, client: caller.uniqueName) { exchange throws(ServiceError) in
            try exchange.report(event, conversation, of: app)
        }
    }

    @ServiceActor package func perform(_ actions: [ConversationActionInfo], for caller: Caller)
        async throws(ServiceError)
    {
        let app = try await callingApp(caller)
        try phone.tell(app, client: caller.uniqueName) { exchange throws(ServiceError) in
            try exchange.perform(actions, of: app)
        }
    }

    @ServiceActor package func nextEvent(for caller: Caller) async throws(ServiceError) -> CallingEventInfo {
        try await phone.nextEvent(of: try await callingApp(caller), client: caller.uniqueName)
    }

    @ServiceActor package func finishAction(
        _ id: String, isFulfilled: Bool, date: Int64, for caller: Caller
    ) async throws(ServiceError) {
        let app = try await callingApp(caller)
        try phone.tell(app, client: caller.uniqueName) { exchange throws(ServiceError) in
            try exchange.finished(id, isFulfilled: isFulfilled, date: date, of: app)
        }
    }

    @ServiceActor package func detach(for caller: Caller) async throws(ServiceError) {
        phone.detach(try await callingApp(caller), client: caller.uniqueName)
    }
}
