import Foundation

// Texts for the developer and the person: what happened, and what to do. None holds a number or a message.

extension TelephonyMessagingSession.Error {
    /// What happened.
    public var errorDescription: String? {
        switch self {
        case .invalidSession: "This app is not the app for carrier messages."
        case .serviceUnavailable: "Handset's service cannot be reached, or has no line for this."
        case .invalidArgument: "A value of the request cannot be used."
        case .internalError: "Handset could not do it."
        }
    }

    /// What to do.
    public var recoverySuggestion: String? {
        switch self {
        case .invalidSession:
            "Declare com.apple.developer.carrier-messaging-app in the bundle's entitlements and let the person choose the "
                + "app (`handset role carrier-messaging APP`). Check isConfiguredForCarrierMessaging first."
        case .serviceUnavailable: "Check that handsetd runs; `handset status` says what it misses. Try again later."
        case .invalidArgument:
            "Take the line from cellularServices, and check that the address and the content are neither empty nor too long."
        case .internalError: "Look into the log of handsetd, then try again."
        }
    }
}

extension SMSService.Error {
    /// What happened.
    public var errorDescription: String? {
        switch self {
        case .notSupported: "The carrier does not offer this for texts."
        case .permanentFailure: "The network refused the message for good."
        case .temporaryFailure: "The message could not be sent now."
        case .unknown: "It is not known whether the message was sent."
        }
    }

    /// What to do.
    public var recoverySuggestion: String? {
        switch self {
        case .notSupported: "Do not offer it on this line."
        case .permanentFailure: "Check the number and the line's plan; the same message will be refused again."
        case .temporaryFailure: "Wait until isViable(for:) is true, then send it again with a new attempt."
        case .unknown: "Ask the person before sending it again: the recipient may have it."
        }
    }
}
