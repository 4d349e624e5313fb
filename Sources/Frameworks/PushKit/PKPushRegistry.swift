public import Dispatch
public import Foundation
import Handset
import HandsetPlatform

/// An app's wish to receive pushes.
///
/// Linux has no push service that any server reaches. A push comes from this machine: `handset push APP` hands it over and
/// launches the app, with `HANDSET_LAUNCH=push` in its environment, if it is stopped. It waits until a registry has a delegate and
/// its type among ``desiredPushTypes``. The bundle must declare `com.apple.developer.calling-app`; for another app there is no
/// token, and nothing comes.
open class PKPushRegistry: NSObject {
    private struct State {
        weak var delegate: (any PKPushRegistryDelegate)?
        var types: Set<PKPushType>?
    }

    private let state = Lock(State())
    private let receiver: PushReceiver
    /// Where the delegate is called.
    let queue: DispatchQueue

    /// Makes a registry whose delegate is called on `queue`; nil is the main queue.
    public convenience init(queue: DispatchQueue?) {
        self.init(queue: queue, receiver: .shared)
    }

    package init(queue: DispatchQueue?, receiver: PushReceiver) {
        self.queue = queue ?? .main
        self.receiver = receiver
        super.init()
        receiver.add(self)
    }

    /// Who gets the pushes. It is not kept alive.
    open weak var delegate: (any PKPushRegistryDelegate)? {
        get { state.withLock { $0.delegate } }
        set {
            state.withLock { $0.delegate = newValue }
            receiver.changed()
        }
    }

    /// The types that the app wants; nil, as at the start, wants none. Only ``PKPushType/voIP`` is delivered here.
    open var desiredPushTypes: Set<PKPushType>? {
        get { state.withLock { $0.types } }
        set {
            state.withLock { $0.types = newValue }
            receiver.changed()
        }
    }

    /// The token for a type: 32 octets, the same on this machine for ever. Nil until the delegate has heard of it.
    open func pushToken(for type: PKPushType) -> Data? {
        desiredPushTypes?.contains(type) == true ? receiver.token(for: type) : nil
    }

    /// What it wants while it has a delegate.
    var wishes: Set<PKPushType> { state.withLock { $0.delegate == nil ? [] : $0.types ?? [] } }

    /// Hands a push to the delegate, on the queue; false when there is none. `whenDone`: the delegate has dealt with it and need
    /// not see it again.
    func receive(_ push: ReceivedPush, as type: PKPushType, whenDone: @escaping @Sendable () -> Void) -> Bool {
        guard let delegate else { return false }
        let content = try? JSONSerialization.jsonObject(with: Data(push.payload.utf8)) as? [String: Any]
        let duty = CallPushDuty.shared.begin()
        let metadata = PKVoIPPushMetadata(mustReport: duty.mustReport)
        let payload = PKPushPayload(type: type, dictionaryPayload: content ?? [:], metadata: metadata)
        let isDone = Lock(false)
        let done: @Sendable () -> Void = {
            guard
                isDone.withLock({ isDone in
                    defer { isDone = true }; return !isDone
                })
            else { return }
            CallPushDuty.shared.end(duty)
            whenDone()
        }
        delegate.pushRegistry(
            self, didReceiveIncomingVoIPPushWith: payload, metadata: metadata,
            withCompletionHandler: { [payload = payload.isAsync] in if payload.withLock({ $0 }) { done() } })
        // Many apps complete late or never; what counts is that the method has returned.
        if !payload.isAsync.withLock({ $0 }) { done() }
        return true
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

// Objective-C's optional methods. Each that an app leaves out asks the next: with metadata, without, and the two with `async`.
extension PKPushRegistryDelegate {
    /// Asks the methods with `async`.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        payload.isAsync.withLock { $0 = true }
        let parcel = Lock((self as any PKPushRegistryDelegate, registry, payload, completion))
        Task {
            let (delegate, registry, payload, completion) = parcel.withLock { $0 }
            await delegate.pushRegistry(
                registry, didReceiveIncomingVoIPPushWith: payload, metadata: payload.metadata)
            completion()
        }
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

    /// Asks the method without metadata.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata
    ) async {
        await pushRegistry(registry, didReceiveIncomingPushWith: payload, for: payload.type)
    }

    /// Does nothing.
    public func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {}
}
