package import HandsetInterface

/// What clients ask of lines, roles and the daemon itself.
///
/// Each method names its actor: the protocol's requirements run wherever they are called from, and would take it from
/// there.
extension Daemon: HandsetService {
    /// The caller's app, known from now on to be on the bus.
    func app(of caller: Caller) async throws(ServiceError) -> AppBundle? {
        let app = await callers.app(of: caller)
        if let app, clients[caller.uniqueName] == nil {
            // Whoever left while we looked is not taken down: nobody would ever strike it out again. One that was known
            // may have left too: what it said before counts.
            guard !Task.isCancelled else { throw ServiceError(.cancelled, "the client is gone") }
            clients[caller.uniqueName] = app.id
            pushes.appCame(app.id)
            if app.id == roles[.carrierMessaging] {
                consider(.appCame)
                updateInhibitor()
            }
        }
        return app
    }

    func roles(of app: AppBundle?) -> Set<Role> {
        guard let app else { return [] }
        return Set(roles.filter { $0.value == app.id && app.isEligible(for: $0.key) }.keys)
    }

    func personsTool(_ caller: Caller) async throws(ServiceError) {
        guard try await app(of: caller)?.isPersonsTool == true else {
            throw ServiceError(.notPermitted, "only the person's own tools may do this: use the handset command")
        }
    }

    // MARK: Session1

    @ServiceActor package func state(for caller: Caller) async throws(ServiceError) -> StateInfo {
        let app = try await app(of: caller)
        let roles = roles(of: app)
        let maySeeLines = !roles.isEmpty || app?.isPersonsTool == true
        return StateInfo(app: app?.id, roles: roles, lines: maySeeLines ? lines.infos : [])
    }

    // MARK: Lines1

    @ServiceActor package func setLabel(_ label: String, ofLine line: String, for caller: Caller)
        async throws(ServiceError)
    {
        try await personsTool(caller)
        do throws(StoreError) {
            guard try await lines.setLabel(label, of: line) else { throw StoreError(.fault) }
        } catch {
            guard lines.isKnown(line) else { throw Self.noSuchLine }
            throw ServiceError(.unavailable, "\(error)")
        }
    }

    @ServiceActor package func unlock(line: String, pin: String, for caller: Caller) async throws(ServiceError)
        -> UnlockInfo
    {
        try await personsTool(caller)
        // A card that has never been read is locked behind its modem's name.
        guard let modem = lines.modemToUnlock(line) ?? lines.modem(named: line) else {
            throw lines.isKnown(line)
                ? ServiceError(.unavailable, "no modem has this line now") : Self.noSuchLine
        }
        guard let sim = await modem.sim else {
            throw ServiceError(.unavailable, "the modem has no SIM that it can ask")
        }
        switch await sim.unlock(pin: pin) {
        case .unlocked: return UnlockInfo(.unlocked)
        case .notNeeded: return UnlockInfo(.notNeeded)
        case .wrongPIN(let left): return UnlockInfo(.wrongPIN, attemptsLeft: left)
        case .pukRequired: return UnlockInfo(.pukRequired)
        case .failed: return UnlockInfo(.failed)
        }
    }

    static let noSuchLine = ServiceError(.noSuchLine, "there is no line of that id: see `handset lines`")

    // MARK: Roles1

    @ServiceActor package func apps(for caller: Caller) async throws(ServiceError) -> [AppInfo] {
        _ = try await app(of: caller)
        apps.refresh()
        return apps.bundles.map { app in
            AppInfo(
                id: app.id, name: app.name, path: app.path, entitlements: app.entitlements.sorted(),
                eligible: app.eligible, holds: roles(of: app), isTrusted: app.isTrusted)
        }
    }

    @ServiceActor package func roles(for caller: Caller) async throws(ServiceError) -> [Role: String] {
        _ = try await app(of: caller)
        return roles
    }

    @ServiceActor package func setRole(_ role: Role, to id: String?, for caller: Caller) async throws(ServiceError) {
        let requester = try await app(of: caller)
        apps.refresh()
        let app = id.flatMap { apps.bundle(id: $0) }
        if id != nil {
            guard let app else { throw ServiceError(.noSuchApp, "there is no such app: see `handset apps`") }
            guard app.isEligible(for: role) else {
                throw ServiceError(.noSuchApp, "\(app.id) does not declare the entitlement \(role.entitlement)")
            }
        }
        guard roles[role] != id else { return }
        if requester?.isPersonsTool != true {
            try await ask(about: role, for: app, by: requester, caller)
        }
        try await change(role, to: id)
    }

    private func ask(
        about role: Role, for app: AppBundle?, by requester: AppBundle?, _ caller: Caller
    ) async throws(ServiceError) {
        guard let agent = agents.of(caller.userID).first ?? agents.active() else {
            throw ServiceError(
                .unavailable, "nobody can be asked: no agent of a session is here. Use `handset role \(role.rawValue)`")
        }
        guard !isAsking else { throw ServiceError(.busy, "the person is being asked about a role already") }
        isAsking = true
        defer { isAsking = false }
        let asker = requester?.name ?? "A program that Handset does not know"
        let change = app.map { "make \($0.name) the app for \(role.words)" } ?? "have no app for \(role.words)"
        let question = QuestionInfo(
            title: "Change the app for \(role.words)?", body: "\(asker) wants to \(change).", yes: "Change",
            no: "Cancel")
        guard try await agent.client.ask(question) else { throw ServiceError(.refused, "the person said no") }
    }

    func change(_ role: Role, to id: String?) async throws(ServiceError) {
        do throws(StoreError) {
            try await store.setRole(role, to: id)
        } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
        roles[role] = id
        if role == .carrierMessaging {
            deliveries.revoke()
            consider(.newHolder)
            updateInhibitor()
        }
        announceState()
    }

    // MARK: Status1

    @ServiceActor package func status(for caller: Caller) async throws(ServiceError) -> StatusInfo {
        try await personsTool(caller)
        let modems = lines.modemInfos
        var trouble: [String] = []
        if let error = await store.trouble { trouble.append("\(error)") }
        trouble += modems.compactMap { modem in modem.trouble.map { "Modem \(modem.name): \($0)" } }
        apps.refresh()
        trouble += apps.faults.prefix(Self.bundleFaultsShown).map { "Bundle \($0)".plain(to: 1_000) }
        if apps.faults.count > Self.bundleFaultsShown { trouble.append("More bundles than these cannot be used.") }
        let waiting = deliveries.waitingCount
        if waiting > 0, holder == nil {
            trouble.append("Messages wait, and no app is there for them: `handset role carrier-messaging APP`.")
        } else if waiting > 0, !clients.values.contains(holder?.id ?? ""), agents.active(for: holder) == nil {
            trouble.append("Messages wait, and no agent of a session is there to launch the app.")
        }
        let missing = (try? await store.failedMultimediaCount()) ?? 0
        if missing > 0 {
            trouble.append(
                "Multimedia messages could not be fetched: `handset mms list` says why, `handset mms fetch` tries again."
            )
        }
        if immediate.count > 0 {
            trouble.append("Messages to be shown at once wait for an agent that can show them.")
        }
        var kinds = (try? await store.heldKinds()) ?? [:]
        trouble += troubleOfHeld(kinds)
        if immediate.count > 0 { kinds[Inbox.immediateService] = .init(kept: immediate.count) }
        let counts = (try? await store.heldCounts()) ?? (held: 0, waiting: 0)
        return StatusInfo(
            version: version, modems: modems, waiting: waiting, parked: deliveries.parkedCount,
            held: counts.held + immediate.count, incomplete: counts.waiting,
            sending: (try? await store.sendingCount()) ?? 0, agents: agents.count, trouble: trouble,
            heldKinds: kinds.mapValues(\.kept).filter { $0.value > 0 },
            heldLost: kinds.values.reduce(0) { $0 + $1.lost }, configuredRoles: configuration.roles)
    }

    private static let bundleFaultsShown = 20

    // MARK: The bus

    @ServiceActor package func clientVanished(_ uniqueName: String, _ vanishing: ClientVanishing) async {
        callers.forget(uniqueName)
        let app = clients.removeValue(forKey: uniqueName)
        notifications.vanish(uniqueName)
        pushes.vanish(uniqueName, vanishing)
        if agents.forget(uniqueName) {
            apps.forget(agent: uniqueName)
            announceState()
        }
        guard vanishing == .client else { return deliveries.loseBus() }
        phone.clientVanished(uniqueName)
        let died = deliveries.vanish(ClientName(rawValue: uniqueName))
        if let app, app == roles[.carrierMessaging], !clients.values.contains(app) {
            consider(.appGone(diedWithMessage: died, unseen: deliveries.unseen))
        }
        updateInhibitor()
    }

    @ServiceActor package func serverChanged(_ state: ServerState) async {
        switch state {
        case .serving:
            Log.notice("on the bus again")
            consider(.cameToBus)
            pushes.cameToBus()
        case .cutOff(let reason):
            Log.warning("off the bus: \(reason); trying again")
            deliveries.loseBus()
            phone.cutOff()
            clients = [:]
            callers.forgetAll()
            agents.forgetAll()
        }
    }
}

extension Role {
    var words: String {
        switch self {
        case .dialer: "calls"
        case .calling: "internet calls"
        case .carrierMessaging: "text messages"
        }
    }
}
