import Foundation
import PushKit

/// The part of a calling app that is pushed to.
final class Pushes: NSObject, PKPushRegistryDelegate {
    private let driver: Driver
    private let registry = PKPushRegistry(queue: nil)

    init(_ driver: Driver) {
        self.driver = driver
        super.init()
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {
        driver.report(["event": "token", "token": credentials.token.map { String($0, radix: 16) }.joined()])
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        let caller = payload.dictionaryPayload["caller"] as? String ?? ""
        dispatchPrecondition(condition: .onQueue(.main))
        driver.report(["event": "push", "caller": caller])
        if caller == "deadly" { kill(getpid(), SIGKILL) }
        completion()
    }
}
