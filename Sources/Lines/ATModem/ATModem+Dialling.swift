import HandsetAT
import HandsetLines
import HandsetPlatform

extension ATModem {
    /// A dial command that has no result yet.
    struct Dialling {
        var waiter: CheckedContinuation<CallRequestOutcome, Never>?
        var task: Task<Void, Never>?
        var timer: EventLoop.Timer?
    }

    /// Makes a call: once, and never again by itself.
    func dial(_ request: CallRequest) async -> CallRequestOutcome {
        guard let number = DialString(request.number) else {
            return .refused(CallRefusal(.notSupported, reason: "a number to dial is 0-9 * # A-D, and + in front"))
        }
        guard let link, link.isOpen, calling.isOffered else { return .refused(.noModem) }
        link.reserve()
        defer { link.release() }
        do throws(CallRefusal) {
            if request.isEmergency { await makeWay() } else { try await makeRoom() }
        } catch {
            return .refused(error)
        }
        guard link.isOpen else { return .refused(.noModem) }
        guard calling.dialling == nil else {
            return .refused(CallRefusal(.wrongState, reason: "another call is being made"))
        }
        let presentation: DialString.Presentation =
            switch request.showsNumber {
            case _ where request.isEmergency: .subscribed
            case nil: .subscribed
            case true?: .shown
            case false?: .hidden
            }
        calling.dialling = Dialling()
        callEvent(.dials(number.text))
        return await withCheckedContinuation { continuation in
            calling.dialling?.waiter = continuation
            calling.dialling?.timer = loop.schedule(at: .now + configuration.times.dialPending) { self.dialPends() }
            calling.dialling?.task = Task { await runDial(number.command(presentation)) }
        }
    }

    /// One call at a time is made; the active ones are held for it (3GPP TS 22.083, clause 2.2).
    private func makeRoom() async throws(CallRefusal) {
        guard calling.dialling == nil else { throw CallRefusal(.wrongState, reason: "another call is being made") }
        guard await refreshCalls() || link?.isOpen == true else { throw .noModem }
        let states = Set(calling.tracker.calls.values.map(\.state))
        guard states.isDisjoint(with: [.dialing, .alerting, .incoming, .waiting]) else {
            throw CallRefusal(.wrongState, reason: "another call rings or is being made")
        }
        guard states.contains(.active) else { return }
        guard !states.contains(.held) else {
            throw CallRefusal(.wrongState, reason: "there is a call and a held one already")
        }
        try await perform(.swap)
    }

    /// Nothing stands in the way of an emergency call: other calls end, and no answer about them is waited for twice.
    private func makeWay() async {
        calling.makesWay = true
        defer { calling.makesWay = false }
        if let dialling = calling.dialling {
            link?.interrupt()
            await dialling.task?.value
        }
        if calling.isAnswering { link?.interrupt() }
        let calls = calling.tracker.calls.values
        guard !calls.isEmpty else { return }
        let patience = configuration.times.command
        for state in [ModemCall.State.waiting, .held] where calls.contains(where: { $0.state == state }) {
            let command = Command.extended("+CHLD", .set([.word(CallHold.releaseHeldOrWaiting.encoded)]))
            _ = await run(ATRequest([command], patience: patience), urgent: true)
        }
        if calls.contains(where: { $0.state != .waiting && $0.state != .held }) {
            _ = await run(ATRequest([.extended("+CHUP", .execute)], patience: patience), urgent: true)
        }
        callEvent(.acted(ending: Set(calls.map(\.index))))
    }

    private func runDial(_ command: Command) async {
        var request = ATRequest([command], patience: configuration.times.dialing)
        request.expectation.isCall = true
        let answer = await run(request, urgent: true)
        switch answer.end {
        case .final(.ok), .final(.connect):
            finishDial(.taken(index: await refreshCalls(.dialled) ? calling.tracker.dialledIndex : nil))
        case .final(let result):
            await dialFailed(result)
        case .timedOut:
            // It may ring over there: what the modem lists, once it is found again, is told.
            callEvent(.dialled)
            finishDial(.unknown)
        case .lost:
            callEvent(.dialFailed(.modemLost))
            finishDial(answer.hasLeft ? .unknown : .refused(.noModem))
        }
    }

    private func dialFailed(_ result: FinalResult) async {
        if let refusal = refusal(.final(result)) {
            callEvent(.dialFailed(CallEndCause(refusal)))
            return finishDial(.refused(refusal))
        }
        // The end of a call: of one that has been told of, its cause is asked for like any other's.
        if calling.tracker.dial?.assumed != nil {
            callEvent(.dialled)
            callEvent(.ended(result))
            return finishDial(.taken(index: nil))
        }
        let cause: CallEndCause
        switch result {
        case .busy: cause = .busy
        case .noAnswer: cause = .noAnswer
        default: cause = await lastCause() ?? .unknown
        }
        callEvent(.dialFailed(cause))
        let isRegistered = Registration(registrations).isRegistered
        let isVague = cause == .unknown || cause == .normal
        finishDial(
            .refused(isVague && !isRegistered ? CallRefusal(CallEndCause.noService) : CallRefusal(cause)))
    }

    /// The modem keeps the result until the call is answered: the call is being made, and dialling is over.
    private func dialPends() {
        calling.dialling?.timer = nil
        guard let waiter = calling.dialling?.waiter else { return }
        calling.dialling?.waiter = nil
        callEvent(.dialPending)
        waiter.resume(returning: .taken(index: calling.tracker.dialledIndex))
    }

    private func finishDial(_ outcome: CallRequestOutcome) {
        let dialling = calling.dialling
        calling.dialling = nil
        if let timer = dialling?.timer { loop.cancel(timer) }
        dialling?.waiter?.resume(returning: outcome)
    }
}

extension CallEndCause {
    fileprivate init(_ refusal: CallRefusal) {
        self =
            switch refusal.kind {
            case .busy: .busy
            case .barred: .barred
            case .noService: .noService
            case .noModem: .modemLost
            default: .network
            }
    }
}
