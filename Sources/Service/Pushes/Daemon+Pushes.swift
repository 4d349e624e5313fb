import Foundation
package import HandsetInterface

/// What the person's tools push, and what the apps that are called over the internet ask.
extension Daemon {
    private static let types: Set<String> = ["voip"]

    @ServiceActor package func push(_ push: PushRequest, to id: String, for caller: Caller) async throws(ServiceError)
        -> PushOutcome
    {
        // An app may push to itself: its notification service extension has decrypted one.
        if try await app(of: caller)?.id != id { try await personsTool(caller) }
        guard Self.types.contains(push.type) else {
            throw ServiceError(.invalidArgument, "there is no such type of push; there is voip")
        }
        // As the app's process will read it: a payload that it cannot read would ring for nobody.
        guard
            let object = try? JSONSerialization.jsonObject(with: Data(push.payload.utf8)), object is [String: Any]
        else { throw ServiceError(.invalidArgument, "the payload is not a JSON object") }
        if apps.bundle(id: id) == nil { apps.refresh() }
        guard let app = apps.bundle(id: id) else {
            throw ServiceError(.noSuchApp, "there is no such app: see `handset apps`")
        }
        guard app.isEligible(for: .calling) else {
            throw ServiceError(.noSuchApp, "\(app.id) does not declare the entitlement \(Role.calling.entitlement)")
        }
        return try pushes.push(push, to: app)
    }

    private func callingApp(_ caller: Caller) async throws(ServiceError) -> AppBundle {
        guard let app = try await app(of: caller), app.isEligible(for: .calling) else {
            throw ServiceError(
                .notPermitted,
                "only an app whose bundle declares \(Role.calling.entitlement) is pushed to: see `handset apps`")
        }
        return app
    }

    @ServiceActor package func pushToken(for type: String, of caller: Caller) async throws(ServiceError) -> String {
        let app = try await callingApp(caller)
        guard Self.types.contains(type) else {
            throw ServiceError(.invalidArgument, "there is no such type of push; there is voip")
        }
        // machine-id(5): not to be shown as it is, but a digest of it with a name of one's own may be.
        let machine = (try? Data(contentsOf: URL(fileURLWithPath: "/etc/machine-id"))) ?? Data()
        let fields = [Array("org.handset.push".utf8), Array(machine), Array(app.id.utf8), Array(type.utf8)]
        return Digest.sha256(fields: fields).map { octet in
            (octet < 16 ? "0" : "") + String(octet, radix: 16)
        }.joined()
    }

    @ServiceActor package func nextPush(of types: [String], for caller: Caller) async throws(ServiceError) -> PushInfo {
        let app = try await callingApp(caller)
        return try await pushes.next(of: Set(types), app: app.id, client: caller.uniqueName)
    }

    @ServiceActor package func pushHandled(_ id: String, for caller: Caller) async throws(ServiceError) {
        pushes.handled(id, by: try await callingApp(caller).id)
    }
}
