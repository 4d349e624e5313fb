import Foundation

/// What every door to the call service throws in this version.
///
/// Apple's module has no public error type, and so ours has none: an app reads the text, or the domain and code of the
/// `NSError`.
struct CallsUnavailable: LocalizedError, CustomNSError, Hashable, Sendable {
    /// What was asked for.
    enum Request: Int, Hashable, Sendable {
        case cellularConversation = 1
        case history
        case conversation
        case incomingConversation
        case pushedConversation
    }

    let request: Request

    init(_ request: Request) {
        self.request = request
    }

    static var errorDomain: String { "LiveCommunicationKit" }
    var errorCode: Int { request.rawValue }

    /// Foundation on Linux takes the texts of a `CustomNSError` from here only.
    var errorUserInfo: [String: Any] {
        [
            NSLocalizedDescriptionKey: errorDescription ?? "",
            NSLocalizedRecoverySuggestionErrorKey: recoverySuggestion ?? "",
        ]
    }

    var errorDescription: String? {
        switch request {
        case .cellularConversation: "The call was not started: this version of Handset makes no calls."
        case .history: "There is no call history: this version of Handset makes no calls."
        case .conversation: "The actions were not performed: this version of Handset carries no conversations."
        case .incomingConversation: "The call does not ring: this version of Handset carries no conversations."
        case .pushedConversation: "The push was not handled: this version of Handset carries no conversations."
        }
    }

    var recoverySuggestion: String? {
        switch request {
        case .cellularConversation:
            "Offer another way to call, and look at `cellularServices`: it is empty as long as calls are not offered."
        case .history: "Show what the app itself remembers, and install a version of Handset that offers calls."
        case .conversation, .incomingConversation, .pushedConversation:
            "Handle the conversation inside the app, or install a version of Handset that offers calls."
        }
    }
}
