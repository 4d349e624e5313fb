import HandsetInterface
import HandsetLines
import HandsetPlatform

/// What may be done to a conversation, and how: step by step, across modems and apps.
extension Exchange {
    // MARK: What is possible

    /// The other conversations that are spoken in, or being made.
    func others(than conversation: Conversation) -> [Conversation] {
        live.filter { other in
            // What is out of sight cannot be held, and is in nobody's way.
            guard other.id != conversation.id, !isOutOfSight(other),
                other.group == nil || other.group != conversation.group
            else {
                return false
            }
            switch other.state {
            case .active, .dialing, .alerting: return true
            case .asking, .offered, .incoming, .waiting, .held, .ended: return false
            }
        }
    }

    func actions(of conversation: Conversation) -> Set<CallInfo.Action> {
        var actions: Set<CallInfo.Action>
        switch (conversation.state, conversation.carrier) {
        case (.ended, _): return []
        case (.asking, _), (.offered, _), (_, .none): return [.hangUp]
        case (_, .modem(let modem)):
            // Between our wish and the modem's first word there is only the way back.
            guard let board = boards[modem], board[conversation.id] != nil else { return [.hangUp] }
            actions =
                isOutOfSight(conversation)
                ? board.actions(of: conversation.id)
                : across(board.actions(of: conversation.id), conversation, on: modem)
        case (_, .app): actions = appActions(of: conversation)
        }
        // Call hold and multiparty are not for emergency calls (3GPP TS 22.004, annex A).
        if conversation.isEmergency { actions.subtract([.hold, .merge]) }
        actions.remove(conversation.isMuted ? .mute : .unmute)
        if conversation.tones.waits, conversation.state == .active, !isOutOfSight(conversation) {
            actions.insert(.proceed)
        }
        if conversation.isSilenced { actions.remove(.silence) }
        if conversation.isSettled {
            actions.subtract([.answer, .holdAndAnswer, .endAndAnswer, .decline, .silence])
            if isBeingTaken(conversation) { actions.insert(.hangUp) }
        }
        return actions
    }

    /// Whether the modem was told to take it, and it may be thought better of.
    private func isBeingTaken(_ conversation: Conversation) -> Bool {
        guard conversation.isRinging, conversation.isSettled, let modem = conversation.modem else { return false }
        return boards[modem]?[conversation.id].map { $0.intent == nil && $0.lostAt == nil } ?? false
    }

    /// What a modem knows of its own calls, beside those of others.
    private func across(
        _ own: Set<CallInfo.Action>, _ conversation: Conversation, on modem: String
    ) -> Set<CallInfo.Action> {
        var actions = own
        guard others(than: conversation).contains(where: { $0.modem != modem }) else { return actions }
        let hasRoom = room(for: conversation.id, ownModem: false) != nil
        if conversation.isRinging {
            actions.insert(.endAndAnswer)
            let mayHold = hasRoom && (actions.contains(.answer) || actions.contains(.holdAndAnswer))
            actions.remove(.answer)
            if mayHold { actions.insert(.holdAndAnswer) } else { actions.remove(.holdAndAnswer) }
        } else if actions.remove(.resume) != nil, hasRoom {
            actions.insert(.swap)
        }
        return actions
    }

    private func appActions(of conversation: Conversation) -> Set<CallInfo.Action> {
        let others = others(than: conversation)
        let hasRoom = others.isEmpty || room(for: conversation.id, ownModem: true) != nil
        switch conversation.state {
        case .incoming, .waiting:
            guard !others.isEmpty else { return [.answer, .decline, .silence] }
            return hasRoom
                ? [.holdAndAnswer, .endAndAnswer, .decline, .silence] : [.endAndAnswer, .decline, .silence]
        case .dialing, .alerting: return [.hangUp, .mute, .unmute]
        case .active:
            var actions: Set<CallInfo.Action> = [.hangUp, .mute, .unmute]
            if conversation.capabilities.contains(.pausing) { actions.insert(.hold) }
            if conversation.capabilities.contains(.tones) { actions.insert(.tones) }
            if partner(of: conversation) != nil { actions.insert(.merge) }
            if conversation.capabilities.contains(.unmerging), conversation.group != nil { actions.insert(.split) }
            return actions
        case .held:
            var actions: Set<CallInfo.Action> = [.hangUp]
            if hasRoom { actions.insert(others.isEmpty ? .resume : .swap) }
            if partner(of: conversation) != nil { actions.insert(.merge) }
            return actions
        case .asking, .offered, .ended: return []
        }
    }

    /// The conversation of the same app with which one can be joined.
    private func partner(of conversation: Conversation) -> Conversation? {
        guard conversation.capabilities.contains(.merging), case .app(let app) = conversation.carrier else {
            return nil
        }
        let limit = apps[app]?.info.maximumPerGroup ?? 0
        return live.first { other in
            other.id != conversation.id && other.carrier == conversation.carrier
                && (other.state == .active || other.state == .held)
                && (other.group == nil || other.group != conversation.group)
                && members(other) + members(conversation) <= limit
        }
    }

    private func members(_ conversation: Conversation) -> Int {
        conversation.group.map { group in live.count { $0.group == group } } ?? 1
    }

    // MARK: Room

    /// What holds all that is spoken in but this; nil when something cannot be held. `ownModem`: also on the modem of this.
    func room(for id: String, ownModem: Bool) -> [Step]? {
        guard let conversation = self[id] else { return nil }
        var steps: [Step] = []
        var modems: Set<String> = []
        for other in others(than: conversation) {
            // Nobody puts the rescuers on hold.
            guard !other.isEmergency else { return nil }
            switch other.carrier {
            case .none: return nil
            case .modem(let modem):
                guard ownModem || modem != conversation.modem, modems.insert(modem).inserted else { continue }
                guard let operations = boards[modem]?.toHold else { return nil }
                steps += operations.map { .modem(modem, .operation($0)) }
            case .app(let app):
                guard other.state == .active, other.capabilities.contains(.pausing) else { return nil }
                steps.append(.app(app, newAction(.pause, other.id) { $0.isOn = true }))
            }
        }
        return steps
    }

    /// What ends all that is spoken in but this.
    private mutating func roomByEnding(for id: String) -> [Step] {
        guard let conversation = self[id] else { return [] }
        var steps: [Step] = []
        for other in others(than: conversation) {
            switch other.carrier {
            case .none: end(other.id, CallEnding(.local))
            case .modem(let modem):
                guard modem != conversation.modem else { continue }
                boards[modem]?.intend(.hangUp, other.id)
                guard let index = boards[modem]?[other.id]?.index else {
                    doomed.insert(other.id)
                    continue
                }
                steps.append(.modem(modem, .operation(.hangUp(index: index))))
            case .app(let app): steps.append(.app(app, newAction(.end, other.id)))
            }
        }
        return steps
    }

    func newAction(
        _ kind: ConversationActionInfo.Kind, _ id: String, _ fill: (inout ConversationActionInfo) -> Void = { _ in }
    ) -> ConversationActionInfo {
        var action = ConversationActionInfo(
            id: makeID(), conversation: id, kind: kind, deadline: date + ConversationActions.patience.milliseconds)
        if kind == .start { action.handles = self[id]?.handles ?? [] }
        fill(&action)
        return action
    }

    // MARK: Control

    /// Somebody who may wants something done; the ticket is answered once.
    mutating func control(_ id: String, _ action: CallInfo.Action, tones: String? = nil, ticket: UInt64) {
        guard let conversation = self[id] else {
            return finish(ticket, ServiceError(.invalidArgument, "there is no such call: see `handset calls`"))
        }
        guard actions(of: conversation).contains(action) else {
            return finish(ticket, Self.impossible(action, conversation))
        }
        switch action {
        case .silence:
            change(id) { $0.isSilenced = true }
            return finish(ticket, nil)
        case .proceed:
            let now = now
            var pieces: [String] = []
            change(id) { pieces = $0.tones.proceed(now: now) }
            send(pieces, in: id)
            return finish(ticket, nil)
        default: break
        }
        switch conversation.carrier {
        case .none:
            withdrawOffer(id)
            end(id, CallEnding(.local))
            finish(ticket, nil)
        case .modem(let modem): control(conversation, on: modem, action, tones, ticket)
        case .app(let app): control(conversation, of: app, action, tones, ticket)
        }
    }

    private static func impossible(_ action: CallInfo.Action, _ conversation: Conversation) -> ServiceError {
        conversation.isLive
            ? ServiceError(.refused, "\(action.rawValue) is not possible as the calls stand: see `handset calls`")
            : ServiceError(.refused, "the call is over")
    }

    private mutating func withdrawOffer(_ id: String) {
        guard let app = self[id]?.app else { return }
        for action in apps[app]?.actions.removeAll(of: id) ?? [] {
            apps[app]?.actions.tell(CallingEventInfo(.timedOut, action: action.info))
        }
    }

    private mutating func control(
        _ conversation: Conversation, on modem: String, _ action: CallInfo.Action, _ tones: String?, _ ticket: UInt64
    ) {
        let id = conversation.id
        guard let board = boards[modem], board[id] != nil else {
            // The way to the modem is being made free.
            end(id, CallEnding(.local))
            return finish(ticket, nil)
        }
        var steps: [Step] = []
        switch action {
        case .hangUp:
            boards[modem]?.intend(conversation.isRinging ? .decline : .hangUp, id)
            guard operation(.hangUp, board, id) != nil else {
                doomed.insert(id)
                return finish(ticket, nil)
            }
        case .decline:
            boards[modem]?.intend(.decline, id)
            change(id) { $0.isSettled = true }
            if board.operation(for: .decline, on: id) == nil { doomed.insert(id) }
        case .answer, .holdAndAnswer:
            guard let room = room(for: id, ownModem: false) else {
                return finish(ticket, Self.impossible(action, conversation))
            }
            steps = room
            change(id) { $0.isSettled = true }
        case .endAndAnswer:
            steps = roomByEnding(for: id)
            for other in board.active { boards[modem]?.intend(.hangUp, other) }
            change(id) { $0.isSettled = true }
        case .resume, .swap:
            guard let room = room(for: id, ownModem: false) else {
                return finish(ticket, Self.impossible(action, conversation))
            }
            steps = conversation.state == .held ? room : []
        case .tones:
            steps = ToneProgram.pieces(tones ?? "").map { .modem(modem, .tones($0)) }
        case .mute, .unmute:
            steps = [.modem(modem, .mute(action == .mute)), .muted(modem: modem, action == .mute)]
        case .hold, .merge, .split, .silence, .proceed: break
        }
        if let operation = operation(action, board, id) { steps.append(.modem(modem, .operation(operation))) }
        start(Run(purpose: .control(ticket: ticket, conversation: id), steps: steps))
    }

    /// What one modem is told for an action that may concern calls elsewhere too.
    private func operation(_ action: CallInfo.Action, _ board: CallBoard, _ id: String) -> CallOperation? {
        if let operation = board.operation(for: action, on: id) { return operation }
        switch action {
        case .holdAndAnswer, .endAndAnswer: return board.operation(for: .answer, on: id)
        case .hangUp:
            guard let call = board[id], call.isRinging, call.lostAt == nil else { return nil }
            return call.index.map { .hangUp(index: $0) }
        case .swap: return board.operation(for: .resume, on: id)
        default: return nil
        }
    }

    private mutating func control(
        _ conversation: Conversation, of app: String, _ action: CallInfo.Action, _ tones: String?, _ ticket: UInt64
    ) {
        let id = conversation.id
        var steps: [Step] = []
        let kind: ConversationActionInfo.Kind
        switch action {
        case .answer, .holdAndAnswer, .endAndAnswer:
            kind = .join
            if action == .endAndAnswer {
                steps = roomByEnding(for: id)
            } else {
                guard let room = room(for: id, ownModem: true) else {
                    return finish(ticket, Self.impossible(action, conversation))
                }
                steps = room
            }
            change(id) { $0.isSettled = true }
        case .decline, .hangUp:
            kind = .end
            change(id) { $0.isSettled = true }
        case .hold: kind = .pause
        case .resume, .swap:
            kind = .pause
            steps = room(for: id, ownModem: true) ?? []
        case .mute, .unmute: kind = .mute
        case .tones: kind = .tone
        case .merge: kind = .merge
        case .split: kind = .unmerge
        case .silence, .proceed: return finish(ticket, nil)
        }
        let partner = partner(of: conversation)?.id
        steps.append(
            .app(
                app,
                newAction(kind, id) { info in
                    info.isOn = action == .hold || action == .mute
                    if kind == .tone { (info.tones, info.toneKind) = (tones, .single) }
                    if kind == .merge { info.other = partner }
                }))
        start(Run(purpose: .control(ticket: ticket, conversation: id), steps: steps))
    }

    mutating func finish(_ ticket: UInt64, _ error: ServiceError?) {
        effects.append(.finish(ticket: ticket, error))
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
