package import HandsetInterface
package import HandsetLines
import HandsetDialing
import HandsetNumbers

/// What clients ask about phone.
extension Daemon: CallService {
    func connectCalls() {
        phone.surroundings = { [weak self] in self?.callSurroundings ?? CallSurroundings() }
        phone.question = { [weak self] in
            self?.question(about: $0) ?? QuestionInfo(title: "", body: "", yes: "", no: "")
        }
        phone.isEmergency = { [numbers] text in (try? DialString(text)).map(numbers.isEmergency) ?? false }
        phone.onCalls = { [weak self] in
            guard let self else { return }
            announcing.add { await self.server?.callsChanged() }
        }
        phone.onHistory = { [weak self] in
            guard let self else { return }
            announcing.add { await self.server?.historyChanged() }
        }
        phone.onBusy = { [weak self] in self?.updateInhibitor() }
        phone.onRing = { [weak self] in
            guard let self, let dialer = roles[.dialer] else { return }
            launch(dialer, for: .call)
        }
        ringer.title = { [numbers] in numbers.title($0) }
    }

    private var callSurroundings: CallSurroundings {
        let calling = roles[.calling].flatMap { apps.bundle(id: $0) }
        let isReachable = calling.map { clients.values.contains($0.id) || agents.active(for: $0) != nil } ?? false
        return CallSurroundings(
            lines: lines.callLines, preferredLine: configuration.preferredLine, modems: lines.emergencyModems,
            callingApp: isReachable ? calling?.id : nil,
            canAsk: canAsk)
    }

    /// Whether a question would be seen by somebody.
    var canAsk: Bool { agents.of(nil).contains { $0.session.hasDisplay || $0.session.hasTerminal } }

    private func question(about conversation: Conversation) -> QuestionInfo {
        let asker = conversation.requester.flatMap { apps.bundle(id: $0)?.name } ?? "A link"
        let whom = numbers.title(conversation)
        return conversation.isEmergency
            ? QuestionInfo(
                title: "Make an emergency call?", body: "\(asker) wants to call \(whom).", yes: "Call", no: "Cancel")
            : QuestionInfo(title: "Call \(whom)?", body: "\(asker) wants to make this call.", yes: "Call", no: "Cancel")
    }

    // MARK: Who may

    private struct Standing {
        var app: AppBundle?
        var isDialer: Bool
        var isTool: Bool
        var isTrusted: Bool { isDialer || isTool }
    }

    private func standing(_ caller: Caller) async throws(ServiceError) -> Standing {
        let app = try await app(of: caller)
        return Standing(
            app: app, isDialer: roles(of: app).contains(.dialer), isTool: app?.isPersonsTool == true)
    }

    private func trusted(_ caller: Caller) async throws(ServiceError) -> Standing {
        let standing = try await standing(caller)
        guard standing.isTrusted else {
            throw ServiceError(.notPermitted, "only the app for calls may do this: `handset role dialer APP`")
        }
        return standing
    }

    // MARK: Calls1

    @ServiceActor package func dial(_ request: DialInfo, for caller: Caller) async throws(ServiceError) -> DialResult {
        let standing = try await standing(caller)
        guard let app = standing.app else {
            throw ServiceError(.notPermitted, "only an app with a bundle may call: see `handset apps`")
        }
        guard let sequence = request.to.kind == .email ? nil : try? DialSequence(request.to.value) else {
            let wish = CallWish(
                .other, handle: request.to, requester: app.id, isAllowed: standing.isTrusted, line: request.line)
            return await phone.dial(wish)
        }
        let origin = Origin(app: app.id, isAllowed: standing.isTrusted, isLink: false)
        return try await dial(sequence, request.to, line: request.line, origin)
    }

    @ServiceActor package func openLink(_ url: String, for caller: Caller) async throws(ServiceError) -> DialResult {
        let app = try await app(of: caller)
        if url.lowercased().hasPrefix("sms") { return try openMessage(url) }
        let link: TelephoneURI
        do throws(DialingError) {
            link = try TelephoneURI(url)
        } catch {
            throw ServiceError(.invalidArgument, "this link cannot be called: \(error)")
        }
        let sequence = link.subscriber.resolvedSequence
        if link.scheme == .telephony, let id = phone.offered(where: { numbers.areSame($0, sequence.number) }) {
            return await phone.handBack(id)
        }
        let handle = HandleInfo(value: sequence.number.text)
        return try await dial(sequence, handle, line: nil, Origin(app: app?.id, isAllowed: false, isLink: true))
    }

    /// A messaging app shows whom it is to and what it says; nothing is sent by the link.
    private func openMessage(_ url: String) throws(ServiceError) -> DialResult {
        do throws(DialingError) {
            _ = try SMSURI(url)
        } catch {
            throw ServiceError(.invalidArgument, "this link cannot be opened: \(error)")
        }
        guard let app = holder, let agent = agents.active(for: app) else {
            return DialResult(
                .failed, reason: "No app for text messages can be started: `handset role carrier-messaging APP`.")
        }
        errands.add {
            _ = try? await agent.client.launch(app: app.id, executable: app.executable, reason: .url, url: url)
        }
        return DialResult(.opened)
    }

    private struct Origin {
        var app: String?
        var isAllowed: Bool
        var isLink: Bool
    }

    private func dial(
        _ sequence: DialSequence, _ handle: HandleInfo, line: String?, _ origin: Origin
    ) async throws(ServiceError) -> DialResult {
        let isInCall = phone.conversations.contains { $0.isLive && $0.modem != nil && $0.state != .dialing }
        let meaning: Dialling
        do throws(DialingError) {
            meaning = try Dialling(sequence, in: numbers.situation(isInCall: isInCall && !origin.isLink))
        } catch {
            throw ServiceError(.invalidArgument, "this cannot be called: \(error)")
        }
        switch meaning {
        case .call(let call):
            // The calling app falls back to the system with the very number that it was offered.
            if let app = origin.app, app == roles[.calling],
                let id = phone.offered(where: { numbers.areSame($0, call.number) })
            {
                return await phone.handBack(id)
            }
            var handle = handle
            handle.value = call.number.text
            handle.kind = .phone
            return await phone.dial(
                CallWish(
                    .number(call), handle: handle, requester: origin.app, isAllowed: origin.isAllowed, line: line,
                    isEmergency: numbers.isEmergency(call.number), isLink: origin.isLink))
        case .service(let code): return try await service(code.dialString, line, origin.isAllowed, origin.app)
        case .ussd(let string): return try await service(string, line, origin.isAllowed, origin.app)
        case .local(let code): return try await local(code, origin.isAllowed, origin.app)
        case .control(let code):
            guard origin.isAllowed else { return DialResult(.failed, cause: .refused, reason: "Not from an app.") }
            return try await control(code)
        }
    }

    @ServiceActor package func calls(for caller: Caller) async throws(ServiceError) -> [CallInfo] {
        let standing = try await standing(caller)
        guard !standing.isTrusted else { return phone.infos }
        guard let app = standing.app, app.isEligible(for: .calling) else {
            throw ServiceError(.notPermitted, "only the app for calls may see them: `handset role dialer APP`")
        }
        return phone.infos.filter { $0.app == app.id }
    }

    @ServiceActor package func control(
        call: String, _ action: CallInfo.Action, tones: String?, for caller: Caller
    ) async throws(ServiceError) {
        let standing = try await standing(caller)
        let isOwn = standing.app != nil && phone[call]?.app == standing.app?.id
        guard standing.isTrusted || isOwn else {
            throw ServiceError(.notPermitted, "only the app for calls may do this: `handset role dialer APP`")
        }
        if let tones {
            guard (try? Tones(tones)) != nil else {
                throw ServiceError(.invalidArgument, "tones are 0 to 9, *, # and A to D")
            }
        }
        try await phone.control(call, action, tones: tones)
    }

    /// What the person did with the notification of a call; true if it was one.
    func callResponded(_ id: String, _ action: String, _ caller: Caller) -> Bool {
        let isCall = id.hasPrefix(Ringer.prefix)
        guard isCall || id.hasPrefix(Ringer.missedPrefix) else { return false }
        // Only who is shown it may answer.
        guard agents.active()?.userID == caller.userID else { return true }
        if isCall, let action = CallInfo.Action(rawValue: action) {
            phone.respond(String(id.dropFirst(Ringer.prefix.count)), action)
        } else if action == "default", let dialer = roles[.dialer] {
            launch(dialer, for: .call)
        }
        return true
    }

    // MARK: History1

    /// The moment, in milliseconds, from which on the caller may see the history.
    private func historyStart(_ caller: Caller) async throws(ServiceError) -> Int64 {
        let standing = try await trusted(caller)
        guard !standing.isTool else { return .min }
        do throws(StoreError) {
            return (try await store.roleSince(.dialer) ?? .max / 1_000) * 1_000
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
    }

    @ServiceActor package func recents(_ query: RecentQuery, for caller: Caller) async throws(ServiceError)
        -> [RecentInfo]
    {
        let start = try await historyStart(caller)
        do throws(StoreError) {
            return try await store.recents(query, since: start)
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
    }

    @ServiceActor package func markRecentsRead(_ ids: [String], for caller: Caller) async throws(ServiceError) {
        let start = try await historyStart(caller)
        do throws(StoreError) {
            guard try await store.markRecentsRead(ids, since: start) else { return }
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
        announcing.add { [self] in await server?.historyChanged() }
    }

    // MARK: Modems

    package func callsChanged(_ report: CallReport, on modem: String) async { phone.report(report, of: modem) }
}
