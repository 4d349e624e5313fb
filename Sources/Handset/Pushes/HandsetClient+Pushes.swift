import HandsetInterface

/// What became of a push at once.
public struct PushOutcome: RawRepresentable, Hashable, Sendable {
    /// The outcome's name.
    public let rawValue: String
    /// The outcome with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A process of the app has it.
    public static let handedOver = PushOutcome(rawValue: "handed-over")
    /// The app is being launched for it.
    public static let launching = PushOutcome(rawValue: "launching")
    /// The app runs and has not asked for pushes yet, or no agent of a session is there to launch it.
    public static let waiting = PushOutcome(rawValue: "waiting")
}

/// A push that this process was handed.
package struct ReceivedPush: Hashable, Sendable {
    /// The same when it is handed over again.
    package let id: String
    package let type: String
    /// A JSON object.
    package let payload: String

    package init(id: String, type: String, payload: String) {
        self.id = id
        self.type = type
        self.payload = payload
    }
}

extension HandsetClient {
    /// Octets of a payload, as Apple's push service limits it for calls.
    public static let pushPayloadLimit = InterfaceLimits.pushPayload

    /// Hands a call push to an app on this machine, which is launched if it is stopped. For the person's tools.
    ///
    /// The push waits until the app's `PKPushRegistry` is set up, for two minutes at most and no longer than the service runs.
    ///
    /// - Parameters:
    ///   - payload: A JSON object of ``pushPayloadLimit`` octets at most.
    ///   - app: The bundle identifier of an app that declares `com.apple.developer.calling-app`.
    /// - Returns: What became of it at once.
    /// - Throws: ``HandsetError``: ``HandsetError/Kind/noSuchApp`` for another app, ``HandsetError/Kind/invalidArgument`` for another
    ///   payload, ``HandsetError/Kind/busy`` when 16 pushes wait for the app.
    @discardableResult
    public func push(_ payload: String, to app: String) async throws(HandsetError) -> PushOutcome {
        try await patientCall(.zero) { service throws(ServiceError) in
            PushOutcome(rawValue: try await service.push(PushRequest(payload: payload), to: app).rawValue)
        }
    }

    /// The octets at which this app is reached by pushes of a type. Waits until it may have one, across restarts of the service.
    package func pushToken(for type: String) async throws(HandsetError) -> [UInt8] {
        do throws(ServiceError) {
            return Self.octets(
                try await connection.permitted { service throws(ServiceError) in
                    try await service.pushToken(for: type)
                })
        } catch {
            throw HandsetError(error)
        }
    }

    private static func octets(_ digits: String) -> [UInt8] {
        var octets: [UInt8] = []
        var rest = digits[...]
        while let octet = UInt8(rest.prefix(2), radix: 16) {
            octets.append(octet)
            rest = rest.dropFirst(2)
        }
        return octets
    }

    /// Waits for the next push of these types, across restarts of the service. A later call of this process ends it with
    /// ``HandsetError/Kind/busy``.
    package func nextPush(of types: [String]) async throws(HandsetError) -> ReceivedPush {
        do throws(ServiceError) {
            let push = try await connection.permitted { service throws(ServiceError) in
                try await service.nextPush(of: types)
            }
            return ReceivedPush(id: push.id, type: push.type, payload: push.payload)
        } catch {
            throw HandsetError(error)
        }
    }

    /// A push is dealt with and does not come again.
    package func finishPush(_ id: String) async throws(HandsetError) {
        try await patientCall(.seconds(5)) { service throws(ServiceError) in try await service.pushHandled(id) }
    }
}

extension HandsetClient {
    /// Hands a call push to this app itself.
    package func pushToSelf(_ payload: String) async throws(HandsetError) {
        guard let app = try state().app else {
            throw HandsetError(.notPermitted, "The push was not handled: this program belongs to no app bundle.")
        }
        try await push(payload, to: app)
    }
}
