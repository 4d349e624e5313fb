import Handset

/// Which call a command means that names none.
enum CallChoice {
    struct Choice {
        var call: Call
        var action: Call.Action
    }

    /// The calls with which something of this can be done. What rings is turned away only where there is nothing to hang up.
    static func able(_ actions: [Call.Action], among calls: [Call]) -> [Choice] {
        let choices = calls.compactMap { call in
            actions.first { call.actions.contains($0) }.map { Choice(call: call, action: $0) }
        }
        guard actions.first == .hangUp else { return choices }
        let talking = choices.filter { $0.action == .hangUp }
        return talking.isEmpty ? choices : talking
    }

    /// The only one, or any where one stands for all: swapping and merging are done to all calls, holding to all that are joined.
    static func one(of choices: [Choice]) -> Choice? {
        guard let first = choices.first, choices.count > 1 else { return choices.first }
        switch first.action {
        case .swap, .merge: return first
        case .hold, .resume:
            let isGroup = first.call.group != nil && choices.allSatisfy { $0.call.group == first.call.group }
            return isGroup ? first : nil
        default: return nil
        }
    }
}
