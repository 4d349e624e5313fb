import HandsetInterface

/// What the small service remembers of calls.
struct TestPhone: Sendable {
    var calls: [CallInfo] = []
    var recents: [RecentInfo] = []
    /// Answers of the next dials; a dial without one makes a call.
    var results: [DialResult] = []
    var ussd = USSDInfo(text: "Your balance is 5", standing: .done)
    /// Whom a report of an incoming conversation may not disturb.
    var isNotDisturbed = false

    var dialled: [DialInfo] = []
    var links: [String] = []
    var controls: [String] = []
    var ussdRequests: [String] = []

    var attached: CallingAppInfo?
    /// What the calling app is told next.
    var events: [CallingEventInfo] = []
    /// What the calling app has to finish.
    var unfinished: [ConversationActionInfo] = []
    /// How it did, by the action's id.
    var finished: [String: Bool] = [:]
    var incoming: [String: ConversationUpdateInfo] = [:]
    var reports: [String] = []

    /// Gives the app something to do.
    mutating func ask(_ action: ConversationActionInfo) {
        unfinished.append(action)
        events.append(CallingEventInfo(.perform, action: action))
    }
}

extension TestService: CallService {
    private func check() throws(ServiceError) { if let fault { throw fault } }

    func dial(_ request: DialInfo, for caller: Caller) async throws(ServiceError) -> DialResult {
        try check()
        phone.dialled.append(request)
        note("dial \(request.to.value)")
        if !phone.results.isEmpty { return phone.results.removeFirst() }
        let id = "00000000-0000-0000-0000-\(format12(phone.dialled.count))"
        phone.calls.append(
            CallInfo(
                id: id, state: .dialing, isIncoming: false, handles: [request.to], line: request.line ?? "iccid-1",
                started: 1_700_000_000_000 + Int64(phone.dialled.count), actions: [.hangUp]))
        return DialResult(.calling, call: id)
    }
    private func format12(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }
    func openLink(_ url: String, for caller: Caller) async throws(ServiceError) -> DialResult {
        try check()
        phone.links.append(url)
        note("link")
        return phone.results.isEmpty ? DialResult(.opened) : phone.results.removeFirst()
    }
    func calls(for caller: Caller) async throws(ServiceError) -> [CallInfo] {
        try check()
        note("calls")
        return phone.calls
    }
    func control(
        call: String, _ action: CallInfo.Action, tones: String?, for caller: Caller
    ) async throws(ServiceError) {
        try check()
        guard let index = phone.calls.firstIndex(where: { $0.id == call }), phone.calls[index].state != .ended else {
            throw ServiceError(.invalidArgument, "there is no such call")
        }
        phone.controls.append("\(action.rawValue)\(tones.map { " \($0)" } ?? "")")
        switch action {
        case .answer, .holdAndAnswer, .endAndAnswer, .resume:
            phone.calls[index].state = .active
            phone.calls[index].connected = phone.calls[index].connected ?? 1_700_000_010_000
        case .hold: phone.calls[index].state = .held
        case .hangUp, .decline:
            phone.calls[index].state = .ended
            phone.calls[index].ended = 1_700_000_020_000
            phone.calls[index].cause = action == .decline ? .declined : .local
        case .silence: phone.calls[index].isSilenced = true
        case .mute, .unmute: phone.calls[index].isMuted = action == .mute
        case .swap, .merge, .split, .tones, .proceed: break
        }
        note("control \(action.rawValue)")
    }
    func requestUSSD(_ string: String, line: String?, for caller: Caller) async throws(ServiceError) -> USSDInfo {
        try check()
        phone.ussdRequests.append(string)
        note("ussd")
        return phone.ussd
    }
    func cancelUSSD(line: String?, for caller: Caller) async throws(ServiceError) { note("cancel ussd") }

    func recents(_ query: RecentQuery, for caller: Caller) async throws(ServiceError) -> [RecentInfo] {
        try check()
        note("recents")
        let rows = phone.recents.sorted { $0.row > $1.row }.filter { $0.row < query.before ?? .max }
        return Array(rows.prefix(query.limit))
    }
    func markRecentsRead(_ ids: [String], for caller: Caller) async throws(ServiceError) {
        try check()
        for index in phone.recents.indices where ids.contains(phone.recents[index].id) {
            phone.recents[index].isRead = true
        }
        note("read \(ids.count)")
    }

    func attach(_ app: CallingAppInfo, for caller: Caller) async throws(ServiceError) {
        try check()
        phone.attached = app
        // What is not finished comes again to a new connection.
        phone.events = phone.unfinished.map { CallingEventInfo(.perform, action: $0) }
        note("attach \(app.conversations.count)")
    }
    private func attached() throws(ServiceError) {
        try check()
        guard phone.attached != nil else { throw ServiceError(.invalidArgument, "the app has not attached") }
    }
    func reportIncoming(
        conversation: String, _ update: ConversationUpdateInfo, for caller: Caller
    ) async throws(ServiceError) {
        try attached()
        guard !phone.isNotDisturbed else { throw ServiceError(.refused, "the person is not to be disturbed") }
        phone.incoming[conversation] = update
        note("incoming")
    }
    func report(
        _ event: ConversationEventInfo, conversation: String, for caller: Caller
    ) async throws(ServiceError) {
        try attached()
        phone.reports.append("\(event.kind.rawValue)\(event.endedReason.map { " \($0.rawValue)" } ?? "")")
        note("report \(event.kind.rawValue)")
    }
    func perform(_ actions: [ConversationActionInfo], for caller: Caller) async throws(ServiceError) {
        try attached()
        for action in actions { phone.ask(action) }
        note("perform \(actions.count)")
    }
    func nextEvent(for caller: Caller) async throws(ServiceError) -> CallingEventInfo {
        note("event")
        while !Task.isCancelled {
            if !phone.events.isEmpty { return phone.events.removeFirst() }
            await sleep()
        }
        throw ServiceError(.cancelled, "")
    }
    func finishAction(
        _ id: String, isFulfilled: Bool, date: Int64, for caller: Caller
    ) async throws(ServiceError) {
        try attached()
        guard phone.unfinished.contains(where: { $0.id == id }) else {
            throw ServiceError(.invalidArgument, "there is no such action")
        }
        phone.unfinished.removeAll { $0.id == id }
        phone.finished[id] = isFulfilled
        note("finish \(isFulfilled)")
    }
    func detach(for caller: Caller) async throws(ServiceError) {
        phone.attached = nil
        note("detach")
    }
}

extension House {
    /// Changes the calls and tells the clients.
    func changeCalls(_ body: @Sendable (inout TestPhone) -> Void) async {
        await service.change { body(&$0.phone) }
        await server.callsChanged()
    }

    /// Changes the history and tells the clients.
    func changeHistory(_ body: @Sendable (inout TestPhone) -> Void) async {
        await service.change { body(&$0.phone) }
        await server.historyChanged()
    }
}
