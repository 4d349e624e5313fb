import HandsetDBus

/// What is pushed to an app.
package struct PushRequest: DictionaryCodable {
    /// `voip`; others may come.
    package var type: String
    /// A JSON object of ``InterfaceLimits/pushPayload`` octets at most.
    package var payload: String

    package init(type: String = "voip", payload: String) {
        self.type = type
        self.payload = payload
    }

    package init(_ fields: Fields) throws(ServiceError) {
        type = try fields.required("type")
        payload = try fields.required("payload", limit: InterfaceLimits.pushPayload)
    }

    package var dictionary: [String: BusValue] { ["type": .text(type), "payload": .text(payload)] }
}

/// What became of a push at once. A word that is not known is kept.
package struct PushOutcome: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A process of the app has it.
    package static let handedOver = PushOutcome(rawValue: "handed-over")
    /// The app is being launched for it.
    package static let launching = PushOutcome(rawValue: "launching")
    /// The app runs and has not asked for pushes yet, or nobody is there to launch it.
    package static let waiting = PushOutcome(rawValue: "waiting")
}

/// A push, as the app gets it.
package struct PushInfo: DictionaryCodable {
    /// Comes again with a push whose process ended before it said that it is handled.
    package var id: String
    package var type: String
    /// A JSON object.
    package var payload: String
    /// Seconds since 1970.
    package var received: Int64

    package init(id: String, type: String, payload: String, received: Int64) {
        self.id = id
        self.type = type
        self.payload = payload
        self.received = received
    }

    package init(_ fields: Fields) throws(ServiceError) {
        id = try fields.required("id")
        type = try fields.required("type")
        payload = try fields.required("payload", limit: InterfaceLimits.pushPayload)
        received = try fields.int64("received") ?? 0
    }

    package var dictionary: [String: BusValue] {
        ["id": .text(id), "type": .text(type), "payload": .text(payload), "received": .int64(received)]
    }
}
