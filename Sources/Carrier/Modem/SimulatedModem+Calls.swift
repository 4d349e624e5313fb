import HandsetAT

// What the network does to a modem's calls, and what the TE is told of it.
extension SimulatedModem {
    /// Whether a cell of any network is in reach: enough for an emergency call (3GPP TS 22.101, clause 10.1).
    var hasEmergencyService: Bool {
        isPowered && settings.functionality == 1 && hasCoverage && world.networks.values.contains(where: \.isInService)
    }

    /// 3GPP TS 22.101, clause 10.1.1: always, without a card, of the card's own list, and of the network's.
    func isEmergencyNumber(_ number: String) -> Bool {
        if ["112", "911"].contains(number) { return true }
        let serving = isRegistered ? home : world.networks.values.first(where: \.isInService)
        if hasCoverage, serving?.configuration.emergencyNumbers.contains(number) == true { return true }
        guard let card else { return ["000", "08", "110", "999", "118", "119"].contains(number) }
        return card.configuration.emergencyNumbers.contains(number)
    }

    // MARK: Steps of the TE

    /// Changes the calls and tells the switch; gives why not.
    @discardableResult
    func carryOutCallSteps(
        _ body: (inout CallTable) throws(CallTable.Refusal) -> [CallTable.Step]
    ) -> CallTable.Refusal? {
        let steps: [CallTable.Step]
        do throws(CallTable.Refusal) {
            steps = try body(&voice.table)
        } catch {
            return error
        }
        for step in steps { tellSwitch(step) }
        callsChanged()
        return nil
    }

    private func tellSwitch(_ step: CallTable.Step) {
        let network = world.voice
        func side(_ id: CallID) -> CallRecord.Side { network[id]?.side(of: self) ?? .network }
        switch step {
        case .accept(let id): network.answer(id)
        case .release(let id):
            voice.lastCause = .normalClearing
            network.end(id, by: side(id), .normalClearing)
        case .refuse(let id, let cause):
            voice.lastCause = cause
            network.end(id, by: side(id), cause)
        case .hold(let id): network.hold(id, by: side(id))
        case .retrieve(let id): network.retrieve(id, by: side(id))
        case .join(let id): network.join(id, by: side(id))
        case .split(let id): network.split(id, by: side(id))
        case .transfer(let held, let other):
            voice.lastCause = .normalClearing
            network.transfer(held: held, other: other, by: self)
        }
    }

    // MARK: From the network

    /// A call comes in; `nil` says busy.
    func offerCall(_ id: CallID, number: String?) -> CallState? {
        let validity: NumberValidity = number == nil ? .withheld : .valid
        let state = voice.table.offer(
            id, number: number ?? "", validity: validity, allowsWaiting: card?.hasCallWaiting ?? false)
        if state == .waiting, settings.voice.showsWaiting, !faults.take(.loseWaitingIndication) {
            let hidden = validity == .valid ? "" : ",,\(validity.rawValue)"
            emit("+CCWA: \"\(number ?? "")\",\(Self.typeOfNumber(number ?? "")),1\(hidden)")
        }
        callsChanged()
        return state
    }

    func heard(_ event: CallEvent, of id: CallID) {
        switch event {
        case .alerting: voice.table.becomesAlerting(id)
        case .waits: if settings.voice.showsSetUpNotices { notify("+CSSI: \(CallSetUpNotice.waiting.rawValue)") }
        case .connected: connected(id)
        case .ended(let cause): ended(id, cause)
        case .notice(let notice): if settings.voice.showsNotices { notify("+CSSU: \(notice.rawValue)") }
        case .transferred(let other, let number, let validity, let isRinging):
            voice.table.transferred(id, to: other, number: number, validity: validity)
            guard settings.voice.showsNotices else { break }
            let notice: CallNotice = isRinging ? .transferAlerting : .transferred
            notify("+CSSU: \(notice.rawValue),,\"\(number)\",\(Self.typeOfNumber(number))")
        }
        callsChanged()
    }

    private func notify(_ line: String) {
        if !faults.take(.loseCallNotice) { emit(line) }
    }

    private func connected(_ id: CallID) {
        guard let entry = voice.table[id] else { return }
        voice.table.becomesActive(id)
        // An intermediate code (3GPP TS 27.007, clause 7.8): before OK where that is still to come.
        let code =
            settings.voice.showsCallee
            ? framed("+COLP: \"\(entry.number)\",\(Self.typeOfNumber(entry.number))") : []
        if voice.pendingDial == id {
            voice.dialResult = .ok
            finishDial(after: code)
        } else if !code.isEmpty {
            emit(octets: code)
        }
    }

    private func ended(_ id: CallID, _ cause: CallCause) {
        guard let entry = voice.table.ended(id) else { return }
        tellEnd(of: entry, cause)
    }

    private func tellEnd(of entry: CallTable.Entry, _ cause: CallCause) {
        voice.lastCause = cause
        let result = Self.result(of: entry, cause)
        if voice.pendingDial == entry.call {
            voice.dialResult = result
            return finishDial()
        }
        if entry.state == .held, settings.voice.showsNotices {
            notify("+CSSU: \(CallNotice.heldCallReleased.rawValue)")
        }
        if !faults.take(.loseCallEnd) { emit(octets: framed(result)) }
    }

    /// How the end of a call reads on the port (ITU-T V.250, clause 5.7.1).
    private static func result(of entry: CallTable.Entry, _ cause: CallCause) -> FinalResult {
        guard entry.state == .dialing || entry.state == .alerting else { return .noCarrier }
        return switch cause {
        case .userBusy: .busy
        case .noUserResponding, .noAnswer: .noAnswer
        default: .noCarrier
        }
    }

    // MARK: Loss

    /// Ends the calls that cannot live on where the modem is now, and in the state it is in.
    func endLostCalls() {
        guard !voice.table.entries.isEmpty else { return }
        let hasRadio = hasEmergencyService
        let isRegistered = isRegistered
        dropCalls(.temporaryFailure, announces: isPowered) { !(hasRadio && (isRegistered || $0.isEmergency)) }
    }

    func dropCalls(
        _ cause: CallCause, announces: Bool, where isLost: (CallTable.Entry) -> Bool = { _ in true }
    ) {
        let lost = voice.table.drop(where: isLost)
        guard !lost.isEmpty else { return }
        for entry in lost {
            if announces { tellEnd(of: entry, cause) } else { voice.lastCause = cause }
            world.voice.end(entry.call, by: world.voice[entry.call]?.side(of: self) ?? .network, cause)
        }
        callsChanged()
    }

    // MARK: Ringing and indicators

    /// Follows the calls: rings while one comes in, and counts.
    func callsChanged() {
        if voice.table.entries.isEmpty { voice.isMuted = false }
        if voice.table.has(.incoming) {
            if voice.ringTimer == nil { ring() }
        } else {
            world.timeline.cancel(voice.ringTimer)
            voice.ringTimer = nil
        }
        let indicator = value(of: .call)
        if indicator != voice.lastIndicator {
            voice.lastIndicator = indicator
            emitIndicator(.call, indicator)
        }
        world.changed()
    }

    private func ring() {
        voice.ringTimer = world.timeline.schedule(after: configuration.voice.ringInterval) { [weak self] in
            guard let self else { return }
            voice.ringTimer = nil
            if voice.table.has(.incoming) { ring() }
        }
        guard let id = voice.table.calls(in: .incoming).first, let entry = voice.table[id], !faults.take(.loseRing)
        else {
            return
        }
        var octets = framed(settings.voice.showsRingType ? "+CRING: VOICE" : settings.isVerbose ? "RING" : "2")
        if settings.voice.showsCaller {
            let hidden = entry.validity == .valid ? "" : ",,,,\(entry.validity.rawValue)"
            octets += framed("+CLIP: \"\(entry.number)\",\(Self.typeOfNumber(entry.number))\(hidden)")
        }
        emit(octets: octets)
    }

    // MARK: ATD that is answered late

    /// Answers the ATD that waits, once its line has been read to the end.
    func finishDial(after code: [UInt8] = []) {
        if !code.isEmpty { write(code) }
        guard !isExecuting, let result = voice.dialResult else { return }
        voice.pendingDial = nil
        voice.dialResult = nil
        finish([], result, command: "D")
        readTokens()
    }

    /// Any octet gives the call up (ITU-T V.250, clause 5.6.1).
    func abortDial() {
        guard let id = voice.pendingDial else { return }
        voice.pendingDial = nil
        voice.dialResult = nil
        _ = voice.table.ended(id)
        voice.lastCause = .normalClearing
        world.voice.end(id, by: .caller, .normalClearing)
        finish([], .noCarrier, command: "D")
        callsChanged()
        readTokens()
    }
}
