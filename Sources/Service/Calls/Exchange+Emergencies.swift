import HandsetInterface
import HandsetLines

/// A call for help has the microphone to itself.
extension Exchange {
    /// Holds what is spoken elsewhere, or mutes what cannot be held: once, when a modem has taken the emergency call and not before.
    ///
    /// Nothing of it is waited for, and what fails changes nothing for the call for help.
    mutating func makeQuiet(for id: String) {
        guard let conversation = self[id], conversation.isEmergency, conversation.isLive, !conversation.isAlone,
            !isOutOfSight(conversation)
        else { return }
        change(id) { $0.isAlone = true }
        var modems: Set<String> = []
        for other in others(than: conversation) where !other.isEmergency {
            switch other.carrier {
            case .none: break
            case .modem(let modem):
                // On its own modem the others were ended.
                guard modem != conversation.modem, modems.insert(modem).inserted else { continue }
                let mute: [Step] = [.modem(modem, .mute(true)), .muted(modem: modem, true)]
                let hold = boards[modem]?.toHold?.map { Step.modem(modem, .operation($0)) } ?? []
                start(
                    Run(
                        purpose: .aside(other.id, fallback: hold.isEmpty ? [] : mute), steps: hold.isEmpty ? mute : hold
                    ))
            case .app(let app):
                let mute = Step.app(app, newAction(.mute, other.id) { $0.isOn = true })
                let canPause = other.state == .active && other.capabilities.contains(.pausing)
                let pause = Step.app(app, newAction(.pause, other.id) { $0.isOn = true })
                start(
                    Run(purpose: .aside(other.id, fallback: canPause ? [mute] : []), steps: [canPause ? pause : mute]))
            }
        }
    }
}
