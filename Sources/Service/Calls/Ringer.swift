import HandsetInterface

/// Rings through the agent of the session at the screen, and shows the call with what can be done about it.
///
/// What the agent is told is how things stand when it is told: a call that is over by then does not ring.
@ServiceActor
final class Ringer {
    private struct Shown {
        var ring: Exchange.Ring
        var title: String
        var sound: String?
    }

    private let agents: Agents
    private let work = WorkQueue()
    private var wanted: [String: Shown] = [:]
    /// Who was told to ring: the same is told to stop.
    private var told: [String: AgentClient] = [:]
    private var isAudioWanted = false
    /// A name or a number as a person reads it.
    var title: (Conversation) -> String = { $0.handles.first?.value ?? "" }

    init(agents: Agents) { self.agents = agents }

    static let prefix = RingInfo.notificationPrefix
    static let missedPrefix = "missed:"

    func ring(_ conversation: Conversation, _ ring: Exchange.Ring, sound: String?) {
        wanted[conversation.id] = Shown(ring: ring, title: title(conversation), sound: sound)
        let id = conversation.id
        work.add { [self] in await show(id) }
    }

    func stop(_ id: String) {
        wanted[id] = nil
        work.add { [self] in await withdraw(id) }
    }

    func missed(_ conversation: Conversation) {
        let notification = NotificationInfo(
            id: Self.missedPrefix + conversation.id, title: "Missed call", body: title(conversation),
            category: "call.unanswered")
        work.add { [self] in _ = try? await agents.active()?.client.notify(app: "", name: "Handset", notification) }
    }

    /// One notification for all, so that a page full of links does not fill the screen.
    func notMade(_ conversation: Conversation) {
        let notification = NotificationInfo(
            id: "not made", title: "\(title(conversation)) was not called", body: conversation.ending?.reason ?? "",
            category: "call")
        work.add { [self] in _ = try? await agents.active()?.client.notify(app: "", name: "Handset", notification) }
    }

    func setAudio(_ isOn: Bool) {
        isAudioWanted = isOn
        work.add { [self] in try? await agents.active()?.client.setCallAudio(isAudioWanted) }
    }

    /// An agent has come: it rings for what rings already.
    func agentCame() {
        for id in wanted.keys { work.add { [self] in await show(id) } }
        if isAudioWanted { setAudio(true) }
    }

    func stop() async {
        for id in wanted.keys { stop(id) }
        await work.finished()
    }

    private func show(_ id: String) async {
        guard let shown = wanted[id], let agent = agents.active() else { return }
        if let before = told[id], before != agent.client { await withdraw(id) }
        told[id] = agent.client
        let ring = RingInfo(
            call: id, kind: shown.ring.kind == .waiting ? .waiting : .incoming, sound: shown.sound,
            isSilent: shown.ring.isSilenced)
        try? await agent.client.ring(ring)
        guard wanted[id] != nil else { return }
        let notification = NotificationInfo(
            id: Self.prefix + id, title: shown.title,
            body: shown.ring.kind == .waiting ? "A second call" : "Incoming call", category: "call.incoming",
            urgency: .critical, actions: Self.buttons(shown.ring))
        _ = try? await agent.client.notify(app: "", name: "Handset", notification)
    }

    private func withdraw(_ id: String) async {
        guard let agent = told.removeValue(forKey: id) else { return }
        try? await agent.stopRinging(id)
        try? await agent.withdraw(app: "", ids: [Self.prefix + id])
    }

    private static func buttons(_ ring: Exchange.Ring) -> [NotificationInfo.Action] {
        let words: [(CallInfo.Action, String)] = [
            (.answer, "Answer"), (.holdAndAnswer, "Hold and answer"), (.endAndAnswer, "End and answer"),
            (.decline, "Decline"), (.silence, "Silence"),
        ]
        return words.filter { ring.actions.contains($0.0) }.map { .init(id: $0.0.rawValue, title: $0.1) }
    }
}
