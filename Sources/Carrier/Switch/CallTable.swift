import HandsetAT

/// The calls of one modem as its TE knows them, and what a command does to them (3GPP TS 22.030, clause 6.5.5; 3GPP TS
/// 22.083, call hold and call waiting; 3GPP TS 22.084, multi-party).
///
/// A value without I/O: an event changes it, and gives the steps that the network must be told of, in their order.
struct CallTable: Hashable {
    struct Entry: Hashable {
        /// `<ccid>` of +CLCC, from 1; a call keeps it to its end.
        let index: Int
        var call: CallID
        let direction: CallDirection
        var state: CallState
        var isMultiparty = false
        /// As dialled, or as the network shows it; empty where it does not.
        var number: String
        var validity = NumberValidity.valid
        /// Needs no card and no registration.
        var isEmergency = false
    }

    /// What the network is told.
    enum Step: Hashable {
        case accept(CallID)
        /// Ends a call that this side has taken or made.
        case release(CallID)
        /// Turns down a call that rings or waits.
        case refuse(CallID, CallCause)
        case hold(CallID)
        case retrieve(CallID)
        case join(CallID)
        /// Leaves a private call's fellows to themselves.
        case split(CallID)
        /// Leaves two calls to each other.
        case transfer(held: CallID, other: CallID)
    }

    /// Why a command is refused.
    enum Refusal: Error, Hashable { case notAllowed, noSuchCall }

    /// Remote parties of a conference (3GPP TS 22.084, clause 1.2.1).
    static let multipartyLimit = 5

    private(set) var entries: [Entry] = []

    subscript(call: CallID) -> Entry? { entries.first { $0.call == call } }
    subscript(index index: Int) -> Entry? { entries.first { $0.index == index } }

    func calls(in states: CallState...) -> [CallID] { entries.filter { states.contains($0.state) }.map(\.call) }
    func has(_ states: CallState...) -> Bool { entries.contains { states.contains($0.state) } }

    // MARK: What the TE does

    /// Makes a call; active ones are held for it. An emergency call ends all others.
    mutating func dial(_ call: CallID, number: String, isEmergency: Bool) throws(Refusal) -> [Step] {
        var steps: [Step] = []
        if isEmergency {
            steps = entries.map { entry in
                entry.state == .incoming || entry.state == .waiting
                    ? .refuse(entry.call, .userBusy) : .release(entry.call)
            }
            entries = []
        } else {
            guard !has(.dialing, .alerting, .incoming, .waiting), !(has(.active) && has(.held)) else {
                throw .notAllowed
            }
            steps = hold(calls(in: .active))
        }
        insert(
            Entry(
                index: freeIndex, call: call, direction: .mobileOriginated, state: .dialing, number: number,
                isEmergency: isEmergency))
        return steps
    }

    /// `ATA`.
    mutating func answer() throws(Refusal) -> [Step] {
        guard let incoming = calls(in: .incoming).first else { throw .notAllowed }
        return accept(incoming)
    }

    /// `+CHUP` and `ATH`: ends what is current, which a held or waiting call is not while there is another.
    mutating func hangUp() -> [Step] {
        var steps = refuse(calls(in: .incoming), .rejected) + release(calls(in: .active, .dialing, .alerting))
        if steps.isEmpty { steps = release(calls(in: .held)) }
        return steps
    }

    /// `+CHLD`. A waiting call comes before a held one (3GPP TS 22.030, clause 6.5.5.1).
    mutating func carryOut(_ command: CallHold) throws(Refusal) -> [Step] {
        switch command {
        case .releaseHeldOrWaiting: try releaseHeldOrWaiting()
        case .releaseActive: try releaseActive()
        case .release(let index): release([try active(index)])
        case .holdActive: try holdActive()
        case .holdAllBut(let index): try holdAllBut(index)
        case .join: try join()
        case .transfer: try transfer()
        }
    }

    private mutating func releaseHeldOrWaiting() throws(Refusal) -> [Step] {
        let offered = calls(in: .waiting, .incoming)
        if !offered.isEmpty { return refuse(offered, .userBusy) }
        guard has(.held) else { throw .notAllowed }
        return release(calls(in: .held))
    }

    private mutating func releaseActive() throws(Refusal) -> [Step] {
        guard !entries.isEmpty else { throw .notAllowed }
        let offered = calls(in: .waiting, .incoming)
        let held = calls(in: .held)
        let released = release(calls(in: .active, .dialing, .alerting))
        if let next = offered.first { return released + accept(next) }
        return released + retrieve(held)
    }

    private mutating func holdActive() throws(Refusal) -> [Step] {
        guard !entries.isEmpty, !has(.dialing, .alerting) else { throw .notAllowed }
        let held = calls(in: .held)
        guard let next = calls(in: .waiting, .incoming).first else { return hold(calls(in: .active)) + retrieve(held) }
        guard !has(.active) || held.isEmpty else { throw .notAllowed }
        return hold(calls(in: .active)) + accept(next)
    }

    private mutating func holdAllBut(_ index: Int) throws(Refusal) -> [Step] {
        let call = try active(index)
        let others = calls(in: .active).filter { $0 != call }
        guard !others.isEmpty, !has(.held, .dialing, .alerting) else { throw .notAllowed }
        change(call) { $0.isMultiparty = false }
        let steps = [Step.split(call)] + hold(others)
        tidy()
        return steps
    }

    private mutating func join() throws(Refusal) -> [Step] {
        let parties = calls(in: .active) + calls(in: .held)
        guard has(.active), has(.held), parties.count <= Self.multipartyLimit else { throw .notAllowed }
        let held = calls(in: .held)
        let known = parties.filter { self[$0]?.isMultiparty == true }
        for call in parties {
            change(call) { entry in
                entry.state = .active
                entry.isMultiparty = true
            }
        }
        return held.map { .retrieve($0) } + parties.filter { !known.contains($0) }.map { .join($0) }
    }

    private mutating func transfer() throws(Refusal) -> [Step] {
        let held = calls(in: .held)
        let others = calls(in: .active, .alerting)
        guard held.count == 1, others.count == 1, !has(.dialing), let first = held.first, let second = others.first
        else {
            throw .notAllowed
        }
        remove([first, second])
        return [.transfer(held: first, other: second)]
    }

    private func active(_ index: Int) throws(Refusal) -> CallID {
        guard let entry = self[index: index] else { throw .noSuchCall }
        guard entry.state == .active else { throw .notAllowed }
        return entry.call
    }

    // MARK: What the network does

    /// A call comes in: it rings, or waits behind another where `allowsWaiting`; `nil` says busy.
    mutating func offer(
        _ call: CallID, number: String, validity: NumberValidity, allowsWaiting: Bool
    ) -> CallState? {
        guard !has(.incoming, .waiting, .dialing, .alerting) else { return nil }
        guard entries.isEmpty || allowsWaiting else { return nil }
        let state: CallState = entries.isEmpty ? .incoming : .waiting
        insert(
            Entry(
                index: freeIndex, call: call, direction: .mobileTerminated, state: state, number: number,
                validity: validity))
        return state
    }

    mutating func becomesAlerting(_ call: CallID) {
        change(call) { if $0.state == .dialing { $0.state = .alerting } }
    }

    mutating func becomesActive(_ call: CallID) {
        change(call) { if $0.state == .dialing || $0.state == .alerting { $0.state = .active } }
    }

    /// The other end is gone. Gives the entry as it was.
    mutating func ended(_ call: CallID) -> Entry? {
        guard let entry = self[call] else { return nil }
        remove([call])
        return entry
    }

    /// The other party of a call has left it to a third (3GPP TS 22.091).
    mutating func transferred(_ call: CallID, to other: CallID, number: String, validity: NumberValidity) {
        change(call) { entry in
            entry.call = other
            entry.number = number
            entry.validity = validity
        }
    }

    /// Calls are gone with the radio, the card or the modem. Gives the entries as they were.
    mutating func drop(where isLost: (Entry) -> Bool) -> [Entry] {
        let lost = entries.filter(isLost)
        remove(lost.map(\.call))
        return lost
    }

    // MARK: Steps

    private mutating func accept(_ call: CallID) -> [Step] {
        change(call) { $0.state = .active }
        return [.accept(call)]
    }

    private mutating func hold(_ calls: [CallID]) -> [Step] {
        for call in calls { change(call) { $0.state = .held } }
        return calls.map { .hold($0) }
    }

    private mutating func retrieve(_ calls: [CallID]) -> [Step] {
        for call in calls { change(call) { $0.state = .active } }
        return calls.map { .retrieve($0) }
    }

    private mutating func release(_ calls: [CallID]) -> [Step] {
        remove(calls)
        return calls.map { .release($0) }
    }

    private mutating func refuse(_ calls: [CallID], _ cause: CallCause) -> [Step] {
        remove(calls)
        return calls.map { .refuse($0, cause) }
    }

    private mutating func change(_ call: CallID, _ body: (inout Entry) -> Void) {
        guard let place = entries.firstIndex(where: { $0.call == call }) else { return }
        body(&entries[place])
    }

    private mutating func insert(_ entry: Entry) {
        entries.insert(entry, at: entries.firstIndex { $0.index > entry.index } ?? entries.endIndex)
    }

    private mutating func remove(_ calls: [CallID]) {
        entries.removeAll { calls.contains($0.call) }
        tidy()
    }

    /// A conference of one is a call, and a call that waits for nothing rings.
    private mutating func tidy() {
        let members = entries.indices.filter { entries[$0].isMultiparty }
        if members.count == 1, let last = members.first { entries[last].isMultiparty = false }
        if entries.count == 1, entries[0].state == .waiting { entries[0].state = .incoming }
    }

    private var freeIndex: Int { (1...).first { self[index: $0] == nil } ?? entries.count + 1 }
}
