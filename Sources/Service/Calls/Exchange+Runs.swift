import HandsetInterface
import HandsetLines
import HandsetPlatform

/// Steps that are done one after the other, by modems and apps.
extension Exchange {
    mutating func start(_ run: Run) {
        lastRun += 1
        runs[lastRun] = run
        advance(lastRun)
    }

    private mutating func advance(_ number: UInt64) {
        while var run = runs[number] {
            guard !run.steps.isEmpty else {
                runs[number] = nil
                return complete(run.purpose)
            }
            let step = run.steps.removeFirst()
            runs[number] = run
            switch step {
            case .modem(let modem, let step):
                return effects.append(.operate(run: number, modem: modem, step))
            case .app(let app, let action):
                guard apps[app]?.actions.add(action, until: now + ConversationActions.patience, run: number) == true
                else { return fail(number, ServiceError(.busy, "the app has too much to do")) }
                return
            case .muted(let modem, let isMuted):
                for conversation in live where conversation.modem == modem {
                    change(conversation.id) { $0.isMuted = isMuted }
                }
            }
        }
    }

    /// A modem has done a step, or has not.
    mutating func done(run number: UInt64, _ refusal: CallRefusal?) {
        guard runs[number] != nil else { return }
        guard let refusal else { return advance(number) }
        let kind: ServiceError.Kind = refusal.kind == .noModem || refusal.kind == .silent ? .unavailable : .refused
        fail(number, ServiceError(kind, refusal.reason))
    }

    /// The rest is not done.
    mutating func fail(_ number: UInt64, _ error: ServiceError) {
        guard let run = runs.removeValue(forKey: number) else { return }
        switch run.purpose {
        case .control(let ticket, let id):
            // Another wish may have taken the place of this one.
            if let conversation = self[id], !runs.values.contains(where: { $0.purpose.controlled == id }) {
                change(id) { $0.isSettled = false }
                if let modem = conversation.modem, boards[modem]?[id]?.intent != nil {
                    // When the modem went in the middle of it, the wish is kept until it is back.
                    if isOutOfSight(conversation) { doomed.insert(id) } else { boards[modem]?.intend(nil, id) }
                }
            }
            finish(ticket, error)
        case .dial(let id): end(id, CallEnding(.unknown, error.message))
        case .deliver(let app, let action, _):
            apps[app]?.actions.tell(CallingEventInfo(.timedOut, action: action))
            if action.kind == .start { end(action.conversation, CallEnding(.unknown, error.message)) }
        case .aside(let id, let fallback):
            guard !fallback.isEmpty, self[id]?.isLive == true else { return }
            start(Run(purpose: .aside(id, fallback: []), steps: fallback))
        }
    }

    private mutating func complete(_ purpose: Run.Purpose) {
        switch purpose {
        case .control(let ticket, _): finish(ticket, nil)
        case .dial(let id):
            guard let modem = self[id]?.modem else { return }
            send(id, to: modem)
        case .deliver(let app, let action, let until):
            // The app's own: it waits to have it back, or to hear that it will not.
            guard self[action.conversation]?.isLive == true,
                apps[app]?.actions.add(action, until: until) == true
            else {
                apps[app]?.actions.tell(CallingEventInfo(.timedOut, action: action))
                if action.kind == .start { end(action.conversation, .appFailed) }
                return
            }
        case .aside: break
        }
    }
}
