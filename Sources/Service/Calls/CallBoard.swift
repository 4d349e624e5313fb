import HandsetInterface
import HandsetLines
import HandsetPlatform

/// The calls of one modem and their conversations: what its reports mean, and what can be done now.
///
/// The network allows one active and one held call or group, and one that rings or waits (3GPP TS 22.083; TS 22.030, clause
/// 6.5.5.1).
struct CallBoard: Hashable, Sendable {
    /// Parties that can be joined (3GPP TS 22.084, clause 1.2.1).
    static let partyLimit = 5

    struct Entry: Hashable, Sendable {
        let id: String
        var call: CellularCall
    }

    enum Change: Hashable, Sendable {
        /// The modem has one that we did not ask for.
        case began(String)
        case changed(String)
        case ended(String, CallEnding)
    }

    /// Those that are not over, oldest first.
    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    subscript(id: String) -> CellularCall? { entries.first { $0.id == id }?.call }

    // MARK: What happens

    /// A call is about to be asked for. There must be room for it.
    mutating func request(_ id: String, number: String) {
        precondition(self[id] == nil)
        entries.append(Entry(id: id, call: CellularCall(requested: number)))
    }

    mutating func taken(_ id: String, index: Int?) { change(id) { $0.taken(index: index) } }

    mutating func intend(_ intent: CellularCall.Intent?, _ id: String) { change(id) { $0.intend(intent) } }

    /// The request came to nothing; how the call ended, if it was there still.
    mutating func failed(_ id: String, _ ending: CallEnding) -> CallEnding? {
        change(id) { $0.fail(ending) }
        return remove(id)
    }

    private mutating func change(_ id: String, _ body: (inout CellularCall) -> Void) {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        body(&entries[index].call)
    }

    private mutating func remove(_ id: String) -> CallEnding? {
        guard let index = entries.firstIndex(where: { $0.id == id }),
            case .ended(let ending) = entries[index].call.state
        else { return nil }
        entries.remove(at: index)
        return ending
    }

    /// Takes in what the modem tells: the whole picture.
    mutating func report(_ report: CallReport, newID: (ModemCall) -> String) -> [Change] {
        var changes: [Change] = []
        // First what is over: a number may be another call's already.
        for ended in report.ended {
            let known = entries.first { $0.call.index == ended.index && $0.call.lostAt == nil }
            guard let entry = known ?? unseen else { continue }
            change(entry.id) { $0.end(ended.cause) }
            if let ending = remove(entry.id) { changes.append(.ended(entry.id, ending)) }
        }
        var shown: Set<String> = []
        for call in report.calls {
            let isHeld = report.heldByOther.contains(call.index)
            if let entry = entry(for: call, except: shown) {
                shown.insert(entry.id)
                let before = entry.call
                change(entry.id) { one in
                    if one.mayBe(call) {
                        one.find(call, isHeldByOther: isHeld)
                    } else {
                        one.update(call, isHeldByOther: isHeld)
                    }
                }
                if self[entry.id] != before { changes.append(.changed(entry.id)) }
            } else {
                let id = newID(call)
                shown.insert(id)
                entries.append(Entry(id: id, call: CellularCall(call, isHeldByOther: isHeld)))
                changes.append(.began(id))
            }
        }
        // What the modem shows no longer is over, also when it has not said why; what it has not shown yet may come.
        for entry in entries where !shown.contains(entry.id) && entry.call.state != .requested {
            change(entry.id) { $0.end(entry.call.lostAt == nil ? .unknown : .modemLost) }
            if let ending = remove(entry.id) { changes.append(.ended(entry.id, ending)) }
        }
        return changes
    }

    /// The call that the modem was told to make and has not shown.
    private var unseen: Entry? { entries.first { $0.call.state == .requested && $0.call.index == nil } }

    private func entry(for call: ModemCall, except shown: Set<String>) -> Entry? {
        let left = entries.filter { !shown.contains($0.id) }
        let free = left.filter { $0.call.matches(call) && ($0.call.lostAt == nil || $0.call.index == nil) }
        if let known = free.first(where: { $0.call.index == call.index }) { return known }
        // The modem that is back may number them anew: of several that it can be, the likest.
        let lost = left.filter { $0.call.index != nil && $0.call.mayBe(call) }
        func likeness(_ entry: Entry) -> Int {
            (entry.call.number == call.number ? 2 : 0) + (entry.call.index == call.index ? 1 : 0)
        }
        if let found = lost.max(by: { likeness($0) < likeness($1) }) { return found }
        // An emergency call does not wait until the modem has shown the one before it: of two the number decides.
        let unseen = free.filter { $0.call.index == nil }
        return unseen.first { $0.call.number == call.number } ?? unseen.first
    }

    // MARK: Out of sight

    /// The link is gone: what the modem has shown or taken may go on.
    mutating func lose(_ now: MonotonicTime) {
        for entry in entries where !entry.call.isUnanswered { change(entry.id) { $0.lose(now) } }
    }

    /// The modem is silent about a call that it was told to make.
    mutating func lose(_ id: String, _ now: MonotonicTime) { change(id) { $0.lose(now) } }

    /// Nothing more is to be heard of a call that is lost; how it ended.
    mutating func giveUp(_ id: String) -> CallEnding? {
        change(id) { $0.giveUp() }
        return remove(id)
    }

    /// Since when the first of those that are out of sight is.
    var firstLoss: MonotonicTime? { entries.lazy.compactMap(\.call.lostAt).min() }

    /// Since when each that is out of sight is.
    var lost: [String: MonotonicTime] {
        Dictionary(entries.compactMap { entry in entry.call.lostAt.map { (entry.id, $0) } }) { first, _ in first }
    }

    // MARK: How it stands

    private func ids(_ states: CellularCall.State...) -> [String] {
        entries.filter { states.contains($0.call.state) }.map(\.id)
    }
    var active: [String] { ids(.active) }
    var held: [String] { ids(.held) }
    var ringing: String? { entries.first { $0.call.isRinging }?.id }
    var isMakingCall: Bool { entries.contains { $0.call.isBeingMade } }

    /// Whether one more call could be made, once the active ones are held.
    var hasRoomToDial: Bool { !isMakingCall && ringing == nil && (active.isEmpty || held.isEmpty) }

    /// What holds the active calls, so that somebody else may be spoken with; nil when that cannot be.
    var toHold: [CallOperation]? {
        if active.isEmpty { return isMakingCall ? nil : [] }
        // With a waiting call the same command would take it.
        return held.isEmpty && ringing == nil && !isMakingCall ? [.swap] : nil
    }

    /// What ends the calls in the way.
    var toEndAll: [CallOperation] {
        entries.filter { $0.call.lostAt == nil }.compactMap { entry in
            if entry.call.isRinging { return .reject }
            return entry.call.index.map { .hangUp(index: $0) }
        }
    }

    /// The parties that a call is joined with, itself too; the id of the first names them.
    func group(of id: String) -> [String] {
        guard let call = self[id], call.isMultiparty else { return [] }
        let joined = entries.filter { $0.call.isMultiparty && $0.call.state == call.state }.map(\.id)
        return joined.count > 1 ? joined : []
    }

    /// What may be done to a call as the modem's calls stand.
    func actions(of id: String) -> Set<CallInfo.Action> {
        guard let call = self[id] else { return [] }
        // Somebody's wish for its end is kept until the modem is back.
        if call.lostAt != nil { return call.isRinging ? [.decline, .silence] : [.hangUp] }
        switch call.state {
        case .requested, .dialing, .alerting: return [.hangUp]
        case .ended: return []
        case .incoming, .waiting:
            var actions: Set<CallInfo.Action> = [.decline, .silence]
            if active.isEmpty {
                actions.insert(.answer)
            } else {
                actions.insert(.endAndAnswer)
                if held.isEmpty { actions.insert(.holdAndAnswer) }
            }
            return actions
        case .active:
            var actions: Set<CallInfo.Action> = [.hangUp, .tones, .mute, .unmute]
            if ringing == nil { actions.insert(held.isEmpty ? .hold : .swap) }
            if canMerge { actions.insert(.merge) }
            if call.isMultiparty, held.isEmpty, group(of: id).count > 1 { actions.insert(.split) }
            return actions
        case .held:
            var actions: Set<CallInfo.Action> = [.hangUp]
            if ringing == nil, !isMakingCall { actions.insert(active.isEmpty ? .resume : .swap) }
            if canMerge { actions.insert(.merge) }
            return actions
        }
    }

    private var canMerge: Bool {
        !active.isEmpty && !held.isEmpty && active.count + held.count <= Self.partyLimit
    }

    /// What the modem is told to do for an action; nil when it is no such thing, or cannot be done now.
    func operation(for action: CallInfo.Action, on id: String) -> CallOperation? {
        guard let call = self[id], call.lostAt == nil, actions(of: id).contains(action) else { return nil }
        switch action {
        // With calls on hold and none active, the same command takes the waiting one.
        case .answer: return held.isEmpty ? .answer : .holdAndAnswer
        case .holdAndAnswer: return .holdAndAnswer
        case .endAndAnswer: return .endAndAnswer
        case .decline: return .reject
        case .hangUp: return call.index.map { .hangUp(index: $0) }
        case .hold, .resume, .swap: return .swap
        case .merge: return .merge
        case .split: return call.index.map { .split(index: $0) }
        case .silence, .tones, .mute, .unmute, .proceed: return nil
        }
    }
}
