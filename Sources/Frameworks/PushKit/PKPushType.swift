@_exported public import Foundation
import HandsetPlatform

/// What a push is for.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
    /// The name of the type.
    public let rawValue: String

    /// Makes a type of its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An incoming call over the internet: the app must report a conversation when it gets one.
    public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
    /// A change in the files of a file provider.
    public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
}

/// The address at which an app's server reaches this installation of the app.
open class PKPushCredentials: NSObject {
    /// What the pushes sent there are for.
    public let type: PKPushType
    /// Opaque octets for the app's server.
    public let token: Data

    package init(type: PKPushType, token: Data) {
        self.type = type
        self.token = token
    }
}

/// What the app's server sent.
open class PKPushPayload: NSObject {
    /// What the push is for.
    public let type: PKPushType
    /// The content, of property-list types.
    public let dictionaryPayload: [AnyHashable: Any]

    /// For a delegate that is asked without it first.
    let metadata: PKVoIPPushMetadata
    /// Set when the delegate deals with it in a task of its own.
    let isAsync = Lock(false)

    package init(
        type: PKPushType, dictionaryPayload: [AnyHashable: Any],
        metadata: PKVoIPPushMetadata = PKVoIPPushMetadata(mustReport: true)
    ) {
        self.type = type
        self.dictionaryPayload = dictionaryPayload
        self.metadata = metadata
    }
}

/// What the system says about a call push.
open class PKVoIPPushMetadata: NSObject {
    /// Whether the app must report a conversation for this push; false when it is in the foreground or in a
    /// call already, and when the push comes too late to matter.
    public let mustReport: Bool

    package init(mustReport: Bool) {
        self.mustReport = mustReport
    }
}
