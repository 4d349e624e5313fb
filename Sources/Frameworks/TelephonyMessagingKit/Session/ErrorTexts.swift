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

extension MMSService.Error {
    /// What happened.
    public var errorDescription: String? {
        switch self {
        case .unknown: "It is not known why the multimedia message failed."
        case .notSupported: "The carrier does not offer this for multimedia messages."
        case .invalidRecipient: "A recipient of the multimedia message cannot be used."
        case .invalidMessageParts: "A part of the multimedia message cannot be used."
        case .internalError: "Handset could not handle the multimedia message."
        case .mmsNotReady: "Multimedia messages are not possible on this line now."
        case .mmsNotConfiguredForCarrier: "This line has no multimedia messages."
        case .maximumSizeExceeded: "The multimedia message is too large for the carrier."
        }
    }

    /// What to do.
    public var recoverySuggestion: String? {
        switch self {
        case .unknown: "Ask the person before sending it again: the recipients may have it."
        case .notSupported: "Do not offer it on this line."
        case .invalidRecipient: "Check each recipient's number, and that there is at least one."
        case .invalidMessageParts:
            "Give each part a content type and an id of its own, and leave from and headers empty."
        case .internalError: "Look into the log of handsetd, then try again."
        case .mmsNotReady: "Wait until isViable(for:) is true, then send it again."
        case .mmsNotConfiguredForCarrier: "Look at isViable(for:) first, and send a text instead."
        case .maximumSizeExceeded: "Make the parts smaller until totalSize fits configuration(for:).maximumMessageSize."
        }
    }
}

extension RCSService.Error {
    /// What happened.
    public var errorDescription: String? {
        switch self {
        case .serviceUnavailable: "The RCS service cannot be reached now."
        case .invalidArgument: "A value of the RCS request cannot be used."
        case .decodingFailed: "A received RCS message could not be read."
        case .notSupported: "This line has no RCS, or its carrier does not offer this part of it."
        case .unknown: "It is not known why the RCS request failed."
        case .temporaryError: "The RCS request failed for now."
        case .permanentError: "The RCS request failed for good."
        case .internalError: "Handset could not handle the RCS request."
        case .notFound: "What the RCS request names is not there."
        case .maximumSizeExceeded: "The message, the file or the group is too large for the line's RCS service."
        case .endToEndEncryptionNotSupported: "This line's RCS service does not encrypt from end to end."
        }
    }

    /// What to do.
    public var recoverySuggestion: String? {
        switch self {
        case .serviceUnavailable, .temporaryError: "Wait until isViable(for:) is true, then try again."
        case .invalidArgument: "Check the handle, the ids and the line, which cellularServices lists."
        case .decodingFailed: "Nothing: the message is kept by the service. Report it with the log of handsetd."
        case .notSupported: "Look at isViable(for:) and configuration(for:) first, and fall back to a text."
        case .unknown: "Ask the person before trying again: it may have been done."
        case .permanentError: "Do not try the same again; fall back to a text."
        case .internalError: "Look into the log of handsetd, then try again."
        case .notFound: "Forget the handle, file or message that the request names."
        case .maximumSizeExceeded: "Compare with the limits of configuration(for:) before sending."
        case .endToEndEncryptionNotSupported:
            "Look at supportsEndToEndEncryption of the configuration and of the other party first, or ask the person "
                + "whether to send it unencrypted."
        }
    }
}
