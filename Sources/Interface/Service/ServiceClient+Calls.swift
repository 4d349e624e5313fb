import HandsetDBus

// Calls, the history and a calling app's conversations; docs/dbus/org.handset.Handset1.xml says who may call what.
extension ServiceClient {
    /// Waits for the person and the calling app where they are asked.
    package func dial(_ request: DialInfo) async throws(ServiceError) -> DialResult {
        var answer = try await call(
            "Dial", on: HandsetName.calls, [.dictionary(request.dictionary)], returning: "a{sv}", timeout: nil)
        return try answer.value()
    }

    /// Opens a `tel:`, `telephony:` or `sms:` link; waits for the person.
    package func openLink(_ url: String) async throws(ServiceError) -> DialResult {
        var answer = try await call(
            "OpenLink", on: HandsetName.calls, [.text(url)], returning: "a{sv}", timeout: nil)
        return try answer.value()
    }

    package func calls() async throws(ServiceError) -> [CallInfo] {
        var answer = try await call("GetCalls", on: HandsetName.calls, returning: "aa{sv}")
        return try answer.values("calls")
    }

    package func control(
        call: String, _ action: CallInfo.Action, tones: String? = nil
    ) async throws(ServiceError) {
        let options: [String: BusValue] = .known(["tones": tones.map { .text($0) }])
        _ = try await self.call(
            "Control", on: HandsetName.calls, [.text(call), .string(action.rawValue), .dictionary(options)],
            timeout: .seconds(60))
    }

    /// Waits for the network, which may take its time.
    package func requestUSSD(_ string: String, line: String?) async throws(ServiceError) -> USSDInfo {
        var answer = try await call(
            "RequestUSSD", on: HandsetName.calls, [.text(line ?? ""), .text(string)], returning: "a{sv}",
            timeout: .seconds(120))
        return try answer.value()
    }

    package func cancelUSSD(line: String?) async throws(ServiceError) {
        _ = try await call("CancelUSSD", on: HandsetName.calls, [.text(line ?? "")])
    }

    // MARK: History

    package func recents(_ query: RecentQuery) async throws(ServiceError) -> [RecentInfo] {
        var answer = try await call(
            "GetRecents", on: HandsetName.history, [.dictionary(query.dictionary)], returning: "aa{sv}")
        return try answer.values("recents")
    }

    package func markRecentsRead(_ ids: [String]) async throws(ServiceError) {
        _ = try await call("MarkRead", on: HandsetName.history, [.texts(ids)])
    }

    // MARK: A calling app's conversations

    package func attach(_ app: CallingAppInfo) async throws(ServiceError) {
        _ = try await call("Attach", on: HandsetName.conversations, [.dictionary(app.dictionary)])
    }

    package func reportIncoming(
        conversation: String, _ update: ConversationUpdateInfo
    ) async throws(ServiceError) {
        _ = try await call(
            "ReportIncoming", on: HandsetName.conversations, [.text(conversation), .dictionary(update.dictionary)])
    }

    package func report(_ event: ConversationEventInfo, conversation: String) async throws(ServiceError) {
        _ = try await call(
            "ReportEvent", on: HandsetName.conversations, [.text(conversation), .dictionary(event.dictionary)])
    }

    package func perform(_ actions: [ConversationActionInfo]) async throws(ServiceError) {
        _ = try await call("Perform", on: HandsetName.conversations, [.values(actions)])
    }

    /// Waits, for ever if need be.
    package func nextEvent() async throws(ServiceError) -> CallingEventInfo {
        var answer = try await call("NextEvent", on: HandsetName.conversations, returning: "a{sv}", timeout: nil)
        return try answer.value()
    }

    package func finishAction(_ id: String, isFulfilled: Bool, date: Int64) async throws(ServiceError) {
        _ = try await call(
            "FinishAction", on: HandsetName.conversations, [.text(id), .boolean(isFulfilled), .int64(date)])
    }

    package func detach() async throws(ServiceError) { _ = try await call("Detach", on: HandsetName.conversations) }
}
