/// The service's state and who hears of its changes.
///
/// `learn` and `lose` are called by one task, in the order of the answers.
package final class StateBoard: Sendable {
    package let snapshot: Snapshot
    /// Every change of a line.
    package let lines = Updates<Line.ID, LineUpdate>()
    /// Lines for the holder of the messaging role that came, went or were renamed.
    package let lineNames = Updates<Line.ID, Line>()
    /// Lines for the holder of the messaging role, each once when it comes.
    package let lineArrivals = Updates<Line.ID, Line.ID>()
    /// Whether the holder of the messaging role could send a text.
    package let smsViability = Updates<Line.ID, (line: Line.ID, isViable: Bool)>()
    /// Whether multimedia messages work for the holder of the messaging role.
    package let mmsViability = Updates<Line.ID, (line: Line.ID, isViable: Bool)>()
    /// The roles of this app.
    package let roles = Updates<Int, Set<Role>>()

    package init(snapshot: Snapshot = Snapshot()) { self.snapshot = snapshot }

    /// The service has answered.
    package func learn(_ state: SessionState) {
        let old = snapshot.set(.known(state))
        let before = lastKnown.exchange(state) ?? SessionState()
        tellLines(before.lines, state.lines)
        tellNames(before.messagingLines, state.messagingLines)
        tellViability(old.viability, state.viability, smsViability)
        tellViability(old.mmsViability, state.mmsViability, mmsViability)
        if old.roles != state.roles { roles.send(state.roles, for: 0) }
    }

    /// The service does not answer. Lines stay as they were last known; nothing can be sent.
    package func lose() {
        let old = snapshot.set(.unreachable)
        tellViability(old.viability, [:], smsViability)
        tellViability(old.mmsViability, [:], mmsViability)
        if old.roles != [] { roles.send([], for: 0) }
    }

    /// What was last known, also while the service is away: a restart is no news of the lines.
    private let lastKnown = Slot<SessionState>()

    private func tellLines(_ before: [Line], _ after: [Line]) {
        let known = Dictionary(before.map { ($0.id, $0) }) { a, _ in a }
        for line in after where known[line.id] != line { lines.send(LineUpdate(line: line), for: line.id) }
        let left = Set(after.map(\.id))
        for line in before where !left.contains(line.id) {
            lines.send(LineUpdate(line: line, isRemoved: true), for: line.id, isLasting: false)
        }
    }

    private func tellNames(_ before: [Line], _ after: [Line]) {
        let known = Dictionary(before.map { ($0.id, $0.label) }) { a, _ in a }
        for line in after where known[line.id] != line.label { lineNames.send(line, for: line.id) }
        for line in after where known[line.id] == nil { lineArrivals.send(line.id, for: line.id) }
        let left = Set(after.map(\.id))
        for line in before where !left.contains(line.id) {
            lineNames.send(line, for: line.id, isLasting: false)
            lineArrivals.forget(line.id)
        }
    }

    private func tellViability(
        _ before: [Line.ID: Bool], _ after: [Line.ID: Bool],
        _ updates: Updates<Line.ID, (line: Line.ID, isViable: Bool)>
    ) {
        for (line, isViable) in after where before[line] != isViable { updates.send((line, isViable), for: line) }
        for line in before.keys where after[line] == nil { updates.send((line, false), for: line, isLasting: false) }
    }
}

extension SessionState {
    /// The lines that an app for carrier messages has: those that are not known to have lost their SIM.
    var messagingLines: [Line] { roles.contains(.carrierMessaging) ? lines.filter { $0.sim != .absent } : [] }

    var viability: [Line.ID: Bool] {
        Dictionary(messagingLines.map { ($0.id, $0.canSendSMS) }) { a, _ in a }
    }

    var mmsViability: [Line.ID: Bool] {
        Dictionary(messagingLines.map { ($0.id, $0.multimedia?.isReady ?? false) }) { a, _ in a }
    }
}

extension Snapshot.Knowledge {
    var state: SessionState? { if case .known(let state) = self { state } else { nil } }
    var roles: Set<Role>? { state?.roles }
    var viability: [Line.ID: Bool] { state?.viability ?? [:] }
    var mmsViability: [Line.ID: Bool] { state?.mmsViability ?? [:] }
}
