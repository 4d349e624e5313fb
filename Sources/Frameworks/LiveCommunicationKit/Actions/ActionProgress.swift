/// How far an action has come. A step that comes too late changes nothing: the first end counts.
struct ActionProgress: Hashable, Sendable {
    private(set) var state: ConversationAction.State = .idle

    var isOver: Bool {
        switch state {
        case .idle, .running: false
        case .complete, .failed: true
        }
    }

    /// The action is in the delegate's hands.
    mutating func start() -> Bool {
        guard state == .idle else { return false }
        state = .running
        return true
    }

    mutating func succeed() -> Bool {
        end(.complete)
    }

    mutating func fail(_ failure: Failure) -> Bool {
        end(.failed(reason: failure.rawValue))
    }

    private mutating func end(_ outcome: ConversationAction.State) -> Bool {
        guard !isOver else { return false }
        state = outcome
        return true
    }

    /// Why an action failed. The texts are for developers and name nobody.
    enum Failure: String, Hashable, Sendable {
        case byApp = "The app failed the action."
        case timeOut = "The app neither fulfilled nor failed the action before its time-out date."
        case withdrawn = "The system gave the action up: the call is wanted no more, goes another way, or has no room."
        case reset = "The system lost its conversations."
        case invalidated = "The conversation manager was invalidated."
    }
}
