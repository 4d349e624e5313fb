/// What answers the interfaces of calls: Calls1, History1 and Conversations1 (docs/dbus/org.handset.Handset1.xml).
package protocol CallService: Sendable {
    /// Answers when the call is on its way, or has failed; the person may be asked first.
    func dial(_ request: DialInfo, for caller: Caller) async throws(ServiceError) -> DialResult
    func openLink(_ url: String, for caller: Caller) async throws(ServiceError) -> DialResult
    func calls(for caller: Caller) async throws(ServiceError) -> [CallInfo]
    /// `tones` with `.tones` only.
    func control(
        call: String, _ action: CallInfo.Action, tones: String?, for caller: Caller
    ) async throws(ServiceError)
    /// `line` is nil for the preferred one.
    func requestUSSD(_ string: String, line: String?, for caller: Caller) async throws(ServiceError) -> USSDInfo
    func cancelUSSD(line: String?, for caller: Caller) async throws(ServiceError)

    func recents(_ query: RecentQuery, for caller: Caller) async throws(ServiceError) -> [RecentInfo]
    func markRecentsRead(_ ids: [String], for caller: Caller) async throws(ServiceError)

    func attach(_ app: CallingAppInfo, for caller: Caller) async throws(ServiceError)
    func reportIncoming(
        conversation: String, _ update: ConversationUpdateInfo, for caller: Caller
    ) async throws(ServiceError)
    func report(
        _ event: ConversationEventInfo, conversation: String, for caller: Caller
    ) async throws(ServiceError)
    /// All or none.
    func perform(_ actions: [ConversationActionInfo], for caller: Caller) async throws(ServiceError)
    func nextEvent(for caller: Caller) async throws(ServiceError) -> CallingEventInfo
    /// `date` is of what was done, in milliseconds since 1970; 0 for now.
    func finishAction(_ id: String, isFulfilled: Bool, date: Int64, for caller: Caller) async throws(ServiceError)
    func detach(for caller: Caller) async throws(ServiceError)
}
