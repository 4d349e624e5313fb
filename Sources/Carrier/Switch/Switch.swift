import HandsetAT

/// What the network tells a phone of one of its calls.
enum CallEvent: Hashable {
    case alerting
    /// The other end is in a call and is told of this one.
    case waits
    case connected
    case ended(CallCause)
    case notice(CallNotice)
    /// The other party has left the call to a third.
    case transferred(to: CallID, number: String, validity: NumberValidity, isRinging: Bool)
}

/// The switch of all networks: it finds the other end, and tells each end what the other does (3GPP TS 24.008, clause 5).
final class Switch {
    private unowned let world: World
    /// All calls there ever were, in the order of dialling.
    private(set) var records: [CallRecord] = []
    private var live: [CallID: Call] = [:]

    init(world: World) { self.world = world }

    /// The calls that are not over, oldest first.
    var calls: [Call] { live.values.sorted { $0.id < $1.id } }

    subscript(id: CallID) -> Call? { live[id] }
    func record(_ id: CallID) -> CallRecord? {
        records.indices.contains(id.number - 1) ? records[id.number - 1] : nil
    }

    // MARK: Making a call

    /// Opens a call; nothing happens to it before `place`.
    func open(
        by caller: CallParty, to dialled: String, network: Network?, isWithheld: Bool, isEmergency: Bool = false
    ) -> Call {
        let id = CallID(number: records.count + 1)
        let call = Call(
            id: id, network: network, caller: caller, dialled: dialled, isWithheld: isWithheld,
            isEmergency: isEmergency)
        live[id] = call
        let callee = isEmergency ? dialled : network.map { world.resolve(dialled, on: $0) } ?? dialled
        records.append(
            CallRecord(
                id: id, caller: caller.number ?? "", callee: callee, dialled: dialled, isWithheld: isWithheld,
                isEmergency: isEmergency, callerModem: caller.modem?.name, calleeModem: nil,
                steps: [.init(time: world.timeline.now, state: .dialing)]))
        publish(id)
        return call
    }

    /// Sends it on its way.
    func place(_ call: Call) {
        after(call.network?.configuration.callSetUp ?? .zero, call) { [weak self] call in self?.route(call) }
    }

    private func route(_ call: Call) {
        if let cause = takeRefusal(of: call) { return end(call.id, by: .network, cause) }
        if call.isEmergency {
            call.callee = .emergencyCentre
            return connect(call)
        }
        guard let network = call.network, network.isInService else {
            return end(call.id, by: .network, .networkOutOfOrder)
        }
        switch world.destination(world.resolve(call.dialled, on: network)) {
        case nil: end(call.id, by: .network, .unassignedNumber)
        case .subscriber(let subscriber): offer(call, to: subscriber)
        case .card(let card): offer(call, to: world.modem(holding: card))
        }
    }

    /// The cause of a fault that strikes the call: of the modem that makes it first, then of its network.
    private func takeRefusal(of call: Call) -> CallCause? {
        call.caller.modem?.faults.take(\.refusalOfCall) ?? call.network?.faults.take(\.refusalOfCall)
    }

    private func offer(_ call: Call, to modem: SimulatedModem?) {
        guard let modem, modem.isRegistered else { return end(call.id, by: .network, .destinationOutOfOrder) }
        // A line that calls itself is engaged.
        guard call.caller.modem !== modem else { return end(call.id, by: .network, .userBusy) }
        call.callee = .modem(modem)
        records[call.id.number - 1].calleeModem = modem.name
        let number = call.isWithheld ? nil : call.caller.number
        switch modem.offerCall(call.id, number: number) {
        case .incoming: ring(call)
        case .waiting: ring(call, behindAnother: true)
        default: end(call.id, by: .callee, .userBusy)
        }
    }

    /// It rings at the callee, until the network has had enough (T301 and its like, 3GPP TS 24.008, table 11.4).
    func ring(_ call: Call, behindAnother: Bool = false) {
        guard call.phase == .settingUp else { return }
        call.phase = .ringing
        note(call.id, behindAnother ? .waiting : .alerting)
        tell(call.caller, .alerting, call)
        if behindAnother { tell(call.caller, .waits, call) }
        after(call.network?.configuration.noAnswerAfter ?? .seconds(60), call) { [weak self] call in
            if call.phase == .ringing { self?.end(call.id, by: .network, .noAnswer) }
        }
    }

    // MARK: What the ends do

    func answer(_ id: CallID) {
        guard let call = live[id], call.phase == .ringing else { return }
        connect(call)
    }

    private func connect(_ call: Call) {
        cancelTimers(call)
        call.phase = .connected
        note(call.id, .connected)
        tell(call.caller, .connected, call)
        for side in [CallRecord.Side.caller, .callee] { perform(call, at: side) }
    }

    func end(_ id: CallID, by side: CallRecord.Side, _ cause: CallCause) {
        guard let call = live.removeValue(forKey: id) else { return }
        call.phase = .over
        cancelTimers(call)
        note(id, .ended(by: side, cause))
        if side != .caller { tell(call.caller, .ended(cause), call) }
        if side != .callee, let callee = call.callee { tell(callee, .ended(cause), call) }
        callBack(after: call)
    }

    func hold(_ id: CallID, by side: CallRecord.Side) {
        guard let call = live[id], call.phase == .connected, record(id)?.heldBy.contains(side) == false else { return }
        note(id, .held(by: side))
        call[side.other].map { tell($0, .notice(.onHold), call) }
    }

    func retrieve(_ id: CallID, by side: CallRecord.Side) {
        guard let call = live[id], record(id)?.heldBy.contains(side) == true else { return }
        note(id, .retrieved(by: side))
        call[side.other].map { tell($0, .notice(.retrieved), call) }
    }

    func join(_ id: CallID, by side: CallRecord.Side) {
        guard let call = live[id] else { return }
        note(id, .joined(by: side))
        call[side.other].map { tell($0, .notice(.multipartyEntered), call) }
    }

    func split(_ id: CallID, by side: CallRecord.Side) { if live[id] != nil { note(id, .split(by: side)) } }

    func tone(_ digit: Character, for duration: Duration, on id: CallID, by side: CallRecord.Side) {
        guard live[id] != nil, let place = records.indices.first(where: { records[$0].id == id }) else { return }
        records[place].tones.append(.init(digit: digit, duration: duration, by: side, time: world.timeline.now))
        publish(id)
    }

    /// Leaves the other parties of two calls of `modem` to each other (3GPP TS 22.091).
    func transfer(held: CallID, other: CallID, by modem: SimulatedModem) {
        guard let first = live[held], let second = live[other], let firstSide = first.side(of: modem),
            let secondSide = second.side(of: modem), let party = first[firstSide.other],
            let third = second[secondSide.other]
        else { return }
        // What the two hold themselves, they go on holding.
        let partyHolds = record(held)?.heldBy.contains(firstSide.other) == true
        let thirdHolds = record(other)?.heldBy.contains(secondSide.other) == true
        cancelTimers(first)
        first.phase = .over
        live[held] = nil
        second.put(party, at: secondSide)
        let place = other.number - 1
        if secondSide == .caller {
            records[place].caller = party.number ?? ""
            records[place].callerModem = party.modem?.name
        } else {
            records[place].callee = party.number ?? ""
            records[place].calleeModem = party.modem?.name
        }
        note(held, .transferred)
        note(held, .ended(by: .network, .normalClearing))
        note(other, .transferred)
        if partyHolds { note(other, .held(by: secondSide)) }
        if thirdHolds { note(other, .held(by: secondSide.other)) }
        let isRinging = second.phase == .ringing
        tell(party, transfer(to: other, third, isRinging), first)
        tell(third, transfer(to: other, party, isRinging), second)
        if second.phase == .connected { perform(second, at: secondSide) }
    }

    private func transfer(to id: CallID, _ party: CallParty, _ isRinging: Bool) -> CallEvent {
        .transferred(
            to: id, number: party.number ?? "", validity: party.number == nil ? .notAvailable : .valid,
            isRinging: isRinging)
    }

    // MARK: Telling the ends

    private func tell(_ party: CallParty, _ event: CallEvent, _ call: Call) { party.modem?.heard(event, of: call.id) }

    // MARK: Time and records

    /// Runs `body` after so long, at once after none, unless the call is over by then.
    func after(_ duration: Duration, _ call: Call, _ body: @escaping (Call) -> Void) {
        guard duration > .zero else { return body(call) }
        call.timers.append(
            world.timeline.schedule(after: duration) { [weak call] in
                guard let call, call.phase != .over else { return }
                body(call)
            })
    }

    private func cancelTimers(_ call: Call) {
        for timer in call.timers { world.timeline.cancel(timer) }
        call.timers = []
    }

    func note(_ id: CallID, _ state: CallRecord.State) {
        guard records.indices.contains(id.number - 1) else { return }
        records[id.number - 1].steps.append(.init(time: world.timeline.now, state: state))
        publish(id)
    }

    private func publish(_ id: CallID) {
        if world.watchers.hasListeners, let record = record(id) { world.watchers.publish(.call(record)) }
        world.changed()
    }
}

// MARK: - The people

extension Switch {
    /// A subscriber calls somebody, and gives up after a while where one is given.
    func call(
        from subscriber: Subscriber, to dialled: String, network: Network, isWithheld: Bool,
        givesUpAfter patience: Duration?
    ) -> CallID {
        let call = open(by: .subscriber(subscriber), to: dialled, network: network, isWithheld: isWithheld)
        place(call)
        if let patience, call.phase != .over {
            after(patience, call) { [weak self] call in
                if call.phase != .connected { self?.end(call.id, by: .caller, .normalClearing) }
            }
        }
        return call.id
    }

    /// The newest call of a subscriber that is in one of the phases.
    func call(of subscriber: Subscriber, in phases: Set<Call.Phase>) -> (call: Call, side: CallRecord.Side)? {
        for call in calls.reversed() where phases.contains(call.phase) {
            if let side = call.side(of: subscriber) { return (call, side) }
        }
        return nil
    }

    private func offer(_ call: Call, to subscriber: Subscriber) {
        guard subscriber.isReachable, world.networks[subscriber.configuration.network]?.isInService == true else {
            return end(call.id, by: .network, .destinationOutOfOrder)
        }
        let isEngaged = calls.contains { $0 !== call && $0.side(of: subscriber) != nil }
        call.callee = .subscriber(subscriber)
        let behaviour = subscriber.calls
        guard !isEngaged || behaviour.takesSecondCalls else { return end(call.id, by: .callee, .userBusy) }
        switch behaviour.reaction {
        case .busy: end(call.id, by: .callee, .userBusy)
        case .fails(let cause): end(call.id, by: .network, cause)
        case .rings: ring(call, behindAnother: isEngaged)
        case .answers(let delay):
            ring(call, behindAnother: isEngaged)
            after(delay, call) { [weak self] in self?.answer($0.id) }
        case .rejects(let delay):
            ring(call, behindAnother: isEngaged)
            after(delay, call) { [weak self] call in
                if call.phase == .ringing { self?.end(call.id, by: .callee, .rejected) }
            }
        }
    }

    /// What the person at that side does in the course of a call.
    private func perform(_ call: Call, at side: CallRecord.Side) {
        guard let subscriber = call[side]?.subscriber else { return }
        let behaviour = subscriber.calls
        if let delay = behaviour.hangsUpAfter {
            after(delay, call) { [weak self] call in self?.end(call.id, by: side, .normalClearing) }
        }
        guard call.phase == .connected, let delay = behaviour.holdsAfter else { return }
        after(delay, call) { [weak self] call in
            self?.hold(call.id, by: side)
            guard let delay = behaviour.retrievesAfter else { return }
            self?.after(delay, call) { [weak self] call in self?.retrieve(call.id, by: side) }
        }
    }

    private func callBack(after call: Call) {
        guard let subscriber = call.callee?.subscriber, let delay = subscriber.calls.callsBackAfter, !call.isWithheld,
            let number = call.caller.modem?.card?.configuration.number,
            let network = world.networks[subscriber.configuration.network]
        else { return }
        world.timeline.schedule(after: delay) { [weak self, weak subscriber] in
            guard let self, let subscriber else { return }
            _ = self.call(from: subscriber, to: number, network: network, isWithheld: false, givesUpAfter: nil)
        }
    }
}
