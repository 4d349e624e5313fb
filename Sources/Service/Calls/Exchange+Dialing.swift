import HandsetDialing
import HandsetInterface
import HandsetLines
import HandsetPlatform

/// Calls that somebody here wants, and what modems tell.
extension Exchange {
    // MARK: A wish

    /// Somebody wants to call; the ticket is answered once.
    @discardableResult
    mutating func dial(_ wish: CallWish, ticket: UInt64) -> String {
        var conversation = Conversation(
            id: makeID(), isIncoming: false, started: date, state: wish.isAllowed ? .dialing : .asking)
        conversation.handles = [wish.handle]
        conversation.requester = wish.requester
        conversation.isEmergency = wish.isEmergency
        conversation.router = CallRouter(wish)
        conversation.tickets = [ticket]
        conversation.tones = ToneProgram(wish.call?.steps ?? [])
        insert(conversation)
        route(.begin, conversation.id)
        return conversation.id
    }

    /// What the person said; nil when who asked for us is gone.
    mutating func answered(_ id: String, _ isAllowed: Bool?) {
        guard self[id]?.state == .asking else { return }
        guard let isAllowed else { return end(id, CallRouter.nobodyToAsk) }
        if isAllowed { change(id) { $0.state = .dialing } }
        route(.answered(isAllowed), id)
    }

    /// The call that a link with this number hands back: one that the calling app was offered and never connected.
    func handedBack(where isSame: (DialString) -> Bool) -> String? {
        conversations.last { conversation in
            guard let call = conversation.router?.wish.call, conversation.connected == nil else { return false }
            switch conversation.router?.stage {
            case .offered, .carried: break
            // It has said no already, and opens the link too.
            case .dialing, .failed: guard conversation.wasOffered else { return false }
            default: return false
            }
            let isRecent = conversation.endedAt.map { now < $0 + CallRouter.patience } ?? true
            return isRecent && isSame(call.number)
        }?.id
    }

    /// The calling app hands a call back: a call is made without another question.
    mutating func handBack(_ id: String, ticket: UInt64) {
        guard let conversation = self[id], let router = conversation.router else {
            return effects.append(.answer(ticket: ticket, DialResult(.failed, cause: .unknown)))
        }
        guard conversation.isLive else {
            // It was over already: another call, and the app is not asked again.
            var wish = router.wish
            wish.isAllowed = true
            guard case .carried(let app) = router.stage else {
                return effects.append(
                    .answer(
                        ticket: ticket,
                        DialResult(
                            .failed, call: id, cause: conversation.ending?.cause, reason: conversation.ending?.reason)))
            }
            wish.requester = app
            // Once.
            change(id) { $0.router = nil }
            dial(wish, ticket: ticket)
            return
        }
        switch router.stage {
        case .offered, .carried:
            change(id) { $0.tickets.append(ticket) }
            offerEnded(id)
        default: effects.append(.answer(ticket: ticket, DialResult(.calling, call: id)))
        }
    }

    /// The calling app will not carry it.
    mutating func offerEnded(_ id: String) {
        guard let conversation = self[id], conversation.isLive, let app = conversation.app else { return }
        for action in apps[app]?.actions.removeAll(of: id) ?? [] {
            if let run = action.run { fail(run, ServiceError(.refused, "the call is handed back")) }
            apps[app]?.actions.tell(CallingEventInfo(.timedOut, action: action.info))
        }
        change(id) { conversation in
            conversation.carrier = .none
            conversation.state = .dialing
            conversation.hasSound = false
            conversation.group = nil
        }
        route(.offerEnded, id)
    }

    func route(_ event: CallRouter.Event, of router: inout CallRouter) -> CallRouter.Step {
        router.handle(event, surroundings, now: now)
    }

    mutating func route(_ event: CallRouter.Event, _ id: String) {
        guard var router = self[id]?.router else { return }
        let step = route(event, of: &router)
        change(id) { $0.router = router }
        switch step {
        case .none:
            if case .refused(let ending) = event { end(id, ending) }
        case .ask: effects.append(.ask(id))
        case .offer(let app): offer(id, to: app)
        case .carried:
            change(id) { conversation in
                if case .carried(let app) = router.stage { conversation.carrier = .app(app) }
                conversation.state = .dialing
                conversation.hasSound = true
            }
            reply(id)
        case .dial(let modem, let line): make(id, on: modem, line)
        case .fail(let ending):
            if event == .begin, router.wish.isLink { effects.append(.notMade(id)) }
            end(id, ending)
        }
    }

    /// Tells whoever waits that the call is on its way.
    mutating func reply(_ id: String) {
        guard let tickets = self[id]?.tickets, !tickets.isEmpty else { return }
        change(id) { $0.tickets = [] }
        for ticket in tickets { effects.append(.answer(ticket: ticket, DialResult(.calling, call: id))) }
    }

    private mutating func offer(_ id: String, to app: String) {
        guard case .offered(_, let until)? = self[id]?.router?.stage else { return }
        change(id) { conversation in
            conversation.state = .offered
            conversation.wasOffered = true
        }
        let action = newAction(.start, id)
        if apps[app] == nil { apps[app] = CallingApp() }
        guard apps[app]?.actions.add(action, until: until) == true else { return offerEnded(id) }
        if apps[app]?.isAttached != true { effects.append(.launch(app: app)) }
    }

    // MARK: A modem's part

    private mutating func make(_ id: String, on modem: String, _ line: CallSurroundings.Line?) {
        change(id) { conversation in
            conversation.carrier = .modem(modem)
            conversation.line = line?.id
            conversation.iccid = line?.iccid
            conversation.state = .dialing
        }
        // One emergency call makes way for no other; one whose modem is gone may be over.
        guard !live.contains(where: { $0.isEmergency && $0.id != id && $0.modem != nil && !isOutOfSight($0) }) else {
            return end(id, CallEnding(.unknown, "An emergency call is being made already."))
        }
        let board = boards[modem, default: CallBoard()]
        if self[id]?.isEmergency == true {
            // Whatever is in the way goes.
            let isFree = board.isEmpty
            for entry in board.entries where entry.call.lostAt == nil {
                boards[modem]?.intend(entry.call.isRinging ? .decline : .hangUp, entry.id)
                if entry.call.index == nil { doomed.insert(entry.id) }
            }
            return send(id, to: modem, clearing: isFree ? [] : board.toEndAll)
        }
        guard board.hasRoomToDial, let steps = room(for: id, ownModem: true) else {
            return end(id, CallEnding(.unknown, "There is no room for one more call: end one first."))
        }
        start(Run(purpose: .dial(id), steps: steps))
    }

    /// The active calls are held, and the modem is told to call.
    mutating func send(_ id: String, to modem: String, clearing: [CallOperation] = []) {
        guard let conversation = self[id], conversation.isLive, let call = conversation.router?.wish.call else {
            return
        }
        guard clearing.isEmpty == false || conversation.isEmergency || boards[modem]?.hasRoomToDial ?? true else {
            return end(id, CallEnding(.unknown, "There is no room for one more call: end one first."))
        }
        boards[modem, default: CallBoard()].request(id, number: call.number.text)
        let shows: Bool? =
            switch call.identity {
            case .asSubscribed: nil
            case .hidden: false
            case .shown: true
            }
        effects.append(
            .dial(
                id, modem: modem,
                CallRequest(number: call.number.text, showsNumber: shows, isEmergency: conversation.isEmergency),
                clearing: clearing))
    }

    /// The modem has taken the request.
    mutating func taken(_ id: String, by modem: String, index: Int?) {
        boards[modem]?.taken(id, index: index)
        if self[id]?.modem == modem { makeQuiet(for: id) }
        reply(id)
    }

    /// The modem has not taken it, or has fallen silent.
    mutating func refused(_ id: String, by modem: String, _ ending: CallEnding) {
        guard self[id]?.modem == modem, let ended = boards[modem]?.failed(id, ending) else { return }
        over(id, ended)
    }

    /// A modem tells of its calls; `emergencies` are the indexes of those to numbers of help.
    mutating func report(_ report: CallReport, of modem: String, emergencies: Set<Int> = []) {
        guard !report.isLinkLost else { return linkLost(to: modem) }
        let line = surroundings.line(on: modem)
        // With another card these are other calls.
        giveUpLost(on: modem) { conversation, _ in
            conversation.line.map { known in line.map { $0.id != known } ?? false } ?? false
        }
        let lost = boards[modem]?.lost ?? [:]
        var adopted: [String: CallRecord] = [:]
        var rest = unfinished
        let changes = boards[modem, default: CallBoard()].report(report) { [makeID] call in
            let index = rest.firstIndex { record in
                record.line == line?.id && record.isIncoming == call.isIncoming
                    && record.app == nil && record.handles.first?.value == call.number.known
            }
            guard let index else { return makeID() }
            let record = rest.remove(at: index)
            adopted[record.id] = record
            return record.id
        }
        // What an earlier life left open and is not there is over: a later call of the same number is another.
        unfinished = report.isFirst ? rest.filter { $0.app != nil || $0.line != line?.id } : rest
        for change in changes {
            switch change {
            case .began(let id):
                began(id, on: modem, line, adopted[id])
                // One that an earlier life of the daemon made is one still.
                let isEmergency = boards[modem]?[id]?.index.map(emergencies.contains) ?? false
                self.change(id) { $0.isEmergency = isEmergency }
            case .changed(let id):
                if self[id]?.isIncoming == false { reply(id) }
                makeQuiet(for: id)
            case .ended(let id, let ending): over(id, ending, lostAt: lost[id])
            }
        }
    }

    private mutating func began(
        _ id: String, on modem: String, _ line: CallSurroundings.Line?, _ adopted: CallRecord?
    ) {
        guard let call = boards[modem]?[id] else { return }
        var conversation = Conversation(
            id: id, isIncoming: call.isIncoming, started: adopted?.date ?? date,
            state: call.isIncoming ? .incoming : .dialing)
        conversation.carrier = .modem(modem)
        conversation.line = line?.id
        conversation.iccid = line?.iccid
        conversation.connected = adopted?.connected
        insert(conversation)
    }

    /// A call on a modem is over; an emergency call goes to the next one unless it was connected.
    ///
    /// One that was never seen again has lasted until its modem was lost.
    mutating func over(_ id: String, _ ending: CallEnding, lostAt: MonotonicTime? = nil) {
        guard let conversation = self[id], conversation.isLive else { return }
        defer {
            if let lostAt, self[id]?.isLive == false {
                let time = (now - lostAt).milliseconds
                change(id) { conversation in
                    conversation.endedAt = lostAt
                    conversation.ended = conversation.ended.map { max(conversation.started, $0 - time) }
                }
            }
        }
        let ours: Set<CallInfo.Cause> = [.local, .remote, .declined, .busy, .rejected]
        if conversation.router != nil, conversation.connected == nil,
            !conversation.isEmergency || !ours.contains(ending.cause)
        {
            return route(.refused(ending), id)
        }
        end(id, ending)
    }

    /// Takes over how the modems' calls stand.
    mutating func mirror() {
        let (now, date) = (now, date)
        for conversation in live {
            guard let modem = conversation.modem, let call = boards[modem]?[conversation.id] else { continue }
            let group = boards[modem]?.group(of: conversation.id).first
            var pieces: [String] = []
            change(conversation.id) { conversation in
                switch call.state {
                case .requested, .dialing: conversation.state = .dialing
                case .alerting: conversation.state = .alerting
                case .active: conversation.state = .active
                case .held: conversation.state = .held
                case .incoming, .waiting, .ended: break
                }
                if case .requested = call.state {} else { conversation.isHeldByOther = call.isHeldByOther }
                conversation.group = group
                if conversation.isIncoming, conversation.handles.isEmpty || call.number.known != nil {
                    conversation.handles = call.number.known.map { [HandleInfo(value: $0)] } ?? []
                    conversation.isWithheld = call.number == .withheld
                }
                if !conversation.isIncoming, conversation.handles.isEmpty, let number = call.number.known {
                    conversation.handles = [HandleInfo(value: number)]
                }
                if call.wasConnected {
                    if conversation.connected == nil {
                        (conversation.connected, conversation.connectedAt) = (date, now)
                    }
                    conversation.isSettled = false
                    pieces = conversation.isIncoming ? [] : conversation.tones.begin(now: now)
                }
            }
            send(pieces, in: conversation.id)
        }
        // Beside another call it waits, whoever carries them.
        let isTaken = live.contains { !$0.isRinging && $0.state != .asking }
        for conversation in live where conversation.isRinging {
            let waits: Bool
            if let modem = conversation.modem, boards[modem]?[conversation.id]?.state == .waiting {
                waits = true
            } else {
                waits = isTaken
            }
            change(conversation.id) { $0.state = waits ? .waiting : .incoming }
        }
    }

    /// Sends tones that nobody waits for.
    mutating func send(_ pieces: [String], in id: String) {
        guard !pieces.isEmpty, let modem = self[id]?.modem else { return }
        start(Run(purpose: .aside(id, fallback: []), steps: pieces.map { .modem(modem, .tones($0)) }))
    }
}
