public import Dispatch
public import Foundation

/// An app's wish to receive pushes.
///
/// Linux has no push service that wakes an app for any server. This version therefore gives no token:
/// ``pushToken(for:)`` is nil and the delegate hears of no credentials, as on an iPhone that cannot reach the service.
open class PKPushRegistry: NSObject {
    /// Who gets the pushes. It is not kept alive.
    open weak var delegate: (any PKPushRegistryDelegate)?
    /// The types that the app wants; nil, as at the start, wants none.
    open var desiredPushTypes: Set<PKPushType>?

    /// Where the delegate is called; nil is the main queue.
    package let queue: DispatchQueue

    /// Makes a registry whose delegate is called on `queue`; nil is the main queue.
    public init(queue: DispatchQueue?) {
        self.queue = queue ?? .main
    }

    /// The token for a type; nil while there is none.
    open func pushToken(for type: PKPushType) -> Data? {
        nil
    }
}

/// Who hears about pushes. An app implements one of the receiving methods; those that it leaves out do nothing.
public protocol PKPushRegistryDelegate: NSObjectProtocol {
    /// There is a new token for the app's server.
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType)

    /// A push has come. Call `completion` when it is handled.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void)

    /// A push has come, for an app that handles it with `async`.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType) async

    /// A call push has come. Call `completion` when it is handled.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void)

    /// A call push has come, for an app that handles it with `async`.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata) async

    /// The token is no longer valid: the app's server must forget it.
    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
}

// Objective-C's optional methods. What an app leaves out says so to the sender by completing.
extension PKPushRegistryDelegate {
    /// Completes at once.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        completion()
    }

    /// Does nothing.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) async {}

    /// Asks the method without metadata.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        pushRegistry(registry, didReceiveIncomingPushWith: payload, for: payload.type, completion: completion)
    }

    /// Does nothing.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata
    ) async {}

    /// Does nothing.
    public func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {}
}
