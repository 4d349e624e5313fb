import Handset

/// What an app asks of the call service.
///
/// Apple's module has no public error type, and so ours has none: a refusal is a `HandsetError`, the error of the native
/// API, which an app that imports `Handset` can tell by its kind.
enum CallRequest: Hashable, Sendable, CaseIterable {
    case cellularConversation
    case history
    case conversation
    case incomingConversation
    case pushedConversation

    /// Why the request is refused by a version that carries no calls.
    var refusal: HandsetError {
        switch self {
        case .cellularConversation:
            HandsetError(
                .unavailable,
                """
                The call was not started: this version of Handset makes no calls. Offer another way to call, and look \
                at `cellularServices`: it is empty as long as calls are not offered.
                """)
        case .history:
            HandsetError(
                .unavailable,
                """
                There is no call history: this version of Handset makes no calls. Show what the app itself remembers, \
                or install a version that offers calls.
                """)
        case .conversation:
            HandsetError(.unavailable, "The actions were not performed: \(Self.advice)")
        case .incomingConversation:
            HandsetError(.unavailable, "The call does not ring: \(Self.advice)")
        case .pushedConversation:
            HandsetError(.unavailable, "The push was not handled: \(Self.advice)")
        }
    }

    private static let advice = """
        this version of Handset carries no conversations. Handle the conversation inside the app, or install a version \
        that offers calls.
        """
}
