import Foundation
import PushKit

/// Hears of calls while the app is not running. The same source runs on iOS.
@MainActor final class Pushes: NSObject, PKPushRegistryDelegate {
    private let registry = PKPushRegistry(queue: .main)
    private let calls: Calls
    private let connect: (String) throws -> any CallWire

    /// `connect` opens the way that a push names.
    init(calls: Calls, connect: @escaping (String) throws -> any CallWire) {
        self.calls = calls
        self.connect = connect
        super.init()
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType
    ) {
        // A server of the internet would be told of the token.
    }

    nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) async {
        func value(_ key: String) -> String { payload.dictionaryPayload[key] as? String ?? "" }
        // The call has to ring before this returns.
        await ring(from: value("caller"), on: value("wire"))
    }

    private func ring(from caller: String, on way: String) async {
        do {
            // An identity of our own: on this desk the caller's conversation is one of the same system.
            try await calls.ring(UUID(), from: caller, on: try connect(way))
        } catch {
            calls.tell(error)
        }
    }
}
