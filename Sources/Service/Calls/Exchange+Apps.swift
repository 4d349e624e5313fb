import Foundation
import HandsetInterface
import HandsetPlatform

/// A calling app as the exchange knows it.
struct CallingApp: Hashable, Sendable {
    var info = CallingAppInfo()
    /// Its conversation manager has come.
    var isAttached = false
    var actions = ConversationActions()
    var hasAudio = false
    /// The bus was away: until then the app may come back with its conversations.
    var reattachBy: MonotonicTime?
}

/// The side of the apps that carry conversations themselves.
extension Exchange {
    // MARK: Coming and going

    /// The app's conversation manager has come, or has come again with what it carries.
    mutating func attach(_ app: String, _ info: CallingAppInfo) {
        var state = apps[app] ?? CallingApp()
        let wasAway = state.reattachBy != nil
        state.info = info
        state.isAttached = true
        state.reattachBy = nil
        state.hasAudio = false
        state.actions.redeliver()
        apps[app] = state
        if wasAway {
            for conversation in live
            where conversation.carrier == .app(app) && !info.conversations.contains(conversation.id) {
                end(conversation.id, .appFailed)
            }
        }
        for id in info.conversations where self[id] == nil { adopt(id, of: app) }
    }

    /// A conversation that went on while the service was away.
    ///
    /// The row that was left open is what proves it; only of an app that leaves no rows its word is taken. Anything else would
    /// be written down as new, as often as somebody likes.
    private mutating func adopt(_ id: String, of app: String) {
        guard let state = apps[app], UUID(uuidString: id) != nil else { return }
        let record = unfinished.first { $0.id == id && $0.app == app }
        guard record != nil || !state.info.includesRecents else { return }
        // Which of them were joined is not known any more.
        let (groups, members) = (state.info.maximumGroups, state.info.maximumPerGroup)
        let limit =
            max(1, min(groups, InterfaceLimits.conversations)) * max(1, min(members, InterfaceLimits.conversations))
        let count = live.count { $0.carrier == .app(app) }
        guard count < min(limit, InterfaceLimits.conversations) else { return }
        unfinished.removeAll { $0.id == id && $0.app == app }
        let isRinging = record.map { $0.isIncoming && $0.connected == nil } ?? false
        var conversation = Conversation(
            id: id, isIncoming: record?.isIncoming ?? false, started: record?.date ?? date,
            state: isRinging ? .incoming : .active)
        conversation.carrier = .app(app)
        conversation.handles = record?.handles ?? []
        conversation.connected = record?.connected
        conversation.hasSound = !isRinging
        conversation.isKept = apps[app]?.info.includesRecents ?? true
        insert(conversation)
    }

    /// The app says that it is done with everything.
    mutating func detach(_ app: String) { lose(app, CallEnding(.local)) }

    /// No process of the app is left.
    mutating func appGone(_ app: String) { lose(app, .appFailed) }

    private mutating func lose(_ app: String, _ ending: CallEnding) {
        guard let state = apps.removeValue(forKey: app) else { return }
        for action in state.actions.pending {
            if let run = action.run { fail(run, ServiceError(.unavailable, "the app is gone")) }
        }
        for conversation in live where conversation.app == app {
            if conversation.state == .offered {
                change(conversation.id) { $0.state = .dialing }
                route(.offerEnded, conversation.id)
            } else if ending.cause == .local, conversation.isRinging {
                end(conversation.id, CallEnding(.missed))
            } else {
                end(conversation.id, ending)
            }
        }
    }

    /// The app could not be started, or has ended before it came.
    mutating func launchFailed(_ app: String) {
        guard apps[app]?.isAttached != true else { return }
        appGone(app)
    }

    /// We are off the bus: the apps live, and may come back.
    mutating func cutOff() {
        for id in apps.keys {
            guard apps[id]?.isAttached == true else { continue }
            apps[id]?.isAttached = false
            apps[id]?.reattachBy = now + Self.reattachment
        }
    }

    mutating func nextEvent(of app: String) -> CallingEventInfo? { apps[app]?.actions.next() }

    // MARK: What the app reports

    private func attached(_ app: String) throws(ServiceError) -> CallingApp {
        guard let state = apps[app], state.isAttached else {
            throw ServiceError(.invalidArgument, "the app has not attached: a ConversationManager does it")
        }
        return state
    }

    private func own(_ id: String, of app: String) throws(ServiceError) -> Conversation {
        guard let conversation = self[id], conversation.carrier == .app(app), conversation.isLive else {
            throw ServiceError(.invalidArgument, "the app carries no such conversation")
        }
        return conversation
    }

    /// A conversation of the app rings.
    mutating func incoming(_ id: String, _ update: ConversationUpdateInfo, of app: String) throws(ServiceError) {
        let state = try attached(app)
        if let known = self[id] {
            // Reported twice, as after a push that came twice: nothing new.
            guard known.carrier == .app(app) else { throw Self.takenID }
            guard known.isLive else { throw ServiceError(.refused, "the conversation is over") }
            return self.update(id, update)
        }
        try checkRoom(for: state, app)
        guard !live.contains(where: \.isEmergency) else {
            throw ServiceError(.refused, "the person is not to be disturbed: an emergency call is being made")
        }
        var conversation = Conversation(id: id, isIncoming: true, started: date, state: .incoming)
        conversation.carrier = .app(app)
        conversation.isKept = state.info.includesRecents
        insert(conversation)
        self.update(id, update)
    }

    /// Whoever has it: a calling app is told nothing of another's.
    private static let takenID = ServiceError(
        .invalidArgument, "there is a conversation of that id already: give each a UUID of its own")

    private func checkRoom(for state: CallingApp, _ app: String) throws(ServiceError) {
        let theirs = live.filter { $0.carrier == .app(app) }
        let groups = Set(theirs.map { $0.group ?? $0.id }).count
        guard groups < max(1, min(state.info.maximumGroups, InterfaceLimits.conversations)) else {
            throw ServiceError(.refused, "the app carries as many conversations as it said it can")
        }
    }

    private mutating func update(_ id: String, _ update: ConversationUpdateInfo) {
        change(id) { conversation in
            if let members = update.members { conversation.handles = members }
            if let capabilities = update.capabilities { conversation.capabilities = .init(rawValue: capabilities) }
        }
    }

    mutating func report(_ event: ConversationEventInfo, _ id: String, of app: String) throws(ServiceError) {
        _ = try attached(app)
        let conversation = try own(id, of: app)
        let date = event.date > 0 ? min(event.date, self.date) : self.date
        switch event.kind {
        case .updated: if let update = event.update { self.update(id, update) }
        case .connecting:
            change(id) { conversation in
                conversation.isSettled = true
                if conversation.state == .dialing { conversation.state = .alerting }
            }
        case .connected: connect(id, date)
        case .ended: end(id, Self.ending(event.endedReason, conversation))
        }
    }

    private mutating func connect(_ id: String, _ date: Int64) {
        let now = now
        change(id) { conversation in
            if conversation.connected == nil {
                (conversation.connected, conversation.connectedAt) = (max(date, conversation.started), now)
            }
            if conversation.state != .held { conversation.state = .active }
            conversation.isSettled = false
            conversation.hasSound = true
        }
    }

    private static func ending(
        _ reason: ConversationEventInfo.EndedReason?, _ conversation: Conversation
    ) -> CallEnding {
        let isMissed = conversation.isIncoming && conversation.connected == nil
        switch reason {
        case .failed: return CallEnding(.network, "The app could not make the call.")
        case .unanswered: return isMissed ? CallEnding(.missed) : CallEnding(.noAnswer, "Nobody answered.")
        case .joinedElsewhere: return CallEnding(.answeredElsewhere)
        case .declinedElsewhere: return CallEnding(.declined)
        case .remoteEnded, nil: return CallEnding(isMissed ? .missed : .remote)
        }
    }

    // MARK: What the app wants done

    /// All of them or none come back to the app, each when what is in its way has been put on hold.
    mutating func perform(_ actions: [ConversationActionInfo], of app: String) throws(ServiceError) {
        let state = try attached(app)
        var ids = Set(state.actions.pending.map(\.info.id))
        guard actions.count + ids.count <= ConversationActions.limit else {
            throw ServiceError(.busy, "the app has too much to do already")
        }
        var started: Set<String> = []
        for action in actions {
            guard ids.insert(action.id).inserted else {
                throw ServiceError(.invalidArgument, "there is an action of that id already")
            }
            guard action.kind == .start else {
                if !started.contains(action.conversation) { _ = try own(action.conversation, of: app) }
                if let other = action.other, !started.contains(other) { _ = try own(other, of: app) }
                continue
            }
            guard self[action.conversation] == nil, started.insert(action.conversation).inserted else {
                throw Self.takenID
            }
            try checkRoom(for: state, app)
        }
        for action in actions { begin(action, state, app) }
    }

    private mutating func begin(_ action: ConversationActionInfo, _ state: CallingApp, _ app: String) {
        let id = action.conversation
        if action.kind == .start {
            var conversation = Conversation(id: id, isIncoming: false, started: date, state: .dialing)
            conversation.carrier = .app(app)
            conversation.handles = action.handles
            conversation.requester = app
            conversation.isKept = state.info.includesRecents
            insert(conversation)
        }
        let left = action.deadline > date ? min(action.deadline - date, ConversationActions.patience.milliseconds) : 0
        let until = now + (action.deadline == 0 ? ConversationActions.patience : .milliseconds(left))
        var steps: [Step] = []
        var hasRoom = true
        if action.kind == .start || action.kind == .join || action.kind == .pause && !action.isOn {
            if let room = room(for: id, ownModem: true) { steps = room } else { hasRoom = false }
        }
        if action.kind == .join { change(id) { $0.isSettled = true } }
        let run = Run(purpose: .deliver(app: app, action, until: until), steps: steps)
        guard hasRoom else {
            if action.kind == .join { change(id) { $0.isSettled = false } }
            lastRun += 1
            runs[lastRun] = run
            return fail(lastRun, ServiceError(.refused, "There is no room for one more call: end one first."))
        }
        start(run)
    }

    /// The app has done an action, or could not.
    mutating func finished(_ id: String, isFulfilled: Bool, date: Int64, of app: String) throws(ServiceError) {
        _ = try attached(app)
        guard let action = apps[app]?.actions.finish(id) else {
            throw ServiceError(.invalidArgument, "the app has no such action to finish: its time may have been up")
        }
        guard isFulfilled else { return unfulfilled(action, of: app) }
        fulfilled(action.info, date > 0 ? min(date, self.date) : self.date)
        if let run = action.run { done(run: run, nil) }
    }

    private mutating func fulfilled(_ action: ConversationActionInfo, _ date: Int64) {
        let id = action.conversation
        guard let conversation = self[id], conversation.isLive else { return }
        switch action.kind {
        case .start:
            if conversation.state == .offered {
                route(.taken, id)
            } else {
                change(id) { $0.hasSound = true }
            }
        case .join: connect(id, date)
        case .end: end(id, CallEnding(conversation.isRinging ? .declined : .local))
        case .mute: change(id) { $0.isMuted = action.isOn }
        case .pause: pause(conversation, action.isOn)
        case .merge: merge(conversation, with: action.other)
        case .unmerge:
            change(id) { $0.group = nil }
            dissolve()
        case .tone, .translate: break
        }
    }

    private mutating func pause(_ conversation: Conversation, _ isOn: Bool) {
        let joined = live.filter { $0.id == conversation.id || $0.group != nil && $0.group == conversation.group }
        for member in joined where member.state == (isOn ? .active : .held) {
            change(member.id) { $0.state = isOn ? .held : .active }
        }
    }

    private mutating func merge(_ conversation: Conversation, with other: String?) {
        guard let other = other.flatMap({ self[$0] }), other.isLive else { return }
        let group = other.group ?? other.id
        let joined = live.filter { member in
            [conversation.id, other.id].contains(member.id)
                || member.group != nil && [conversation.group, other.group].contains(member.group)
        }
        for member in joined {
            change(member.id) { member in
                member.group = group
                if member.state == .held { member.state = .active }
            }
        }
    }

    /// The app said no, or its time is up.
    mutating func unfulfilled(_ action: ConversationActions.Pending, of app: String) {
        let id = action.info.conversation
        if let conversation = self[id], conversation.isLive {
            switch action.info.kind {
            case .start where conversation.state == .offered:
                change(id) { $0.state = .dialing }
                route(.offerEnded, id)
            case .start, .join: end(id, .appFailed)
            // It is over for us, whatever the app makes of it.
            case .end: end(id, CallEnding(conversation.isRinging ? .declined : .local))
            default: break
            }
        }
        if let run = action.run { fail(run, ServiceError(.refused, "the app did not do it")) }
    }
}
