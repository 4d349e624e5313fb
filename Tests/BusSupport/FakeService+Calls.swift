import HandsetInterface

// Fixed answers, and what was asked in the journal.
extension FakeService: CallService {
    package static let call = CallInfo(
        id: "11111111-1111-1111-1111-111111111111", state: .active, isIncoming: false,
        handles: [HandleInfo(value: "+15550100", name: "Ada")], line: "iccid-1", started: 1_700_000_000_000,
        connected: 1_700_000_005_000, actions: [.hangUp, .hold, .mute, .tones])
    package static let recent = RecentInfo(
        id: "22222222-2222-2222-2222-222222222222", row: 7, handles: [HandleInfo(value: "+15550100")], line: "iccid-1",
        iccid: "8944", date: 1_700_000_000_000, duration: 61_000, status: .missed, isIncoming: true, isRead: false,
        cause: .missed)
    package static let start = ConversationActionInfo(
        id: "33333333-3333-3333-3333-333333333333", conversation: "44444444-4444-4444-4444-444444444444", kind: .start,
        deadline: 1_700_000_030_000, handles: [HandleInfo(kind: .email, value: "ada@example.org")])

    package func dial(_ request: DialInfo, for caller: Caller) async throws(ServiceError) -> DialResult {
        note("dial \(request.to.kind.rawValue) \(request.to.value) \(request.line ?? "-")", caller)
        if request.to.value == "busy" { return DialResult(.failed, call: Self.call.id, cause: .busy, reason: "busy") }
        return DialResult(.calling, call: Self.call.id)
    }
    package func openLink(_ url: String, for caller: Caller) async throws(ServiceError) -> DialResult {
        note("link \(url)", caller)
        return DialResult(.opened)
    }
    package func calls(for caller: Caller) async throws(ServiceError) -> [CallInfo] {
        note("calls", caller)
        return [Self.call]
    }
    package func control(
        call: String, _ action: CallInfo.Action, tones: String?, for caller: Caller
    ) async throws(ServiceError) {
        note("control \(call) \(action.rawValue) \(tones ?? "-")", caller)
        guard call == Self.call.id else { throw ServiceError(.invalidArgument, "there is no such call") }
    }
    package func requestUSSD(
        _ string: String, line: String?, for caller: Caller
    ) async throws(ServiceError) -> USSDInfo {
        note("ussd \(line ?? "-") \(string)", caller)
        return USSDInfo(text: "Your balance is 5", standing: .awaitsReply)
    }
    package func cancelUSSD(line: String?, for caller: Caller) async throws(ServiceError) {
        note("cancel ussd \(line ?? "-")", caller)
    }

    package func recents(_ query: RecentQuery, for caller: Caller) async throws(ServiceError) -> [RecentInfo] {
        note("recents \(query.before.map(String.init) ?? "-") \(query.limit)", caller)
        return [Self.recent]
    }
    package func markRecentsRead(_ ids: [String], for caller: Caller) async throws(ServiceError) {
        note("read \(ids)", caller)
    }

    package func attach(_ app: CallingAppInfo, for caller: Caller) async throws(ServiceError) {
        note("attach \(app.maximumGroups) \(app.maximumPerGroup) \(app.conversations)", caller)
    }
    package func reportIncoming(
        conversation: String, _ update: ConversationUpdateInfo, for caller: Caller
    ) async throws(ServiceError) {
        note("incoming \(conversation) \(update.members?.map(\.value) ?? [])", caller)
        if conversation == "disturbing" { throw ServiceError(.refused, "the person is not to be disturbed") }
    }
    package func report(
        _ event: ConversationEventInfo, conversation: String, for caller: Caller
    ) async throws(ServiceError) {
        note("report \(conversation) \(event.kind.rawValue) \(event.endedReason?.rawValue ?? "-")", caller)
    }
    package func perform(_ actions: [ConversationActionInfo], for caller: Caller) async throws(ServiceError) {
        note("perform \(actions.map(\.kind.rawValue))", caller)
    }
    package func nextEvent(for caller: Caller) async throws(ServiceError) -> CallingEventInfo {
        note("event", caller)
        return CallingEventInfo(.perform, action: Self.start)
    }
    package func finishAction(
        _ id: String, isFulfilled: Bool, date: Int64, for caller: Caller
    ) async throws(ServiceError) {
        note("finish \(id) \(isFulfilled) \(date)", caller)
    }
    package func detach(for caller: Caller) async throws(ServiceError) { note("detach", caller) }
}
